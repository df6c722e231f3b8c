"""The baselines that know no grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.pairs.baselines import (
    BaselineScore,
    bigram,
    compare_scores,
    shorter_wins,
    unigram,
)

SENTENCES = st.text(alphabet="क ख ग।", min_size=1, max_size=12)
PAIRS = st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=12)


def test_a_tie_counts_one_half():
    assert BaselineScore(preferred=2, tied=2, total=4).accuracy == 0.75


def test_shorter_sentence_wins_by_given_length():
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


def test_bigrams_are_learned_from_other_good_sentences():
    pairs = [("राम घर में है", "राम में घर है"), ("सीता घर में थी", "सीता में घर थी")]

    assert bigram(pairs).preferred == 2


def test_bigrams_of_the_pair_itself_are_left_out():
    pairs = [("क ख", "ख क"), ("ग घ", "घ ग")]

    assert bigram(pairs) == BaselineScore(preferred=0, tied=2, total=2)


def test_bigrams_of_the_same_group_are_left_out():
    pairs = [("क ख ग", "क ग ख"), ("घ ख ग", "घ ग ख")]

    assert bigram(pairs).preferred == 2
    assert bigram(pairs, ["one", "one"]) == BaselineScore(preferred=0, tied=2, total=2)


def test_misleading_bigrams_count_against_the_good_sentence():
    pairs = [("क ख", "ग घ"), ("ग घ ङ", "च छ")]

    assert bigram(pairs).preferred == 0


def test_punctuation_is_not_part_of_word():
    frequency = {"वह": 1.0, "लड़का": 2.0, "जो": 3.0, "आया": 4.0, "गया": 0.0}
    assert unigram([("वह लड़का, जो आया।", "वह लड़का, जो गया।")], frequency.__getitem__).preferred == 1


def test_scores_must_come_in_pairs():
    with pytest.raises(ValueError, match="1 and 0"):
        compare_scores([1.0], [])
    with pytest.raises(ValueError, match="0 and 0"):
        bigram([])


@given(PAIRS)
def test_reversed_pairs_reverse_accuracy(pairs):
    turned = [(bad, good) for good, bad in pairs]

    assert shorter_wins(pairs).accuracy + shorter_wins(turned).accuracy == pytest.approx(1)
    frequent = unigram(pairs, len).accuracy
    assert frequent + unigram(turned, len).accuracy == pytest.approx(1)


@given(PAIRS)
def test_bigrams_leave_no_trace_of_the_order_of_pairs(pairs):
    assert bigram(pairs) == bigram(pairs[::-1])
