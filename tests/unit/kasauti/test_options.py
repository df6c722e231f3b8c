"""The keyword arguments of `evaluate` are the options of the command line, with their types."""

from __future__ import annotations

import re
from typing import Any, Literal, get_type_hints

from kasauti.fixtures.session.options import add_options
from kasauti.inputs.option_types import not_negative, positive
from kasauti.options import Options, Path, Several

OF_EVALUATE = {"model", "server", "tokenizer"}
NUMBERS = {int: int, positive: int, not_negative: float}


class Taker:
    """Takes options as pytest's parser and its groups do, and keeps the type of each."""

    def __init__(self) -> None:
        self.types: dict[str, Any] = {}

    def getgroup(self, *_: str) -> Taker:
        return self

    def addoption(self, name: str, *_: str, **settings: Any) -> None:
        self.types[name.removeprefix("--").replace("-", "_")] = type_of(**settings)


def type_of(*, action: str = "", choices: Any = (), metavar: str = "", **others: Any) -> Any:
    if action:
        return {"store_true": bool, "append": Several}[action]
    if choices:
        return Literal[tuple(choices)]
    if re.search(r"DIR|FILE|PATH|MODEL", metavar):
        return Path
    if metavar == "X":
        return float
    return NUMBERS.get(others.get("type"), str | int if metavar.endswith("|N") else str)


def test_keyword_arguments_are_the_options_of_the_command_line() -> None:
    taker = Taker()
    add_options(taker)  # type: ignore[arg-type]
    expected = {name: each for name, each in taker.types.items() if name not in OF_EVALUATE}
    assert get_type_hints(Options) == expected
