"""Measure the error of a judge of answers, and draw answers of a run to be labelled.

kasauti judge calibrate labels.jsonl --judge=MODEL
                          its error on labelled answers, kept for later runs with this judge
kasauti judge sample RUN --count=60
                          answers for a person to label, blind to the judge's verdict
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kasauti.commands import say
from kasauti.commands.compare import add_results_dir, read_one
from kasauti.fixtures.session.options import OptionTaker
from kasauti.fixtures.suites import judging
from kasauti.inputs.drawing import draw
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.option_types import device, positive
from kasauti.inputs.user_cache import cache_folder
from kasauti.reports.files.writing import write_files

if TYPE_CHECKING:
    from kasauti.data.quiz.pack import QuizPack
    from kasauti.engines.protocol.backend import Advance
    from kasauti.engines.protocol.store import Store
    from kasauti.fixtures.suites.answer_judges import AnswerJudge
    from kasauti.fixtures.suites.judge_labels import JudgeLabels, LabelledAnswer
    from kasauti.reports.files.judge_report import JudgeReport
    from kasauti.scorers.judging.calibration import Calibration, Effect, JudgedLabel

REMEDY = "Give another --out."
TRIED = 100  # answers that are judged again with a change


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="calibrate|sample")
    calibrate = actions.add_parser("calibrate", help="measure a judge's error on labelled answers")
    calibrate.set_defaults(act=_calibrate, allow_pickle=False, trust_remote_code=False)
    calibrate.add_argument("labels", nargs="+", type=Path, metavar="labels.jsonl")
    calibrate.add_argument(
        "--quiz-data", metavar="DIR", help="the quiz whose questions were answered"
    )
    calibrate.add_argument(
        "--count",
        type=positive,
        metavar="N",
        help="only N of the labelled answers, half of them right, drawn with the seed",
    )
    calibrate.add_argument(
        "--effects",
        type=int,
        default=TRIED,
        metavar="N",
        help="judge N of the answers again with a hedge, with the persona's voice and with "
        f"reordered facts; 0 for none (default: {TRIED})",
    )
    calibrate.add_argument("--device", default="auto", type=device, metavar="auto|cpu|cuda[:n]")
    calibrate.add_argument("--server-timeout", type=positive, metavar="SECONDS")
    calibrate.add_argument(
        "--store", type=Path, metavar="FILE", help="default: in the user's cache"
    )
    calibrate.add_argument("--seed", type=int, default=0, metavar="N")
    _add_out(calibrate, "judge")
    judging.add_options(OptionTaker(calibrate))
    sample = actions.add_parser("sample", help="draw answers of a run for a person to label")
    sample.set_defaults(act=_sample)
    sample.add_argument("run", metavar="RUN", help="a results folder or a name in the history")
    sample.add_argument("--count", type=positive, default=60, help="how many (default: 60)")
    sample.add_argument("--seed", type=int, default=0, help="another seed draws others")
    _add_out(sample, "labels")
    add_results_dir(sample)


def _add_out(parser: argparse.ArgumentParser, folder: str) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path(folder), metavar="DIR", help=f"default: {folder}"
    )


def run(arguments: argparse.Namespace) -> int:
    return int(arguments.act(arguments))


def _calibrate(arguments: argparse.Namespace) -> int:
    from kasauti.data.quiz.pack import find_quiz, read_quiz
    from kasauti.engines.store.score_store import opened
    from kasauti.fixtures.suites.judge_labels import (
        drawn_labels,
        labels_json,
        labels_path,
        read_labels,
    )
    from kasauti.reports.files.judge_report import calibration_json, calibration_markdown

    judging.check_options(arguments)
    pack = read_quiz(find_quiz(arguments.quiz_data))
    labelled = [each for path in arguments.labels for each in read_labels(path, pack)]
    if arguments.count:
        labelled = drawn_labels(labelled, arguments.count, seed=arguments.seed)
    with opened(arguments.store or cache_folder() / "scores.sqlite") as store:
        judge = judging.open_judge(arguments, store)
        if judge is None:
            raise KasautiError(judging.HOW_TO)
        report, labels = _measure(judge, labelled, pack, store, arguments)
    markdown = calibration_markdown(report)
    write_files(
        arguments.out, {"judge.md": markdown, "judge.json": calibration_json(report)}, remedy=REMEDY
    )
    path = labels_path(judge.digest)
    write_files(path.parent, {path.name: labels_json(labels)}, remedy=REMEDY)
    say(markdown.splitlines())
    say([f"Report: {arguments.out / 'judge.md'}", f"Kept for runs with this judge: {path}"])
    return 0


def _measure(
    judge: AnswerJudge,
    labelled: Sequence[LabelledAnswer],
    pack: QuizPack,
    store: Store,
    arguments: argparse.Namespace,
) -> tuple[JudgeReport, JudgeLabels]:
    """Return the report, and the labels to be kept."""
    from kasauti.fixtures.suites.judge_labels import (
        JudgeLabels,
        KeptLabel,
        answer_digest,
        judged_label,
    )
    from kasauti.reports.files.judge_report import JudgeReport
    from kasauti.scorers.judging.calibration import calibrate, calibrate_by

    verdicts = judge([each.asked for each in labelled], _watch)
    judged = [
        (each, judged_label(each, verdict))
        for each, verdict in zip(labelled, verdicts, strict=True)
        if verdict is not None
    ]
    if not judged:
        raise KasautiError(
            "The judge knows nothing to compare these answers with: --judge-model needs a quiz "
            "with facts.jsonl. Give --judge-server or --judge."
        )
    rows = [row for _, row in judged]
    kept = {answer_digest(each.asked): row for each, row in judged}
    report = JudgeReport(
        judge=judge.name,
        digest=judge.digest,
        settings=judge.settings(),
        overall=calibrate(rows),
        by_language=calibrate_by(rows, lambda each: each.language),
        by_kind=calibrate_by(rows, lambda each: each.kind),
        effects=_effects(judge, judged, pack, arguments),
        similarity=_by_similarity([each for each, _ in judged], store, arguments),
    )
    labels = tuple(KeptLabel(answer, row) for answer, row in kept.items())
    return report, JudgeLabels(judge.name, judge.digest, labels)


def _effects(
    judge: AnswerJudge,
    judged: Sequence[tuple[LabelledAnswer, JudgedLabel]],
    pack: QuizPack,
    arguments: argparse.Namespace,
) -> dict[str, Effect]:
    """Judge some of the answers again with each change."""
    from kasauti.fixtures.suites.judge_labels import changed_answers
    from kasauti.scorers.judging.calibration import effect_of

    chosen = draw(judged, arguments.effects, seed=arguments.seed, name=lambda each: repr(each[0]))
    found: dict[str, Effect] = {}
    if arguments.effects < 1:  # drawing takes one at least
        return found
    for name, changed in changed_answers([each for each, _ in chosen], pack).items():
        verdicts = judge([asked for _, asked in changed], _watch)
        before = [chosen[index][1] for index, _ in changed]
        after = [
            replace(row, outcome=verdict.outcome if verdict else "unread")
            for row, verdict in zip(before, verdicts, strict=True)
        ]
        if (effect := effect_of(before, after)) is not None:
            found[name] = effect
    return found


def _by_similarity(
    labelled: Sequence[LabelledAnswer], store: Store, arguments: argparse.Namespace
) -> Calibration | None:
    """Return the figures of the documented similarity; None without its packages."""
    from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
    from kasauti.engines.protocol.errors import EngineError
    from kasauti.fixtures.suites.judge_labels import judged_label
    from kasauti.scorers.judging.calibration import calibrate
    from kasauti.scorers.judging.verdicts import Verdict
    from kasauti.thresholds import load_thresholds

    least = load_thresholds(suites=["quiz"])["quiz.question.semantic"].value
    try:
        found = Embedder(DEFAULT, store, device=arguments.device).similarities(
            [(each.asked.answer, each.asked.reference) for each in labelled]
        )
    except EngineError:
        return None
    return calibrate(
        [
            judged_label(each, Verdict("right" if similar >= least else "wrong"))
            for each, similar in zip(labelled, found, strict=True)
        ]
    )


@contextmanager
def _watch(
    total: int, *, doing: str = "", unit: str = "", tokens: int = 0, **_: bool
) -> Iterator[Advance]:
    """Show a bar; the number of tokens is the most that may be made."""
    from tqdm import tqdm

    made = 0

    def advance(count: int, *, tokens: int = 0, spared: int = 0, stored: bool = False) -> None:  # noqa: ARG001
        nonlocal made
        made += tokens
        bar.set_postfix_str(f"{made:,} tokens", refresh=False)
        bar.update(count)

    with tqdm(total=total, desc=f"{doing}, at most {tokens:,} to write", unit=f" {unit}") as bar:
        yield advance


def _sample(arguments: argparse.Namespace) -> int:
    """Write the page, and the same answers as a file to be filled in by hand."""
    from kasauti.fixtures.suites.judge_labels import sampled_rows
    from kasauti.reports.pages.review import label_page

    found = read_one(arguments.run, arguments.results_dir)
    rows = sampled_rows(found, arguments.count, seed=arguments.seed)
    if not rows:
        raise KasautiError(
            f"{arguments.run} has no answers with a reference. Give a run of -m quiz."
        )
    lines = [json.dumps({**row, "right": None}, ensure_ascii=False) for row in rows]
    files = {"labels.html": label_page(rows), "labels.jsonl": "\n".join([*lines, ""])}
    write_files(arguments.out, files, remedy=REMEDY)
    say(
        [
            f"{len(rows)} answers drawn. For the labeller, who must not see the verdicts: "
            f"{arguments.out / 'labels.html'}, or labels.jsonl beside it.",
            "Then: kasauti judge calibrate THE_SAVED_LABELS.jsonl, with the options of the judge.",
        ]
    )
    return 0
