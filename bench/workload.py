"""One workload: every tool on the same pairs, in turns: what slows the machine slows them all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.limit import distinct_tokens, limit_seconds
from bench.memory import with_peak
from bench.tools import Score, Tool
from kasauti.data.pairs import Pair
from kasauti.engines.causal.tokens import encode
from kasauti.engines.local import LocalBackend

TUNING_SENTENCES = 96
OURS = "kasauti"


@dataclass(frozen=True, slots=True)
class Row:
    """One tool on one workload."""

    name: str
    pairs_per_s: float
    max_abs_diff: float  # to the loop, in nats
    peak_mb: float
    setting: int


@dataclass(frozen=True, slots=True)
class Workload:
    """All tools on one model and one file of pairs."""

    name: str
    pairs: int
    tokens: int
    distinct_tokens: int  # those of shared prefixes once
    parameters: int
    rows: list[Row]
    limit_share: float


class Turns:
    """One tool's turns: the seconds they took, the memory, and the scores by sentence."""

    def __init__(self, tool: Tool, sentences: Sequence[str]) -> None:
        self.tool = tool
        self.setting, self._score = _best(tool, sentences[:TUNING_SENTENCES])
        self.seconds = 0.0
        self.sentences = 0
        self.peak = 0.0
        self.scores: dict[str, float] = {}

    def take(self, sentences: Sequence[str]) -> None:
        started = time.perf_counter()
        scores, peak = with_peak(lambda: self._score(sentences))
        self.seconds += time.perf_counter() - started
        self.sentences += len(sentences)
        self.peak = max(self.peak, peak)
        self.scores.update(zip(sentences, scores, strict=True))


def compare(
    name: str,
    backend: LocalBackend,
    compared: Sequence[Tool],
    pairs: Sequence[Pair],
    *,
    rounds: int,
) -> Workload:
    """Run all tools over all pairs.

    The peers' speed does not depend on how many pairs they are given, so they
    take them in `rounds` parts; the suite shares prefixes over the whole file,
    so it takes the whole each time.
    """
    sentences = _sentences(pairs)
    sequences = encode(backend.tokenizer, sentences, prefix=backend.prefix)
    turns = [Turns(tool, sentences) for tool in compared]
    limit = 0.0
    for part in range(rounds):
        for each in turns:
            ours = each.tool.name == OURS
            each.take(sentences if ours else _sentences(pairs[part::rounds]))
        limit += limit_seconds(backend, sequences)
    plain = turns[-1].scores  # the loop
    rows = [
        Row(
            each.tool.name,
            each.sentences / 2 / each.seconds,
            max(abs(each.scores[sentence] - plain[sentence]) for sentence in sentences),
            each.peak,
            each.setting,
        )
        for each in turns
    ]
    return Workload(
        name,
        len(pairs),
        sum(map(len, sequences)),
        distinct_tokens(sequences),
        backend.model.num_parameters(),
        rows,
        limit / turns[0].seconds,
    )


def _sentences(pairs: Sequence[Pair]) -> list[str]:
    return [sentence for pair in pairs for sentence in (pair.good, pair.bad)]


def _best(tool: Tool, sentences: Sequence[str]) -> tuple[int, Score]:
    """The tool at the batch size that is fastest on a few sentences."""
    candidates = [(setting, tool.make(setting)) for setting in tool.settings]
    if len(candidates) == 1:
        return candidates[0]
    candidates[0][1](sentences)  # the first call warms up
    fastest = [min(_seconds(score, sentences) for _ in range(2)) for _, score in candidates]
    return candidates[fastest.index(min(fastest))]


def _seconds(score: Callable[[Sequence[str]], object], sentences: Sequence[str]) -> float:
    started = time.perf_counter()
    score(sentences)
    return time.perf_counter() - started
