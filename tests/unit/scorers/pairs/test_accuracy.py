"""Minimal pairs and their conventions, against plain arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kasauti.records import Provenance
from kasauti.scorers.pairs.accuracy import PairAccuracy, ScoredPair, pair_accuracy
from kasauti.scorers.pairs.sentences import CONVENTIONS, SentenceScore

# Down to 20 nats a token, beyond what any working model gives.
scores = st.builds(
    lambda tokens, nats, characters, wide: SentenceScore(
        -nats * tokens, tokens, characters, characters * wide
    ),
    st.integers(1, 60),
    st.floats(0.01, 20),
    st.integers(1, 200),
    st.integers(1, 4),
)
pairs = st.lists(st.tuples(scores, scores), min_size=1, max_size=20)


def accuracy_of(scored: list[tuple[SentenceScore, SentenceScore]], convention: str) -> PairAccuracy:
    good, bad = zip(*scored, strict=True)
    return pair_accuracy(good, bad, convention=convention)


def test_sentence_has_lengths() -> None:
    score = SentenceScore.of("घर है", logprob=-6.0, tokens=3)
    assert (score.characters, score.utf8_bytes) == (5, 13)
    assert score.perplexity == pytest.approx(math.exp(2))


@pytest.mark.parametrize("logprob", [math.nan, math.inf, -math.inf])
def test_nan_score_raises(logprob: float) -> None:
    with pytest.raises(ValueError, match=f"is {logprob}. Check the model's weights."):
        SentenceScore.of("a", logprob=logprob, tokens=1)


@pytest.mark.parametrize(
    ("convention", "prefers_the_short"),
    [("logprob", True), ("perplexity", False), ("char", True), ("byte", False)],
)
def test_conventions_differ_if_lengths_differ(convention: str, prefers_the_short: bool) -> None:
    short = SentenceScore(logprob=-10.0, tokens=2, characters=10, utf8_bytes=10)
    long = SentenceScore(logprob=-12.0, tokens=4, characters=11, utf8_bytes=33)
    assert ScoredPair(short, long).right(convention) is prefers_the_short
    assert ScoredPair(long, short).right(convention) is not prefers_the_short


@given(pairs)
def test_perplexity_prefers_the_lower_perplexity(
    scored: list[tuple[SentenceScore, SentenceScore]],
) -> None:
    for good, bad in scored:
        difference = bad.perplexity - good.perplexity
        assert ScoredPair(good, bad).perplexity_difference == difference
        if not math.isclose(good.perplexity, bad.perplexity):
            assert ScoredPair(good, bad).right("perplexity") == (difference > 0)


@given(scores, st.sampled_from(list(CONVENTIONS)))
def test_a_tie_is_wrong(score: SentenceScore, convention: str) -> None:
    assert not ScoredPair(score, score).right(convention)
    better = SentenceScore(score.logprob / 2, score.tokens, score.characters, score.utf8_bytes)
    found = pair_accuracy([score, better], [score, score], convention=convention)
    assert (found.accuracy, found.ties) == (0.5, 1)


# What a convention divides the log-probability by, as it is documented.
DIVIDED_BY = {"perplexity": "tokens", "logprob": None, "char": "characters", "byte": "utf8_bytes"}


@given(pairs, st.sampled_from(list(DIVIDED_BY)))
def test_each_convention_prefers_likelier_sentence(
    scored: list[tuple[SentenceScore, SentenceScore]], convention: str
) -> None:
    length = DIVIDED_BY[convention]
    right = 0
    for good, bad in scored:
        a, b = (each.logprob / (getattr(each, length) if length else 1) for each in (good, bad))
        assume(a == b or not math.isclose(a, b, rel_tol=1e-12))
        right += a > b
    accuracy = accuracy_of(scored, convention)
    assert (accuracy.correct, accuracy.total) == (right, len(scored))
    assert accuracy.accuracy == right / len(scored)


def test_every_convention_is_documented() -> None:
    assert set(DIVIDED_BY) == set(CONVENTIONS)


@given(pairs)
def test_perplexity_differences_are_summed_up_as_by_numpy(
    scored: list[tuple[SentenceScore, SentenceScore]],
) -> None:
    accuracy = accuracy_of(scored, "perplexity")
    good, bad = (
        np.exp([-pair[side].logprob / pair[side].tokens for pair in scored]) for side in (0, 1)
    )
    differences = bad - good
    # Relative to the largest: numpy sums with rounding, the scorer without.
    scale = 1e-9 * float(np.maximum(good, bad).max())
    assert accuracy.mean_perplexity_difference == pytest.approx(np.mean(differences), abs=scale)
    assert accuracy.std_perplexity_difference == pytest.approx(np.std(differences), abs=scale)


@given(pairs, st.sampled_from(list(CONVENTIONS)))
def test_other_conventions_equal_separate_runs(
    scored: list[tuple[SentenceScore, SentenceScore]], convention: str
) -> None:
    beside = accuracy_of(scored, convention).by_convention()
    assert beside == {name: accuracy_of(scored, name).accuracy for name in CONVENTIONS}


@given(pairs, st.integers(0, 5))
def test_the_worst_are_wrong_pairs_the_worst_first(
    scored: list[tuple[SentenceScore, SentenceScore]], count: int
) -> None:
    accuracy = accuracy_of(scored, "perplexity")
    margins = [pair.margin("perplexity") for pair in accuracy.pairs]
    worst = accuracy.worst(count)
    assert len(worst) == min(count, accuracy.total - accuracy.correct)
    assert [margins[index] for index in worst] == sorted(m for m in margins if m <= 0)[:count]


def test_scores_must_come_in_pairs() -> None:
    score = SentenceScore(-1.0, 1, 1, 1)
    with pytest.raises(ValueError, match="got 2 and 1"):
        pair_accuracy([score, score], [score], convention="logprob")
    with pytest.raises(ValueError, match="got 0 and 0"):
        pair_accuracy([], [], convention="logprob")


def test_an_unknown_convention_is_refused() -> None:
    score = SentenceScore(-1.0, 1, 1, 1)
    with pytest.raises(ValueError, match="unknown convention 'ppl'; known: perplexity, logprob"):
        pair_accuracy([score], [score], convention="ppl")


def test_a_signature_is_in_the_order_of_names() -> None:
    assert Provenance({"b": "1", "a": "x"}).signature == "a:x|b:1"


def test_a_diverged_models_perplexity_stays_finite() -> None:
    """Thousands of nats a token: no float holds that perplexity, and JSON has no infinity."""
    score = SentenceScore.of("a", logprob=-80_000.0, tokens=1)
    assert 1e200 < score.perplexity < float("inf")
