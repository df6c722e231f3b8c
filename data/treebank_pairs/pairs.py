"""Minimal pairs from a Hindi treebank of the user's: `--pairs=treebank:FILE.conllu`.

The good sentence is the treebank's own; the bad one has one form swapped with the paradigms of
our grammar (`treebank_swaps.py`). Nothing of a treebank is shipped.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from kasauti.data.lint.pairs import lint_pair
from kasauti.data.pairs import Pair
from kasauti.data.pairs.formats.pair import SourcePairs
from kasauti.data.treebank_pairs.swaps import Swap, swaps_of
from kasauti.data.treebank_pairs.tree import Tree
from kasauti.inputs.conllu import Sentence, read_sentences
from kasauti.inputs.errors import KasautiError

# Shorter ones are headings, longer ones hold more than one thing that a model may stumble over.
SHORTEST, LONGEST = 4, 40


def treebank_pairs(path: Path) -> SourcePairs:
    """The pairs of a CoNLL-U file, at most one per sentence and phenomenon; and the refusals."""
    pairs: list[Pair] = []
    refused: Counter[str] = Counter()
    for sentence in read_sentences(path):
        made: set[str] = set()
        if not SHORTEST <= len(sentence.tokens) <= LONGEST:
            refused[f"not of {SHORTEST} to {LONGEST} words"] += 1
            continue
        for found in swaps_of(Tree(sentence)):
            if not isinstance(found, Swap):
                refused[found.reason] += 1
            elif found.phenomenon not in made:
                pair = _pair(path, sentence, found)
                problem = next((finding.rule for finding in lint_pair(pair)), "")
                if problem:
                    refused[f"the linter: {problem}"] += 1
                    continue
                made.add(found.phenomenon)
                pairs.append(pair)
    if not pairs:
        raise KasautiError(
            f"{path} gives no pairs. Give a Hindi treebank with features and dependencies."
        )
    return SourcePairs(tuple(_drop_repeated(pairs)), _note(path, pairs, refused))


def _pair(path: Path, sentence: Sentence, swap: Swap) -> Pair:
    text = sentence.text
    good = " ".join(unicodedata.normalize("NFC", text).split())
    bad = f"{text[: swap.start]}{swap.bad}{text[swap.end :]}"
    bad = " ".join(unicodedata.normalize("NFC", bad).split())
    return Pair(
        id=f"{sentence.id}-{swap.phenomenon}",
        phenomenon=swap.phenomenon,
        good=good,
        bad=bad,
        gloss=swap.gloss,
        source=path.name,
        tags={"direction": swap.direction},
        language="hi",
    )


def _drop_repeated(pairs: list[Pair]) -> Iterator[Pair]:
    """The pairs by phenomenon, each id once: a treebank may name two sentences alike."""
    seen: Counter[str] = Counter()
    for pair in sorted(pairs, key=lambda each: each.phenomenon):
        seen[pair.id] += 1
        if seen[pair.id] == 1:
            yield pair


def _note(path: Path, pairs: list[Pair], refused: Counter[str]) -> str:
    made = Counter(pair.phenomenon for pair in pairs)
    kinds = ", ".join(f"{count} {name}" for name, count in sorted(made.items()))
    reasons = "; ".join(f"{count} {reason}" for reason, count in refused.most_common())
    return (
        f"{path.name}: {len(pairs)} pairs made ({kinds}), {refused.total()} places refused "
        f"({reasons})."
    )
