"""A reader that goes away (`kasauti … | head -1`) must not end the run: its reports are files."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any


class PatientOutput:
    """The terminal's file; what is written after its reader left is dropped."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._left = False

    def write(self, text: str) -> int:
        self._try(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        self._try(self._file.flush)

    def _try(self, act: Callable[[], object]) -> None:
        if not self._left:
            try:
                act()
            except BrokenPipeError:
                self._left = True
                _drop_what_waits(self._file)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class BrokenPipe:
    """Registered for evaluation runs only, and never in a pytest-xdist worker."""

    def pytest_plugin_registered(self, plugin: object, plugin_name: str) -> None:
        # pytest has no other way to the file that its reporter writes to.
        writer: Any = getattr(plugin, "_tw", None)
        if plugin_name == "terminalreporter" and hasattr(writer, "_file"):
            writer._file = PatientOutput(writer._file)


def _drop_what_waits(file: Any) -> None:
    """Empty the buffer of a file whose reader left: Python would try to write it at its end."""
    number = file.fileno()
    pipe, nowhere = os.dup(number), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, number)
        file.flush()
    finally:
        os.dup2(pipe, number)
        os.close(pipe)
        os.close(nowhere)
