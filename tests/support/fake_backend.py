"""A backend that answers from dictionaries, and what a suite needs to measure with it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kasauti.engines.protocol.backend import (
    Advance,
    Answer,
    Capability,
    Continuation,
    ContinuationScore,
    Prompt,
    SequenceScore,
    ignore_progress,
)
from kasauti.fixtures.session.options import OptionTaker, add_options
from kasauti.fixtures.suites import SUITES
from kasauti.fixtures.suites.budget import Budget
from kasauti.fixtures.suites.judgement import Judge
from kasauti.fixtures.suites.passes import Passes
from kasauti.fixtures.suites.suite import Case, Context, Suite
from kasauti.records import Work
from kasauti.thresholds import Thresholds, load_thresholds


class FakeBackend:
    """Gives each text, choice and prompt what a dictionary says."""

    name = "fake"
    work = Work(3, 4)
    store: Any = None

    def __init__(
        self,
        *,
        texts: Mapping[str, float] | None = None,
        choices: Mapping[tuple[str, str], float] | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.texts = texts or {}
        self.choices = choices or {}
        self.answers = answers or {}
        self.passes: list[int] = []  # how much was asked for at once

    def capabilities(self) -> frozenset[Capability]:
        return frozenset({"likelihood", "generation"})

    def settings(self) -> dict[str, str]:
        return {"model": self.name}

    def generation_settings(self) -> dict[str, str]:
        return {"decoding": "greedy"}

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        self.passes.append(len(texts))
        advance(len(texts))
        return [SequenceScore(self.texts[text], len(text.split())) for text in texts]

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        self.passes.append(len(continuations))
        advance(len(continuations))
        return [
            ContinuationScore(self.choices[each.context, each.text], 1) for each in continuations
        ]

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        self.passes.append(len(prompts))
        advance(len(prompts))
        return [Answer(self.answers[prompt.text], 5, finished=True) for prompt in prompts]

    def release(self) -> None:
        """There is nothing to let go of."""


def context(
    suite: Suite[Any],
    cases: Sequence[Case],
    backend: FakeBackend | None = None,
    *,
    thresholds: Thresholds | None = None,
    budget: Budget | None = None,
    **options: object,
) -> Context:
    """Settings of a measurement: the default options and thresholds but for those given."""
    chosen = default_options(**options)
    thresholds = thresholds or load_thresholds(suites=[each.name for each in SUITES])
    return Context(
        options=chosen,
        thresholds=thresholds,
        judge=Judge(thresholds, require=chosen.require, confident=chosen.verdict == "confident"),
        cases=cases,
        passes=Passes(
            backend or FakeBackend(),
            [suite.requests(case) for case in cases],
            unwatched,
            budget=budget,
        ),
    )


@contextmanager
def unwatched(
    total: int,
    *,
    doing: str = "",
    unit: str = "",
    tokens: int = 0,
    may_end_early: bool = False,
    alone: bool = False,
) -> Iterator[Advance]:
    """Work that nobody watches."""
    yield ignore_progress


def default_options(**changes: object) -> argparse.Namespace:
    """The options of a command line that gives none but these, on small whole sets."""
    parser = argparse.ArgumentParser()
    add_options(OptionTaker(parser))
    options = parser.parse_args([])
    unknown = changes.keys() - vars(options).keys()
    assert not unknown, f"there are no options {unknown}"
    return argparse.Namespace(**{**vars(options), "quick": True, "until": "all", **changes})
