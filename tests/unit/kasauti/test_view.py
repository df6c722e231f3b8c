"""`kasauti view`: the newest dashboard, and the index of all runs."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from kasauti.__main__ import main
from tests.support.pages.trend_runs import training


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that the browser was asked for, on a machine with a display."""
    pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setenv("DISPLAY", ":0")
    return pages


def with_dashboards(folder: Path) -> Path:
    training(folder)
    for run in folder.glob("evaluation_*"):
        (run / "dashboard.html").touch()
    return folder


def test_newest_dashboard_is_named_first_and_opened(
    tmp_path: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", str(with_dashboards(tmp_path))]) == 0
    newest = (tmp_path / "evaluation_004" / "dashboard.html").as_uri()
    index = tmp_path / "index.html"
    assert capsys.readouterr().out.splitlines() == [
        f"Dashboard: {newest}",
        f"All runs: {index.as_uri()}",
    ]
    assert opened == [newest]
    assert "evaluation_001/dashboard.html" in index.read_text(encoding="utf-8")


def test_nothing_opens_without_a_display_or_with_no_open(
    tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = str(with_dashboards(tmp_path))
    assert main(["view", folder, "--no-open"]) == 0
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert main(["view", folder]) == 0
    assert not opened


def test_broken_runs_are_told_and_the_others_shown(
    tmp_path: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    broken = with_dashboards(tmp_path) / "evaluation_009" / "evaluation_results.json"
    broken.parent.mkdir()
    broken.write_text("{", encoding="utf-8")
    with (tmp_path / "history.jsonl").open("a", encoding="utf-8") as history:
        history.write("no run\n")
    assert main(["view", str(tmp_path)]) == 0
    told = capsys.readouterr().err
    assert f"{broken} is not JSON" in told
    assert "history.jsonl, line 5 is left out: not JSON." in told
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "evaluation_009" in page
    assert "4 runs of 1 model" in page
    assert len(opened) == 1


def test_links_lead_from_another_place(tmp_path: Path, opened: list[str]) -> None:
    folder = with_dashboards(tmp_path / "results")
    index = tmp_path / "pages" / "all.html"
    index.parent.mkdir()
    assert main(["view", str(folder), "--out", str(index)]) == 0
    assert "../results/evaluation_001/dashboard.html" in index.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["", "none"])
def test_a_folder_without_runs_is_one_sentence(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", str(tmp_path / name)]) == 4
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"ERROR: {tmp_path / name} ")
