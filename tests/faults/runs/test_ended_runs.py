"""SIGTERM, usage errors that quote files, and files that cannot be written."""

from __future__ import annotations

import errno
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.fixtures.recording.record import failure_text
from kasauti.fixtures.session import errors
from kasauti.fixtures.session.signals import SECONDS_FOR_WORKERS, Signals, Terminated, pass_on
from kasauti.records import Item
from kasauti.records.serialization.files import read_run
from kasauti.reports.files.github import badge
from kasauti.reports.files.registry import Report, write_reports
from kasauti.reports.files.results_json import results_json
from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.wording.verdict import headline, run_verdict
from tests.support.built_measurements import judged, measured
from tests.support.dashboard_runs import run_of, whole_run


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, before)


def signals(manager: object = None) -> Signals:
    distributed = SimpleNamespace(nodemanager=manager) if manager else None
    plugins = SimpleNamespace(getplugin={"dsession": distributed}.get)
    config: Any = SimpleNamespace(pluginmanager=plugins)
    return Signals(config)


def test_first_sigterm_interrupts_and_second_is_ignored() -> None:
    plugin = signals()
    with pytest.raises(Terminated, match="ended by SIGTERM"):
        signal.raise_signal(signal.SIGTERM)
    plugin.pytest_keyboard_interrupt()
    signal.raise_signal(signal.SIGTERM)  # the reports are being written
    plugin.pytest_unconfigure()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_sigterm_after_finished_run_does_not_interrupt_reports() -> None:
    plugin = signals()
    finish = plugin.pytest_sessionfinish()
    next(finish)
    signal.raise_signal(signal.SIGTERM)
    plugin.pytest_unconfigure()


def test_workers_are_not_waited_for_as_long_as_usual() -> None:
    manager = SimpleNamespace(EXIT_TIMEOUT=10)
    plugin = signals(manager)
    plugin.pytest_keyboard_interrupt()
    plugin.pytest_unconfigure()
    assert manager.EXIT_TIMEOUT == SECONDS_FOR_WORKERS


def test_foreign_signal_handler_is_kept() -> None:
    def theirs(*_: object) -> None: ...

    signal.signal(signal.SIGTERM, theirs)
    plugin = signals()
    assert signal.getsignal(signal.SIGTERM) is theirs
    plugin.pytest_unconfigure()
    assert signal.getsignal(signal.SIGTERM) is theirs


def test_no_handler_outside_main_thread() -> None:
    made: list[Signals] = []
    thread = threading.Thread(target=lambda: made.append(signals()))
    thread.start()
    thread.join()
    made[0].pytest_unconfigure()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_sigterm_is_passed_on_to_caller() -> None:
    came: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: came.append(number))
    with pytest.raises(Terminated):
        pass_on(Terminated())
    assert came == [signal.SIGTERM]
    with pytest.raises(KeyboardInterrupt):
        pass_on(KeyboardInterrupt())
    assert came == [signal.SIGTERM]


def test_a_usage_error_that_quotes_a_file_is_harmless(pytestconfig: pytest.Config) -> None:
    wrapper = errors.pytest_cmdline_main(pytestconfig)
    next(wrapper)
    quoted = "a.jsonl holds '\x1b[31m'\n::error::pwned" + "x" * 10_000
    with pytest.raises(pytest.UsageError) as caught:
        wrapper.throw(pytest.UsageError(quoted, "second"))
    first, second = caught.value.args
    assert first.startswith("a.jsonl holds '␛[31m'\n: :error::pwned")
    assert len(first) < 5000
    assert second == "second"


def test_a_message_shows_names_on_one_line() -> None:
    measurement = measured(
        "multiblimp/x\n::error::y",
        0.5,
        message="multiblimp/x\n::error::y: 0.5\n  \x1b[1mid: wrong\n::warning::z",
        items=(Item(id="\x1b[1mid"),),
    )
    assert failure_text(measurement).splitlines() == [
        "multiblimp/x⏎::error::y: 0.5",
        "  ␛[1mid: wrong",
        ": :warning::z",
    ]
    assert failure_text(judged("a/b", "failed", message="")) == "a/b: failed."


def test_an_incomplete_run_is_never_green() -> None:
    green = run_of(judged("multiblimp/a", "passed"))
    partial = run_of(judged("multiblimp/a", "passed"), complete=False)
    assert (run_verdict(green), run_verdict(partial)) == ("passed", "failed")
    assert headline(partial) == f"Incomplete run: {headline(green)}"
    assert "brightgreen" in badge(green)
    assert '"incomplete, 1 passed"' in badge(partial)
    assert "green" not in badge(partial)


@pytest.mark.parametrize("complete", [True, False])
def test_completeness_is_saved(*, complete: bool) -> None:
    run = run_of(judged("multiblimp/a", "passed"), complete=complete)
    content = json.loads(results_json(run))
    assert content["summary"]["complete"] is complete
    assert ("incomplete" in content["summary"]) is not complete
    assert read_run(content).complete is complete


def fails(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("where", ["os.fsync", "pathlib.Path.replace"])
def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    path = tmp_path / "report.md"
    path.write_text("the old one", encoding="utf-8")
    monkeypatch.setattr(where, fails(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))))
    with pytest.raises(OSError, match="No space left"):
        write_text_whole(path, "the new one")
    assert [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()] == ["the old one"]


def test_reports_that_fail_do_not_lose_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.md").mkdir()
    reports = (
        Report("raises.md", fails(RecursionError("too\ndeep"))),
        Report("folder.md", lambda _: "text"),
        Report("last.md", lambda _: "written"),
    )
    monkeypatch.setattr("kasauti.reports.files.registry.REPORTS", reports)
    written = write_reports(tmp_path, whole_run())
    assert written.files == [tmp_path / "last.md"]
    assert written.problems == [
        f"{tmp_path / 'raises.md'} was not written: RecursionError: too⏎deep.",
        f"{tmp_path / 'folder.md'} was not written (Is a directory).",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.md", "last.md"]
