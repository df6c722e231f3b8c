"""The subcommands: each is documented, light to look up, and told apart from an evaluation."""

from __future__ import annotations

from importlib import import_module

import pytest

from kasauti.__main__ import main
from kasauti.commands import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_tells_what_it_is_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
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
