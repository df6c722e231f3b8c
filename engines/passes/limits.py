"""Limits of a model: its token ids, its positions, its kind of layers."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from kasauti.engines.protocol.errors import EngineError
from kasauti.text.visible import shortened

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

    from kasauti.engines.passes.text_model import TextModel
    from kasauti.engines.passes.tokens import Ids

# How architectures call a table with one row per position: GPT-2's is wpe.
POSITIONS = re.compile(r"wpe|pos")
# RoBERTa's positions begin after its padding token: it has a few less than its config says.
FIRST_POSITIONS = 8
# Layers that carry a state along the row, whatever the mask says.
RECURRENT_LAYERS = ("linear_attention", "mamba", "recurrent", "conv", "hybrid")
SHOWN = 60


def require_known_tokens(model: TextModel, sequences: Sequence[Ids]) -> None:
    """Refuse token ids that the model has no embedding for: they would end in an index error.

    What counts are the tokens of the texts. A tokenizer may be larger than its model, as that
    of Gemma 3 is, as long as no text uses what is beyond.
    """
    largest = max((int(ids.max()) for ids in sequences if len(ids)), default=0)
    if model.vocabulary is None or largest < model.vocabulary:
        return
    rows = model.embedding_rows() or model.vocabulary
    if largest >= rows:
        raise EngineError(
            f"The tokenizer of {model.name} has {len(model.tokenizer)} tokens, and a text needs "
            f"token {largest} ({model.tokenizer.convert_ids_to_tokens(largest)!r}), but the model "
            f"has embeddings for {rows}. Pass the model with the tokenizer it was trained with."
        )


def require_positions(model: TextModel, texts: Sequence[str], lengths: Sequence[int]) -> int:
    """Return how many texts are longer than what the model was trained for.

    Refused where the model has no more positions. With positions that are computed (RoPE) it
    can go on, which its user has to know.
    """
    if model.positions is None or max(lengths, default=0) <= model.positions - FIRST_POSITIONS:
        return 0
    longest = int(np.argmax(lengths))
    fixed = model.fixed_positions()
    if fixed is not None and lengths[longest] > fixed:
        raise EngineError(
            f"The sentence {shortened(texts[longest], SHOWN)!r} has {lengths[longest]} tokens, "
            f"but the model has {fixed} positions. "
            "Shorten it, or use a model with a longer context."
        )
    return sum(length > model.positions for length in lengths)


def warn_of_long(model: TextModel, count: int, *, longest: int) -> None:
    """Tell that some sentences are longer than what the model was trained for."""
    if count:
        sentences = "1 sentence is" if count == 1 else f"{count} sentences are"
        warnings.warn(
            f"{sentences} longer than the {model.positions} positions that {model.name} is made "
            f"for (the longest has {longest} tokens). Their scores may be unreliable; use a model "
            "with a longer context.",
            stacklevel=2,
        )


def fixed_positions(model: PreTrainedModel) -> int | None:
    """Return the size of the table of positions; None if the model computes them."""
    import torch

    limits: list[int] = []
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Embedding) and POSITIONS.search(name.rpartition(".")[2]):
            unused = 0 if module.padding_idx is None else module.padding_idx + 1
            limits.append(module.num_embeddings - unused - int(getattr(module, "offset", 0)))
    limits += [
        len(table)
        for name, table in model.named_buffers()
        # GPT-J's table; a single row of position numbers, as BERT has, is none.
        if POSITIONS.search(name.rpartition(".")[2]) and table.dim() == 2 and len(table) > 1
    ]
    return min(limits, default=None)


def embedding_rows(model: PreTrainedModel) -> int | None:
    """Return the number of tokens with embeddings; None without a single table."""
    try:
        return len(model.get_input_embeddings().weight)  # type: ignore[arg-type]
    except (AttributeError, NotImplementedError, TypeError):
        return None  # an architecture without a single table


def is_recurrent(model: PreTrainedModel) -> bool:
    """Return True if layers carry a state along the sequence, which padding would change."""
    kinds = getattr(model.config.get_text_config(), "layer_types", None) or ()
    return getattr(model, "_is_stateful", False) or any(
        recurrent in kind for kind in kinds for recurrent in RECURRENT_LAYERS
    )


def rope_scale(model: PreTrainedModel) -> Callable[[int], int]:
    """Return a function that gives inputs of so many tokens a number, by their RoPE frequencies.

    LongRoPE has one set of frequencies up to a length and another beyond it, dynamic NTK one for
    each length beyond its limit; transformers takes the set of the longest row for a whole batch.
    """
    config = model.config.get_text_config()
    found = getattr(config, "rope_parameters", None) or {}
    by_layers = [each for each in found.values() if isinstance(each, Mapping)]
    switches: list[int] = []
    growing: list[int] = []
    for each in by_layers or [found]:
        kind = str(each.get("rope_type", each.get("type")))
        limit = each.get("original_max_position_embeddings") or getattr(
            config, "original_max_position_embeddings", None
        )
        if kind == "longrope" and limit:
            switches.append(int(limit))
        elif "dynamic" in kind:
            growing.append(int(config.max_position_embeddings))

    def scale(inputs: int) -> int:
        # From its limit on: transformers keeps what a longer text left behind at the limit itself.
        if growing and inputs >= min(growing):
            return inputs
        return -sum(inputs > switch for switch in switches)

    return scale


def reset_rope(model: torch.nn.Module) -> None:
    """Forget the frequencies that a longer text left in dynamic NTK; a shorter one would use them.

    Transformers forgets them itself only for a text within the limit.
    """
    ending = "max_seq_len_cached"
    for module in model.modules():
        for name in [name for name in vars(module) if name.endswith(ending)]:
            prefix = name.removesuffix(ending)
            first: Any = getattr(module, f"{prefix}original_inv_freq", None)
            limit = getattr(module, "original_max_seq_len", None)
            if first is not None and limit is not None and getattr(module, name) > limit:
                now = getattr(module, f"{prefix}inv_freq")
                module.register_buffer(f"{prefix}inv_freq", first.to(now.device), persistent=False)
                setattr(module, name, limit)
