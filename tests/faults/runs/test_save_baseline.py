"""--save-baseline writes a new file or replaces a baseline, and nothing else."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kasauti.fixtures.recording.completeness import TALLY, Tally
from kasauti.fixtures.regression.baseline_file import BaselineFile
from kasauti.fixtures.regression.gate import refuse_to_overwrite
from kasauti.inputs.errors import KasautiError, printable
from kasauti.records.serialization.files import is_baseline
from tests.support.built_measurements import answered

BASELINE = '{"kasauti_baseline": 3, "saved": "", "cases": []}'
FOREIGN = [
    "",
    "notes",
    "[1]",
    "{",
    '{"kasauti_results": 3}',
    '"kasauti_baseline"',
    '{"a":' * 100_000,
]


def save(path: Path) -> tuple[int, str]:
    """The end of a run of one test that saves a baseline: its exit code, and what it says."""
    config = SimpleNamespace(stash=pytest.Stash())
    config.stash[TALLY] = Tally({"a"}, {"a"})
    session: Any = SimpleNamespace(exitstatus=0, config=config)
    file = BaselineFile(path)
    content = answered("multiblimp/a", "+-")
    report: Any = SimpleNamespace(failed=False, measurement=content, measurement_order=0)
    file.pytest_runtest_logreport(report)
    file.pytest_sessionfinish(session)
    lines: list[str] = []
    terminal: Any = SimpleNamespace(write_line=lines.append)
    file.pytest_terminal_summary(terminal)
    return int(session.exitstatus), "\n".join(lines)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def refused(name: Path) -> str:
    with pytest.raises(KasautiError) as caught:
        refuse_to_overwrite(str(name))
    told = str(caught.value)
    assert told.startswith(printable(f"--save-baseline={name} "))
    assert "\n" not in told
    return told


def test_a_new_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "main.json"
    assert refuse_to_overwrite(str(path)) == path
    assert save(path) == (0, f"Baseline: {path} (1 case)")
    assert is_baseline(path.read_bytes())
    assert names(tmp_path) == ["main.json"]


def test_a_baseline_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "main.json"
    path.write_text(BASELINE, encoding="utf-8")
    refuse_to_overwrite(str(path))
    assert save(path)[0] == 0
    assert b"multiblimp/a" in path.read_bytes()


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_file_that_is_not_a_baseline_is_never_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "thesis.json"
    path.write_text(content, encoding="utf-8")
    assert "exists and is not a baseline" in refused(path)
    # It may also come there during the run.
    code, told = save(path)
    assert code == 1
    assert told == f"The baseline {path} was not written: a file that is not a baseline is there."
    assert path.read_text(encoding="utf-8") == content
    assert names(tmp_path) == ["thesis.json"]


def test_a_device_a_pipe_and_a_folder_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "exists and is not a baseline" in refused(Path("/dev/null"))
    assert "exists and is not a baseline" in refused(tmp_path / "pipe")
    assert "cannot be written" in refused(tmp_path)
    assert "cannot be written" in refused(tmp_path / "none" / "main.json")
    assert save(tmp_path / "pipe")[0] == 1
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "new"])
def test_link_target_is_written_and_link_is_kept(tmp_path: Path, *, there: bool) -> None:
    (tmp_path / "store").mkdir()
    target, link = tmp_path / "store" / "main.json", tmp_path / "link.json"
    link.symlink_to(target)
    if there:
        target.write_text(BASELINE, encoding="utf-8")
    assert refuse_to_overwrite(str(link)) == target
    assert save(link)[0] == 0
    assert link.is_symlink()
    assert b"multiblimp/a" in target.read_bytes()
    assert names(tmp_path / "store") == ["main.json"]


def test_dangling_links_are_refused(tmp_path: Path) -> None:
    foreign, link, circle = tmp_path / "notes", tmp_path / "link", tmp_path / "circle"
    foreign.write_text("mine", encoding="utf-8")
    link.symlink_to(foreign)
    circle.symlink_to(circle)
    assert "is not a baseline" in refused(link)
    refused(circle)
    refused(tmp_path / ("x" * 300))
    refused(tmp_path / "nul\x00")


def test_a_full_disk_leaves_the_old_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = tmp_path / "main.json"
    path.write_text(BASELINE, encoding="utf-8")
    monkeypatch.setattr("os.fsync", full)
    assert save(path) == (
        1,
        f"The baseline {path} was not written: No space left on device.",
    )
    assert path.read_text(encoding="utf-8") == BASELINE
    assert names(tmp_path) == ["main.json"]
