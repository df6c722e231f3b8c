"""report.md from measurements of every kind: what it tells, and that hostile text does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from kasauti.reports.quiz_markdown import quiz_markdown
from kasauti.reports.quiz_report import quiz_report
from kasauti.reports.results_json import results
from kasauti.reports.run_markdown import comparison_markdown, run_markdown
from kasauti.reports.unmeasured import Unmeasured
from tests.dashboard_runs import HOSTILE, MODEL, VERSIONS, measured, pair, pair_case
from tests.unit.test_markdown import rendered
from tests.unit.test_quiz_report import case as quiz_case
from tests.unit.test_quiz_report import question

SKIPPED = Unmeasured("tests/evaluation/test_x.py::test_y", "skipped", "no data here")
FIGURE: dict[str, Any] = {
    "metric": "voice",
    "value": 0.5,
    "n": 8,
    "low": 0.4,
    "high": 0.6,
    "bar": 0.75,
    "direction": "at least",
    "source": "a bar of its own",
    "verdict": "failed",
}


def told(*measurements: dict[str, Any], missed: tuple[Unmeasured, ...] = ()) -> str:
    content = results(measurements, band_of=lambda _suite, _score: "excellent")
    return "\n".join(run_markdown(measurements, content, missed))


def section(text: str, title: str) -> str:
    _, _, rest = text.partition(f"\n{title}\n")
    assert rest, f"no section {title}"
    level = title.partition(" ")[0]
    return rest.partition(f"\n{level} ")[0]


def regression(name: str, *, lost: int, verdict: str, **changes: Any) -> dict[str, Any]:
    flips = [
        {"id": f"i{n}", "text": f"text {n}", "before": True, "now": False} for n in range(lost)
    ]
    return measured(
        f"regression/{name}",
        -0.25,
        24,
        metric="change",
        band=None,
        verdict=verdict,
        required="no significant drop",
        details={
            "metric": "accuracy",
            "before": 0.875,
            "now": 0.625,
            "p": 0.03125,
            "p_holm": 0.0625,
            "lost": lost,
            "won": 0,
            "flips": {"lost": flips, "won": []},
            **changes,
        },
    ) | {"bar": None}


def test_the_verdict_and_the_model_come_first() -> None:
    good, bad = measured("multiblimp/a", 0.9, 10), measured("sanskrit/b", 0.5, 10)
    details = {"correct": 9, "total": 10}
    text = told(good | {"details": details}, bad | {"details": details}, missed=(SKIPPED,))
    lines = text.split("\n")
    assert lines[0] == "# Kasauti: tiny"
    assert lines[2] == "**✗ 1 of 2 measurements meet their bars. 1 test skipped.**"
    assert "sanskrit/b is furthest from meeting its bar: accuracy 0.500" in lines[4]
    assert lines[6].endswith("float32 · cpu · kasauti 0.1.0 · torch 2.13.0 · transformers 5.0")
    assert "- tests/evaluation/test\\_" not in text
    assert "test_y skipped: no data here" in section(text, "## Tests without a measurement")


def test_a_suite_is_a_table_with_its_total_and_figures() -> None:
    pairs = [pair(place, right=place < 9) for place in range(10)]
    text = told(pair_case("multiblimp/word_order", pairs, figures=[FIGURE]))
    part = section(text, "## Minimal pairs")
    assert "| word_order | 0.900 | 0.596 to 0.982 | 10 | at least 0.70 | good | ✓ passed |" in part
    assert "| overall | 0.900 | 0.596 to 0.982 | 10 |  | excellent |  |" in part
    assert "<summary>1 further figures</summary>" in part
    assert "| word_order | voice | 0.500 | 0.400 to 0.600 | 8 | at least 0.75 | ✗ failed |" in part
    assert "| multiblimp_accuracy | 0.900 | excellent |" in section(text, "## Overall scores")
    assert "MultiBLiMP is high (0.900 over 1 case, excellent)" in section(text, "## Diagnosis")


def test_a_failure_tells_its_bar_and_its_worst_items() -> None:
    pairs = [pair(place, right=False, margin=-float(place)) for place in range(8)]
    right = pair(8, right=True, margin=-9.0)  # by another convention, say
    text = told(pair_case("multiblimp/a", [*pairs, right]))
    part = section(section(text + "\n## ", "## What missed its bar") + "\n", "### multiblimp/a")
    assert "- accuracy 0.111 (n = 9, 95 % interval 0.020 to 0.435) misses the bar" in part
    shown = [line.split(" | ")[0] for line in part.split("\n") if line.startswith("| pair-")]
    assert shown == [f"| pair-{place:05}" for place in (7, 6, 5, 4, 3)]
    assert "| item | text | preferred instead | score | note |" in part


def test_without_right_and_wrong_the_lowest_scores_are_shown() -> None:
    items = [{"id": f"i{n}", "text": "t", "score": n / 10} for n in range(8)]
    high = measured("metrics/a", 0.1, 8, details={"items": items})
    low = measured("metrics/b", 0.9, 8, details={"items": items}, direction="at most")
    low |= {"verdict": "failed"}
    text = told(high, low) + "\n### "
    for case, expected in (("a", "01234"), ("b", "76543")):
        part = section(text, f"### metrics/{case}")
        shown = [line[2:4] for line in part.split("\n") if line.startswith("| i") and "0." in line]
        assert shown == [f"i{n}" for n in expected]


def test_the_comparison_tells_changes_and_flips() -> None:
    text = told(
        regression("multiblimp/a", lost=6, verdict="failed"),
        regression("multiblimp/b", lost=0, verdict="passed", p=1e-9),
    )
    part = section(text, "## Compared with the baseline")
    row = "| multiblimp/a | 0.875 | 0.625 | -0.250 | 24 | 0.0312 | 0.0625 | ✗ failed |"
    assert row in part
    assert "| multiblimp/b | 0.875 | 0.625 | -0.250 | 24 | &lt; 0.0001 | 0.0625 |" in part
    assert "Worse now: 6, 5 shown" in part
    assert "- i4 text 4" in part
    assert "- i5 text 5" not in part
    assert "asked for: no significant drop" in part
    assert "### regression/multiblimp/b" not in part


def test_cases_that_share_a_signature_share_a_block() -> None:
    signed = {"x/a": "s", "x/b": "s", "x/c": "z"}
    cases = [measured(case, 0.9, 10, signature=sign) for case, sign in signed.items()]
    part = section(told(*cases), "## Signatures")
    assert part.count("```text") == 2
    assert "x/a, x/b:" in part
    assert "All cases:" in section(told(*cases[:2]), "## Signatures")


@pytest.mark.parametrize("text", [*HOSTILE, "a | b\n| c |", "`x` ```", "<details>", "](x)"])
def test_hostile_text_does_nothing_wherever_it_stands(text: str) -> None:
    pairs = [pair(0, right=False, id=text, good=text, bad=text, gloss=text)]
    hostile = pair_case(
        f"multiblimp/{text.replace('/', '')}",
        pairs,
        figures=[FIGURE | {"metric": text, "source": text}],
        notes=[text],
        source=text,
        signature=text,
        settings=dict.fromkeys(MODEL | VERSIONS, text),
    )
    compared = regression(text, lost=1, verdict="failed", metric=text)
    compared["details"]["flips"]["lost"][0] |= {"id": text, "text": text}
    missed = (Unmeasured(text, "failed", text),)
    page = rendered(told(hostile, compared, missed=missed).split("\n"))
    harmless = "h1 h2 h3 p strong ul li table thead tbody tr th td pre code details summary"
    assert set(page.elements) <= set(harmless.split())
    assert page.elements.count("details") == 1
    columns = page.elements.count("th")
    assert columns == 7 + 7 + 5 + 8 + 3  # suite, figures, items, comparison, overall scores


def test_models_are_compared_as_on_the_terminal() -> None:
    right = {"kind": "right", "items": {str(n): True for n in range(9)}}
    wrong = {"kind": "right", "items": {str(n): False for n in range(9)}}
    models = {
        "good": [measured("multiblimp/a", 1.0, 9, outcomes=right)],
        "bad```": [measured("multiblimp/a", 0.0, 9, outcomes=wrong)],
    }
    lines = list(comparison_markdown(models))
    assert lines[2] == "````text"
    assert any("multiblimp/a" in line and "1.000" in line for line in lines)
    assert rendered(lines).elements == ["h1", "pre", "code"]


@pytest.mark.parametrize("text", [*HOSTILE, "a | b\n# c", "`x` ```", "<details>", "](x)"])
def test_hostile_answers_do_nothing_in_the_quiz_report(text: str) -> None:
    said = {"name": text, "said": text, "sentence": text, "missing": "", "why": text}
    wrong = question(
        "q", passed=False, question=text, generated_answer=text, reference_answer=text
    ) | {"violations": [said], "misses": [text]}
    cases = [
        quiz_case("topic", text, 0, 1, signature=text, model_name=text, question_results=[wrong])
    ]
    page = rendered(list(quiz_markdown(quiz_report(cases), cases)))
    harmless = "h1 h2 h3 p strong ul li table thead tbody tr th td pre code blockquote"
    assert set(page.elements) <= set(harmless.split())
    assert page.elements.count("h1") == 1
    assert page.elements.count("th") == 3 + 10 + 3 + 2  # metrics, topics, remediation, review
