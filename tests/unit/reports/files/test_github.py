"""Output for GitHub Actions: commands that it can read, and a summary that it accepts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kasauti.records import Unmeasured, Verdict
from kasauti.reports.files.github import MOST_BYTES, append_summary, badge, cut, workflow_commands
from kasauti.text.visible import on_one_line
from tests.support.built_measurements import answered, figure, judged, threshold
from tests.support.dashboard_runs import run_of

# How GitHub's runner reads a command: properties are parted by commas, the message by "::".
COMMAND = re.compile(r"::error title=([^,:\r\n]*)::([^\r\n]*)")
VOICE = figure("voice", 0.5, 4, threshold=threshold(0.75))
LOST = Unmeasured("tests/evaluation/test_x.py::test[a, b: 50 %]", "failed", "No model.\nGive one.")


def decoded(text: str) -> str:
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def read(command: str) -> tuple[str, str]:
    found = COMMAND.fullmatch(command)
    assert found is not None, command
    return decoded(found[1]), decoded(found[2])


def test_each_failed_case_has_one_annotation() -> None:
    cases = [
        answered("multiblimp/a", "+++-"),
        answered("multiblimp/b", "+---"),
        judged("multiblimp/c", "undecided"),
    ]
    (first, said), (second, unsure) = (read(line) for line in workflow_commands(cases, []))
    assert (first, second) == ("multiblimp/b", "multiblimp/c")
    assert said == (
        "accuracy 0.250 (n = 4, 95 % interval 0.046 to 0.699) is below the threshold for fair: "
        "at least 0.700 (a documented source)."
    )
    assert "is undecided: too few items were scored" in unsure


def test_a_case_without_a_threshold_is_a_notice() -> None:
    (command,) = workflow_commands([judged("metrics/a", "shown")], [])
    assert command == "::notice title=metrics/a::shown, not judged: Another model, another scale."


def test_case_names_missed_thresholds() -> None:
    only_voice = answered("quiz/a", "++++", figures=(VOICE,))
    both = answered("quiz/b", "+---", figures=(VOICE,))
    (_, first), (_, second) = (read(line) for line in workflow_commands([only_voice, both], []))
    assert first == (
        "voice 0.500 (n = 4) is below the threshold for fair: at least 0.750 (a documented source)."
    )
    assert second.startswith("accuracy 0.250")
    assert second.endswith(first)


def test_unmeasured_failure_is_annotated_but_skip_is_not() -> None:
    skipped = Unmeasured("tests/x.py::y", "skipped", "no data")
    ((title, said),) = (read(line) for line in workflow_commands([], [LOST, skipped]))
    assert (title, said) == (LOST.test, on_one_line(LOST.reason))


def test_one_of_several_models_is_named() -> None:
    failed = judged("multiblimp/b", "failed", model="m")
    ((title, _),) = (read(line) for line in workflow_commands([failed], []))
    assert title == "multiblimp/b m"


TEXTS = st.text(st.one_of(st.sampled_from("%0123ACD25:,\r\n"), st.characters(codec="utf-8")))


@given(TEXTS, TEXTS)
@example("50%0A", "100%25")
def test_no_text_can_end_or_forge_a_command(test: str, reason: str) -> None:
    (command,) = workflow_commands([], [Unmeasured(test, "failed", reason)])
    assert read(command) == (on_one_line(test), on_one_line(reason, longest=2000))


@pytest.mark.parametrize("most", [0, 10, 100, 500, 5000])
def test_a_summary_is_cut_between_lines(most: int) -> None:
    text = "\n".join(f"लाइन {number}" for number in range(100))
    kept = cut(text, most)
    assert len(kept) <= most
    whole = text.encode("utf-8")
    if most >= len(whole):
        assert kept == whole
    elif kept:
        lines, _, note = kept.decode("utf-8").partition("\n\n(Truncated")
        assert note
        assert text.startswith(lines)
        assert lines.split("\n") == text.split("\n")[: len(lines.split("\n"))]


def test_a_summary_is_appended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report, summary = tmp_path / "report.md", tmp_path / "summary.md"
    report.write_text("# घर\n", encoding="utf-8")
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    assert append_summary([report]) == ""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert append_summary([report, report]) == ""
    assert summary.read_text(encoding="utf-8") == "before\n# घर\n\n# घर\n"
    report.write_text("x\n" * MOST_BYTES, encoding="utf-8")
    assert append_summary([report]) == ""
    assert MOST_BYTES - 100 < summary.stat().st_size <= MOST_BYTES


def test_unwritable_summary_warns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    assert append_summary([]).startswith(f"GITHUB_STEP_SUMMARY={tmp_path} cannot be written to")


@pytest.mark.parametrize(
    ("verdicts", "missed", "message", "colour"),
    [
        (("passed", "passed"), [], "2 passed", "brightgreen"),
        (("passed", "failed"), [], "1 passed, 1 failed", "red"),
        (("passed", "undecided"), [], "1 passed, 1 undecided", "yellow"),
        (("passed", "too close to call"), [], "1 passed, 1 too close to call", "yellow"),
        (("passed",), [LOST], "1 passed", "red"),
        (("passed", "shown"), [], "1 passed, 1 shown", "brightgreen"),
        (("shown", "shown"), [], "2 shown", "lightgrey"),
        (("shown", "failed"), [], "1 failed, 1 shown", "red"),
    ],
)
def test_badge_is_green_only_for_green_run(
    verdicts: tuple[Verdict, ...], missed: list[Unmeasured], message: str, colour: str
) -> None:
    cases = [judged(f"multiblimp/{number}", verdict) for number, verdict in enumerate(verdicts)]
    assert json.loads(badge(run_of(*cases, unmeasured=missed, suites=()))) == {
        "schemaVersion": 1,
        "label": "kasauti",
        "message": message,
        "color": colour,
    }
