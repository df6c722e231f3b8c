"""Print how often the quiz judge errs, on labelled answers.

Without options it judges the answers that come with the shipped quiz: those that it was developed
on (judge_dev.jsonl), and those that it was not (judge_heldout.jsonl and judge_fresh.jsonl).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kasauti.commands import CommandError
from kasauti.data.errors import DataError
from kasauti.data.quiz_cases import SHIPPED, QuizCase, quiz_cases
from kasauti.data.quiz_facts import JudgedAnswer, read_judged
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.metric_models.entailment import Entailment
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import opened
from kasauti.fixtures.suites.quiz.judging import Asked, FactJudge, trained_judge
from kasauti.scorers.judge_quality import JudgeQuality, Verdicts, judge_quality
from kasauti.scorers.voice import find_voice

SHIPPED_ANSWERS = ("judge_dev.jsonl", "judge_heldout.jsonl", "judge_fresh.jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiz-data", type=Path, default=SHIPPED, metavar="DIR", help="the quiz")
    parser.add_argument(
        "--answers",
        type=Path,
        metavar="FILE",
        help="judged answers, JSONL with question, kind, answer, right and flag",
    )
    parser.add_argument(
        "--judge-model",
        metavar="DIR",
        help="a cross-encoder for natural language inference that judges instead",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the error rates of each file."""
    folder = arguments.quiz_data
    files = [arguments.answers] if arguments.answers else [folder / n for n in SHIPPED_ANSWERS]
    try:
        cases = quiz_cases(folder)
        with opened(Path(":memory:")) as store:
            model = Entailment(arguments.judge_model) if arguments.judge_model else None
            judge = FactJudge(Embedder(DEFAULT, store), model, trained_judge(cases[0], store))
            sys.stdout.write(f"Judge: {judge.name}\n")
            for path in files:
                quality = judge_quality(judged(read_judged(path), cases, judge))
                sys.stdout.write("\n".join(["", *_lines(path, quality), ""]))
    except (DataError, EngineError) as error:
        raise CommandError(str(error)) from None
    return 0


def as_asked(answers: Sequence[JudgedAnswer], cases: Sequence[QuizCase]) -> list[Asked]:
    """The answers with what is known of their questions."""
    questions = {each.text: each for case in cases for each in case.questions}
    facts, english = cases[0].facts, cases[0].persona.is_english
    for each in answers:
        if each.question not in facts:
            raise DataError(f"{each.question!r} has no facts. Add them to facts.jsonl.")
    return [
        Asked(
            each.question,
            questions[each.question].reference,
            facts[each.question],
            each.answer,
            english,
            cases[0].claims.get(each.question),
        )
        for each in answers
    ]


def judged(
    answers: Sequence[JudgedAnswer], cases: Sequence[QuizCase], judge: FactJudge
) -> list[Verdicts]:
    """What the judge says of labelled answers."""
    persona = cases[0].persona
    if not judge.judges(english=persona.is_english):
        raise DataError("Without --judge-model facts are judged in English only. Give a model.")
    asked = as_asked(answers, cases)
    found = []
    for each, factual in zip(answers, judge.judge(asked), strict=True):
        voice = find_voice(each.question, each.answer, persona)
        flags = tuple(dict.fromkeys(violation.name for violation in voice.negatives))
        accepted = factual.right and not flags
        found.append(Verdicts(each.kind, each.acceptable, accepted, each.flag, flags))
    return found


def _lines(path: Path, quality: JudgeQuality) -> Iterator[str]:
    yield f"{path.name}:"
    rates = {
        "false rejections": quality.false_rejections,
        "false acceptances": quality.false_acceptances,
        "innocent flags": quality.innocent_flags,
        "missed flags": quality.missed_flags,
    }
    for name, rate in rates.items():
        yield f"  {name:<18} {rate}"
    yield "  errors by kind:"
    for kind, rate in quality.by_kind.items():
        yield f"    {kind:<22} {rate.value:6.1%}  {rate.errors} of {rate.total}"
