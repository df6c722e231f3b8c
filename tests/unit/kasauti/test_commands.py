"""The subcommands: each is documented, light to look up, and told apart from an evaluation."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.commands import COMMANDS
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from tests.support.runs import start


@pytest.mark.parametrize("name", COMMANDS)
def test_command_help_describes_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    first_line = (import_module(COMMANDS[name]).__doc__ or "").splitlines()[0]
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"usage: kasauti {name}")
    assert first_line in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--no-such-option"])
    assert ended.value.code == 4
    assert "--help" in capsys.readouterr().err


HOSTILE = "a\n::error::x\x1b[31m\r##[error]y"


def test_name_is_harmless_on_terminal_and_github(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / HOSTILE).mkdir()
    assert main(["history", HOSTILE]) == 0
    assert main(["history", f"{HOSTILE}/missing"]) == 4
    assert main(["review", "draw", "--count=1", f"--output={HOSTILE}"]) == 0
    with pytest.raises(SystemExit):
        main(["store", HOSTILE])
    shown = "".join(capsys.readouterr())
    assert "##[" not in shown
    assert not {"\x1b", "\r"} & set(shown)
    assert not any(line.startswith("::") for line in shown.split("\n"))


def test_quiz_init_writes_a_quiz_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "my_quiz"
    assert main(["quiz", "init", str(folder)]) == 0
    assert f"kasauti -m quiz --quiz-data={folder}" in capsys.readouterr().out
    assert len(quiz_cases(folder)[0].questions) == 2
    assert main(["quiz", "init", str(folder)]) == 4
    assert "exists. Give another folder." in capsys.readouterr().err


def test_a_sheet_for_readers_has_no_formulas(tmp_path: Path) -> None:
    pair = {"good": "=HYPERLINK(1)", "bad": "\x1b[31m@x"}
    (tmp_path / "own.jsonl").write_text(
        json.dumps({"id": "1", "phenomenon": "p", **pair}) + "\n", encoding="utf-8"
    )
    given = [f"--pairs={tmp_path / 'own.jsonl'}", f"--output={tmp_path / 'review'}"]
    assert main(["review", "draw", *given]) == 0
    with (tmp_path / "review/review.csv").open(encoding="utf-8-sig", newline="") as file:
        cells = {cell for row in csv.reader(file) for cell in row}
    assert {"'=HYPERLINK(1)", "⟨U+001B⟩[31m@x"} <= cells


def test_workers_import_nothing_from_the_current_folder(tmp_path: Path) -> None:
    for name in ("html", "json", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    # As the installed command: unlike `python -m`, it does not import from where it stands.
    program = "import sys; from kasauti.__main__ import main; sys.exit(main(sys.argv[1:]))"
    given = ("-n1", "-m", "lint_data", "-k", "person_detection", "-p", "no:cacheprovider")
    command = [sys.executable, "-P", "-c", program, *given]
    done = start(command, tmp_path, cwd=tmp_path, fresh=True)
    assert done.returncode == 0, done.stdout
    assert "1 check: passed." in done.stdout


@pytest.mark.parametrize(
    ("name", "plugin"),
    [
        ("html", "pytest-html"),
        ("metadata", "pytest-metadata"),
        ("kasauti.plugin", "kasauti.plugin"),
        ("kasauti.fixtures.recording.record", "kasauti.fixtures.recording.record"),
    ],
)
def test_needed_plugin_cannot_be_switched_off(name: str, plugin: str, tmp_path: Path) -> None:
    given = ("-m", "lint_data", "-k", "person_detection", "-p", f"no:{name}")
    command = [sys.executable, "-m", "kasauti", *given]
    done = start(command, tmp_path, cwd=tmp_path)
    assert done.returncode == 4
    assert f"ERROR: {plugin} is switched off" in done.stdout
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
@pytest.mark.parametrize("name", ["suites", "store", "-m"])
def test_closed_output_gives_one_line_error(
    name: str, closed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, closed, None)
    assert main([name]) == 4
    told = "".join(capsys.readouterr())
    assert told.startswith(f"ERROR: The standard {'output' if closed == 'stdout' else 'error'} is")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
@pytest.mark.parametrize("arguments", [["suites"], ["-m", "lint_data", "-k", "binding"]])
def test_an_output_on_a_full_disk_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kasauti", *arguments],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, timeout=300, check=False,
        )  # fmt: skip
    assert "ERROR: The output cannot be written (No space left on device)." in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 1 or list(tmp_path.glob("results/*/evaluation_results.json"))


@pytest.mark.parametrize("name", ["suites", "--all"])
def test_deleted_folder_gives_one_line_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert main([name]) == 4
    assert capsys.readouterr().err == (
        "ERROR: The current folder was deleted. Change to another one.\n"
    )
