"""Attention over a trie: each token sees itself and its ancestors.

All tokens of a trie are in one row without padding, so that everything that a model does
for single tokens, which is most of its work, is done once per token. Attention takes the
row in blocks. The ancestors of a block's tokens are tokens of the block or ancestors of
its first token: these are the keys of a block, and a mask says which of them each of its
tokens sees.
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
from transformers import AttentionInterface, PreTrainedConfig

from kasauti.engines.causal.trie import Trie

# Small, so that a token is multiplied with few keys that it does not see; large enough to
# keep the products efficient.
BLOCK = 32
# Bounds the attention weights of one head that are in memory at once.
WEIGHTS_AT_ONCE = 1 << 17

NAME = "kasauti_trie"


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some neighbouring blocks of the same size."""

    tokens: slice  # the tokens that attend
    keys: Tensor  # [blocks * keys]: the tokens that each block may look at
    mask: Tensor  # [blocks, 1, size, keys]: 0 where a token is seen, -inf where not

    def on(self, device: torch.device) -> Part:
        """The same on the device of a layer; those of a sharded model differ."""
        if self.mask.device == device:
            return self
        return Part(self.tokens, self.keys.to(device), self.mask.to(device))

    def attend(
        self, query: Tensor, key: Tensor, value: Tensor, *, scaling: float, softcap: float | None
    ) -> Tensor:
        """[blocks, size, heads, width] from the states [heads, all tokens, width]."""
        blocks, _, size, _ = self.mask.shape
        # Heads that share their keys (a group) go through one product.
        queries = query[:, self.tokens].reshape(len(key), -1, blocks, size, query.shape[-1])
        queries = queries.permute(2, 0, 1, 3, 4).flatten(2, 3).flatten(0, 1)
        weights = torch.bmm(queries, self._of_blocks(key).transpose(1, 2)).mul_(scaling)
        if softcap is not None:
            weights = torch.tanh(weights / softcap) * softcap
        weights.view(blocks, -1, *self.mask.shape[2:]).add_(self.mask)
        weights = weights.softmax(dim=-1, dtype=torch.float32).to(value.dtype)
        output = torch.bmm(weights, self._of_blocks(value))
        return output.view(blocks, -1, size, value.shape[-1]).transpose(1, 2)

    def _of_blocks(self, states: Tensor) -> Tensor:
        """[blocks * groups, keys, width]: the states that each block looks at."""
        groups, _, width = states.shape
        chosen = states.transpose(0, 1).index_select(0, self.keys)
        by_block = chosen.view(len(self.mask), -1, groups, width)
        return by_block.transpose(1, 2).flatten(0, 1)


def parts(trie: Trie, *, dtype: torch.dtype, device: torch.device) -> list[Part]:
    """The blocks of a trie, in parts of bounded size; an incomplete last block is its own part."""
    whole = len(trie) // BLOCK
    before = [trie.ancestors(block * BLOCK) for block in range(whole)]
    chosen = []
    first = 0
    while first < whole:
        stop = first + 1
        while stop < whole and _weights(before[first : stop + 1]) <= WEIGHTS_AT_ONCE:
            stop += 1
        chosen.append((slice(first * BLOCK, stop * BLOCK), before[first:stop]))
        first = stop
    if len(trie) % BLOCK:
        chosen.append((slice(whole * BLOCK, len(trie)), [trie.ancestors(whole * BLOCK)]))
    made = []
    for tokens, ancestors in chosen:
        keys, seen = _layout(trie, tokens, ancestors)
        mask = torch.zeros(seen.shape, dtype=dtype).masked_fill_(
            torch.from_numpy(~seen), -torch.inf
        )
        made.append(
            Part(tokens, torch.from_numpy(keys).flatten().to(device), mask.unsqueeze(1).to(device))
        )
    return made


@contextmanager
def over_trie(config: PreTrainedConfig, layout: Sequence[Part]) -> Iterator[None]:
    """Inside this context, the model with this config attends over the trie of this layout."""
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
    heads, tokens = query.shape[1:3]
    output = query.new_empty(tokens, heads, value.shape[-1])
    for each in layout:
        part = each.on(query.device)
        attended = part.attend(query[0], key[0], value[0], scaling=scaling, softcap=softcap)
        output[part.tokens].view(attended.shape).copy_(attended)
    return output.unsqueeze(0), None


def _weights(before: Sequence[Sequence[int]]) -> int:
    return len(before) * BLOCK * (BLOCK + max(map(len, before)))


def _layout(
    trie: Trie, tokens: slice, before: Sequence[Sequence[int]]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The keys [blocks, keys] of some blocks, and which [blocks, size, keys] each token sees.

    A block's keys are the ancestors of its first token, then its own tokens.
    """
    size = (tokens.stop - tokens.start) // len(before)
    most = max(map(len, before))
    keys = np.zeros((len(before), most + size), dtype=np.int64)
    keys[:, most:] = np.arange(tokens.start, tokens.stop).reshape(-1, size)
    seen = np.zeros((len(before), size, most + size), dtype=np.bool_)
    seen[:, :, most:] = np.eye(size, dtype=np.bool_)
    for block, ancestors in enumerate(before):
        keys[block, : len(ancestors)] = ancestors
        first = tokens.start + block * size
        for index in range(first, first + size):
            parent = trie.parents[index]
            if parent >= first:
                seen[block, index - first] |= seen[block, parent - first]
            else:  # all its ancestors are before the block
                seen[block, index - first, : trie.depths[index]] = True
    return keys, seen
