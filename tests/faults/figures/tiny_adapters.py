"""Every type of adapter that peft has, on a small model, with values that change its scores."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import Any

import torch
import transformers as hf
from peft import PEFT_TYPE_TO_CONFIG_MAPPING, LoraConfig, get_peft_model

from tests.faults.figures.tiny_architectures import CannotBuildError
from tests.faults.models.sound_models import llama_config

LAYERS = ["q_proj", "v_proj"]
MORE: dict[str, dict[str, Any]] = {
    "PROMPT_TUNING": {"num_virtual_tokens": 4},
    "MULTITASK_PROMPT_TUNING": {"num_virtual_tokens": 4, "num_tasks": 2},
    "P_TUNING": {"num_virtual_tokens": 4, "encoder_hidden_size": 16},
    "PREFIX_TUNING": {"num_virtual_tokens": 4},
    "CPT": {"cpt_token_ids": [5, 6, 7], "cpt_mask": [1, 1, 1], "cpt_tokens_type_mask": [1, 2, 3]},
    "CARTRIDGE": {"num_virtual_tokens": 4},
    "ADAPTION_PROMPT": {"adapter_len": 4, "adapter_layers": 2},
    "ADALORA": {"total_step": 10, "target_modules": LAYERS},
    "IA3": {"target_modules": ["k_proj", "down_proj"], "feedforward_modules": ["down_proj"]},
    "LN_TUNING": {"target_modules": ["input_layernorm"]},
    "TRAINABLE_TOKENS": {"token_indices": [5, 6, 7]},
    "C3A": {"target_modules": LAYERS, "block_size": 8},
    "FOURIERFT": {"target_modules": LAYERS, "n_frequency": 16},
    "WAVEFT": {"target_modules": LAYERS, "n_frequency": 16},
    "ROAD": {"target_modules": LAYERS, "group_size": 8},
    "VBLORA": {"target_modules": LAYERS, "vector_length": 8, "num_vectors": 16},
    "SHIRA": {"target_modules": LAYERS, "r": 2},
    "MISS": {"target_modules": LAYERS, "r": 8},
    "PSOFT": {"target_modules": LAYERS, "r": 8},
    "ALORA": {"target_modules": LAYERS, "alora_invocation_tokens": [7, 8]},
}
TYPES = [*(str(each.value) for each in PEFT_TYPE_TO_CONFIG_MAPPING), "ALORA"]


def _base() -> Any:
    torch.manual_seed(0)
    return hf.AutoModelForCausalLM.from_config(llama_config(), dtype=torch.float32)


def _saved_loras(folder: Path) -> dict[str, str]:
    """Two saved adapters: an X-LoRA mixes them for each token."""
    for name in ("first", "second"):
        config = LoraConfig(task_type="CAUSAL_LM", target_modules=LAYERS, init_lora_weights=False)
        get_peft_model(_base(), config).save_pretrained(str(folder / name))
    return {name: str(folder / name) for name in ("first", "second")}


def adapted_model(kind: str) -> Any:
    """A small Llama with an adapter of this type, in peft's wrapper."""
    config_class: Any = PEFT_TYPE_TO_CONFIG_MAPPING["LORA" if kind == "ALORA" else kind]  # type: ignore[index]
    settings = MORE.get(kind, {"target_modules": LAYERS})
    base = _base()
    try:
        with warnings.catch_warnings(), tempfile.TemporaryDirectory() as folder:
            warnings.simplefilter("ignore")  # CUDA extensions, layers without a bias
            if kind == "XLORA":
                settings = {"adapters": _saved_loras(Path(folder)), "hidden_size": 32}
                base.config.use_cache = False  # as it asks for
            model = get_peft_model(base, config_class(task_type="CAUSAL_LM", **settings))
    except Exception as error:
        raise CannotBuildError(f"{type(error).__name__}: {error}") from error
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.requires_grad:
                parameter.add_(torch.randn_like(parameter) * 0.3)
    return model.eval()
