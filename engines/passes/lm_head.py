"""The vocabulary head, in blocks: log-probabilities without a [positions, vocabulary] matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import torch
from torch import Tensor
from torch.nn.functional import pad

from kasauti.engines.passes.reordered import ReorderedWeight, is_exact, worth_reordering
from kasauti.engines.sources.placement import present

# Large enough to keep the matrix product efficient, small enough that a block
# of logits stays in the cache while it is reduced.
WORDS = 2048
POSITIONS = 1024
# oneDNN keeps a program for each number of positions that it has seen, of some 200 KB. Rounded up,
# there are few of them; without that, a run of many batches takes ever more memory.
ROUNDED_TO = 32


@dataclass(frozen=True, slots=True)
class Head:
    """The matrix that turns hidden states into logits, and what the model does to the logits."""

    layer: torch.nn.Module
    adjust: Callable[[Tensor], Tensor]
    # The blocks of the matrix, inside of `reordered`.
    _reordered: list[ReorderedWeight] = field(default_factory=list)

    # Asked for each time: the weights of an offloaded model are in memory only when needed.
    @property
    def weight(self) -> Tensor:
        """[vocabulary, hidden]"""
        return self.layer.weight  # type: ignore[return-value]

    @property
    def bias(self) -> Tensor | None:
        """[vocabulary]"""
        return getattr(self.layer, "bias", None)

    @classmethod
    def of(cls, model: torch.nn.Module, config: object) -> Head | None:
        """The head of a model, if it has a matrix; the caller checks it against the logits."""
        layer = model.get_output_embeddings()  # type: ignore[operator]
        if layer is None or not isinstance(getattr(layer, "weight", None), Tensor):
            return None
        return cls(layer, _adjustment(config))

    @contextmanager
    def reordered(self, *, tokens: int) -> Iterator[None]:
        """Inside this context, about so many tokens are computed; reorders the matrix for them."""
        if is_exact(self.weight) and worth_reordering(self.weight, tokens=tokens):
            self._reordered.extend(map(ReorderedWeight, torch.split(self.weight, WORDS)))
        try:
            yield
        finally:
            self._reordered.clear()

    def logprobs(self, hidden: Tensor, sources: Tensor, targets: Tensor) -> Tensor:
        """Log-probability (float32) of each target token, predicted from `hidden[source]`.

        hidden: [positions, hidden]; sources, targets: [predictions].
        """
        with present(self.layer):
            device = self.weight.device
            return self._logprobs(hidden.to(device), sources.to(device), targets.to(device))

    def _logprobs(self, hidden: Tensor, sources: Tensor, targets: Tensor) -> Tensor:
        used, of_prediction = torch.unique(sources, return_inverse=True)
        normalizers = torch.cat(
            [self._normalizers(hidden[chunk]) for chunk in torch.split(used, POSITIONS)]
        )
        scores = torch.cat(
            [
                self._target_logits(hidden[chunk], tokens)
                for chunk, tokens in zip(
                    torch.split(sources, POSITIONS), torch.split(targets, POSITIONS), strict=True
                )
            ]
        )
        return scores - normalizers[of_prediction]

    def _target_logits(self, hidden: Tensor, targets: Tensor) -> Tensor:
        logits = (hidden * self.weight[targets]).sum(dim=1, dtype=torch.float32)
        if self.bias is not None:
            logits += self.bias[targets]
        return self.adjust(logits)

    def _normalizers(self, hidden: Tensor) -> Tensor:
        """The log of the sum of the exponentials of all logits, for each position."""
        positions = hidden.shape[0]
        if self._reordered:
            hidden = pad(hidden, (0, 0, 0, -positions % ROUNDED_TO))
        largest = hidden.new_full((len(hidden), 1), -torch.inf, dtype=torch.float32)
        total = torch.zeros_like(largest)
        for index, weight in enumerate(torch.split(self.weight, WORDS)):
            ordered = self._reordered[index] if self._reordered else None
            block = ordered.multiply(hidden) if ordered else hidden @ weight.T
            if self.bias is not None:
                block += self.bias[index * WORDS : (index + 1) * WORDS]
            logits = self.adjust(block.float())
            peak = torch.maximum(largest, logits.amax(dim=1, keepdim=True))
            total *= (largest - peak).exp_()
            # In place: the next block overwrites this one anyway.
            total += logits.sub_(peak).exp_().sum(dim=1, keepdim=True)
            largest = peak
        return (largest + total.log_()).squeeze(1)[:positions]


def target_logprobs(logits: Tensor, sources: Tensor, targets: Tensor) -> Tensor:
    """Log-probability (float32) of each target token, from whole logits.

    logits: [positions, vocabulary]; sources (positions), targets: [predictions].
    """
    chunks = []
    sources, targets = sources.to(logits.device), targets.to(logits.device)
    for rows, tokens in zip(torch.split(sources, 64), torch.split(targets, 64), strict=True):
        chosen = logits[rows].float()
        chunks.append(chosen.gather(1, tokens[:, None]).squeeze(1) - chosen.logsumexp(dim=1))
    return torch.cat(chunks)


def _adjustment(config: object) -> Callable[[Tensor], Tensor]:
    """Return the change that some architectures make to the logits, by their config."""
    cap = getattr(config, "final_logit_softcapping", None)  # Gemma 2 and later
    factor = getattr(config, "logit_scale", None)  # Cohere
    divisor = getattr(config, "logits_scaling", None)  # Granite

    def adjust(logits: Tensor) -> Tensor:
        if factor is not None:
            logits = logits * factor
        if divisor is not None:
            logits = logits / divisor
        if cap is not None:
            logits = torch.tanh(logits / cap) * cap
        return logits

    return adjust
