"""Breaks the reports of a run in the way that BREAK names."""

from __future__ import annotations

import os
import resource
import shutil

import pytest

from kasauti.reports.files import registry

HOW = os.environ["BREAK"]


def _fails(_run):
    raise ZeroDivisionError("no\x1b[31m\n::error::pwned")


def pytest_runtestloop(session: pytest.Session) -> None:
    if HOW == "file too large":
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    elif HOW == "no folder":
        # Also root cannot write into a file as if it were a folder.
        folder = session.config.pluginmanager.getplugin("kasauti-report").folder
        shutil.rmtree(folder)
        folder.write_text("in the way", encoding="utf-8")
    elif HOW == "render":
        broken = [
            registry.Report(each.file, _fails) if each.file == "report.md" else each
            for each in registry.REPORTS
        ]
        registry.REPORTS = tuple(broken)


class _Broken:
    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if HOW == "another plugin":
            raise OSError(28, "No space left on device", "report.html")

    def pytest_kasauti_finished(self, run) -> None:
        if HOW == "hook":
            raise KeyError("mine")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Broken())
