"""Tokens against words and bytes, and what is said where something is not known."""

from __future__ import annotations

import pytest

from kasauti.inputs.errors import RecordError
from kasauti.records.serialization.cases import case_json, read_measurement, tokenization_json
from kasauti.records.tokenization import Tokenization
from kasauti.scorers.pairs.fertility import count_tokens, words_in
from tests.support.built_measurements import measured


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("लड़का घर जाता है।", 4),
        ("— Yes, 42 !", 2),
        ("הילד הולך הביתה.", 3),
        ("她在家里读书。", None),
        ("彼は本を読む。", None),
        ("เด็กไปโรงเรียน", None),
        ("한국어는 띄어쓰기를 한다.", 3),
        ("The word 家 is Chinese", 5),
    ],
)
def test_words_are_split_at_spaces_if_script_uses_them(text: str, words: int | None) -> None:
    assert words_in(text) == words


def test_counts_are_summed_over_the_texts() -> None:
    found = count_tokens([("ab cd", 3), ("é", 2)], unknown=1, pieces=2)
    assert found == Tokenization(texts=2, tokens=5, utf8_bytes=7, words=3, unknown=1, pieces=2)
    assert found.per_word == pytest.approx(5 / 3)
    assert found.per_byte == pytest.approx(5 / 7)
    assert found.broken == pytest.approx(3 / 5)


def test_unknown_count_in_part_makes_sum_unknown() -> None:
    known = count_tokens([("ab cd", 3)], unknown=0, pieces=0)
    unspaced = count_tokens([("她在家", 3)])
    both = known + unspaced
    assert (both.texts, both.tokens, both.utf8_bytes) == (2, 6, 14)
    assert (both.words, both.unknown, both.pieces) == (None, None, None)
    assert (both.per_word, both.broken) == (None, None)
    assert count_tokens([("ab cd", 3), ("她在家", 3)]).words is None


def test_texts_without_a_token_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one text"):
        count_tokens([])


@pytest.mark.parametrize("known", [True, False])
def test_counts_json_round_trip(known: bool) -> None:
    found = count_tokens([("ab", 1)], unknown=0, pieces=1) if known else count_tokens([("她", 1)])
    content = tokenization_json(found)
    assert content is not None
    case = case_json(measured("a/b", 0.5, tokenization=found))
    assert case["tokenization"] == content
    assert read_measurement(case).tokenization == found
    assert content["unknown_or_byte_share"] == (1.0 if known else None)


@pytest.mark.parametrize("broken", [{"tokens": 0}, {"words": "3"}, {"byte_tokens": -1}])
def test_counts_that_cannot_be_are_refused(broken: dict[str, object]) -> None:
    found = count_tokens([("ab", 1)], unknown=0, pieces=1)
    case = case_json(measured("a/b", 0.5, tokenization=found))
    with pytest.raises(RecordError, match="Expected `int"):
        read_measurement({**case, "tokenization": {**case["tokenization"], **broken}})
