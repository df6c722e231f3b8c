"""The help on one page, and the remedy for what is not a command, an option, a suite or a case."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.commands import COMMANDS
from kasauti.fixtures.suites import SUITES
from tests.support.runs import start


def test_the_help_is_one_page_with_every_command_option_and_suite(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from kasauti.usage import _Options

    assert main(["-m", "multiblimp", "--help"]) == 0
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) <= 60
    assert max(map(len, shown.splitlines())) <= 84
    assert shown.index("\nCommands\n") < shown.index("\nThe run\n")
    words = shown.replace(",", " ").split()
    expected = {*COMMANDS, *(suite.marker for suite in SUITES), *_Options().names()}
    assert expected <= set(words)


def test_the_version_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"kasauti {version('kasauti')},")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["trnd"], "There is no command trnd. Did you mean trend?"),
        (["zzz"], "There is no command zzz. `kasauti --help` lists the commands."),
        (["multiblimp"], "multiblimp is a suite. Run: kasauti -m multiblimp"),
        (["-m", "probes", "--modle=x"], "There is no option --modle. Did you mean --model?"),
        (["--require=god"], "argument --require: invalid choice: 'god'"),
        (["explain", "bindng"], "There is no suite or case bindng. Did you mean binding"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_typo_is_one_sentence(
    line: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line) == 4
    shown = capsys.readouterr().err
    assert shown.startswith(f"ERROR: {said}")
    assert "usage:" not in shown
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", [["--{}"], ["--bos={}", "--none"], ["-p", "{}"]], ids=str)
def test_a_mistake_acts_nowhere(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([each.format("\x1b[31mx\n::error::y") for each in line]) == 4
    told = "".join(capsys.readouterr())
    assert "\x1b" not in told
    assert not any(each.startswith("::") for each in told.splitlines())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["-m", "multiblmp or probes"], "Nothing is called multiblmp (-m). Did you mean multib"),
        (["-k", "bindng"], "Nothing is called bindng (-k). Did you mean binding?"),
    ],
    ids=["-m", "-k"],
)
def test_a_selection_of_nothing_names_what_is_near(
    line: list[str], said: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "kasauti", "-p", "no:cacheprovider", *line]
    done = start(command, tmp_path, cwd=tmp_path)
    assert done.returncode == 4, done.stdout
    assert f"ERROR: {said}" in done.stdout
    assert not (tmp_path / "results").exists()
