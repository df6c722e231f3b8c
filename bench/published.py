"""`python -m bench.published`: published pairs beside minicons, pair by pair.

    python -m bench.published --model=gemma-3-270m --count=50 turblimp@FOLDER clams:fr@FOLDER …

Of each set the same number of pairs, spread over its cases, is scored by both; printed are the
accuracies by the set's protocol and the largest difference between two scores.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from kasauti.data.pairs import Pair
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Continuation
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import IN_MEMORY, opened
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases

SAME = 1e-3  # nats


@dataclass(frozen=True, slots=True)
class Compared:
    """The results of a set by our scores and by theirs."""

    pairs: int
    ours: int  # pairs that are right
    theirs: int
    verdicts_differ: int
    largest: float  # difference between two scores, in nats


def compare(backend: LocalBackend, peer: Any, pairs: Sequence[Pair]) -> Compared:
    """Score the pairs by both."""
    asked = [each for pair in pairs for each in pair.scored]
    ours, theirs = our_scores(backend, asked), [their_score(peer, *each) for each in asked]
    verdicts = [(ours[i] > ours[i + 1], theirs[i] > theirs[i + 1]) for i in range(0, len(asked), 2)]
    return Compared(
        len(pairs),
        sum(mine for mine, _ in verdicts),
        sum(other for _, other in verdicts),
        sum(mine != other for mine, other in verdicts),
        max(abs(mine - other) for mine, other in zip(ours, theirs, strict=True)),
    )


def our_scores(backend: LocalBackend, asked: Sequence[tuple[str, str]]) -> list[float]:
    """The log-probability of each text, after what stands before it."""
    whole = [text for before, text in asked if not before]
    rest = [Continuation(before, text) for before, text in asked if before]
    texts = iter(backend.score_texts(whole)) if whole else iter(())
    ends = iter(backend.score_continuations(rest)) if rest else iter(())
    return [next(ends).logprob if before else next(texts).logprob for before, _ in asked]


def their_score(peer: Any, before: str, text: str) -> float:
    """The same by minicons, which puts the space between the two itself."""

    def total(scores: Any) -> float:
        return float(scores.sum().item())

    with torch.inference_mode():
        if before:
            (found,) = peer.conditional_score(
                [before], [text.lstrip()], separator=" ", reduction=total, bos_token=True
            )
        else:
            (found,) = peer.sequence_score([text], reduction=total, bos_token=True)
    return float(found)


def drawn(named: str, count: int) -> list[Pair]:
    """As many pairs of a set, evenly spaced over all its cases."""
    cases = [case for case in minimal_pair_cases([Path(named)]) if "/" in case.name]
    pairs = [pair for case in cases for pair in case.pairs]
    return [pairs[index * len(pairs) // count] for index in range(min(count, len(pairs)))]


def main() -> int:
    from minicons.scorer import IncrementalLMScorer

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="gemma-3-270m")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("sets", nargs="+", help="as --pairs takes them")
    arguments = parser.parse_args()
    agree = True
    with opened(IN_MEMORY) as store:
        backend = LocalBackend(ModelRequest(source=ModelSource.find(arguments.model), store=store))
        peer = IncrementalLMScorer(backend.model, tokenizer=backend.tokenizer, device="cpu")
        for named in arguments.sets:
            found = compare(backend, peer, drawn(named, arguments.count))
            agree = agree and not found.verdicts_differ and found.largest < SAME
            print(
                f"{arguments.model} {named.partition('@')[0]}: of {found.pairs} pairs "
                f"{found.ours} right by ours, {found.theirs} by minicons, verdicts differ in "
                f"{found.verdicts_differ}, largest difference {found.largest:.1e} nats",
                flush=True,
            )
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
