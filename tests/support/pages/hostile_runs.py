"""Runs in which every text that a model, a file or a plugin can write is an attack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from kasauti.fixtures.suites.quiz.report import REPORT, SUITE, quiz_report
from kasauti.records import Run, Unmeasured
from tests.support.dashboard_runs import whole_run

ATTACKS = {
    "escape": "\x1b[31m\x1b]0;pwned\x07\x9b2J",
    "script": "</script><script>alert(1);window.stolen=1</script>",
    "command": "x\n::error::pwned",
    "command at the start": "::error::pwned ##[error]pwned",
    "formula": "=cmd()",
    "cells": "| a |",
    "turned": "\u202eturned\u2066",
    "comment": "<!--",
    "section": "]]>",
    "long": "long " * 2000,
}
# What programs read, and not people: verdicts, directions, kinds, places.
KEPT = {"verdict", "direction", "kind", "counted", "outcome", "level", "date", "right"}
KEPT |= {"suite", "section"}  # the names by which a run finds the totals of its suites
KEPT |= {"details"}  # the suites' own, under documented names
DOCUMENTED = {"voice", "negatives"}  # figures that the report of the quiz looks for


def hostile_run(attack: str) -> Run:
    """A run of every suite, each of its texts after the attack."""
    missed = (Unmeasured("tests/x.py::y", "failed", "no weights"), Unmeasured("z", "skipped", "-"))
    run = whole_run(unmeasured=missed, diagnosis=("weak in all",))
    hostile: Run = attacked(run, attack)
    report = quiz_report(hostile.by_suite()[SUITE], timestamp=hostile.date)
    suites = [
        replace(each, details={REPORT: report}) if each.suite == SUITE else each
        for each in hostile.suites
    ]
    return replace(hostile, suites=tuple(suites))


def attacked(value: Any, attack: str) -> Any:
    """The same records with every text after the attack."""
    if isinstance(value, str):
        return value if value in DOCUMENTED else f"{attack} {value}"
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            each.name: attacked(getattr(value, each.name), attack)
            for each in fields(value)
            if each.name not in KEPT
        }
        return replace(value, **changed)
    if isinstance(value, tuple):
        return tuple(attacked(each, attack) for each in value)
    if isinstance(value, Mapping):
        return {name: attacked(each, attack) for name, each in value.items()}
    return value
