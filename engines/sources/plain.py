"""A model as transformers runs it: the reference that every faster way is compared with."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np

from kasauti.engines.protocol.errors import EngineError, first_line
from kasauti.engines.sources.placement import input_device

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray
    from torch import Tensor

# How far the results of two exact methods may differ, relative to their size.
TOLERANCE = {"float32": 1e-4, "bfloat16": 5e-2, "float16": 1e-2}


def plain_output(model: Any, ids: NDArray[Any]) -> Any:
    """The output of a model for one row of tokens, alone, without mask or positions."""
    import torch

    tokens = torch.from_numpy(ids.astype(np.int64))[None].to(input_device(model))
    inner = model.get_base_model() if hasattr(model, "get_base_model") else model
    # Without a cache: not every architecture can make one for a single pass.
    cached = "use_cache" in inspect.signature(inner.forward).parameters
    settings = {"use_cache": False} if cached else {}
    try:
        with torch.inference_mode():
            output = model(input_ids=tokens, **settings)
            logits = output.logits
    except Exception as error:
        # An architecture that needs an encoder, images or anything else may raise any error.
        raise EngineError(
            f"{type(model).__name__} cannot be run on text alone ({first_line(error)}). "
            "Pass a causal or masked language model."
        ) from error
    if logits.dim() != 3 or logits.shape[:2] != tokens.shape:
        raise EngineError(
            f"{type(model).__name__} returns logits of the shape {tuple(logits.shape)} for "
            f"{len(ids)} tokens, not one row per token. Pass a causal or masked language model."
        )
    return output


def plain_logits(model: Any, ids: NDArray[Any]) -> Tensor:
    """[tokens, vocabulary]: the logits of one row, alone."""
    return plain_output(model, ids).logits[0]  # type: ignore[no-any-return]


def trial_tokens(model: Any, count: int) -> NDArray[np.int32]:
    """Tokens from a fixed seed, without those that the config gives a meaning of their own."""
    config = model.config.get_text_config()
    vocabulary = getattr(config, "vocab_size", None)
    if not isinstance(vocabulary, int):
        vocabulary = len(model.get_input_embeddings().weight)
    special = {
        token
        for source in (config, model.config)
        for name, value in source.to_dict().items()
        if name.endswith(("_token_id", "_token_index", "_token_ids"))
        for token in (value if isinstance(value, list) else [value])
        if isinstance(token, int)
    }
    usual = [token for token in range(min(vocabulary, 4096)) if token not in special]
    chosen = np.array(usual if len(usual) > 1 else range(vocabulary))
    return np.random.default_rng(0).choice(chosen, size=count).astype(np.int32)


def close(
    left: Tensor, right: Tensor, *, dtype: torch.dtype | None = None, tolerance: float = 0.0
) -> bool:
    """Return True if two results agree within a tolerance (default: that of their dtype)."""
    tolerance = tolerance or _tolerance(dtype or left.dtype)
    return bool((left - right).float().norm() <= tolerance * right.float().norm())


def same_predictions(left: Tensor, right: Tensor, *, dtype: torch.dtype) -> bool:
    """Return True if logits [positions, vocabulary] predict the same at every position."""
    if left.shape != right.shape:
        return False
    left, right = (_centred(each) for each in (left, right))
    differences = (left - right).norm(dim=-1)
    return bool((differences <= _tolerance(dtype) * right.norm(dim=-1)).all())


def _centred(logits: Tensor) -> Tensor:
    """Logits without what softmax takes away from them; some are -inf by design."""
    known = logits.float().nan_to_num(nan=float("inf"), neginf=0.0).clamp(min=-1e4)
    return known - known.mean(dim=-1, keepdim=True)


def _tolerance(dtype: torch.dtype) -> float:
    return TOLERANCE.get(str(dtype).removeprefix("torch."), 1e-4)
