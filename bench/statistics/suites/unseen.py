"""The cut of `freshness` by zlib on real sets, half of each against its other half.

`python -m bench.statistics.suites.unseen [FOLDER] [MODEL]` takes the published sets that are in the
folder (default: ../shared/data; it prints a sentence where there is none). Both halves of a set
have been seen or not seen alike, so that a half that is called more than the other is a false
alarm, on values of real shapes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kasauti.data.pairs import Pair
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from kasauti.fixtures.suites.pairs.cases import cluster_labels, minimal_pair_cases
from kasauti.inputs.drawing import draw
from kasauti.inputs.user_cache import cache_folder
from kasauti.scorers.pairs.gap import is_more_often
from kasauti.scorers.pairs.standing_out import FEWEST, find_outliers, zlib_excess

DATA = Path(__file__).parents[4] / "shared" / "data"
SETS = ("blimp", "multiblimp", "rublimp", "turblimp", "zhoblimp")
MODEL = "gemma-3-270m"
SENTENCES = 80  # of a case, as in the simulations
SPLITS = 2000
Cases = Mapping[str, Sequence[Pair]]


def cases_in(folder: Path) -> Cases:
    """Return some pairs of each published case that has enough of them, without repetitions."""
    files = [path for name in SETS for path in sorted((folder / name).glob("*.*"))]
    found = {}
    for case in minimal_pair_cases(files) if files else ():
        pairs = [*{pair.good: pair for pair in case.pairs if not pair.starts}.values()]
        if "/" in case.name and len(pairs) >= 2 * FEWEST:
            found[case.name] = draw(pairs, SENTENCES, seed=0, name=lambda pair: pair.id)
    return found


def false_calls(pairs: Sequence[Pair], values: Sequence[float], *, splits: int = SPLITS) -> float:
    """Return how often one half of a set is called more than the other, over random halves."""
    chance, calls = random.Random(0), 0
    for _ in range(splits):
        order = chance.sample(range(len(pairs)), len(pairs))
        halves = order[: len(order) // 2], order[len(order) // 2 :]
        listed = [outliers([values[place] for place in half]) for half in halves]
        if any(listed[0]):
            labels = [[cluster_labels(pairs[place]) for place in half] for half in halves]
            calls += is_more_often(listed[0], listed[1], (labels[0], labels[1]))
    return calls / splits


def outliers(values: Sequence[float]) -> list[bool]:
    """Tell which values are beyond the cut."""
    found = find_outliers(values)
    return [found is not None and index in found.beyond for index in range(len(values))]


def main(arguments: Sequence[str] = ()) -> None:
    """Print for each set what is beyond the cut, and how often a half is called more."""
    folder = Path(arguments[0]) if arguments else DATA
    if not (cases := cases_in(folder)):
        print(f"{folder} has no published sets. Give a folder that has some of {', '.join(SETS)}.")
        return
    store = ScoreStore(cache_folder() / "scores.sqlite")
    model = ModelSource.find(arguments[1] if len(arguments) > 1 else MODEL)
    backend = LocalBackend(ModelRequest(source=model, store=store))
    passed, rates = 0, []
    for name, pairs in cases.items():
        scores = backend.score_texts([pair.good for pair in pairs])
        values = [
            zlib_excess(pair.good, score.logprob) for pair, score in zip(pairs, scores, strict=True)
        ]
        beyond = sum(outliers(values))
        passed += beyond > 0
        rates.append(false_calls(pairs, values))
        print(
            f"{name}: {beyond} of {len(pairs)} beyond the cut; a half called more than the other "
            f"in {rates[-1]:.4f} of {SPLITS}",
            flush=True,
        )
    print(
        f"something beyond the cut in {passed} of {len(cases)} sets; a half called more in at most "
        f"{max(rates):.4f}, on average {sum(rates) / len(rates):.4f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
