"""IndicGLUE's figures: against plain references, and the baselines beside them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from kasauti.scorers.labels.label_scores import (
    confusion,
    entity_interval,
    entity_score,
    label_intervals,
    label_score,
    macro_f1,
    measure_choices,
    measure_entities,
    measure_labels,
    sentence_f1,
)
from kasauti.scorers.labels.text_baselines import (
    frequent_tags,
    guesses,
    majority,
    tfidf_choices,
    tfidf_labels,
)
from kasauti.scorers.statistics.bootstrap import bootstrap_interval

TAGS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]


def plain_entities(tags: list[str]) -> set[tuple[str, int, int]]:
    """Entities as the CoNLL script of 2000 finds them: an I without a B before it begins one."""
    found, start, kind = set(), 0, ""
    for index, tag in enumerate([*tags, "O"]):
        goes_on = tag[:1] == "I" and tag[2:] == kind
        if kind and not goes_on:
            found.add((kind, start, index))
            kind = ""
        if tag != "O" and not goes_on:
            start, kind = index, tag[2:]
    return found


labelled = st.lists(st.sampled_from(TAGS), min_size=1, max_size=8).flatmap(
    lambda gold: st.tuples(
        st.just(gold), st.lists(st.sampled_from(TAGS), min_size=len(gold), max_size=len(gold))
    )
)


@given(st.lists(labelled, min_size=1, max_size=5))
def test_entity_scores_equal_plain_count(pairs: list[tuple[list[str], list[str]]]) -> None:
    gold, predicted = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    both = [(plain_entities(g), plain_entities(p)) for g, p in pairs]
    hits = sum(len(g & p) for g, p in both)
    there, found = sum(len(g) for g, _ in both), sum(len(p) for _, p in both)
    score = entity_score(gold, predicted)
    assert score["precision"] == pytest.approx(hits / found if found else 0)
    assert score["recall"] == pytest.approx(hits / there if there else 0)
    assert score["f1"] == pytest.approx(2 * hits / (there + found) if there + found else 0)
    for (g, p), value in zip(both, sentence_f1(gold, predicted), strict=True):
        assert value == pytest.approx(2 * len(g & p) / (len(g) + len(p)) if g or p else 1)


def test_wrong_boundary_or_type_is_a_miss() -> None:
    gold = [["B-PER", "I-PER", "O", "B-LOC"]]
    assert entity_score(gold, [["B-PER", "O", "O", "B-PER"]])["f1"] == 0
    assert entity_score(gold, [["B-PER", "I-PER", "O", "O"]])["recall"] == 0.5


@pytest.mark.parametrize("predicted", [[["O"]], [["O", "O"], ["O"]], []])
def test_tags_must_match_the_words(predicted: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="as many predicted tags"):
        entity_score([["O", "O"]], predicted)


choices = st.lists(st.tuples(*[st.sampled_from("abc")] * 2), min_size=1, max_size=30)


@given(choices, st.data())
def test_macro_f1_of_repeated_items_equals_sklearn(
    pairs: list[tuple[str, str]], data: st.DataObject
) -> None:
    times = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)))
    if not any(times):
        return
    gold, predicted = (np.array(["abc".index(pair[side]) for pair in pairs]) for side in (0, 1))
    expected = f1_score(
        np.repeat(gold, times), np.repeat(predicted, times), average="macro", zero_division=0.0
    )
    assert macro_f1(gold, predicted, np.array(times), 3) == pytest.approx(expected)


def test_accuracy_and_f1_of_a_hand_counted_example() -> None:
    score = label_score(["a", "a", "a", "b"], ["a", "a", "b", "c"])
    assert score["accuracy"] == 0.5
    # a: 2·2/(3+2); b: 0; c, which is only predicted: 0.
    assert score["f1"] == pytest.approx(0.8 / 3)


def test_missing_prediction_counts_as_wrong_label() -> None:
    score = label_score(["a", "a", "b"], ["a", None, None])
    assert score["accuracy"] == pytest.approx(1 / 3)
    # a: 2·1/(2+1); b: 0; no label: 0.
    assert score["f1"] == pytest.approx((2 / 3) / 3)
    measured = measure_choices(["a", "b"], [[None, "b"]])
    assert measured.items == (False, True)
    assert measure_labels(["a", "b"], [["a", None], [None, None]]).items == (0.5, 0.0)
    never = label_intervals(["a", "b"], [[None, None]])["f1"]
    assert (never.low, never.high) == pytest.approx((0, 0.658), abs=0.001)
    assert confusion(["a"], [None]) == {"a": {"": 1}}


def test_as_many_predictions_as_items_are_needed() -> None:
    with pytest.raises(ValueError, match="got 1 of 2"):
        label_score(["a", "b"], ["a"])


def test_one_run_has_wilson_interval_and_several_use_mean() -> None:
    gold = ["a"] * 20 + ["b"] * 20
    good, bad = gold, ["a"] * 40
    one = label_intervals(gold, [bad])["accuracy"]
    assert (one.low, one.high) == pytest.approx((0.352, 0.648), abs=0.001)
    both = label_intervals(gold, [good, bad])["accuracy"]
    assert both.low < 0.1 < 0.99 < both.high  # two draws, far apart
    alike = label_intervals(gold, [good, good, [*good[:-1], "a"]])["accuracy"]
    assert 0.8 < alike.low < 0.9917 < alike.high


def test_interval_contains_value_and_shrinks_with_items() -> None:
    gold = [["B-PER", "O"], ["O", "B-LOC"]] * 10
    half = [["B-PER", "O"], ["O", "O"]] * 10
    few, many = (entity_interval(gold * n, [half * n])["f1"] for n in (1, 20))
    value = entity_score(gold, half)["f1"]
    assert few.low < value < few.high
    assert many.high - many.low < (few.high - few.low) / 3


def test_a_bootstrap_is_the_same_every_time() -> None:
    values = np.arange(10)

    def mean(counts: np.ndarray) -> np.ndarray:
        return np.asarray(counts @ values / counts.sum(axis=1))

    assert bootstrap_interval(mean, 10) == bootstrap_interval(mean, 10)
    interval = bootstrap_interval(mean, 10)
    assert interval
    assert interval.low < 4.5 < interval.high


def test_runs_give_mean_spread_and_item_shares() -> None:
    measured = measure_labels(["a", "b"], [["a", "b"], ["a", "a"], ["b", "a"]])
    assert measured.means["accuracy"] == pytest.approx(0.5)
    assert measured.spreads["accuracy"] == pytest.approx(0.5)
    assert measured.items == pytest.approx((2 / 3, 1 / 3))


def test_one_run_has_no_spread_and_boolean_items() -> None:
    measured = measure_choices(["क", "ख"], [["क", "ग"]])
    assert (measured.means, measured.spreads) == ({"accuracy": 0.5}, {})
    assert measured.items == (True, False)


def test_sentence_score_is_f1() -> None:
    measured = measure_entities([["B-PER", "O"], ["O", "O"]], [[["O", "O"], ["O", "O"]]])
    assert measured.means["f1"] == 0
    assert measured.items == (0.0, 1.0)


def test_confusion_counts_every_pair() -> None:
    assert confusion(["a", "b", "a"], ["a", "a", "b"]) == {"a": {"a": 1, "b": 1}, "b": {"a": 1}}


def test_majority_comes_from_training_and_guess_is_uniform() -> None:
    assert majority(["b", "a", "b"], 2) == ["b", "b"]
    guessed = guesses(["a", "b"], 1000, seed=1)
    assert 400 < guessed.count("a") < 600
    assert guessed == guesses(["a", "b"], 1000, seed=1)


def test_the_linear_model_learns_words_and_letters() -> None:
    texts = [f"बहुत अच्छी फ़िल्म {n}" for n in range(8)] + [f"बेकार फ़िल्म {n}" for n in range(8)]
    labels = ["good"] * 8 + ["bad"] * 8
    assert tfidf_labels(texts, labels, ["यह अच्छा है", "बेकारी"]) == ["good", "bad"]
    assert tfidf_labels(texts[:8], labels[:8], ["कुछ भी"]) == ["good"]


def test_the_linear_model_chooses_among_fills() -> None:
    fills = [[f"दिल्ली शहर {n}", f"गाजर शहर {n}"] for n in range(6)]
    assert tfidf_choices(fills, [0] * 6, [["गाजर शहर", "दिल्ली शहर"], ["क", "ख", "दिल्ली"]]) == [1, 2]


def test_each_word_gets_its_most_frequent_tag() -> None:
    words, tags = [["राम", "घर", "राम"]] * 2, [["B-PER", "O", "O"], ["B-PER", "O", "B-PER"]]
    assert frequent_tags(words, tags, [["राम", "नया"]]) == [["B-PER", "O"]]
