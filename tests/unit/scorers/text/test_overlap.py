"""The generative metrics against the libraries and plain references."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.statistics.bootstrap import bootstrap_interval
from kasauti.scorers.text.corpus_metrics import AnswerLosses, compare_metrics, mean_metric
from kasauti.scorers.text.letters import dropped_letters, is_outside_latin
from kasauti.scorers.text.metrics import perplexity
from kasauti.scorers.text.overlap import UnicodeWords, bleu, chrf, rouge_l, unicode_rouge_l

ANSWERS = [
    "The market moves in long cycles, and credit drives them.",
    "Nobody knows the top.",
    "",
    "Prices rose because demand rose faster than supply did.",
]
REFERENCES = [
    "The market moves in cycles that credit drives.",
    "Nobody can know the top before it is past.",
    "Breadth fades first.",
    "Prices rose because demand outran supply.",
]
HINDI = ["बाज़ार चक्रों में चलता है।", "दाम माँग से बढ़े।"]
texts = st.lists(st.text("ab cd.", max_size=12), min_size=1, max_size=6)


def test_bleu_equals_sacrebleu() -> None:
    expected = sacrebleu.corpus_bleu(ANSWERS, [REFERENCES], tokenize="13a", lowercase=False)

    assert bleu(ANSWERS, REFERENCES).value == pytest.approx(expected.score, abs=1e-9)
    assert expected.score > 5


@given(texts, st.data())
def test_bleu_of_any_corpus_equals_sacrebleu(answers: list[str], data: st.DataObject) -> None:
    size = len(answers)
    references = data.draw(
        st.lists(st.text("ab cd.", min_size=1, max_size=12), min_size=size, max_size=size)
    )
    expected = sacrebleu.corpus_bleu(answers, [references]).score

    assert bleu(answers, references).value == pytest.approx(expected, abs=1e-9)


def test_bleu_of_resample_equals_bleu_of_its_sentences() -> None:
    drawn = [0, 0, 3]
    expected = sacrebleu.corpus_bleu(
        [ANSWERS[index] for index in drawn], [[REFERENCES[index] for index in drawn]]
    )

    assert bleu(ANSWERS, REFERENCES).of_draws(np.array([[2, 0, 0, 1]])) == pytest.approx(
        [expected.score]
    )


def test_chrf_equals_sacrebleu_corpus_score() -> None:
    expected = sacrebleu.corpus_chrf(ANSWERS, [REFERENCES], word_order=2)
    metric = chrf(ANSWERS, REFERENCES)

    assert metric.value == pytest.approx(expected.score, abs=1e-9)
    assert abs(metric.value - sum(metric.items) / len(metric.items)) > 1  # not the mean
    assert "nw:2" in metric.signature
    assert metric.item_name == "sentence_chrf++"


def test_chrf_of_resample_equals_chrf_of_its_sentences() -> None:
    drawn = [0, 0, 3]
    expected = sacrebleu.corpus_chrf(
        [ANSWERS[index] for index in drawn],
        [[REFERENCES[index] for index in drawn]],
        word_order=2,
    )

    metric = chrf(ANSWERS, REFERENCES)
    assert metric.of_draws(np.array([[2, 0, 0, 1]])) == pytest.approx([expected.score])


@pytest.mark.parametrize(
    ("texts", "outside"),
    [
        (HINDI, True),
        (["बाज़ार is moving"], False),
        (["Größe, naïveté, e\u0301te\u0301"], False),
        (["市場は循環する", "рынок"], True),
        (["12 !"], False),
    ],
)
def test_script_is_that_of_most_letters(texts: list[str], outside: bool) -> None:
    assert is_outside_latin(texts) is outside


def test_identical_answers_are_perfect() -> None:
    assert bleu(REFERENCES, REFERENCES).value == pytest.approx(100)
    assert chrf(REFERENCES, REFERENCES).value == pytest.approx(100)
    assert rouge_l(REFERENCES, REFERENCES).value == pytest.approx(1)
    assert unicode_rouge_l(HINDI, HINDI).value == pytest.approx(1)


def test_rouge_is_the_mean_f1_by_hand() -> None:
    # LCS "a b d" = 3 of 4 words there and 3 of 3 words here: P = 3/3, R = 3/4.
    metric = rouge_l(["a b d", "x"], ["a b c d", "y"])

    assert metric.items == pytest.approx([2 * 1 * 0.75 / 1.75, 0.0])
    assert metric.value == pytest.approx(sum(metric.items) / 2)


def test_documented_rouge_stems_and_the_unicode_one_does_not() -> None:
    assert rouge_l(["cycles"], ["cycle"]).value == pytest.approx(1)
    assert unicode_rouge_l(["cycles"], ["cycle"]).value == 0


def test_plain_rouge_ignores_devanagari() -> None:
    assert rouge_l(HINDI, HINDI).value == 0
    assert dropped_letters(HINDI) == 1
    assert dropped_letters(["abc", "é"]) == pytest.approx(0.25)
    assert dropped_letters(["12 !"]) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("बाज़ार, 3 चक्र।", ["बाज़ार", "3", "चक्र"]),
        ("क्‍ष और राजा-रानी", ["क्‍ष", "और", "राजा", "रानी"]),
        ("It's 5 % — Straße", ["it", "s", "5", "strasse"]),
        ("…", []),
    ],
)
def test_unicode_words_keep_marks_and_joiners(text: str, words: list[str]) -> None:
    import unicodedata

    expected = [unicodedata.normalize("NFC", word) for word in words]
    assert UnicodeWords().tokenize(text) == expected


@pytest.mark.parametrize("compute", [bleu, chrf, rouge_l, unicode_rouge_l])
def test_every_metric_says_how_to_repeat_it(compute) -> None:
    signature = compute(ANSWERS, REFERENCES).signature

    assert "version:" in signature or "rouge-score:" in signature


def test_perplexity_covers_all_tokens() -> None:
    metric = perplexity(AnswerLosses([-4.0, -12.0], [2, 3], {}))

    assert metric.value == pytest.approx(math.exp(16 / 5))
    assert metric.items == pytest.approx([math.exp(2), math.exp(4)])


@pytest.mark.parametrize(("logprobs", "tokens"), [([], []), ([-1.0], [0]), ([-1.0], [1, 2])])
def test_perplexity_without_losses_raises(logprobs: list[float], tokens: list[int]) -> None:
    with pytest.raises(ValueError, match="need a loss"):
        perplexity(AnswerLosses(logprobs, tokens, {}))


def test_an_interval_holds_the_value() -> None:
    metric = mean_metric("m", np.random.default_rng(0).normal(size=200).tolist(), signature="")
    interval = bootstrap_interval(metric.of_draws, 200)

    assert interval
    assert interval.low < metric.value < interval.high
    # The standard error of a mean of 200 is 0.07: the interval is about four of them wide.
    assert interval.high - interval.low == pytest.approx(4 / math.sqrt(200), rel=0.2)


def test_answers_that_are_better_throughout_are_found_so() -> None:
    generator = np.random.default_rng(1)
    worse = generator.uniform(0, 0.5, size=60)
    one = mean_metric("m", (worse + 0.3).tolist(), signature="")
    other = mean_metric("m", worse.tolist(), signature="")

    difference = compare_metrics(one, other, seed=0)
    assert difference.value == pytest.approx(0.3)
    assert difference.other == other.value
    assert difference.p < 0.01


def test_the_same_answers_do_not_differ() -> None:
    metric = bleu(ANSWERS, REFERENCES)

    assert compare_metrics(metric, metric, seed=0).p == 1


def test_noise_is_rarely_called_a_difference() -> None:
    generator = np.random.default_rng(2)
    p_values = [
        compare_metrics(
            mean_metric("m", generator.normal(size=30).tolist(), signature=""),
            mean_metric("m", generator.normal(size=30).tolist(), signature=""),
            seed=0,
        ).p
        for _ in range(60)
    ]

    assert sum(p <= 0.05 for p in p_values) <= 8  # 3 are expected


def test_answers_to_different_questions_are_not_compared() -> None:
    with pytest.raises(ValueError, match="same questions"):
        compare_metrics(
            mean_metric("m", [1.0], signature=""),
            mean_metric("m", [1.0, 2.0], signature=""),
            seed=0,
        )
