"""Whether an answer agrees with what is true, by a small cross-encoder trained for one quiz.

It is all-MiniLM-L6-v2 with low-rank updates to the upper layers and a head of its own; a quiz's
file contains only these (`python -m bench.quiz_judge` writes it). The model reads the facts and
the answer together, so unlike sentence vectors it can see where they disagree.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasauti.engines.metric_models.embeddings import DEFAULT, FILES, find_embedding_model
from kasauti.engines.protocol.errors import EngineError, first_line
from kasauti.engines.protocol.extras import require
from kasauti.engines.protocol.phases import phase, without_bars
from kasauti.engines.protocol.store import Owner, Store
from kasauti.engines.sources import fingerprint
from kasauti.engines.sources.file_digests import sha256
from kasauti.engines.sources.loading import resolve_device
from kasauti.engines.store.missing import Keep, Missing
from kasauti.engines.store.score_store import key

if TYPE_CHECKING:
    from torch import Tensor

BATCH = 32
MOST_TOKENS = 512
# The change of a layer's weight is SCALE * up @ down.
SCALE = 2.0
DOWN, UP, HEAD, BIAS = ".down", ".up", "head.weight", "head.bias"


class AnswerJudge:
    """A trained judge whose probabilities are kept in the store."""

    def __init__(self, weights: Path, store: Store, *, device: str = "auto") -> None:
        require("sentence_transformers", "quiz", needed_by="The judge of the quiz")
        self._weights = weights
        self._base = find_embedding_model(DEFAULT)
        self._store = store
        self._device = device

    @cached_property
    def digest(self) -> str:
        return sha256(self._weights)[:8]

    @property
    def name(self) -> str:
        """For the signature of a result."""
        return f"{DEFAULT} trained on judged answers@{self.digest}"

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """For each pair of what is true and an answer: how probable it is that they agree."""

        def compute(missing: list[int], keep: Keep) -> None:
            # Texts of similar length go together, to reduce padding.
            ordered = sorted(missing, key=lambda index: sum(map(len, pairs[index])), reverse=True)
            for start in range(0, len(ordered), BATCH):
                batch = ordered[start : start + BATCH]
                found = self._compute([pairs[index] for index in batch])
                keep(zip(batch, (struct.pack("<d", each) for each in found), strict=True))

        identity = f"{self.digest}|{fingerprint.fingerprint(self._base, FILES)}|{version('torch')}"
        keys = [key(f"judge|{identity}", "\0".join(pair).encode("utf-8")) for pair in pairs]
        owner = Owner(self.name, identity)
        values = Missing(store=self._store, compute=compute, owner=owner).values(keys)
        return [struct.unpack("<d", value)[0] for value in values]

    def _compute(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        import torch

        model, head, bias = self._model
        inputs = encode(self._tokenizer, pairs).to(model.device)
        with torch.inference_mode():
            states = model(**inputs).last_hidden_state
            logits = pooled(states, inputs) @ head + bias
        found: list[float] = torch.sigmoid(logits.double()).tolist()
        if not all(0 <= each <= 1 for each in found):
            raise EngineError(
                f"The judge {self._weights} returned NaN. Restore the file, or pass --judge-model."
            )
        return found

    @cached_property
    def _tokenizer(self) -> Any:
        from transformers import AutoTokenizer

        return AutoTokenizer.from_pretrained(self._base)

    @cached_property
    def _model(self) -> tuple[Any, Tensor, Tensor]:
        """The changed model, and the weight and bias of its head."""
        from safetensors.torch import load_file
        from transformers import AutoModel

        device = resolve_device(self._device)
        try:
            with phase("loading the judge"), without_bars():
                model = AutoModel.from_pretrained(self._base).eval()
                changes = {name: each.float() for name, each in load_file(self._weights).items()}
                head, bias = changes[HEAD].to(device), changes[BIAS].to(device)
                for name in changes:
                    if name.endswith(UP):
                        layer = model.get_submodule(name.removesuffix(UP))
                        down = changes[name.removesuffix(UP) + DOWN]
                        layer.weight.data += SCALE * changes[name] @ down
        except Exception as error:
            # A damaged file, or one that was trained for another model, may fail in any way.
            raise EngineError(
                f"The judge {self._weights} cannot be loaded ({first_line(error)}). "
                "Restore the file, or pass --judge-model."
            ) from error
        return model.to(device), head, bias


def encode(tokenizer: Any, pairs: Sequence[tuple[str, str]]) -> Any:
    """The facts and the answer as two segments; if a pair is too long, the longer one is cut."""
    true, answers = zip(*pairs, strict=True)
    return tokenizer(
        list(true),
        list(answers),
        truncation="longest_first",
        max_length=MOST_TOKENS,
        padding=True,
        return_tensors="pt",
    )


def pooled(states: Tensor, inputs: Any) -> Tensor:
    """[pairs, 2 * width]: the state of the first token, and the mean of those of the answer."""
    import torch

    answer = (inputs["attention_mask"] * inputs["token_type_ids"]).unsqueeze(-1).float()
    return torch.cat([states[:, 0], (states * answer).sum(dim=1) / answer.sum(dim=1)], dim=1)
