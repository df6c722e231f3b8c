"""The share of one template or one lemma in the pairs of a phenomenon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kasauti.data.lint.pairs import Finding
from kasauti.data.pairs import Pair, by_phenomenon

MAX_TEMPLATE_SHARE = 0.25
MAX_LEMMA_SHARE = 0.10


def find_dominant(pairs: Iterable[Pair]) -> Iterator[Finding]:
    """The templates and lemmas that are in too many pairs of a phenomenon."""
    for phenomenon, group in by_phenomenon(pairs).items():
        templates = Counter(pair.tags["template"] for pair in group if "template" in pair.tags)
        lemmas = Counter(lemma for pair in group for lemma in set(pair.lemmas))
        for kind, counts, limit in (
            ("template", templates, MAX_TEMPLATE_SHARE),
            ("lemma", lemmas, MAX_LEMMA_SHARE),
        ):
            for name, count in sorted(counts.items()):
                if count > limit * len(group):
                    fact = f"{kind} {name} is in {count} of {len(group)} pairs"
                    yield Finding(phenomenon, f"dominant_{kind}", fact)
