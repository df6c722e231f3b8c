"""Chance is exact, guards see what they should, translations score as sacrebleu says."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kasauti.scorers.labels.degenerate_answers import (
    favourite,
    loops,
    position_bias,
    repetition,
    script_share,
)
from kasauti.scorers.labels.graded import (
    Graded,
    GradedTask,
    number_chances,
    question_chances,
    topic_chances,
)
from kasauti.scorers.statistics.bootstrap import bootstrap_interval, mean_of
from kasauti.scorers.statistics.chance import guessing, more_than_chance
from kasauti.scorers.text.translation import advantage, score_translations

LETTERS = ("A", "B", "C", "D")


@given(st.integers(1, 300), st.floats(0.05, 0.95), st.floats(0.001, 0.2))
def test_threshold_matches_exact_binomial_test(n: int, p: float, alpha: float) -> None:
    least = more_than_chance([p] * n, alpha=alpha)
    if least <= n:
        assert stats.binom.sf(least - 1, n, p) <= alpha * (1 + 1e-9)
    assert stats.binom.sf(least - 2, n, p) > alpha * (1 - 1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_items_of_different_chance_are_counted_each_by_its_own(chances: list[float]) -> None:
    distribution = guessing(chances)
    assert math.isclose(distribution.sum(), 1, rel_tol=1e-9)
    mean = sum(count * p for count, p in enumerate(distribution))
    assert math.isclose(mean, sum(chances), abs_tol=1e-9)
    variance = sum(count**2 * p for count, p in enumerate(distribution)) - mean**2
    assert math.isclose(variance, sum(p * (1 - p) for p in chances), abs_tol=1e-7)


def test_too_few_items_cannot_beat_chance() -> None:
    assert more_than_chance([0.5] * 4, alpha=0.05) == 5
    assert more_than_chance([0.5] * 5, alpha=0.05) == 5


@pytest.mark.parametrize("chances", [[], [1.5], [-0.1]])
def test_impossible_chances_are_refused(chances: list[float]) -> None:
    with pytest.raises(ValueError, match="at least one item"):
        guessing(chances)


def graded(*rows: tuple[str, str | None, str | None]) -> GradedTask:
    """(right, strict, lenient) of each item."""
    return GradedTask(
        tuple(
            Graded(str(number), right, strict, lenient, LETTERS)
            for number, (right, strict, lenient) in enumerate(rows)
        )
    )


def test_format_strict_and_lenient_accuracy_are_three_figures() -> None:
    task = graded(("A", "A", "A"), ("B", None, "B"), ("C", "D", "D"), ("D", None, None))
    assert (task.correct, task.strictly_correct, task.in_format, task.unread) == (2, 1, 2, 1)
    assert task.accuracy == 0.5
    assert task.answers == ["A", "B", "D"]
    assert [item.position for item in task.items] == [0, 1, 3, None]
    assert question_chances(task.items) == [0.25] * 4


def test_guesser_takes_most_frequent_right_place() -> None:
    rights = ["A", "A", "A", "B"]
    same = graded(*((right, None, None) for right in rights))
    assert question_chances(same.items) == [0.75] * 4
    moved = GradedTask(
        tuple(
            Graded(str(turn), right, None, None, LETTERS[turn:] + LETTERS[:turn])
            for turn, right in enumerate("ABCD")
        )
    )  # each topic once, but always the first that is named
    assert topic_chances(moved.items) == [1.0] * 4


def test_a_topic_guesser_may_know_the_most_frequent_one() -> None:
    topics = ["A", "A", "A", "B"]
    task = GradedTask(
        tuple(
            Graded(str(turn), right, None, None, LETTERS[-turn:] + LETTERS[:-turn])
            for turn, right in enumerate(topics)
        )
    )  # at another place each time
    assert topic_chances(task.items) == [0.75] * 4


def test_a_number_guesser_may_repeat_the_problem() -> None:
    problems = ["2 and 3?", "4 and ५?", "1,000 of them?", "none?"]
    assert number_chances(problems, ["3", "5", "1000", "7"]) == [0.75] * 4
    assert number_chances(problems, ["1", "1", "2", "7"]) == [0.5] * 4


def test_constant_answer_is_detected() -> None:
    most = favourite(["A"] * 19 + ["B"])
    assert most is not None
    assert (most.answer, most.share, most.collapsed) == ("A", 0.95, True)
    even = favourite(["A", "B"] * 10)
    assert even is not None
    assert not even.collapsed
    few = favourite(["A"] * 4)
    assert few is not None
    assert not few.collapsed
    assert favourite([]) is None


def test_position_bias_is_detected() -> None:
    biased = position_bias([0] * 20 + [1] * 5 + [2] * 4 + [3] * 3, [4] * 32)
    assert biased is not None
    assert biased[0] == 0
    assert biased[1] == pytest.approx(4 * stats.binom.sf(19, 32, 0.25), rel=1e-6)
    even = position_bias([0, 1, 2, 3] * 8, [4] * 32)
    assert even is not None
    assert even[1] > 0.5
    assert position_bias([], []) is None


def test_loops_are_detected() -> None:
    assert loops("आपका नाम क्या है " * 10)
    assert not loops("The quick brown fox jumps over the lazy dog and goes home again.")
    assert repetition("a b c d") == repetition("") == 0.0
    assert repetition("a b c d a b c d") == pytest.approx(1 / 5)


@pytest.mark.parametrize(
    ("text", "script", "share"),
    [
        ("सूर्य उगता है।", "DEVANAGARI", 1.0),
        ("The sun rises.", "DEVANAGARI", 0.0),
        ("NASA ने कहा", "DEVANAGARI", 0.5),
        ("12, 34!", "LATIN", 0.0),
    ],
)
def test_the_share_of_the_right_script(text: str, script: str, share: float) -> None:
    assert script_share(text, (script,)) == pytest.approx(share, abs=0.06)


ANSWERS = ["सूर्य पूर्व में उगता है।", "वह घर गया", "The cat"]
REFERENCES = ["सूरज पूर्व में उगता है।", "वह घर गया।", "बिल्ली सो रही है।"]


@pytest.fixture
def no_sentence_pieces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine on which sacrebleu has not downloaded the sentence pieces of spBLEU."""
    monkeypatch.setattr("sacrebleu.utils.SACREBLEU_DIR", str(tmp_path))


@pytest.mark.usefixtures("no_sentence_pieces")
@pytest.mark.parametrize(("spaced", "tokenizer"), [(True, "intl"), (False, "char")])
def test_bleu_equals_sacrebleu_with_script_tokenizer(spaced: bool, tokenizer: str) -> None:
    score = score_translations(ANSWERS, REFERENCES, spaced=spaced)
    bleu = sacrebleu.corpus_bleu(ANSWERS, [REFERENCES], tokenize=tokenizer)
    assert bleu.score > 0
    assert score.bleu == pytest.approx(bleu.score / 100)
    assert f"tok:{tokenizer}" in score.corpus_bleu.signature


def test_chrf_equals_sacrebleu() -> None:
    score = score_translations(ANSWERS, REFERENCES, spaced=True)
    chrf = sacrebleu.corpus_chrf(ANSWERS, [REFERENCES], word_order=2)
    assert score.chrf == pytest.approx(chrf.score / 100)
    assert "nw:2" in score.corpus_chrf.signature
    each = [
        sacrebleu.sentence_chrf(answer, [reference], word_order=2).score / 100
        for answer, reference in zip(ANSWERS, REFERENCES, strict=True)
    ]
    assert score.sentences == pytest.approx(each)
    assert score.mean == pytest.approx(sum(each) / 3)
    with pytest.raises(ValueError, match="a reference for each answer"):
        score_translations(ANSWERS, REFERENCES[:2], spaced=True)


def test_gain_is_certain_only_if_consistent() -> None:
    baseline = [0.1] * 30
    steady = advantage([0.2] * 30, baseline, alpha=0.05, seed=0)
    assert (steady.mean, steady.low) == pytest.approx((0.1, 0.1))
    lucky = advantage([0.7, *[0.1] * 29], baseline, alpha=0.05, seed=0)
    assert lucky.mean > 0
    assert lucky.low == pytest.approx(0.0)
    assert lucky == advantage([0.7, *[0.1] * 29], baseline, alpha=0.05, seed=0)


def test_mean_interval_contains_mean() -> None:
    values = [0.1, 0.2, 0.3, 0.8]
    interval = bootstrap_interval(mean_of(values), len(values))
    assert interval
    assert interval.low < 0.35 < interval.high
