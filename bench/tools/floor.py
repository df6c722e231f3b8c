"""The floor: the matrix products of the distinct tokens alone, with nothing around them."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.nn.functional import linear

from bench.tools.suite import backend_of
from bench.tools.workload import Item, Workload, sentences
from kasauti.engines.causal.trie import Neighbours, Trie
from kasauti.engines.passes.lm_head import WORDS
from kasauti.engines.passes.reordered import ReorderedWeight, is_exact, worth_reordering
from kasauti.engines.passes.tokens import encode

CHUNK = 1024


class Floor:
    """Multiplies random numbers with the model's matrices, as often as the tokens ask for.

    A token is counted once for each prefix that it ends, over all items.
    """

    def __init__(self, workload: Workload) -> None:
        self._backend = backend_of(workload)
        model = self._backend.model
        self.body = [
            Product(module.weight, reordered=False)
            for module in model.base_model.modules()
            if isinstance(module, torch.nn.Linear)
        ]
        head = model.get_output_embeddings().weight  # type: ignore[no-untyped-call]
        assert isinstance(head, Tensor)
        self.head = [Product(words, reordered=True) for words in torch.split(head, WORDS)]
        self._tries: dict[int, Trie] = {}
        trie = self.trie(workload.items)
        self.facts = {
            "distinct_tokens": len(trie),
            "parameters": int(model.num_parameters()),
        }

    def trie(self, items: Sequence[Item]) -> Trie:
        """All sentences of the items in one trie; made once, so that it is not timed."""
        if len(items) not in self._tries:
            texts = sentences(items)
            sequences = encode(self._backend.tokenizer, texts, prefix=self._backend.prefix)
            found, _ = Neighbours(sequences).trie(0, sum(map(len, sequences)))
            self._tries[len(items)] = found
        return self._tries[len(items)]

    def run(self, items: Sequence[Item], batch: int) -> list[float]:  # noqa: ARG002
        trie = self.trie(items)
        with torch.inference_mode():
            self._body_products(len(trie))
            self._head_products(len(set(trie.sources)))
        return []

    def _body_products(self, tokens: int) -> None:
        inputs = {width: torch.randn(CHUNK, width) for width in {p.width for p in self.body}}
        for start in range(0, tokens, CHUNK):
            for product in self.body:
                product.of(inputs[product.width][: min(CHUNK, tokens - start)])

    def _head_products(self, positions: int) -> None:
        hidden = torch.randn(CHUNK, self.head[0].width)
        for start in range(0, positions, CHUNK):
            for product in self.head:
                product.of(hidden[: min(CHUNK, positions - start)])


class Product:
    """A weight [outputs, width]; reordered before the time is taken, as the suite does it."""

    def __init__(self, weight: Tensor, *, reordered: bool) -> None:
        self.width = weight.shape[1]
        fast = reordered and is_exact(weight) and worth_reordering(weight, tokens=CHUNK)
        self.of = (
            ReorderedWeight(weight).multiply if fast else lambda states: linear(states, weight)
        )
