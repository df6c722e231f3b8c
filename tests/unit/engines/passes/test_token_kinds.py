"""Unknown tokens and pieces of characters: counted once, and then found in the store."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from kasauti.engines.passes.tokens import token_kinds_once
from kasauti.engines.protocol.backend import TokenKinds
from kasauti.engines.protocol.store import Owner
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore, key
from tests.support.tiny_models import tiny_tokenizer


class Model:
    """As much of a model as the counts need; says how often its tokenizer was loaded."""

    def __init__(self, tokenizer: Any, store: ScoreStore) -> None:
        self._tokenizer = tokenizer
        self.store = store
        self.owner = Owner("tiny", "tiny")
        self.loaded = 0

    @property
    def tokenizer(self) -> Any:
        self.loaded += 1
        return self._tokenizer

    def key(self, kind: str, content: bytes) -> bytes:
        return key(kind, content)


def word_tokenizer() -> PreTrainedTokenizerFast:
    """Knows two words and the bytes of one letter."""
    vocabulary = {"[UNK]": 0, "घर": 1, "book": 2}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]")


def fallback_tokenizer() -> PreTrainedTokenizerFast:
    """Writes letters that it does not know as bytes, as sentencepiece does."""
    vocabulary = {"<unk>": 0, **{f"<0x{byte:02X}>": 1 + byte for byte in range(256)}, "a": 257}
    tokenizer = Tokenizer(
        models.BPE(vocabulary, [], unk_token="<unk>", byte_fallback=True, fuse_unk=True)
    )
    tokenizer.decoder = decoders.Sequence([decoders.ByteFallback(), decoders.Fuse()])
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="<unk>")


def test_partial_character_token_is_a_piece() -> None:
    tokenizer = tiny_tokenizer()
    model = Model(tokenizer, ScoreStore(IN_MEMORY))
    latin, other = token_kinds_once(model, [["The boys"], ["ਘ"]])  # type: ignore[arg-type]
    assert latin == TokenKinds(len(tokenizer("The boys").input_ids), 0, 0)
    assert other.tokens == other.pieces == len(tokenizer("ਘ").input_ids) > 1


def test_byte_fallback_tokens_are_pieces_except_ascii() -> None:
    model = Model(fallback_tokenizer(), ScoreStore(IN_MEMORY))
    assert token_kinds_once(model, [["aघ"], ["a\n"]]) == [  # type: ignore[arg-type]
        TokenKinds(4, 0, 3),
        TokenKinds(2, 0, 0),
    ]


def test_unknown_words_are_counted() -> None:
    model = Model(word_tokenizer(), ScoreStore(IN_MEMORY))
    assert token_kinds_once(model, [["घर book", "घर x"]]) == [  # type: ignore[arg-type]
        TokenKinds(4, 1, 0)
    ]


def test_stored_counts_need_no_tokenizer(tmp_path: Path) -> None:
    groups = [["The boys", "घर"], ["घर", "The boys"], ["Theboys", "घर"]]
    store = ScoreStore(tmp_path / "scores.sqlite")
    first = Model(tiny_tokenizer(), store)
    counted = token_kinds_once(first, groups)  # type: ignore[arg-type]
    again = Model(SimpleNamespace(), store)
    assert token_kinds_once(again, groups) == counted  # type: ignore[arg-type]
    assert (first.loaded, again.loaded) == (1, 0)
    with pytest.raises(AttributeError):
        token_kinds_once(again, [["The boys"], *groups])  # type: ignore[arg-type]


def test_many_texts_are_tokenized_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kasauti.engines.passes.tokens.TEXTS_AT_ONCE", 2)
    at_once: list[int] = []

    def tokenizer(texts: list[str], **_: Any) -> dict[str, list[list[int]]]:
        at_once.append(len(texts))
        return {"input_ids": [[len(text)] * len(text) for text in texts]}

    tokenizer.unk_token_id = 3  # type: ignore[attr-defined]
    tokenizer.decode = str  # type: ignore[attr-defined]
    model = Model(tokenizer, ScoreStore(IN_MEMORY))
    (kinds,) = token_kinds_once(model, [["a", "bb", "ccc", "dddd", "e"]])  # type: ignore[arg-type]
    assert kinds == TokenKinds(11, 3, 0)
    assert at_once == [2, 2, 1]
