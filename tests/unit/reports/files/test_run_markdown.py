"""report.md from measurements of every kind: what it tells, and that hostile text does nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kasauti.fixtures.suites.quiz.report_files import quiz_markdown
from kasauti.records import FlippedItem, Interval, Item, Measurement, Provenance, Unmeasured
from kasauti.reports.files.model_comparison import comparison_markdown
from kasauti.reports.files.run_markdown import run_markdown
from tests.support.built_measurements import (
    HOSTILE,
    MODEL,
    VERSIONS,
    WRONG,
    answered,
    figure,
    measured,
    pair,
    pair_case,
    question,
    quiz_case,
    regression_case,
    threshold,
)
from tests.support.dashboard_runs import run_of
from tests.support.pages.parsed_markdown import rendered

SKIPPED = Unmeasured("tests/evaluation/test_x.py::test_y", "skipped", "no data here")
VOICE = figure("voice", 0.5, 8, interval=Interval(0.4, 0.6), threshold=threshold(0.75))


def told(*measurements: Measurement, **changes: Any) -> str:
    return run_markdown(run_of(*measurements, band="excellent", **changes))


def section(text: str, title: str) -> str:
    _, _, rest = text.partition(f"\n{title}\n")
    assert rest, f"no section {title}"
    level = title.partition(" ")[0]
    return rest.partition(f"\n{level} ")[0]


def test_the_verdict_and_the_model_come_first() -> None:
    good, bad = measured("custom/a", 0.9, 100), measured("custom/b", 0.5, 100)
    text = told(good, bad, unmeasured=(SKIPPED,))
    lines = text.split("\n")
    assert lines[0] == "# Kasauti: tiny"
    assert lines[2] == "**✗ 1 passed, 1 failed. 1 test skipped.**"
    assert lines[4] == ("Largest shortfall: custom/b, accuracy 0.500 (threshold: at least 0.70).")
    assert lines[6] == (
        "2026-01-02 03:04 · float32 · cpu · kasauti 0.1.0 · torch 2.13.0 · transformers 5.0"
    )
    assert "- tests/evaluation/test\\_" not in text
    assert "test_y skipped: no data here" in section(text, "## Tests without a measurement")


def test_a_suite_is_a_table_with_its_total_and_figures() -> None:
    pairs = [pair(number, right=number < 9) for number in range(10)]
    case = pair_case("multiblimp/word_order", pairs, figures=(VOICE,))
    text = told(case, diagnosis=["MultiBLiMP is high."])
    part = section(text, "## Minimal pairs")
    assert "| word_order | 0.900 | 0.596 to 0.982 | 10 | at least 0.70 | good | ✗ failed |" in part
    assert "| overall | 0.900 | 0.596 to 0.982 | 10 |  | excellent |  |" in part
    assert "<summary>3 further figures</summary>" in part
    assert "| word_order | voice | 0.500 | 0.400 to 0.600 | 8 | at least 0.75 | ✗ failed |" in part
    row = "| multiblimp_accuracy | 0.900 | 0.596 to 0.982 | 1 | excellent |"
    assert row in section(text, "## Overall scores")
    assert section(text, "## Diagnosis").strip() == "- MultiBLiMP is high."


def test_failure_shows_threshold_and_worst_items() -> None:
    pairs = [pair(number, right=False, score=-float(number)) for number in range(8)]
    right = pair(8, right=True, score=-9.0)  # by another convention, say
    text = told(pair_case("multiblimp/a", [*pairs, right]))
    part = section(section(text + "\n## ", "## What did not pass") + "\n", "### multiblimp/a")
    assert "- accuracy 0.111 (n = 9, 95 % interval 0.020 to 0.435) is below the threshold" in part
    shown = [line.split(" | ")[0] for line in part.split("\n") if line.startswith("| pair-")]
    assert shown == [f"| pair-{number:05}" for number in (7, 6, 5, 4, 3)]
    assert "| item | text | preferred instead | score | note |" in part


def test_two_unscored_texts_are_not_a_pair() -> None:
    item = Item(id="i", texts=("premise", "hypothesis"), expected="yes", given="no", right=False)
    part = section(told(measured("custom/a", 0.1, items=(item,))), "## What did not pass")
    assert "| item | text | expected | given |" in part
    assert "| i | premise · hypothesis | yes | no |" in part


def test_without_right_and_wrong_the_worst_scores_are_shown() -> None:
    items = tuple(Item(id=f"i{n}", texts=("t",), score=n / 10) for n in range(8))
    high = measured("custom/a", 0.1, items=items)
    low = measured(
        "custom/b", 0.9, items=items, headline={"threshold": threshold(direction="at most")}
    )
    text = told(high, low) + "\n### "
    for case, expected in (("a", "01234"), ("b", "76543")):
        part = section(text, f"### custom/{case}")
        shown = [line[2:4] for line in part.split("\n") if line.startswith("| i") and "0." in line]
        assert shown == [f"i{n}" for n in expected]


def test_comparison_shows_changes_and_flips() -> None:
    flips = tuple(FlippedItem(f"i{n}", f"text {n}", 1.0, 0.0) for n in range(6))
    text = told(
        regression_case("multiblimp/a", 0.875, 0.625, lost=6, flips_lost=flips, p=0.03125),
        regression_case("multiblimp/b", 0.875, 0.625, verdict="passed", p=1e-9),
    )
    part = section(text, "## Compared with the baseline")
    row = "| multiblimp/a | 0.875 | 0.625 | -0.250 | 100 | 0.0312 | 0.0246 | regressed |"
    assert row in part
    assert "| multiblimp/b | 0.875 | 0.625 | -0.250 | 100 | &lt; 0.0001 | 0.0246 |" in part
    assert "Worse now: 6, 5 shown" in part
    assert "- i4 text 4" in part
    assert "- i5 text 5" not in part
    assert "- multiblimp/a: accuracy 0.875 before, 0.625 now: significantly worse." in part
    assert "### regression/multiblimp/b" not in part
    assert "## What did not pass" not in text


def test_cases_that_share_a_signature_share_a_block() -> None:
    signed = {"x/a": "s", "x/b": "s", "x/c": "z"}
    cases = [
        measured(case, 0.9, provenance=Provenance({"sign": sign})) for case, sign in signed.items()
    ]
    part = section(told(*cases), "## Signatures")
    assert part.count("```text") == 2
    assert "x/a, x/b:" in part
    assert "All cases:" in section(told(*cases[:2]), "## Signatures")


@pytest.mark.parametrize("text", [*HOSTILE, "a | b\n| c |", "`x` ```", "<details>", "](x)"])
def test_hostile_text_is_inert_everywhere(text: str) -> None:
    pairs = [pair(0, right=False, id=text, texts=(text, text), note=text)]
    name = text.replace("/", "")
    settings = dict.fromkeys([*MODEL, *VERSIONS, text], text)
    hostile = pair_case(
        f"multiblimp/{name}",
        pairs,
        figures=(replace(VOICE, metric=text, threshold=threshold(0.75, source=text)),),
        notes=(text,),
        headline={"threshold": threshold(source=text)},
        provenance=Provenance(settings),
    )
    flips = (FlippedItem(text, text, 1.0, 0.0),)
    compared = regression_case(f"x/{name}", 0.9, 0.5, flips_lost=flips, flips_won=(), metric=text)
    compared = replace(compared, reasons=(text,))
    page = rendered(
        told(
            hostile,
            compared,
            unmeasured=(Unmeasured(text, "failed", text),),
            model_config=dict.fromkeys(MODEL, text),
            versions={text: text},
        ).split("\n")
    )
    harmless = "h1 h2 h3 p strong ul li table thead tbody tr th td pre code details summary"
    assert set(page.elements) <= set(harmless.split())
    assert page.elements.count("details") == 2
    columns = page.elements.count("th")
    # Suite, figures, baselines, items, comparison, overall scores.
    assert columns == 7 + 7 + 4 + 5 + 8 + 5


def test_models_are_compared_as_on_the_terminal() -> None:
    models = {
        "good": run_of(answered("multiblimp/a", "+" * 9)),
        "bad```": run_of(answered("multiblimp/a", "-" * 9)),
    }
    lines = comparison_markdown(models).split("\n")
    assert lines[2] == "````text"
    assert any("multiblimp/a" in line and "1.000" in line for line in lines)
    assert rendered(lines).elements == ["h1", "pre", "code"]


@pytest.mark.parametrize("text", [*HOSTILE, "a | b\n# c", "`x` ```", "<details>", "](x)"])
def test_hostile_answers_are_inert_in_quiz_report(text: str) -> None:
    said = {**WRONG, **dict.fromkeys(("name", "said", "sentence", "why"), text)}
    wrong = question(
        text,
        right=False,
        texts=(text,),
        given=text,
        expected=text,
        details={"violations": [said], "misses": [text]},
    )
    quiz = quiz_case(
        "topic",
        "topic",
        [wrong],
        details={"identifier": text, "model_name": text, "early_termination": text},
        provenance=Provenance({text: text}),
    )
    page = rendered((quiz_markdown(run_of(quiz)) or "").split("\n"))
    harmless = "h1 h2 h3 p strong ul li table thead tbody tr th td pre code blockquote"
    assert set(page.elements) <= set(harmless.split())
    assert page.elements.count("h1") == 1
    assert page.elements.count("th") == 3 + 10 + 3 + 2  # metrics, topics, remediation, review
