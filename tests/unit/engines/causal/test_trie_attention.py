"""Attention over a trie is attention over each of its sequences."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from kasauti.engines.causal import trie_attention
from kasauti.engines.causal.trie import Neighbours, Trie
from kasauti.engines.causal.trie_attention import BLOCK, _attend, parts
from kasauti.engines.passes.tokens import Ids

# Few different tokens, so that prefixes are often shared; long enough for several blocks.
sequences = st.lists(
    st.lists(st.integers(0, 2), min_size=2, max_size=60).map(lambda ids: np.array(ids, np.int32)),
    min_size=1,
    max_size=8,
)
CPU = torch.device("cpu")


def trie_of(ids: list[Ids]) -> Trie:
    trie, stop = Neighbours(ids).trie(0, sum(map(len, ids)))
    assert stop == len(ids)
    return trie


def plain(trie: Trie, query: Tensor, key: Tensor, value: Tensor, softcap: float | None) -> Tensor:
    """The reference: one token and one head at a time."""
    heads, _, size = query.shape
    output = torch.empty(len(trie), heads, value.shape[-1], dtype=query.dtype)
    for place in range(len(trie)):
        seen = [*trie.ancestors(place), place]
        for head in range(heads):
            group = head * len(key) // heads
            weights = key[group, seen] @ query[head, place] / size**0.5
            if softcap is not None:
                weights = softcap * torch.tanh(weights / softcap)
            output[place, head] = weights.softmax(dim=0) @ value[group, seen]
    return output


@given(sequences, st.sampled_from([64, 1 << 12, 1 << 18]))
def test_each_token_sees_itself_and_its_ancestors_only(ids: list[Ids], at_once: int) -> None:
    trie = trie_of(ids)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trie_attention, "WEIGHTS_AT_ONCE", at_once)
        layout = parts(trie, dtype=torch.float32, device=CPU)
    place = 0
    for part in layout:
        assert part.tokens.start == place
        keys = part.keys.view(len(part.mask), -1)
        for block, masks in zip(keys, part.mask[:, 0], strict=True):
            for mask in masks:
                seen = block[mask == 0].tolist()
                assert seen == [*trie.ancestors(place), place]
                assert torch.isneginf(mask[mask != 0]).all()
                place += 1
        assert part.tokens.stop == place
    assert place == len(trie)


@pytest.mark.parametrize("softcap", [None, 0.7])
@pytest.mark.parametrize(("heads", "groups"), [(4, 4), (4, 2), (3, 1)])
@pytest.mark.parametrize("at_once", [64, 1 << 18])
def test_equals_attention_one_token_at_a_time(
    heads: int, groups: int, softcap: float | None, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(heads + groups)
    trie = trie_of([random.integers(0, 2, 70).astype(np.int32) for _ in range(3)])
    assert len(trie) % BLOCK  # the last block is not full
    torch.manual_seed(0)
    query = torch.randn(heads, len(trie), 8, dtype=torch.float64)
    key = torch.randn(groups, len(trie), 8, dtype=torch.float64)
    value = torch.randn(groups, len(trie), 6, dtype=torch.float64)  # of a size of its own
    monkeypatch.setattr(trie_attention, "WEIGHTS_AT_ONCE", at_once)
    layout = parts(trie, dtype=torch.float64, device=CPU)
    given_states = (query[None], key[None], value[None])
    output, _ = _attend(layout, torch.nn.Module(), *given_states, None, softcap=softcap)
    # The weights are taken in float32, as transformers takes them.
    torch.testing.assert_close(
        output[0], plain(trie, query, key, value, softcap), atol=1e-6, rtol=0
    )


def test_long_paths_are_taken_in_parts() -> None:
    long = np.arange(3000, dtype=np.int32)
    layout = parts(trie_of([long]), dtype=torch.float32, device=CPU)
    assert all(
        part.mask.numel() <= max(trie_attention.WEIGHTS_AT_ONCE, BLOCK * (3000 + BLOCK))
        for part in layout
    )
    # Early blocks look back little, and are given little.
    assert layout[0].mask.shape[-1] < layout[-1].mask.shape[-1]
