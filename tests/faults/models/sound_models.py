"""Small sound models of every kind that is damaged, made once and copied."""

from __future__ import annotations

from pathlib import Path

import torch
import transformers as hf

from tests.support.tiny_models import save_tiny_model, tiny_tokenizer


def make_all(place: Path) -> Path:
    """A folder with a model per base in it."""
    llama = save_tiny_model(place / "llama", llama_config())
    model = hf.AutoModelForCausalLM.from_pretrained(llama)
    model.save_pretrained(place / "sharded", max_shard_size="70KB")
    tiny_tokenizer().save_pretrained(place / "sharded")
    save_adapter(place / "adapter", llama)
    gpt2 = hf.GPT2Config(
        vocab_size=400, n_embd=32, n_layer=1, n_head=2, n_positions=64, bos_token_id=0,
        eos_token_id=1,
    )  # fmt: skip
    save_tiny_model(place / "gpt2", gpt2)
    save_bert(place / "bert")
    (place / "gguf").mkdir()
    save_gguf(place / "gguf" / "tiny.gguf")
    return place


def llama_config() -> hf.LlamaConfig:
    return hf.LlamaConfig(
        vocab_size=400, hidden_size=32, intermediate_size=64, num_hidden_layers=2,
        num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=64,
        bos_token_id=0, eos_token_id=1, pad_token_id=2,
    )  # fmt: skip


def save_adapter(folder: Path, base: Path) -> None:
    from peft import LoraConfig, get_peft_model

    torch.manual_seed(0)
    config = LoraConfig(r=4, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    model = get_peft_model(hf.AutoModelForCausalLM.from_pretrained(base), config)
    model.save_pretrained(str(folder), save_embedding_layers=False)


def save_bert(folder: Path) -> None:
    tokenizer = tiny_tokenizer()
    tokenizer.add_special_tokens({"mask_token": "[MASK]"})
    config = hf.BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=64,
    )  # fmt: skip
    torch.manual_seed(0)
    hf.BertForMaskedLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def save_gguf(path: Path) -> None:
    """A Llama of one layer with a tokenizer, as llama.cpp writes it."""
    import gguf
    import numpy as np

    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁"]
    width, inner = 32, 64
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(64)
    writer.add_embedding_length(width)
    writer.add_block_count(1)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(4)
    writer.add_head_count_kv(4)
    writer.add_rope_dimension_count(8)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types([2, 3, 3, *([6] * 256), 1])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    random = np.random.default_rng(0)
    square = [f"blk.0.attn_{name}.weight" for name in ("q", "k", "v", "output")]
    shapes = {
        "token_embd.weight": (len(tokens), width),
        "output.weight": (len(tokens), width),
        "blk.0.ffn_gate.weight": (inner, width),
        "blk.0.ffn_up.weight": (inner, width),
        "blk.0.ffn_down.weight": (width, inner),
        **dict.fromkeys(square, (width, width)),
        **dict.fromkeys(["output_norm.weight", "blk.0.attn_norm.weight"], (width,)),
        "blk.0.ffn_norm.weight": (width,),
    }
    for name, shape in shapes.items():
        writer.add_tensor(name, random.normal(size=shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
