"""A reader that goes away (`kasauti … | head -1`) must not end the run: its reports are files."""

from __future__ import annotations

from typing import Any

import pytest


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

    def _try(self, act: Any) -> None:
        if not self._left:
            try:
                act()
            except BrokenPipeError:
                self._left = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class BrokenPipe:
    """Registered for evaluation runs only, and never in a pytest-xdist worker."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        # pytest has no other way to the file that its reporter writes to.
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        writer = getattr(terminal, "_tw", None)
        if hasattr(writer, "_file"):
            writer._file = PatientOutput(writer._file)
