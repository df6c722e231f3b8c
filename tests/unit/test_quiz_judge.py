"""The quality of the quiz judge, on answers that it was not developed on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kasauti.commands.quiz_judge import judged
from kasauti.data.quiz_cases import SHIPPED, quiz_cases
from kasauti.data.quiz_facts import read_judged
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.store.score_store import IN_MEMORY, opened
from kasauti.fixtures.suites.quiz.judging import FactJudge, trained_judge
from kasauti.scorers.judge_quality import JudgeQuality, judge_quality

DOCS = Path(__file__).parents[2] / "docs" / "quiz.md"


HELD_OUT = {"held out": "judge_heldout.jsonl", "fresh": "judge_fresh.jsonl"}


@pytest.fixture(scope="module", params=HELD_OUT, ids=lambda name: name.replace(" ", "_"))
def held_out(request: pytest.FixtureRequest) -> tuple[str, JudgeQuality]:
    """The heading of a file in the docs, and the judge's error rates on it."""
    cases = quiz_cases()
    answers = read_judged(SHIPPED / HELD_OUT[request.param])
    with opened(IN_MEMORY) as store:
        trained = trained_judge(cases[0], store, device="cpu")
        judge = FactJudge(Embedder(DEFAULT, store, device="cpu"), None, trained)
        return request.param, judge_quality(judged(answers, cases, judge))


def test_answers_are_rarely_judged_wrongly(held_out: tuple[str, JudgeQuality]) -> None:
    _, quality = held_out
    assert quality.false_rejections.value <= 0.15
    assert quality.false_acceptances.value <= 0.05
    assert quality.innocent_flags.value <= 0.05


@pytest.mark.parametrize("error", ["false rejections", "false acceptances", "innocent flags"])
def test_the_docs_have_the_true_rates(held_out: tuple[str, JudgeQuality], error: str) -> None:
    name, quality = held_out
    lines = DOCS.read_text(encoding="utf-8").splitlines()
    (heading,) = [line for line in lines if re.match(r"\| error \|", line)]
    (row,) = [line for line in lines if line.startswith(f"| {error} |")]
    column = next(i for i, cell in enumerate(heading.split("|")) if cell.strip().startswith(name))
    documented = float(row.split("|")[column].replace("%", ""))
    rate = getattr(quality, error.replace(" ", "_"))
    # One answer may go the other way by rounding on another machine; the docs have one decimal.
    assert 100 * rate.value == pytest.approx(documented, abs=100 / rate.total + 0.05)
