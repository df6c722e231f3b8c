"""Baselines that see two words and no sentence, and the score of crossed pairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.pairs.accuracy import crossed_accuracy
from kasauti.scorers.pairs.baselines import Contrast, label_prior, word_form
from kasauti.scorers.statistics.intervals import Share

LEMMAS = ["राम", "देव", "वृक्ष", "पुत्र", "ग्राम", "लोक", "मानव", "वेद", "नर", "यज्ञ"]
WORDS = st.text(alphabet="कखगघरसम", min_size=1, max_size=4)


def dative_is_right(lemma: str) -> Contrast:
    return Contrast(f"{lemma}ाय", f"{lemma}म्", "dative", "accusative", lemma)


def turned(contrast: Contrast) -> Contrast:
    return Contrast(
        contrast.bad, contrast.good, contrast.bad_label, contrast.good_label, contrast.lemma
    )


ONE_SIDED = [dative_is_right(lemma) for lemma in LEMMAS]


@pytest.mark.parametrize("baseline", [label_prior, word_form])
def test_always_right_label_is_learned_from_other_lemmas(baseline):
    assert baseline(ONE_SIDED).accuracy == 1.0


@pytest.mark.parametrize("baseline", [label_prior, word_form])
def test_crossed_pairs_give_nothing_away(baseline):
    assert baseline([*ONE_SIDED, *map(turned, ONE_SIDED)]).accuracy == 0.5


@given(st.lists(st.tuples(WORDS, WORDS, st.sampled_from(LEMMAS)), min_size=1, max_size=20))
def test_rankings_stay_at_chance_on_crossed_pairs(rows):
    contrasts = [Contrast(good, bad, good[0], bad[0], lemma) for good, bad, lemma in rows]
    crossed = [*contrasts, *map(turned, contrasts), *ONE_SIDED, *map(turned, ONE_SIDED)]
    assert label_prior(crossed).accuracy == pytest.approx(0.5)


def test_lemma_is_never_in_both_training_and_test():
    # Each lemma has labels of its own, so that nothing is learnt about the others.
    contrasts = [
        Contrast(f"{lemma}ः", lemma, f"good {lemma}", f"bad {lemma}", lemma)
        for lemma in LEMMAS
        for _ in range(2)
    ]
    assert label_prior(contrasts).accuracy == 0.5


def test_one_lemma_cannot_be_held_out():
    with pytest.raises(ValueError, match="got 1"):
        label_prior(ONE_SIDED[:1])


def test_a_group_is_right_when_all_its_pairs_are():
    found = crossed_accuracy(["a", "b", "a", "b", ""], [True, True, True, False, True])
    assert found == Share(correct=1, total=2)
    assert found.accuracy == 0.5
    assert found.interval.low < 0.5 < found.interval.high


def test_no_groups_give_no_count():
    assert crossed_accuracy(["", ""], [True, False]) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30))
def test_preferring_one_word_gets_no_group(rows):
    groups = [str(group) for group, _ in rows for _ in range(2)]
    right = [each for _, first in rows for each in (first, not first)]
    found = crossed_accuracy(groups, right)
    assert found is not None
    assert found.correct == 0
