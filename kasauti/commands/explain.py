"""Explain a case: what is tested, an example, the threshold, its source and its reason.

kasauti explain multiblimp/binding     one case
kasauti explain binding                the same, where one suite has a case of that name
kasauti explain multiblimp             every case of a suite, one line each

Takes the options of an evaluation, so that cases of your own files can be explained.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from kasauti.configured import add_evaluation_options, run_configured
from kasauti.fixtures.session.catalogue import Catalogue, explanation_of
from kasauti.fixtures.suites.suite import Case, Suite
from kasauti.inputs.errors import KasautiError, did_you_mean
from kasauti.reports.wording.text import count_text
from kasauti.text.visible import on_one_line

WIDTH = 80
LABEL = 14  # characters of the first column
LONGEST = 600  # characters of a line of an example

Found = Sequence[tuple[Suite[Any], Case]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="CASE", help="suite/case, a case, or a suite")
    add_evaluation_options(parser)


def run(arguments: argparse.Namespace) -> int:
    given = list(arguments.given)
    given.remove(arguments.name)

    def lines(config: pytest.Config, catalogue: Catalogue) -> Iterator[str]:
        return _lines(arguments.name, catalogue, require=config.option.require)

    return run_configured(given, lines)


def _lines(name: str, catalogue: Catalogue, *, require: str) -> Iterator[str]:
    found = catalogue.find(name)
    if not found:
        raise KasautiError(_unknown_name_message(name, catalogue.names()))
    if len(found) == 1:
        return _explain_case(*found[0], catalogue, require=require)
    return _list_cases(found, catalogue)


def _unknown_name_message(name: str, known: Sequence[str]) -> str:
    """Return the message for an unknown case, with the nearest names."""
    parts = [each.rpartition("/")[2] for each in known]
    by_part = did_you_mean(name, parts, otherwise="`kasauti suites` lists the suites.", most=3)
    remedy = did_you_mean(name, known, otherwise=by_part, most=3)
    return f"There is no suite or case {name}. {remedy}"


def _list_cases(found: Found, catalogue: Catalogue) -> Iterator[str]:
    suites = dict.fromkeys(suite for suite, _ in found)
    for suite in suites:
        yield f"{suite.marker}: {suite.texts.question or suite.title}"
        if suite.texts.decided:
            yield from textwrap.wrap(suite.texts.decided, WIDTH)
        yield ""
    for suite, case in found:
        explanation = explanation_of(suite, case, catalogue.thresholds)
        yield on_one_line(str(case.id), longest=None)
        text = explanation.tests if explanation else suite.title
        yield from textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="    ")


def _explain_case(
    suite: Suite[Any], case: Case, catalogue: Catalogue, *, require: str
) -> Iterator[str]:
    explanation = explanation_of(suite, case, catalogue.thresholds)
    size = suite.size(case)
    language = getattr(case, "language", None)
    facts = [suite.title, *([count_text(size, "item")] if size is not None else [])]
    facts += [language] if language else []
    yield on_one_line(f"{case.id}: {', '.join(facts)}", longest=None)
    if explanation:
        yield from _wrap("Tests", explanation.tests)
    for label, text in suite.example(case):
        yield from _wrap(f"{label[0].upper()}{label[1:]}", on_one_line(text, longest=LONGEST))
    if explanation and explanation.decided:
        yield from _wrap("Decided", explanation.decided)
    required = suite.required(case, catalogue.thresholds)
    for name, threshold in required.items():
        mark = " (required; --require changes this)" if name == require else ""
        yield from _wrap("Threshold", f"{name}: {threshold.direction} {threshold.value:g}{mark}")
        yield from _wrap("  source", f"{threshold.source} ({threshold.kind})")
        yield from _wrap("  reason", " ".join(threshold.reason.split()))
    yield from _wrap("Run", f'kasauti -m {suite.marker} -k "{case.name}" --model=MODEL')


def _wrap(label: str, text: str) -> Iterator[str]:
    """A label, and the text beside it in as many lines as it takes."""
    lines = textwrap.wrap(text, WIDTH - LABEL, break_long_words=False, break_on_hyphens=False)
    for index, line in enumerate(lines or [""]):
        yield f"{label if not index else '':<{LABEL}}{line}".rstrip()
