"""The cost of deciding early, replayed from the results of a full run of multiblimp.

`python -m bench.decided evaluation_results.json` prints pairs and verdicts, for 20 seeds.
`python -m bench.decided --tokens MODEL` prints what the head is spared behind where pairs part.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.causal.likelihood import rest_of, shared_tokens
from kasauti.engines.causal.trie import Neighbours
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import IN_MEMORY, opened
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.fixtures.suites.pairs.draw import LEAST, ROUND, SHARE
from kasauti.inputs.drawing import shuffle
from kasauti.records import Measurement, Threshold
from kasauti.records.serialization.files import read_run
from kasauti.scorers.statistics.stopped_share import calibrate

SEEDS = 20
BUDGETS = (1000, 1500, 2000, 2500, 3000)  # pairs


def replayed(case: Measurement, seed: int) -> tuple[int, int, bool]:
    """Pairs until the decision, pairs scored by then, and whether the verdict is that of all."""
    assert case.outcomes
    assert isinstance(case.headline.threshold, Threshold)
    outcomes, threshold = case.outcomes.items, case.headline.threshold
    total = len(outcomes)
    meets = [threshold.allows(right / total) for right in range(total + 1)]
    sequence = calibrate(total, (meets.index(True),), least=LEAST)
    right = 0
    for taken, item in enumerate(shuffle(list(outcomes), seed=seed, name=str), start=1):
        right += int(outcomes[item])
        sampled = sequence.after(right, taken)
        if sequence.decided(sampled):
            break
    scored = 0
    while scored < taken:
        scored = min(total, scored + max(ROUND, scored // SHARE))
    return taken, scored, meets[sampled.low] == case.headline.met


def undecided(taken: list[int], sizes: list[int], pairs: int) -> int:
    """Return how many cases are undecided when so many pairs were scored, in rounds over all."""
    scored = [0] * len(taken)
    while sum(scored) < pairs and any(a < b for a, b in zip(scored, taken, strict=True)):
        scored = [
            done if done >= needed else min(size, done + max(ROUND, done // SHARE))
            for done, needed, size in zip(scored, taken, sizes, strict=True)
        ]
    return sum(done < needed for done, needed in zip(scored, taken, strict=True))


def replay(path: Path) -> None:
    run = read_run(json.loads(path.read_text(encoding="utf-8")))
    total = sum(case.headline.n or 0 for case in run.measurements)
    rows, budgets = [], []
    for seed in range(SEEDS):
        found = [replayed(case, seed) for case in run.measurements]
        wrong = sum(not each[2] for each in found)
        rows.append((sum(each[0] for each in found), sum(each[1] for each in found), wrong))
        if not seed:
            for case, (taken, _, same) in zip(run.measurements, found, strict=True):
                ending = "" if same else "  other verdict"
                of = f"{taken:4} of {case.headline.n}"
                print(f"{case.case.name:32} {case.headline.value:.3f}  {of}{ending}")
        needed, sizes = [each[0] for each in found], [c.headline.n or 0 for c in run.measurements]
        budgets.append([undecided(needed, sizes, pairs) for pairs in BUDGETS])
    for pairs, left in zip(BUDGETS, zip(*budgets, strict=True), strict=True):
        print(f"after {pairs} pairs: {sum(left) / len(left):.1f} undecided (seed 0: {left[0]})")
    for seed, (taken, scored, wrong) in enumerate(rows):
        print(f"seed {seed:2}: {taken} needed, {scored} scored of {total}; other verdicts {wrong}")
    mean = sum(scored for _, scored, _ in rows) / len(rows)
    print(
        f"mean scored {mean:.0f} of {total} ({mean / total:.3f}), other verdicts in "
        f"{sum(wrong for *_, wrong in rows)} of {SEEDS * len(run.measurements)}"
    )


def positions(model: str) -> None:
    """The positions that the body and the head compute for the full set, whole and behind."""
    pairs = [pair for case in minimal_pair_cases(pairs_set="full") for pair in case.pairs]
    with opened(IN_MEMORY) as store:
        backend = LocalBackend(ModelRequest(source=ModelSource.find(model), store=store))
        texts = list(dict.fromkeys(text for pair in pairs for text in (pair.good, pair.bad)))
        prepared = dict(zip(texts, backend.likelihood.prepare_texts(texts), strict=True))
    for name, by_token in (("whole", None), ("logprob", False), ("perplexity", True)):
        wanted = []
        for pair in pairs:
            both = prepared[pair.good], prepared[pair.bad]
            shared = 0 if by_token is None else shared_tokens(*both, by_token=by_token)
            wanted += [rest_of(each, shared) for each in both]
        distinct = list({each.content: each for each in wanted}.values())
        neighbours = Neighbours([each.ids for each in distinct], [each.given for each in distinct])
        body = head = start = 0
        while start < len(neighbours):
            trie, start = neighbours.trie(start, backend.batch_tokens)
            body += len(trie)
            head += len(set(trie.sources))
        print(f"{name}: {body} positions through the body, {head} through the head")


if __name__ == "__main__":
    if sys.argv[1] == "--tokens":
        positions(sys.argv[2])
    else:
        replay(Path(sys.argv[1]))
