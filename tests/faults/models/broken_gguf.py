"""GGUF files and adapters that cannot be used."""

from __future__ import annotations

import struct
from typing import Any

from tests.faults.models.broken_checkpoints import Broken
from tests.faults.models.damage import (
    cut,
    dangling,
    header,
    keys,
    lost,
    pickled,
    raw,
    tensors,
    text,
)

FILE = "tiny.gguf"
CONFIG, WEIGHTS = "adapter_config.json", "adapter_model.safetensors"
LAYER = "base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight"


def _start(*, version: int = 3, tensors: int = 0, entries: int = 0, rest: bytes = b"") -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, tensors, entries) + rest


def _entry(kind: int, value: bytes) -> bytes:
    return struct.pack("<Q", 1) + b"a" + struct.pack("<I", kind) + value


def _narrower(weights: dict[str, Any]) -> None:
    weights[LAYER] = weights[LAYER][:, :-1].contiguous()


def _deeper(weights: dict[str, Any]) -> None:
    weights[LAYER.replace("layers.0", "layers.9")] = weights[LAYER].clone()


LONG_ARRAY = struct.pack("<IQ", 0, 1 << 62)
LONG_STRINGS = struct.pack("<IQ", 8, 1 << 62)

GGUF = [
    Broken(name, damage, names, "gguf")
    for name, damage, names in (
        ("GGUF cut in half", cut(FILE, 0.5), FILE),
        ("GGUF cut in its header", cut(FILE, 0.02), FILE),
        ("GGUF without its last bytes", cut(FILE, 0.999), FILE),
        ("GGUF of no bytes", raw(FILE, b""), FILE),
        ("GGUF of four bytes", raw(FILE, b"GGUF"), FILE),
        ("GGUF that is garbage", raw(FILE, bytes(range(256)) * 16), FILE),
        ("GGUF that is a web page", raw(FILE, b"<!DOCTYPE html>" * 99), FILE),
        ("GGUF with another magic", raw(FILE, b"GGML" + b"\x00" * 99), FILE),
        ("GGUF of version 1", raw(FILE, _start(version=1)), FILE),
        ("GGUF of version 999", raw(FILE, _start(version=999)), FILE),
        ("GGUF, big-endian", raw(FILE, b"GGUF\x00\x00\x00\x03" + b"\x00" * 99), FILE),
        ("GGUF with nothing in it", raw(FILE, _start()), FILE),
        ("GGUF of 2**62 tensors", raw(FILE, _start(tensors=1 << 62)), FILE),
        ("GGUF of 2**62 entries", raw(FILE, _start(entries=1 << 62)), FILE),
        ("GGUF with a long array", raw(FILE, _start(entries=1, rest=_entry(9, LONG_ARRAY))), FILE),
        ("GGUF of strings", raw(FILE, _start(entries=1, rest=_entry(9, LONG_STRINGS))), FILE),
        ("GGUF with an odd type", raw(FILE, _start(entries=1, rest=_entry(77, b"a" * 9))), FILE),
        ("GGUF of zeros", raw(FILE, _start(tensors=9, rest=b"\x00" * 999)), FILE),
        (
            "GGUF with a long string",
            raw(FILE, _start(entries=1, rest=_entry(8, struct.pack("<Q", 1 << 62)))),
            FILE,
        ),
    )
]

ADAPTERS = [
    Broken(name, damage, names, "adapter")
    for name, damage, names in (
        ("adapter cut in half", cut(WEIGHTS, 0.5), WEIGHTS),
        ("adapter of no bytes", raw(WEIGHTS, b""), WEIGHTS),
        ("adapter that is garbage", raw(WEIGHTS, b"\xff" * 999), WEIGHTS),
        ("adapter without weights", lost(WEIGHTS), "holds no weights"),
        ("adapter whose weights are gone", dangling(WEIGHTS), "holds no weights"),
        ("adapter with a lying header", header(WEIGHTS, len, 1 << 62), WEIGHTS),
        ("pickled adapter", pickled("adapter_model.bin", WEIGHTS), "--allow-pickle"),
        ("adapter without config", lost(CONFIG), CONFIG),
        ("adapter config of no bytes", raw(CONFIG, b""), CONFIG),
        ("adapter config that is a list", text(CONFIG, "[]"), CONFIG),
        ("adapter config that is not JSON", text(CONFIG, "{"), CONFIG),
        ("adapter config that is empty", text(CONFIG, "{}"), CONFIG),
        ("adapter config that is not UTF-8", raw(CONFIG, b"\xff"), CONFIG),
        ("adapter of no type", keys(CONFIG, peft_type=...), CONFIG),
        ("adapter of an unknown type", keys(CONFIG, peft_type="QUANTUM"), "QUANTUM"),
        ("adapter of a numbered type", keys(CONFIG, peft_type=7), CONFIG),
        ("adapter for unknown modules", keys(CONFIG, target_modules=["x"]), "does not fit"),
        ("adapter for no modules", keys(CONFIG, target_modules=7), "does not fit"),
        ("adapter of another rank", keys(CONFIG, r=3), "does not fit"),
        ("adapter of rank 0", keys(CONFIG, r=0), "does not fit"),
        ("adapter of a worded rank", keys(CONFIG, r="eight"), "does not fit"),
        ("adapter for an unknown task", keys(CONFIG, task_type="DREAM"), "DREAM"),
        ("adapter of other shapes", tensors(WEIGHTS, _narrower), "does not fit"),
        ("adapter that lacks a layer", tensors(WEIGHTS, lambda w: w.pop(LAYER)), "lacks weights"),
        ("adapter for a deeper model", tensors(WEIGHTS, _deeper), "4 of the 5 layers"),
        ("adapter with a tokenizer cut off", text("tokenizer.json", '{"a'), "tokenizer.json"),
    )
]
