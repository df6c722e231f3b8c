"""The baselines that know no grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.baselines import (
    BaselineScore,
    bigram,
    chance,
    compare_scores,
    shorter_wins,
    unigram,
    words_of,
)

SENTENCES = st.text(alphabet="क ख ग।", min_size=1, max_size=12)
PAIRS = st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=12)


def test_a_tie_counts_one_half():
    assert BaselineScore(preferred=2, tied=2, total=4).accuracy == 0.75


def test_chance_is_one_half():
    assert chance([("a", "b"), ("c", "d")]).accuracy == 0.5


def test_the_shorter_sentence_wins_by_characters_or_by_another_count():
    pairs = [("aaa", "aa"), ("b", "bb cc")]

    assert shorter_wins(pairs) == BaselineScore(preferred=1, tied=0, total=2)
    by_words = shorter_wins(pairs, length=lambda sentence: len(sentence.split()))
    assert by_words == BaselineScore(preferred=1, tied=1, total=2)


def test_the_more_frequent_words_win():
    frequency = {"है": 7.5, "हैं": 7.0, "लड़का": 4.8}

    score = unigram([("लड़का है।", "लड़का हैं।"), ("हैं", "है")], lambda word: frequency[word])

    assert score == BaselineScore(preferred=1, tied=0, total=2)


def test_unigrams_do_not_see_order():
    assert unigram([("a b c", "c b a")], {"a": 0.1, "b": 0.2, "c": 0.3}.__getitem__).tied == 1


def test_bigrams_are_learnt_from_the_other_good_sentences():
    pairs = [("राम घर में है", "राम में घर है"), ("सीता घर में थी", "सीता में घर थी")]

    assert bigram(pairs).preferred == 2


def test_bigrams_of_the_pair_itself_are_left_out():
    pairs = [("क ख", "ख क"), ("ग घ", "घ ग")]

    assert bigram(pairs) == BaselineScore(preferred=0, tied=2, total=2)


def test_misleading_bigrams_count_against_the_good_sentence():
    pairs = [("क ख", "ग घ"), ("ग घ ङ", "च छ")]

    assert bigram(pairs).preferred == 0


@pytest.mark.parametrize(
    ("preferred", "confounded"), [(34, True), (35, False), (65, False), (66, True)]
)
def test_confounded_is_what_is_too_far_from_chance_on_either_side(preferred, confounded):
    assert BaselineScore(preferred=preferred, tied=0, total=100).is_confounded() is confounded


def test_punctuation_is_no_part_of_a_word():
    assert words_of("वह लड़का, जो आया।") == ["वह", "लड़का", "जो", "आया"]


def test_scores_must_come_in_pairs():
    with pytest.raises(ValueError, match="1 and 0"):
        compare_scores([1.0], [])
    with pytest.raises(ValueError, match="0 and 0"):
        bigram([])


@given(PAIRS)
def test_turning_every_pair_round_turns_the_verdict_round(pairs):
    turned = [(bad, good) for good, bad in pairs]
    lengths = {word: float(len(word)) for good, bad in pairs for word in words_of(good + " " + bad)}

    assert shorter_wins(pairs).accuracy + shorter_wins(turned).accuracy == pytest.approx(1)
    frequent = unigram(pairs, lambda word: lengths[word]).accuracy
    assert frequent + unigram(turned, lambda word: lengths[word]).accuracy == pytest.approx(1)


@given(PAIRS)
def test_bigrams_leave_no_trace_of_the_order_of_pairs(pairs):
    assert bigram(pairs) == bigram(pairs[::-1])
