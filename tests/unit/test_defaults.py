"""[tool.kasauti] in pyproject.toml: what it sets and refuses; the command line wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.__main__ import arguments
from kasauti.fixtures.session.defaults import DEFAULTS, parse_table, read_table
from kasauti.inputs.errors import KasautiError


def written(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    return folder


def options_of(folder: Path, *given: str, monkeypatch: pytest.MonkeyPatch) -> pytest.Config:
    """The configuration of an evaluation that is started in this folder."""
    found: list[pytest.Config] = []

    class Listener:
        @pytest.hookimpl(tryfirst=True)
        def pytest_cmdline_main(self, config: pytest.Config) -> int:
            found.append(config)
            return 0

    monkeypatch.chdir(folder)
    pytest.main(arguments(given), plugins=[Listener()])
    return found[0]


def test_the_command_line_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(
        tmp_path,
        '[tool.kasauti]\nmodel = ["a", "b"]\nlimit = 12\nexit_zero = true\nverdict = "confident"\n',
    )
    inner = tmp_path / "inner"
    inner.mkdir()
    line = ("--model", "c", "--verdict=point")
    config = options_of(inner, *line, monkeypatch=monkeypatch)
    assert config.option.model == ["c"]
    assert config.option.verdict == "point"
    assert config.option.limit == 12
    assert config.option.exit_zero is True
    assert config.stash[DEFAULTS] == {"limit": "12", "exit-zero": "true"}


def test_lists_are_several_options_or_names_with_commas(tmp_path: Path) -> None:
    table = {"model": ["a", "b"], "tasks": ["mmlu", "arc"], "exit-zero": False, "max-drop": 0.02}
    assert parse_table(tmp_path, table) == {
        "model": ["a", "b"],
        "tasks": ("mmlu", "arc"),
        "exit-zero": False,
        "max-drop": 0.02,
    }


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('modle = "x"', r"has the unknown key modle\. Did you mean model\?"),
        ('nothing-like-it = "x"', r"has the unknown key nothing-like-it\. `kasauti --help`"),
        ("limit = 0", r"argument --limit: invalid positive value: '0'\. Correct it\."),
        ("limit = true", r"limit takes a value, not true or false\. Correct it\."),
        ("exit-zero = 1", r"exit-zero takes true or false\. Correct it\."),
        ('verdict = "strict"', r"argument --verdict: invalid choice: 'strict'"),
    ],
)
def test_what_cannot_be_an_option_is_one_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    path, table = read_table(written(tmp_path, f"[tool.kasauti]\n{line}\n"))
    with pytest.raises(KasautiError, match=sentence):
        parse_table(path, table)


def test_the_nearest_file_with_the_table_counts(tmp_path: Path) -> None:
    written(tmp_path, "[tool.kasauti]\nlimit = 12\n")
    inner = written(tmp_path / "inner", "[project]\nname = 'x'\n")
    path, table = read_table(inner)
    assert (path, table) == (tmp_path / "pyproject.toml", {"limit": 12})
    with pytest.raises(KasautiError, match="is not a table"):
        read_table(written(tmp_path / "other", "[tool]\nkasauti = 3\n"))


def test_a_broken_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match=r"pyproject\.toml"):
        read_table(written(tmp_path, "[tool.kasauti"))
