"""Records of cases: what is kept, when two are comparable, and their comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import pytest
from scipy import stats

from kasauti.analysis.case_record import CaseRecord, differences, pool
from kasauti.analysis.comparison import Comparison, compare
from kasauti.records import CaseId, Direction, Figure, Measurement, Outcomes, Provenance, Threshold

SETTINGS = {
    "model": "m",
    "weights": "w",
    "adapter": "none",
    "tokenizer": "t",
    "dtype": "float32",
    "device": "cpu",
    "kasauti": "1",
    "torch": "2",
    "transformers": "5",
    "bos": "<s>",
    "data": "pack@1",
    "convention": "perplexity",
}
CASE = CaseId("multiblimp", "word_order")


def finished(
    items: Mapping[str, bool | float],
    *,
    case: CaseId = CASE,
    metric: str = "accuracy",
    direction: Direction = "at least",
    kind: Literal["right", "score"] | None = None,
    settings: Mapping[str, str] = SETTINGS,
) -> CaseRecord:
    right = all(isinstance(value, bool) for value in items.values())
    outcomes = Outcomes(
        kind or ("right" if right else "score"),
        {item: float(value) for item, value in items.items()},
    )
    value = sum(items.values()) / len(items)
    threshold = Threshold("good", direction, 0.8, "a test")
    return CaseRecord.of(
        Measurement(
            case=case,
            headline=Figure(metric, value, n=len(items), threshold=threshold),
            provenance=Provenance(settings),
            outcomes=outcomes,
        )
    )


def answers(text: str) -> dict[str, bool]:
    """Items from a line of + (right) and - (wrong)."""
    return {f"item-{index}": sign == "+" for index, sign in enumerate(text)}


def compared(before: str, now: str, *, others: int = 0, one_sided: bool = False) -> Comparison:
    """The first of several cases; in the others as many items are lost as won."""
    pair = (finished(answers(before)), finished(answers(now)))
    churn = (finished(answers("+" * 9 + "-" * 9)), finished(answers("-" * 9 + "+" * 9)))
    return compare([pair, *[churn] * others], one_sided=one_sided)[0]


def test_record_keeps_comparison_settings() -> None:
    record = finished({"a": True, "b": False}, direction="at most")
    assert record.case == CASE
    assert (record.metric, record.value, record.n, record.kind) == ("accuracy", 0.5, 2, "right")
    assert record.items == {"a": 1.0, "b": 0.0}
    assert record.lower_is_better
    assert "data:pack@1" in record.signature.split("|")


def test_a_measurement_without_outcomes_is_refused() -> None:
    measurement = Measurement(
        case=CASE, headline=Figure("accuracy", 0.5), provenance=Provenance(SETTINGS)
    )
    with pytest.raises(ValueError, match="multiblimp/word_order has no outcomes by item"):
        CaseRecord.of(measurement)


def test_case_record_defaults_without_threshold() -> None:
    measurement = Measurement(
        case=CASE,
        headline=Figure("accuracy", 0.5),
        provenance=Provenance(SETTINGS),
        outcomes=Outcomes("right", {"a": 1.0, "b": 0.0}),
    )
    record = CaseRecord.of(measurement)
    assert (record.direction, record.n) == ("at least", 2)


@pytest.mark.parametrize(
    "name",
    [
        *("model", "weights", "adapter", "tokenizer", "dtype", "device"),
        *("kasauti", "torch", "transformers", "peft"),
    ],
)
def test_other_model_or_machine_is_comparable(name: str) -> None:
    now = finished({"a": True}, settings={**SETTINGS, name: "another"})
    assert differences(finished({"a": True}), now) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"data": "pack@2"}, "data was pack@1 and is pack@2"),
        ({"convention": "logprob"}, "convention was perplexity and is logprob"),
        ({"seed": "7"}, "seed was not set and is 7"),
        ({"bos": "none"}, "bos was <s> and is none"),
        ({"bos": "<bos>"}, "bos was <s> and is <bos>"),
        ({"bos": "none", "tokenizer": "u"}, "bos was <s> and is none"),
    ],
)
def test_changed_setting_is_another_measurement(changes: dict[str, str], message: str) -> None:
    now = finished({"a": True}, settings={**SETTINGS, **changes})
    assert differences(finished({"a": True}), now) == [message]


def test_each_tokenizer_has_its_own_first_token() -> None:
    now = finished({"a": True}, settings={**SETTINGS, "tokenizer": "u", "bos": "<bos>"})
    assert differences(finished({"a": True}), now) == []


def test_each_tokenizer_has_its_own_chat_template() -> None:
    plain, chat = ({**SETTINGS, "prompt": form} for form in ("plain", "template"))
    before = finished({"a": True}, settings=plain)
    assert differences(before, finished({"a": True}, settings=chat))
    other = finished({"a": True}, settings={**chat, "tokenizer": "u"})
    assert differences(before, other) == []


@pytest.mark.parametrize(
    ("by", "same"),
    [
        ("model:judge|torch:3|weights:w", True),
        ("device:cuda|model:judge|torch:2|weights:w", True),
        ("model:judge|torch:2|weights:another", False),
        ("model:another|torch:2|weights:w", False),
    ],
)
def test_judge_model_must_match_but_not_its_runtime(by: str, same: bool) -> None:
    before = finished({"a": True}, settings={**SETTINGS, "by": "model:judge|torch:2|weights:w"})
    now = finished({"a": True}, settings={**SETTINGS, "by": by})
    assert (differences(before, now) == []) is same


def test_each_kind_of_model_has_its_own_scoring_method() -> None:
    masked = {**SETTINGS, "pll": "original"}
    del masked["bos"]
    now = finished({"a": True}, settings=masked)
    assert differences(finished({"a": True}), now) == []
    other = finished({"a": True}, settings={**masked, "pll": "within_word_l2r"})
    assert differences(now, other) == ["pll was original and is within_word_l2r"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"metric": "f1"}, "metric was accuracy and is f1"),
        ({"direction": "at most"}, "direction was at least and is at most"),
        ({"kind": "score"}, "kind of outcome was right"),
        ({"items": {"b": True}}, "2 items are in one run only"),
    ],
)
def test_changed_figure_is_another_measurement(changes: dict[str, Any], message: str) -> None:
    now = finished(**{"items": {"a": True}, **changes})
    (found,) = differences(finished({"a": True}), now)
    assert found.startswith(message)


def test_flips_are_listed_in_both_directions() -> None:
    comparison = compared("+++--", "+--+-")
    assert [flip.item for flip in comparison.lost] == ["item-1", "item-2"]
    assert [flip.item for flip in comparison.won] == ["item-3"]
    assert comparison.change == pytest.approx(-0.2)
    assert comparison.drop == pytest.approx(0.2)


def test_a_case_is_significantly_worse_by_mcnemar() -> None:
    comparison = compared("+" * 10, "-" * 6 + "+" * 4)
    assert comparison.p == stats.binomtest(6, 6).pvalue == 0.03125
    assert comparison.significantly_worse
    assert comparison.test == "exact McNemar"


def test_a_better_case_is_no_regression() -> None:
    comparison = compared("-" * 10, "+" * 10)
    assert comparison.significant
    assert not comparison.significantly_worse
    assert comparison.drop == -1.0


def test_more_cases_need_stronger_evidence() -> None:
    alone, among = compared("+" * 6, "-" * 6), compared("+" * 6, "-" * 6, others=3)
    assert alone.significantly_worse
    assert among.p == alone.p
    # 9 of 18 flips attain 0.0309 as the largest p-value up to 0.03125.
    attained = 2 * stats.binom.cdf(4, 18, 0.5)
    assert among.p_holm == pytest.approx(alone.p + 3 * attained)
    assert not among.significantly_worse


@pytest.mark.parametrize(
    ("before", "now", "most", "more"),
    [
        ("+" * 50, "+" * 49 + "-", 0.02, False),
        ("+" * 50, "+" * 48 + "--", 0.02, True),
        ("+" * 4, "+" * 4, 0.0, False),
        ("+" * 4, "+++-", 0.0, True),
        ("---+", "++++", 0.0, False),
    ],
)
def test_a_drop_of_just_as_much_is_allowed(before: str, now: str, most: float, more: bool) -> None:
    assert compared(before, now).drops_by_more_than(most) is more


def perplexities(values: list[float]) -> CaseRecord:
    items = {str(index): value for index, value in enumerate(values)}
    return finished(items, metric="perplexity", direction="at most")


def test_a_higher_perplexity_is_a_relative_drop() -> None:
    before, now = perplexities([20.0] * 30), perplexities([22.0] * 30)
    (comparison,) = compare([(before, now)])
    assert comparison.change == pytest.approx(2.0)
    assert comparison.drop == pytest.approx(0.1)
    assert comparison.change_at(0.05) == pytest.approx(1.0)
    assert comparison.drops_by_more_than(0.09)
    assert not comparison.drops_by_more_than(0.11)
    assert comparison.significantly_worse
    assert len(comparison.lost) == 30
    assert comparison.test == "sign-flip permutation"


def test_a_lower_perplexity_is_no_regression() -> None:
    before, now = perplexities([20.0, 21, 22] * 10), perplexities([10.0, 11, 12] * 10)
    (comparison,) = compare([(before, now)])
    assert comparison.significant
    assert not comparison.significantly_worse
    assert not comparison.lost
    assert comparison.drop < 0


def test_the_largest_changes_come_first() -> None:
    before, now = perplexities([5.0, 5.0, 5.0, 5.0]), perplexities([6.0, 9.0, 2.0, 1.0])
    (comparison,) = compare([(before, now)])
    assert [flip.item for flip in comparison.lost] == ["1", "0"]
    assert [flip.item for flip in comparison.won] == ["3", "2"]


def test_a_score_that_grows_is_better_where_higher_is_better() -> None:
    before = finished({"a": 0.2, "b": 0.3})
    (comparison,) = compare([(before, finished({"a": 0.9, "b": 0.1}))])
    assert [flip.item for flip in comparison.lost] == ["b"]
    assert comparison.drop == pytest.approx(-0.25)


def test_detectable_drop_is_bounded_by_right_items() -> None:
    many = compared("+" * 20 + "-" * 4, "+" * 20 + "-" * 4)
    few = compared("+" * 4 + "-" * 20, "+" * 4 + "-" * 20)
    assert many.smallest_detectable_drop is not None
    assert 6 / 24 <= many.smallest_detectable_drop <= 10 / 24
    assert few.smallest_detectable_drop is None


def test_detectable_drop_grows_with_cases() -> None:
    alone, among = compared("+" * 40, "+" * 40), compared("+" * 40, "+" * 40, others=9)
    assert alone.smallest_detectable_drop is not None
    assert among.smallest_detectable_drop is not None
    assert alone.smallest_detectable_drop < among.smallest_detectable_drop


def test_bootstrapped_case_among_many_can_be_significant() -> None:
    pair = (perplexities([20.0] * 30), perplexities([30.0] * 30))
    same = finished(answers("+-"))
    assert compare([pair, *[(same, same)] * 600])[0].significantly_worse


def test_gate_tests_drops_only() -> None:
    worse = compared("+" * 5, "-" * 5, one_sided=True)
    assert worse.p == stats.binomtest(5, 5, alternative="greater").pvalue == 1 / 32
    assert worse.significantly_worse
    assert not compared("+" * 5, "-" * 5).significantly_worse
    assert compared("-" * 50, "+" * 50, one_sided=True).p == 1.0


def clustered(signs: str, *, size: int) -> CaseRecord:
    """Items of which `size` each come from one template."""
    templates = {f"item-{index}": str(index // size) for index in range(len(signs))}
    return replace(finished(answers(signs)), clusters=templates)


def test_items_of_a_template_count_once() -> None:
    before, now = "+" * 40, "-" * 10 + "+" * 30
    (alone,) = compare([(clustered(before, size=1), clustered(now, size=1))], one_sided=True)
    assert (alone.test, alone.clusters) == ("exact McNemar", None)
    (found,) = compare([(clustered(before, size=5), clustered(now, size=5))], one_sided=True)
    assert found.test == "sign-flip permutation"
    assert found.p == 0.25  # two templates, both worse
    assert not found.significantly_worse
    # The file of --save-baseline holds no items, and so no clusters.
    (same,) = compare([(finished(answers(before)), clustered(now, size=5))], one_sided=True)
    assert same.p == found.p
    assert alone.interval is not None
    assert found.interval is not None
    assert found.interval.low < alone.interval.low < alone.interval.high < found.interval.high


def test_templates_of_two_cases_are_distinct() -> None:
    other = CaseId("multiblimp", "negation")
    cases = [clustered("++--", size=2), replace(clustered("++--", size=2), case=other)]
    together = pool(CaseId("multiblimp", "all_items"), cases)
    assert len(set(together.clusters.values())) == 4


@pytest.mark.parametrize(
    ("before", "now", "most", "excluded"),
    [
        ("+" * 400, "+" * 400, 0.02, True),
        ("+" * 24, "+" * 24, 0.02, False),  # so few items cannot show it
        ("+" * 400, "-" * 4 + "+" * 396, 0.02, False),
    ],
)
def test_a_drop_is_excluded_by_the_end_of_the_interval(
    before: str, now: str, most: float, excluded: bool
) -> None:
    assert compared(before, now).excludes_drop(most) is excluded


def test_rise_is_excluded_when_lower_is_better() -> None:
    before = perplexities([20.0 + index % 3 for index in range(60)])
    slight = perplexities([20.1 + (index + 1) % 3 for index in range(60)])
    (comparison,) = compare([(before, slight)], one_sided=True)
    assert comparison.excludes_drop(0.05)
    assert not comparison.excludes_drop(0.01)
