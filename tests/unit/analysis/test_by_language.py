"""Results by language: cells, and the means in which every language counts alike."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from kasauti.analysis.by_language import (
    LanguageTable,
    language_table,
    mean_of_means,
    mean_of_shares,
    spearman,
)
from kasauti.analysis.totals import ALL_LANGUAGES, MACRO, MACRO_OF_PHENOMENA, language_totals
from kasauti.fixtures.suites.pairs.pair_suite import languages_json
from kasauti.records import Measurement
from kasauti.records.tokenization import Tokenization
from kasauti.scorers.statistics.intervals import Share, wilson
from tests.support.built_measurements import answered, measured, regression_case

TEXTS = Tokenization(texts=2, tokens=12, utf8_bytes=60, words=6, unknown=1, pieces=2)


def in_language(code: str, case: str, signs: str, **changes: Any) -> Measurement:
    return answered(f"multiblimp/{case}", signs, language=code, **changes)


def table_of(*measurements: Measurement) -> LanguageTable:
    table = language_table(measurements)
    assert table is not None
    return table


def unequal() -> LanguageTable:
    """A large language with two phenomena, and a small one with one of them."""
    return table_of(
        in_language("en", "eng/SV-#", "+" * 90 + "-" * 10),
        in_language("en", "eng/SV-P", "+" * 50),
        in_language("hi", "hin/SV-#", "+-"),
    )


def test_macro_means_weight_languages_and_phenomena_equally() -> None:
    table = unequal()
    english, hindi = table.rows
    assert english.cells == {"SV-#": Share(90, 100), "SV-P": Share(50, 50)}
    assert (english.micro, hindi.micro) == (Share(140, 150), Share(1, 2))
    assert english.macro.value == pytest.approx(0.95)
    assert table.micro == Share(141, 152)
    assert table.over_languages.value == pytest.approx((0.95 + 0.5) / 2)
    assert table.over_languages.count == 2
    assert table.over_phenomena.value == pytest.approx(((0.9 + 0.5) / 2 + 1.0) / 2)
    assert table.over_phenomena.count == 2
    assert table.shared == ("SV-#",)


def test_language_table_counts_boolean_outcomes_only() -> None:
    case = in_language("hi", "hin/SV-#", "+-")
    table = table_of(
        case,
        in_language("hi", "case:dative", "----"),  # a cut through other cases
        answered("multiblimp/own/x", "----"),  # in no known language
        measured("multiblimp/hin/other", 0.1, language="hi"),  # without outcomes
        replace(regression_case("multiblimp/hin/SV-#", 1.0, 0.0), language="hi"),
    )
    assert [(row.language, row.micro) for row in table.rows] == [("hi", Share(1, 2))]
    assert language_table([measured("multiblimp/a", 0.5)]) is None


def test_cases_of_one_language_and_phenomenon_are_pooled() -> None:
    table = table_of(
        in_language("hi", "hin/SV-#", "+-", tokenization=TEXTS),
        in_language("hi", "mine/SV-#", "++", tokenization=TEXTS),
    )
    (row,) = table.rows
    assert row.cells == {"SV-#": Share(3, 4)}
    assert row.tokenization == TEXTS + TEXTS


def test_language_totals_include_micro_and_macro() -> None:
    micro, macro, phenomena = language_totals(unequal())
    assert (micro.name, macro.name, phenomena.name) == (ALL_LANGUAGES, MACRO, MACRO_OF_PHENOMENA)
    assert (micro.correct, micro.n) == (141, 152)
    assert (macro.counted, macro.n, macro.correct) == ("languages", 2, None)
    assert macro.figures["accuracy"] < micro.figures["accuracy"]
    assert phenomena.counted == "phenomena"


def test_one_language_has_no_mean_over_languages() -> None:
    assert language_totals(table_of(in_language("hi", "hin/SV-#", "+-"))) == ()
    assert language_totals(None) == ()


def test_interval_of_one_share_is_its_own() -> None:
    macro = mean_of_shares([Share(18, 20)])
    assert (macro.value, macro.count) == (0.9, 1)
    expected = wilson(18, 20)
    assert (macro.interval.low, macro.interval.high) == pytest.approx((expected.low, expected.high))


def test_interval_narrows_with_the_root_of_the_shares() -> None:
    one, four = mean_of_shares([Share(18, 20)]), mean_of_shares([Share(18, 20)] * 4)
    assert four.value == pytest.approx(one.value)
    assert one.value - one.interval.low == pytest.approx(2 * (four.value - four.interval.low))


def test_interval_coverage_matches_its_level() -> None:
    chance = random.Random(5)
    truths = [[0.6, 0.99], [0.8], [0.95, 0.9, 0.7]]
    mean = sum(sum(group) / len(group) for group in truths) / len(truths)
    hits = 0
    for _ in range(1000):
        groups = [
            [Share(sum(chance.random() < share for _ in range(25)), 25) for share in group]
            for group in truths
        ]
        interval = mean_of_means(groups).interval
        hits += interval.low <= mean <= interval.high
    assert 930 <= hits <= 990


def test_means_of_nothing_are_refused() -> None:
    nothing: list[list[list[Share]]] = [[], [[]], [[Share(1, 2)], []]]
    for groups in nothing:
        with pytest.raises(ValueError, match="at least one share"):
            mean_of_means(groups)


def test_results_hold_each_language_with_its_names_and_cells() -> None:
    table = table_of(
        in_language("hi", "hin/SV-#", "+-", tokenization=TEXTS),
        in_language("en", "eng/SV-#", "++"),
    )
    content = languages_json(table)
    assert content["micro_mean"]["accuracy"] == 0.75
    assert content["macro_mean"]["languages"] == 2
    assert content["macro_mean_of_phenomena"]["phenomena"] == 1
    hindi, english = content["by_language"].values()
    assert (hindi["iso639_3"], hindi["name"], hindi["correct"]) == ("hin", "Hindi", 1)
    assert hindi["phenomena"]["SV-#"]["total"] == 2
    assert hindi["tokenization"]["tokens_per_word"] == 2.0
    assert hindi["tokenization"]["unknown_or_byte_share"] == 0.25
    assert "tokenization" not in english


def test_nan_has_no_rank() -> None:
    with pytest.raises(ValueError, match="NaN"):
        spearman([1.0, 2.0, math.nan], [1.0, 2.0, 3.0])
