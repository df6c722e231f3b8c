"""The report of a judge's error: judge.md for readers, judge.json for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kasauti.reports.files.markdown import plain
from kasauti.scorers.judging.calibration import Calibration, Effect, Estimate

GUESSING = "It is no better than guessing on these answers: no figure can be corrected by it."


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReport:
    """A judge's figures on all labelled answers, by language and by kind, and of changed answers.

    similarity: the same figures of the documented similarity, which needs no judge.
    """

    judge: str
    digest: str
    settings: Mapping[str, str]
    overall: Calibration
    by_language: Mapping[str, Calibration]
    by_kind: Mapping[str, Calibration]
    effects: Mapping[str, Effect]
    similarity: Calibration | None = None

    @property
    def warning(self) -> str:
        """A sentence where sensitivity and specificity do not tell the judge from guessing."""
        one, other = self.overall.sensitivity, self.overall.specificity
        if one is None or other is None:
            return "It has no error here: give right and wrong answers that it can read."
        low = sum(each.interval.low if each.interval else each.value for each in (one, other))
        return GUESSING if low <= 1 else ""


def calibration_json(report: JudgeReport) -> str:
    content: dict[str, Any] = msgspec.to_builtins(report)
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def calibration_markdown(report: JudgeReport) -> str:
    return "\n".join([*_lines(report), ""])


def _lines(report: JudgeReport) -> Iterator[str]:
    yield f"# The judge {plain(report.judge)}"
    yield ""
    if report.warning:
        yield from [f"**{report.warning}**", ""]
    yield f"{report.overall.n} labelled answers; 95 % intervals over questions."
    yield ""
    yield "| answers | n | right | sensitivity | specificity | κ | unread | undecided |"
    yield "| --- | ---: | ---: | --- | --- | --- | --- | --- |"
    yield _row("all", report.overall)
    for groups in (report.by_language, report.by_kind):
        if len(groups) > 1:
            yield from (_row(plain(name), each) for name, each in groups.items())
    if report.similarity is not None:
        yield _row("all, by similarity alone", report.similarity)
    yield ""
    yield (
        "Change of the share that it calls right per 100 words of the answer, at the same label: "
        f"{_text(report.overall.slope, signed=True)}."
    )
    if report.effects:
        yield from ["", "| the same answers | n | verdicts that flip | right ones | wrong ones |"]
        yield "| --- | ---: | --- | --- | --- |"
    for name, effect in report.effects.items():
        shifts = [_text(each, signed=True) for each in (effect.shift_right, effect.shift_wrong)]
        yield f"| {name} | {effect.flips.n} | {_text(effect.flips)} | {' | '.join(shifts)} |"
    yield from ["", "Signature:", ""]
    yield from (f"- {name}: {plain(value)}" for name, value in report.settings.items())


def _row(name: str, found: Calibration) -> str:
    shares = (found.sensitivity, found.specificity, found.kappa, found.unread, found.undecided)
    cells = " | ".join(map(_text, shares))
    return f"| {name} | {found.n} | {found.base_rate.value:.2f} | {cells} |"


def _text(found: Estimate | None, *, signed: bool = False) -> str:
    """Return a figure with its interval: 0.91 (0.86 to 0.95)."""
    if found is None:
        return "–"
    form = "+.2f" if signed else ".2f"
    if found.interval is None:
        return f"{found.value:{form}}"
    low, high = found.interval.low, found.interval.high
    return f"{found.value:{form}} ({low:{form}} to {high:{form}})"
