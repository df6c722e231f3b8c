"""Figures of docs/judging.md that need the labelled answers.

python -m bench.statistics.suites.labelled            similarity's errors by kind of answer, and
                                                      the voice of answers in it and of plain ones
python -m bench.statistics.suites.labelled KEPT.json  a judge's correction tried on its own labels:
                                                      half of the questions correct the other half

KEPT.json is the file that `kasauti judge calibrate` names as kept for runs with the judge.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from kasauti.data.quiz.pack import find_quiz, read_quiz
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore
from kasauti.fixtures.suites.judge_labels import (
    JudgeLabels,
    judged_label,
    read_labels,
)
from kasauti.inputs.rows import json_content
from kasauti.scorers.judging.calibration import (
    Calibration,
    Estimate,
    JudgedLabel,
    calibrate,
    calibrate_by,
    judge_error,
)
from kasauti.scorers.judging.corrected_share import rogan_gladen
from kasauti.scorers.judging.verdicts import Verdict
from kasauti.scorers.statistics.intervals import Share
from kasauti.scorers.text.letters import letter_similarity
from kasauti.scorers.voice.voice import find_voice, marker_weights, voice_per_100_words
from kasauti.thresholds import load_thresholds

SIMILARITY_HEADER = ("kind", "answers", "right ones rejected", "wrong ones passed")
SPLIT_HEADER = ("corrected half", "labels", "answers", "truth", "raw", "corrected", "interval")
Pairs = list[tuple[str, str]]  # answer and reference
Compare = Callable[[Pairs], list[float]]
FILES = ("labelled/*.jsonl", "judged.jsonl", "extended.jsonl")
VOICE_HEADER = ("in the voice", "against", "AUC per 100 words", "AUC of the marker score")
VOICED = ("right_in_voice", "wrong_in_voice")
PLAIN = ("right_other_words", "right_long")


def similarity_rows(quiz: str, key: str, compare: Compare) -> Iterator[tuple[str, ...]]:
    """Yield the error of a similarity with its threshold: of each kind of answer, and of all."""
    folder = find_quiz(quiz)
    pack = read_quiz(folder)
    paths = [path for pattern in FILES for path in sorted(folder.glob(pattern))]
    labelled = [each for path in paths for each in read_labels(path, pack)]
    least = load_thresholds(suites=["quiz"])[key].value
    found = compare([(each.asked.answer, each.asked.reference) for each in labelled])
    rows = [
        judged_label(each, Verdict("right" if similar >= least else "wrong"))
        for each, similar in zip(labelled, found, strict=True)
    ]
    for name, calibration in calibrate_by(rows, lambda each: each.kind).items():
        yield _similarity_row(name, calibration)
    for name, calibration in calibrate_by(rows, lambda each: each.language).items():
        yield _similarity_row(f"language {name}", calibration)
    yield _similarity_row("all", calibrate(rows))


def _similarity_row(name: str, found: Calibration) -> tuple[str, ...]:
    return name, str(found.n), _missed(found.sensitivity), _missed(found.specificity)


def _missed(found: Estimate | None) -> str:
    return "–" if found is None else f"{1 - found.value:.2f}"


def voice_rows(quiz: str = "market_cycles") -> Iterator[tuple[str, ...]]:
    """Yield the AUC of answers in the voice against plain ones: per 100 words, and by markers."""
    folder = find_quiz(quiz)
    pack = read_quiz(folder)
    asked = {q.text: q.reference for _, each in pack.quizzes for q in each.questions}
    weights = marker_weights(pack.persona, asked.values(), asked)
    scores: dict[str, list[tuple[float, float]]] = {}
    for each in (one for path in folder.glob(FILES[0]) for one in read_labels(path, pack)):
        voice = find_voice("", each.asked.answer, pack.persona)
        density = voice_per_100_words(voice.markers, each.asked.answer, weights)
        scores.setdefault(each.kind, []).append((density, voice.marker_score))
    for voiced in (VOICED[:1], VOICED):
        inside = [score for kind in voiced for score in scores[kind]]
        for kind in PLAIN:
            areas = (
                _auc([score[k] for score in inside], [score[k] for score in scores[kind]])
                for k in (0, 1)
            )
            yield (" and ".join(voiced), kind, *(f"{area:.2f}" for area in areas))


def _auc(higher: Sequence[float], lower: Sequence[float]) -> float:
    pairs = [(a > b) + (a == b) / 2 for a in higher for b in lower]
    return sum(pairs) / len(pairs)


def split_rows(labels: Sequence[JudgedLabel]) -> Iterator[tuple[str, ...]]:
    """Yield the corrected share of each half of the questions beside its true share."""
    halves = [[each for each in labels if _half(each.question) == half] for half in (0, 1)]
    for half, other in ((0, 1), (1, 0)):
        read = [each for each in halves[half] if each.read]
        error = judge_error(halves[other])
        if error is None or not read:
            continue
        raw = Share(sum(each.called_right for each in read), len(read))
        found = rogan_gladen(raw, error)
        truth = sum(each.right for each in read) / len(read)
        yield (
            "first" if half == 0 else "second",
            str(len(halves[other])),
            str(len(read)),
            f"{truth:.2f}",
            f"{raw.accuracy:.2f}",
            f"{found.value:.2f}",
            f"{found.interval.low:.2f} to {found.interval.high:.2f}",
        )


def _half(question: str) -> int:
    """All answers to a question are in the same half."""
    return hashlib.sha256(question.encode()).digest()[0] % 2


def main(names: Sequence[str]) -> None:
    """Print the tables."""
    if names:
        labels = msgspec.convert(json_content(Path(names[0]), longest_text=None), JudgeLabels)
        _print(SPLIT_HEADER, split_rows([each.label for each in labels.rows]))
        return
    _print(VOICE_HEADER, voice_rows())
    embedder = Embedder(DEFAULT, ScoreStore(IN_MEMORY), device="cpu")
    compared: tuple[tuple[str, str, Compare], ...] = (
        ("market_cycles", "semantic", embedder.similarities),
        ("hindi_seasons", "letters", _by_letters),
    )
    for pack, key, compare in compared:
        print(f"\n### {pack}, {key}\n")
        _print(SIMILARITY_HEADER, similarity_rows(pack, f"quiz.question.{key}", compare))


def _by_letters(pairs: Pairs) -> list[float]:
    return [letter_similarity(*each) for each in pairs]


def _print(header: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> None:
    for row in (header, *rows):
        print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
