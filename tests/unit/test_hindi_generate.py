"""The generated Hindi set: repeatable, balanced, and as large as promised."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from kasauti.data.errors import DataError
from kasauti.data.hindi import generate as generator
from kasauti.data.hindi.balance import WordPairBalance
from kasauti.data.hindi.draft import Draft, Template
from kasauti.data.hindi.generate import OUTPUT, Selection, generate, quotas
from kasauti.data.hindi.templates import PHENOMENA
from kasauti.data.lint import lint_pairs
from kasauti.data.pairs import by_phenomenon, read_pairs, write_pairs
from kasauti.scorers.baselines import bigram, shorter_wins, unigram

PAIRS = read_pairs(OUTPUT)
GROUPS = by_phenomenon(PAIRS)


def sentences(phenomenon):
    return [(pair.good, pair.bad) for pair in GROUPS[phenomenon]]


def draft(good: str, bad: str, *lemmas: str) -> Draft:
    return Draft(
        before="", good=good, bad=bad, after="", gloss="", tense="none", lemmas=lemmas, between=None
    )


def test_the_shipped_file_is_what_the_grammar_generates(tmp_path):
    again = tmp_path / "pairs.jsonl"

    write_pairs(again, generate(seed=0))

    assert again.read_bytes() == OUTPUT.read_bytes()


def test_another_seed_gives_other_pairs():
    first = generator.generate_phenomenon("binding", seed=1, total=24)

    assert first == generator.generate_phenomenon("binding", seed=1, total=24)
    assert first != generator.generate_phenomenon("binding", seed=2, total=24)


def test_the_set_is_as_large_as_promised():
    assert list(GROUPS) == list(PHENOMENA)
    assert len(GROUPS) == 14
    assert len(PAIRS) >= 4500
    assert min(map(len, GROUPS.values())) >= 300
    assert all(len(templates) >= 5 for templates in PHENOMENA.values())


def test_the_linter_finds_nothing():
    assert [str(finding) for finding in lint_pairs(PAIRS, shares=True)] == []


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_both_directions_of_a_template_come_equally_often(phenomenon):
    counts = Counter((pair.tags["template"], pair.tags["direction"]) for pair in GROUPS[phenomenon])

    for template in PHENOMENA[phenomenon]:
        numbers = [counts[template.name, direction] for direction in template.directions]
        assert max(numbers) - min(numbers) <= 1


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_neither_length_nor_word_pairs_give_the_answer(phenomenon):
    assert 0.35 <= shorter_wins(sentences(phenomenon)).accuracy <= 0.65
    assert 0.35 <= bigram(sentences(phenomenon)).accuracy <= 0.65


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_word_frequency_does_not_give_the_answer(phenomenon):
    wordfreq = pytest.importorskip("wordfreq", reason="wordfreq is not installed")
    zipf = cache(lambda word: wordfreq.zipf_frequency(word, "hi"))

    assert 0.35 <= unigram(sentences(phenomenon), zipf).accuracy <= 0.65


def test_every_pair_carries_tags_lemmas_and_a_gloss():
    for pair in PAIRS:
        assert set(pair.tags) == {"template", "tense", "distance", "attractor", "direction"}
        assert pair.tags["tense"] in {"present", "past", "future", "none"}
        assert pair.tags["distance"] in {"adjacent", "near", "far", "none"}
        assert pair.tags["attractor"] in {"none", "matching", "mismatching"}
        assert pair.lemmas
        assert pair.gloss
        assert pair.source == "grammar seed 0"
        assert unicodedata.is_normalized("NFC", pair.good + pair.bad + pair.gloss)


def test_names_and_nouns_do_not_occur_twice_in_a_sentence():
    for pair in PAIRS:
        words = pair.good.rstrip("।").replace(",", "").split()
        content = [word for word in words if word in pair.lemmas]
        assert len(content) == len(set(content)), pair.good
        assert all(first != second for first, second in pairwise(words)), pair.good


def test_quotas_are_even():
    assert quotas(10, 4) == [3, 3, 2, 2]


def test_a_sentence_is_not_taken_twice_nor_a_word_too_often():
    selection = Selection(20)
    for number in range(2):
        assert selection.admits(draft(f"क {number}", f"ख {number}", "शब्द"))
        selection.take(draft(f"क {number}", f"ख {number}", "शब्द"))

    assert not selection.admits(draft("क 3", "ख 3", "शब्द"))
    assert not selection.admits(draft("क 1", "ख 9", "नया"))
    assert not selection.admits(draft("ख 1", "ग 9", "नया"))
    assert selection.admits(draft("क 3", "ख 3", "नया"))


def test_the_balance_refuses_pairs_that_familiar_word_pairs_give_away():
    balance = WordPairBalance(0)
    assert balance.allows("घर में है", "में घर है")
    balance.take("घर में है", "में घर है")

    assert not balance.allows("घर में था", "में घर था")
    assert balance.allows("पेड़ पर था", "पर पेड़ था")


def test_distance_is_counted_in_words():
    assert draft("a", "b").distance() == "none"
    for between, bucket in (("", "adjacent"), ("x y z", "near"), ("w x y z", "far")):
        item = Draft(
            before="", good="a", bad="b", after="", gloss="", tense="", lemmas=(), between=between
        )
        assert item.distance() == bucket


def test_a_template_that_runs_dry_says_so(monkeypatch):
    monkeypatch.setitem(
        PHENOMENA, "dry", (Template("never", ("x>y",), lambda draw, direction: None),)
    )

    with pytest.raises(DataError, match="template never, direction x>y, gives 0 of 5 pairs"):
        generator.generate_phenomenon("dry", total=5)
