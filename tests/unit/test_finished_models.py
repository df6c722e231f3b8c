"""With several models, the reports of each are written as soon as its own tests are done."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.recording.run_report import RunReport
from kasauti.fixtures.session.settings import SETTINGS, SUITES
from kasauti.fixtures.suites import SUITES as SHIPPED
from kasauti.records import Run
from kasauti.thresholds import load_thresholds
from tests.support.built_measurements import answered

EXPECTED = {"one": 3, "two": 3}  # two cases of each model, and one of the data


class Reports:
    """A run's reports, told of outcomes as pytest tells them."""

    def __init__(self, folder: Path) -> None:
        self.report = RunReport(folder / "evaluation")
        (folder / "evaluation").mkdir()
        self.finished: list[Run] = []
        self.lines: list[str] = []
        terminal = SimpleNamespace(ensure_newline=lambda: None, write_line=self.lines.append)
        config = SimpleNamespace(
            stash={
                TALLY: Tally(),
                SUITES: SHIPPED,
                SETTINGS: SimpleNamespace(thresholds=load_thresholds()),
            },
            hook=SimpleNamespace(pytest_kasauti_finished=lambda run: self.finished.append(run)),
            pluginmanager=SimpleNamespace(getplugin=lambda _: terminal),
        )
        session: Any = SimpleNamespace(config=config, exitstatus=0)
        self.session = session
        self.report.pytest_sessionstart(self.session)
        self.order = 0

    def hear(self, case: str, model: str, *, failure: str = "") -> None:
        """The outcome of a test; `failure` is why it has no measurement."""
        self.order += 1
        about: dict[str, Any] = {"model": model, "model_tests": EXPECTED.get(model, 0)}
        about |= {"nodeid": f"test[{model}-{case}]", "passed": not failure, "failed": bool(failure)}
        call = SimpleNamespace(when="call", skipped=False, longreprtext=failure, **about)
        if not failure:
            measurement = replace(answered(case, "+-+"), model=model)
            call.measurement = measurement
            call.measurement_order = self.order
        self.report.pytest_runtest_logreport(call)  # type: ignore[arg-type]
        after = SimpleNamespace(when="teardown", skipped=False, **about | {"passed": True})
        self.report.pytest_runtest_logreport(after)  # type: ignore[arg-type]

    def end(self, exit_code: int = 0) -> None:
        self.session.exitstatus = exit_code
        self.report.pytest_sessionfinish(self.session)

    def written(self) -> dict[str, bool]:
        """Which models have results, and whether these call themselves complete."""
        return {
            path.parent.name: json.loads(path.read_text(encoding="utf-8"))["summary"]["complete"]
            for path in sorted(self.report.folder.glob("*/evaluation_results.json"))
        }

    def history(self) -> int:
        path = self.report.folder.parent / "history.jsonl"
        return len(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else 0


@pytest.fixture
def reports(tmp_path: Path) -> Reports:
    return Reports(tmp_path)


def test_a_models_reports_do_not_wait_for_the_next(reports: Reports) -> None:
    reports.hear("lint_data/a", "")
    reports.hear("multiblimp/a", "one")
    reports.hear("multiblimp/a", "two")  # of another pytest-xdist worker
    assert reports.written() == {}
    reports.hear("multiblimp/b", "one")
    assert reports.written() == {"one": True}
    assert reports.history() == 1
    assert [len(run.measurements) for run in reports.finished] == [3]
    assert reports.lines == [f"one is done: {reports.report.folder / 'one'}"]
    assert not (reports.report.folder / "comparison.json").exists()
    reports.hear("multiblimp/b", "two")
    assert reports.written() == {"one": True, "two": True}
    reports.end()
    assert reports.history() == len(reports.finished) == 2
    content = json.loads((reports.report.folder / "comparison.json").read_text(encoding="utf-8"))
    assert content["models"] == ["one", "two"]


def test_the_data_belongs_to_each_model_so_its_tests_are_waited_for(reports: Reports) -> None:
    for model in ("two", "one"):
        for case in ("multiblimp/a", "multiblimp/b"):
            reports.hear(case, model)
    assert reports.written() == {}
    reports.hear("lint_data/a", "")
    assert reports.written() == {"one": True, "two": True}
    assert all(len(run.measurements) == 3 for run in reports.finished)


def test_an_interrupted_run_has_whole_reports_of_the_models_before(reports: Reports) -> None:
    reports.hear("lint_data/a", "")
    for case in ("multiblimp/a", "multiblimp/b"):
        reports.hear(case, "one")
    reports.hear("multiblimp/a", "two")
    reports.end(int(pytest.ExitCode.INTERRUPTED))
    assert reports.written() == {"one": True, "two": False}
    assert reports.history() == 2


def test_reports_that_were_interrupted_are_written_at_the_end(
    reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports.hear("lint_data/a", "")
    reports.hear("multiblimp/a", "one")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("kasauti.fixtures.recording.run_report.write_reports", interrupted)
        with pytest.raises(KeyboardInterrupt):
            reports.hear("multiblimp/b", "one")
    reports.end(int(pytest.ExitCode.INTERRUPTED))
    assert reports.written() == {"one": True}
    assert reports.history() == 1


def test_a_model_that_cannot_be_run_is_told_and_not_in_the_reports_of_others(
    reports: Reports,
) -> None:
    reports.hear("lint_data/a", "")
    for case in ("multiblimp/a", "multiblimp/b"):
        reports.hear(case, "one", failure="It holds no weights. Save it again.")
        reports.hear(case, "two")
    reports.end(1)
    assert reports.written() == {"two": True}
    (run,) = reports.finished
    assert run.unmeasured == ()
    assert reports.report._without_measurement() == {"one": "It holds no weights. Save it again."}


def test_a_test_whose_worker_died_leaves_its_model_incomplete(reports: Reports) -> None:
    reports.hear("lint_data/a", "")
    for case in ("multiblimp/a", "multiblimp/b"):
        reports.hear(case, "two")
    reports.hear("multiblimp/a", "one")
    reports.session.config.stash[TALLY].selected.add("test[one-multiblimp/b]")
    reports.end(1)
    assert reports.written() == {"one": False, "two": True}
    assert [len(run.unmeasured) for run in reports.finished] == [0, 1]
