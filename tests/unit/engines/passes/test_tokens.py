"""Exactly one prefix token, whatever the tokenizer itself adds."""

from __future__ import annotations

import pytest
from tokenizers.processors import TemplateProcessing

from kasauti.engines.passes.tokens import encode, prefix_token
from kasauti.engines.protocol.errors import EngineError
from tests.support.tiny_models import tiny_tokenizer


def test_the_prefix_is_bos_else_eos_else_cls() -> None:
    tokenizer = tiny_tokenizer()
    assert prefix_token(tokenizer, "auto") == tokenizer.convert_tokens_to_ids("<s>")
    tokenizer.bos_token = None
    assert prefix_token(tokenizer, "auto") == tokenizer.convert_tokens_to_ids("</s>")
    tokenizer.eos_token = None
    tokenizer.cls_token = "<pad>"
    assert prefix_token(tokenizer, "auto") == tokenizer.convert_tokens_to_ids("<pad>")
    tokenizer.cls_token = None
    with pytest.raises(EngineError, match="--bos"):
        prefix_token(tokenizer, "auto")


def test_bos_can_be_named_or_left_out() -> None:
    tokenizer = tiny_tokenizer()
    assert prefix_token(tokenizer, "</s>") == tokenizer.eos_token_id
    assert prefix_token(tokenizer, "none") is None
    with pytest.raises(EngineError, match="not a token"):
        prefix_token(tokenizer, "<nowhere>")


def test_bos_adding_tokenizer_adds_no_second_bos() -> None:
    plain, adding = tiny_tokenizer(), tiny_tokenizer()
    adding.backend_tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    assert adding("घर").input_ids[0] == 0  # it does add one
    texts = ["लड़का घर जाता है।", "घर"]
    for ours, other in zip(
        encode(plain, texts, prefix=0), encode(adding, texts, prefix=0), strict=True
    ):
        assert ours.tolist() == other.tolist()
        assert ours.tolist().count(0) == 1


def test_ids_match_text() -> None:
    tokenizer = tiny_tokenizer()
    texts = [f"वाक्य {number}" for number in range(5000)]  # more than are encoded at once
    encoded = encode(tokenizer, texts, prefix=0)
    assert [tokenizer.decode(ids[1:]) for ids in encoded] == texts


def test_a_sentence_without_anything_to_score_is_refused() -> None:
    with pytest.raises(EngineError, match="leaves no token to score"):
        encode(tiny_tokenizer(), ["a"], prefix=None)
    with pytest.raises(EngineError, match="leaves no token to score"):
        encode(tiny_tokenizer(), ["घर", ""], prefix=0)
