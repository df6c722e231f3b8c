"""A model with a new head that classifies tokens, and which of its weights are trained."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import nn
from torch.nn import functional

from kasauti.engines.finetuning.encoding import IGNORED

if TYPE_CHECKING:
    from kasauti.engines.passes.text_model import ModelInProcess

RANK = 16


class Classifier(nn.Module):
    """The layers of a language model, and a linear layer that classifies some of the tokens."""

    def __init__(self, backbone: nn.Module, *, width: int, classes: int) -> None:
        super().__init__()
        self.backbone = backbone
        self.score = nn.Linear(width, classes)
        # With zeros all classes start equally likely, whatever the scale of the hidden states.
        nn.init.zeros_(self.score.weight)
        nn.init.zeros_(self.score.bias)

    def forward(
        self,
        input_ids: torch.Tensor,  # [texts, tokens]
        attention_mask: torch.Tensor,
        indices: torch.Tensor,  # [texts, spans]
        labels: torch.Tensor | None = None,
    ) -> dict[str, torch.Tensor]:
        states = self.backbone(
            input_ids=input_ids, attention_mask=attention_mask
        ).last_hidden_state  # [texts, tokens, hidden]
        rows = torch.arange(len(indices), device=indices.device)[:, None]
        logits = self.score(states[rows, indices.clamp(min=0)].float())  # [texts, spans, classes]
        found = {"logits": logits}
        if labels is not None:
            found["loss"] = functional.cross_entropy(
                logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED
            )
        return found


def classifier_model(
    model: ModelInProcess, classes: int, *, lora_above: int
) -> tuple[nn.Module, bool]:
    """Return a separate copy of the model with a head, and True if it has a LoRA.

    Of a model with more than `lora_above` parameters a LoRA and the head are trained; of a
    smaller one everything is. An adapter of its own is merged into it first.
    """
    copied = model.checkpoint.load_for_training()
    parameters = sum(each.numel() for each in copied.parameters())
    width = copied.config.get_text_config().hidden_size
    headed = Classifier(copied.base_model, width=width, classes=classes)
    headed.to(model.device)
    if parameters <= lora_above:
        return headed.requires_grad_(True), False
    return _with_lora(headed), True


def _with_lora(headed: Classifier) -> nn.Module:
    from peft import LoraConfig, get_peft_model
    from transformers.pytorch_utils import Conv1D

    layers = {
        name: module
        for name, module in headed.named_modules()
        if name.startswith("backbone.") and isinstance(module, nn.Linear | Conv1D)
    }
    config = LoraConfig(
        r=RANK,
        lora_alpha=2 * RANK,
        target_modules=list(layers),
        modules_to_save=["score"],
        # GPT-2's layers store their weights transposed.
        fan_in_fan_out=any(isinstance(module, Conv1D) for module in layers.values()),
    )
    model: nn.Module = get_peft_model(headed, config)
    return model
