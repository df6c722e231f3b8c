"""Patterns of claims: how they are parsed, what they match, and what a negation turns round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.claim_patterns import parse_pattern, word_lists
from kasauti.data.errors import DataError
from kasauti.records.claims import Claims
from kasauti.scorers.base_forms import base_forms
from kasauti.scorers.claim_matching import Sentence, ends_at, reach, said
from kasauti.scorers.claim_reading import read_claims
from kasauti.scorers.plain_words import claimed, plain_words


def found(pattern: str, sentence: str) -> list[bool]:
    return list(said(parse_pattern(pattern), Sentence(tuple(plain_words(sentence)))))


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("price fall", "Prices fell."),
        ("price ~ fall", "Prices then soon began falling."),
        ("price ~~ fall", "Prices, after a long summer, have fallen."),
        ("(price|rent) (go down|fall)", "Rents went down."),
        ("price very? high", "The price is high, and prices very high are rare."),
        ("extrapolat*", "People are extrapolating."),
        ("fall & price", "What fell was the price."),
        ("price fall & !rent", "Prices fall."),
        ("{UP}", "It soared."),
        ("{N:20-25} %", "It lost twenty-five per cent."),
        ("{N:3-5} year", "It takes 3-5 years."),
        ("{X:3-5} year", "It takes nine years."),
        ("{N:1} year", "It takes one year."),
        ("{N:3.125}", "The reward is now 3.125 coins."),
        ("=falling", "It is falling."),
        ("1970s", "In the seventies it was so."),
        ("mark up", "the mark-up phase"),
        ("price , high", "Prices (high)"),
    ],
)
def test_what_matches(pattern: str, sentence: str) -> None:
    assert found(pattern, sentence) == [True]


@pytest.mark.parametrize(
    ("pattern", "sentence"),
    [
        ("price fall", "Prices then fell."),
        ("price ~ fall", "Prices are what a crowd says they are until they fall."),
        ("fall ~ price", "Prices fall."),
        ("price fall & !rent", "Prices fall and rents rise."),
        ("{UP}", "It sank."),
        ("{N:20-25} %", "It lost 26 per cent."),
        ("{X:3-5} year", "It takes 4 years, or some years."),
        ("=falling", "It fell."),
        ("cat", "A category of its own."),
    ],
)
def test_what_does_not_match(pattern: str, sentence: str) -> None:
    assert found(pattern, sentence) == []


@pytest.mark.parametrize(
    ("sentence", "affirmed"),
    [
        ("Prices fall.", True),
        ("Prices do not fall.", False),
        ("Prices don't usually fall.", False),
        ("Prices never fail to fall.", True),  # two negations
        ("It is a myth that prices fall.", False),
        ("That prices fall is a myth.", False),
        ("Prices rise rather than fall.", False),
        ("Not only do prices fall, they fall at once.", True),
        ("It is not late, but prices fall.", True),  # another clause
        ("Far from rising, prices fall.", True),
        ("Prices fall, not rents.", True),
    ],
)
def test_a_negation_turns_a_match_round(sentence: str, affirmed: bool) -> None:
    assert found("price ~ fall", sentence)[0] is affirmed


def test_a_negation_that_the_pattern_names_is_meant() -> None:
    assert found("{NOT} ~ know", "Nobody can know the day.") == [True]
    assert found("{UNCERTAIN}", "The day is not certain.") == [True]
    assert found("no ~ clock", "There is not really no such clock.") == [False]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a (b", "not closed"),
        ("a b)", "cannot be read from ')'"),
        ("~", "matches no word at all"),
        ("(a)?", "matches no word at all"),
        ("!a", "only what is absent"),
        ("a & ", "empty part"),
        ("(a|)", "empty part"),
        ("A", "lower case"),
        ("a-b", "lower case"),
        ("{NOPE}", "which lexicon.toml lacks"),
        ("a & b & c & d & e", "more than 4 parts"),
        ("(" * 30 + "a" + ")" * 30, "in a wrong place"),
        ("a " * 600, "longer than 1000"),
    ],
)
def test_what_is_wrong_with_a_pattern_is_told(pattern: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_pattern(pattern)
    assert message in str(caught.value)


WORDS = st.sampled_from(["price", "fall", "rise", "not", "rent", "very", "late", ",", "7", "years"])
PIECES = st.recursive(
    st.sampled_from(["price", "fall", "=rise", "re*", "~", "~~", "{N:1-9}", "{UP}", "late?"]),
    lambda inner: (
        st.builds("({} {})".format, inner, inner) | st.builds("({}|{})".format, inner, inner)
    ),
    max_leaves=6,
)


@given(st.lists(PIECES, min_size=1, max_size=3), st.lists(WORDS, max_size=8))
def test_the_quick_look_agrees_with_the_exact_one(pieces: list[str], words: list[str]) -> None:
    node, text = parse_pattern(" ".join(["late", *pieces])).parts[0].node, Sentence(tuple(words))
    for start in range(len(words)):
        ends = sum(1 << end for end in ends_at(node, text, start))
        assert reach(node, text, 1 << start) == ends


@given(st.text())
def test_any_text_becomes_plain_words(text: str) -> None:
    for words in claimed(text):
        assert all(word == word.lower() and " " not in word for word in words)
        assert plain_words(" ".join(words)) == words or not " ".join(words).isascii()


@given(st.sampled_from(sorted(word_lists())))
def test_each_list_finds_its_own_phrases(name: str) -> None:
    assert parse_pattern(f"{{{name}}}").parts[0].node is word_lists()[name]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It won't, can't, isn't.", "it will not , can not , is not"),
        ("210,000 blocks", "210000 blocks"),
        ("two hundred and ten thousand blocks", "210000 blocks"),
        ("two hundred and ten", "210"),
        ("a hundred; a dozen", "100 12"),
        ("twenty-one per cent", "21 %"),
        ("50 -> 25 -> 12.5", "50 to 25 to 12.5"),
        ("1973–74", "1973 to 74"),
        ("no one knows", "no one knows"),
        ("the market’s fall", "the markets fall"),
    ],
)
def test_one_way_of_writing(text: str, words: str) -> None:
    assert " ".join(plain_words(text)) == words


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("fell", "fall"),
        ("cutting", "cut"),
        ("tries", "try"),
        ("rising", "rise"),
        ("losses", "loss"),
    ],
)
def test_base_forms(word: str, base: str) -> None:
    assert base in base_forms(word)


@pytest.mark.parametrize(
    ("word", "other"), [("noting", "not"), ("hoping", "hop"), ("rated", "rat")]
)
def test_a_base_that_would_double_its_consonant_is_none(word: str, other: str) -> None:
    assert other not in base_forms(word)


def test_an_answer_is_read_sentence_by_sentence() -> None:
    claims = Claims(
        (
            (parse_pattern("price ~ fall"), parse_pattern("price ~ drop")),
            (parse_pattern("seller ~ buyer"),),
            (parse_pattern("slow"),),
        ),
        (parse_pattern("price ~ rise"), parse_pattern("weather")),
    )
    reading = read_claims(
        "Do prices rise? Some say that prices rise. "
        "Prices drop. It is not slow; it is the weather.",
        claims,
    )
    assert (reading.said, reading.denied, reading.wrong) == (1, 1, 1)
