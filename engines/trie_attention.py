"""Attention over a trie: each token sees itself and its ancestors.

All tokens of a trie stand in one row, so that what is done for each token by itself,
nearly all of a model's work, is done once for each and for nothing else. Attention
takes the row in blocks. The ancestors of a block's tokens are tokens of the block or
ancestors of its first one: these are the keys that a block is given, and a mask tells
which of them each of its tokens sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import pad
from transformers import AttentionInterface, PreTrainedConfig

from engines.trie import Trie

# Few enough that a token is multiplied with few keys that it does not see, enough to
# keep the products efficient.
BLOCK = 32
# Bounds the attention weights of one head that are held at once.
WEIGHTS_AT_ONCE = 1 << 18

NAME = "kasauti_trie"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some neighbouring blocks."""

    tokens: slice  # the tokens that attend
    keys: Tensor  # [blocks * keys]: the tokens that each block may look at
    mask: Tensor  # [blocks, 1, BLOCK, keys]: 0 where a token is seen, -inf where not

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, *, scaling: float, softcap: float | None
    ) -> Tensor:
        """[tokens, heads, size] from the states [heads, all tokens, size]."""
        blocks, groups, size = len(self.mask), len(key), query.shape[-1]
        own = query[:, self.tokens]
        missing = blocks * BLOCK - own.shape[1]
        queries = pad(own, (0, 0, 0, missing)).reshape(groups, -1, blocks, BLOCK, size)
        # Heads that share their keys, a group, go through one product.
        queries = queries.permute(2, 0, 1, 3, 4).reshape(blocks * groups, -1, size)
        weights = torch.bmm(queries, self._of_blocks(key).transpose(1, 2)).mul_(scaling)
        if softcap is not None:
            weights = torch.tanh(weights / softcap) * softcap
        weights.view(blocks, -1, *self.mask.shape[2:]).add_(self.mask)
        weights = weights.softmax(dim=-1, dtype=torch.float32).to(value.dtype)
        output = torch.bmm(weights, self._of_blocks(value))
        by_block = output.view(blocks, -1, BLOCK, value.shape[-1])
        return by_block.transpose(1, 2).flatten(0, 1)[: own.shape[1]]

    def _of_blocks(self, states: Tensor) -> Tensor:
        """[blocks * groups, keys, size]: what each block looks at."""
        groups, _, size = states.shape
        chosen = states.transpose(0, 1).index_select(0, self.keys)
        by_block = chosen.view(len(self.mask), -1, groups, size)
        return by_block.transpose(1, 2).flatten(0, 1)


def parts(trie: Trie, *, dtype: torch.dtype, device: torch.device) -> list[Part]:
    """The blocks of a trie, in parts of bounded size."""
    starts = range(0, len(trie), BLOCK)
    before = [trie.ancestors(start) for start in starts]
    made = []
    first = 0
    while first < len(starts):
        stop = first + 1
        while stop < len(starts) and _weights(before[first : stop + 1]) <= WEIGHTS_AT_ONCE:
            stop += 1
        keys, seen = _layout(trie, starts[first], before[first:stop])
        unseen = torch.from_numpy(~seen).unsqueeze(1)
        mask = torch.zeros(unseen.shape, dtype=dtype).masked_fill_(unseen, -torch.inf)
        tokens = slice(starts[first], min(stop * BLOCK, len(trie)))
        made.append(Part(tokens, torch.from_numpy(keys).flatten().to(device), mask.to(device)))
        first = stop
    return made


@contextmanager
def over_trie(config: PreTrainedConfig, layout: Sequence[Part]) -> Iterator[None]:
    """While entered, the model with this config attends over the trie of this layout."""
    AttentionInterface.register(NAME, partial(_attend, layout))
    usual = config._attn_implementation
    config._attn_implementation = NAME
    try:
        yield
    finally:
        config._attn_implementation = usual


def _attend(
    layout: Sequence[Part],
    _module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    _mask: None,
    *,
    scaling: float | None = None,
    softcap: float | None = None,
    **_: object,
) -> tuple[Tensor, None]:
    """As transformers calls it: [1, heads, tokens, size] in, [1, tokens, heads, size] out."""
    if scaling is None:
        scaling = query.shape[-1] ** -0.5
    attended = [
        part.attend(query[0], key[0], value[0], scaling=scaling, softcap=softcap) for part in layout
    ]
    return torch.cat(attended).unsqueeze(0), None


def _weights(before: Sequence[Sequence[int]]) -> int:
    return len(before) * BLOCK * (BLOCK + max(map(len, before)))


def _layout(
    trie: Trie, start: int, before: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The keys [blocks, keys] of some blocks, and which of them each token sees.

    A block's keys are the ancestors of its first token, then its own tokens.
    """
    most = max(map(len, before))
    keys = np.zeros((len(before), most + BLOCK), dtype=np.int64)
    seen = np.zeros((len(before), BLOCK, most + BLOCK), dtype=np.bool_)
    seen[:, :, most:] = np.eye(BLOCK, dtype=np.bool_)  # also in what is left of the last block
    for block, ancestors in enumerate(before):
        first = start + block * BLOCK
        keys[block, : len(ancestors)] = ancestors
        for place in range(first, min(first + BLOCK, len(trie))):
            parent = trie.parents[place]
            keys[block, most + place - first] = place
            if parent >= first:
                seen[block, place - first] |= seen[block, parent - first]
            else:  # all its ancestors stand before the block
                seen[block, place - first, : trie.depths[place]] = True
    return keys, seen
