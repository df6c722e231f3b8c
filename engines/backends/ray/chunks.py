"""Work in chunks: each large enough for full batches, all small enough to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kasauti.engines.causal.trie import Neighbours

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import Prepared
    from kasauti.engines.sources.loading import Kind

# What is lost where an actor dies is at most one chunk.
MOST_BATCHES = 4
# So many for each actor that none of them waits long for the last one.
CHUNKS_PER_ACTOR = 8


def score_chunks(
    prepared: Sequence[Prepared], *, kind: Kind, batch_tokens: int, actors: int
) -> list[list[int]]:
    """The indices of texts in chunks; for a causal model, of neighbours that share prefixes."""
    sizes = [len(each.ids) for each in prepared]
    share = sum(sizes) // (actors * CHUNKS_PER_ACTOR)
    tokens = min(max(share, batch_tokens), MOST_BATCHES * batch_tokens)
    if kind == "causal":
        return Neighbours([each.ids for each in prepared]).runs(tokens)
    # Each token of a sentence is a row of a masked model, as long as the sentence.
    return cut([size * len(each.ids) for size, each in zip(sizes, prepared, strict=True)], tokens)


def cut(sizes: Sequence[int], most: int) -> list[list[int]]:
    """The indices of items in chunks of about `most`, items of similar size together."""
    chunks: list[list[int]] = []
    filled = most
    for index in sorted(range(len(sizes)), key=lambda index: sizes[index], reverse=True):
        if filled + sizes[index] > most:
            chunks.append([])
            filled = 0
        chunks[-1].append(index)
        filled += sizes[index]
    return chunks
