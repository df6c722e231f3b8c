"""Small random models and a real tokenizer for tests: seconds to make, nothing to download."""

from __future__ import annotations

from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, PretrainedConfig, PreTrainedTokenizerFast

TRAINING_TEXT = [
    "लड़का घर जाता है।",
    "लड़कियाँ किताब पढ़ती हैं।",
    "मैंने राम को देखा।",
    "The boys read a book at home.",
]


def tiny_tokenizer() -> PreTrainedTokenizerFast:
    """Byte-level BPE of 400 words with BOS, EOS and padding; knows every string."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "</s>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TRAINING_TEXT, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
    )


def save_tiny_model(folder: Path, config: PretrainedConfig, *, seed: int = 0) -> Path:
    """A random model of the given architecture, large enough that attention matters."""
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    # The usual initialization is so small that a wrong mask would hardly show.
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(4.0)
    model.save_pretrained(folder)
    tiny_tokenizer().save_pretrained(folder)
    return folder
