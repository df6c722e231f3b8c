"""Every architecture of transformers that can be built tiny, from its config alone."""

from __future__ import annotations

import re
from typing import Any, Literal

import torch
from transformers import (
    MODEL_FOR_CAUSAL_LM_MAPPING,
    MODEL_FOR_MASKED_LM_MAPPING,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
)

Task = Literal["causal", "masked"]
MAPPINGS = {"causal": MODEL_FOR_CAUSAL_LM_MAPPING, "masked": MODEL_FOR_MASKED_LM_MAPPING}
AUTO: dict[str, Any] = {"causal": AutoModelForCausalLM, "masked": AutoModelForMaskedLM}
VOCABULARY = 300
MOST_PARAMETERS = 20_000_000
# The first pattern that fits the name of a setting gives its value.
SIZES: tuple[tuple[str, int], ...] = (
    (r"num_experts_per_tok|num_experts_per_token|top_?k|n_group|topk_group|num_selected|moe_k$", 1),
    (r"shared_experts|dense_replace", 1),
    (r"experts", 4),
    (r"vocab_size.*per_layer", VOCABULARY),
    (r"vocab_size|n_words|vocabulary_size", VOCABULARY),
    (r"key_value_heads|kv_heads|num_query_groups", 2),
    (r"(num|n)_.*heads?$|_heads$|^n_heads?$", 4),
    (r"num_buckets|relative_attention", 8),
    (r"rotary_dim", 4),
    (r"head_dim|d_kv|head_size|v_head", 8),
    (r"kv_lora_rank|q_lora_rank|lora", 8),
    (r"(num|n)_.*layers?$|^n_layers?$|_layers$|^depth$|num_hidden_groups", 2),
    (r"intermediate|ffn|inner|d_ff|mlp_dim|ffw", 48),
    (r"max_position|n_positions|max_seq|max_len|context_length|n_ctx|max_target", 256),
    (r"window|local_attention|attention_chunk", 16),
    (r"hidden_size|d_model|n_embd|^dim$|model_dim|embed|emb_dim|width|^d_embed", 32),
    (r"state_size|d_state|ssm_state|mamba_d_state", 8),
    (r"chunk_size", 8),
)
KEPT = re.compile(
    r"id$|index|_ids$|version|dropout|std|eps|theta|sparse_step|type|bool|chunk_size_feed"
)


class CannotBuildError(Exception):
    """The architecture needs more than smaller sizes."""


def architectures(task: Task) -> list[str]:
    """The names of the model types that transformers has a class of this task for."""
    return sorted({config.model_type for config in MAPPINGS[task]})


def tiny_model(task: Task, model_type: str, **more: Any) -> Any:
    """A random model of this type, in evaluation mode; large weights, so that mistakes show."""
    try:
        config = next(each for each in MAPPINGS[task] if each.model_type == model_type)
        made = _build(task, config, more)
    except Exception as error:
        raise CannotBuildError(f"{type(error).__name__}: {error}") from error
    with torch.no_grad():
        for parameter in made.parameters():
            if parameter.dim() > 1:
                parameter.mul_(4.0)
    return made


def has_decoder_setting(model_type: str) -> bool:
    """Return True if its config says whether it is a decoder, and does not by default."""
    config = next(each for each in MAPPINGS["causal"] if each.model_type == model_type)
    try:
        return config().to_dict().get("is_decoder") is False
    except Exception:
        return False  # no defaults


def _build(task: Task, config_class: Any, more: dict[str, Any]) -> Any:
    config = config_class(**_smaller(config_class().to_dict()) | more)
    with torch.device("meta"):
        size = sum(each.numel() for each in AUTO[task].from_config(config).parameters())
    if size > MOST_PARAMETERS:
        raise ValueError(f"{size} parameters")
    torch.manual_seed(0)
    return AUTO[task].from_config(config, dtype=torch.float32).eval()


def _smaller(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings of a config that are to be changed."""
    changed: dict[str, Any] = {}
    for name, value in settings.items():
        if name == "head_dim" and value is None:
            changed[name] = 8
        elif name.endswith("_token_id") and isinstance(value, int) and value >= VOCABULARY:
            changed[name] = 2
        elif isinstance(value, dict) and name.endswith("config") and value:
            changed[name] = _smaller(value) | (
                {"model_type": value["model_type"]} if "model_type" in value else {}
            )
        elif isinstance(value, bool) or not isinstance(value, int) or value < 1:
            continue
        elif not KEPT.search(name):
            size = next((size for pattern, size in SIZES if re.search(pattern, name)), None)
            if size is not None:
                changed[name] = size
    return changed
