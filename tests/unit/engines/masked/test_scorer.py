"""Pseudo-log-likelihoods equal those of the plainest possible loop, and those of minicons."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
import torch
import transformers as hf

from kasauti.engines.masked import scorer as masked
from kasauti.engines.masked.scorer import MaskedScorer
from kasauti.engines.masked.sentences import ORIGINAL, WITHIN_WORD, MaskedSentence, encode
from kasauti.engines.protocol.errors import EngineError
from tests.support.masked_models import (
    CONFIGS,
    ENGLISH,
    TEXTS,
    TOKENIZERS,
    masked_model,
    masked_tokenizer,
    one_at_a_time,
)

# DeBERTa's modules are scripted when they are imported.
pytestmark = pytest.mark.filterwarnings("ignore:.torch.jit.script. is deprecated")

METRICS = [ORIGINAL, WITHIN_WORD]


def scorer_of(model: Any, tokenizer: Any, *, batch_tokens: int = 512) -> MaskedScorer:
    return MaskedScorer(model, mask_token=masked.mask_token(tokenizer), batch_tokens=batch_tokens)


def batched(scorer: MaskedScorer, sentences: list[MaskedSentence]) -> list[float]:
    pairs = [pair for batch in scorer.scores(sentences) for pair in batch]
    assert len(pairs) == len(sentences)
    return [dict(pairs)[index] for index in range(len(sentences))]


@pytest.mark.parametrize("pll", METRICS)
@pytest.mark.parametrize("name", CONFIGS)
def test_scores_do_not_depend_on_batch(name: str, pll: str) -> None:
    model, tokenizer = masked_model(name)
    sentences = encode(tokenizer, TEXTS, pll=pll)
    expected = [one_at_a_time(model, tokenizer, text, pll) for text in TEXTS]
    assert [len(each.scored) for each in sentences] == [count for _, count in expected]
    for batch_tokens in (1, 100, 5000):
        scorer = scorer_of(model, tokenizer, batch_tokens=batch_tokens)
        assert scorer._narrow
        np.testing.assert_allclose(
            batched(scorer, sentences), [score for score, _ in expected], atol=1e-4, rtol=0
        )


@pytest.mark.parametrize("name", ["bert", "roberta", "deberta"])
def test_the_two_metrics_differ(name: str) -> None:
    model, tokenizer = masked_model(name)
    scorer = scorer_of(model, tokenizer)
    original, by_word = (batched(scorer, encode(tokenizer, TEXTS, pll=pll)) for pll in METRICS)
    assert not np.allclose(original, by_word, atol=0.1, rtol=0)


# A word that minicons takes from SentencePiece includes the punctuation, so none there.
@pytest.mark.parametrize(
    ("name", "texts"),
    [
        *((name, ENGLISH) for name in ("bert", "roberta", "deberta")),
        ("deberta-v2", ["The boys read a book at home", "Nobody has ever seen these readers"]),
    ],
)
@pytest.mark.parametrize("pll", METRICS)
def test_equals_minicons(name: str, texts: list[str], pll: str) -> None:
    minicons = pytest.importorskip("minicons.scorer")
    model, tokenizer = masked_model(name)
    theirs = minicons.MaskedLMScorer(model, "cpu", tokenizer=tokenizer).sequence_score(
        # Encoded for it: the method that minicons 0.3.39 calls has left transformers.
        tokenizer(texts, padding=True),
        reduction=lambda logprobs: logprobs.sum().item(),
        PLL_metric=pll,
    )
    ours = batched(scorer_of(model, tokenizer), encode(tokenizer, texts, pll=pll))
    np.testing.assert_allclose(ours, theirs, atol=1e-4, rtol=0)


@pytest.fixture
def seen() -> Any:
    """A model, its tokenizer, and the inputs that go through it."""
    model, tokenizer = masked_model("bert")
    scorer = scorer_of(model, tokenizer, batch_tokens=40)
    inputs: list[torch.Tensor] = []
    model.register_forward_pre_hook(
        lambda _, __, given: inputs.append(given["input_ids"]), with_kwargs=True
    )
    return scorer, tokenizer, inputs


@pytest.mark.parametrize("pll", METRICS)
def test_copies_with_equal_visible_context_are_computed_once(seen, pll: str) -> None:
    scorer, tokenizer, inputs = seen
    sentences = encode(tokenizer, TEXTS[4:6], pll=pll)  # they differ in the end of one word
    good, bad = sentences
    (differing,) = np.flatnonzero(good.ids != bad.ids)
    scores = batched(scorer, sentences)
    assert scores[0] != scores[1]
    copies = Counter(tuple(row) for batch in inputs for row in batch.tolist())
    assert set(copies.values()) == {1}
    # The token that differs is behind the mask: alone, or with all that precedes it in its word.
    hiding = len(tokenizer.tokenize("पढ़ती")) if pll == WITHIN_WORD else 1
    assert good.stops[differing - 1] == differing + 1
    assert len(copies) == 2 * len(good.scored) - hiding


def test_batches_are_bounded_and_not_padded(seen) -> None:
    scorer, tokenizer, inputs = seen
    sentences = encode(tokenizer, TEXTS, pll=ORIGINAL)
    batched(scorer, sentences)
    widths = [batch.shape[1] for batch in inputs]
    assert widths == sorted(widths, reverse=True)
    assert all(batch.shape[0] == 1 or batch.numel() <= 40 for batch in inputs)
    assert any(batch.shape[0] > 1 for batch in inputs)
    assert not any((batch == tokenizer.pad_token_id).any() for batch in inputs)


def test_the_head_runs_on_the_scored_places_only() -> None:
    model, tokenizer = masked_model("roberta")
    scorer = scorer_of(model, tokenizer, batch_tokens=5000)
    places: list[int] = []
    model.lm_head.register_forward_hook(lambda _, __, logits: places.append(logits[..., 0].numel()))
    sentences = encode(tokenizer, TEXTS, pll=ORIGINAL)
    batched(scorer, sentences)
    assert 0 < sum(places) <= sum(len(each.scored) for each in sentences)


def test_head_that_cannot_be_narrowed_falls_back() -> None:
    model, tokenizer = masked_model("bert")
    # Stands for an architecture whose head depends on the place of a token.
    model.cls.register_forward_hook(
        lambda _, __, logits: logits + torch.arange(logits.shape[1])[:, None] * logits.flip(-1)
    )
    scorer = scorer_of(model, tokenizer, batch_tokens=5000)
    assert not scorer._narrow
    assert scorer.limit.tokens == masked.FULL_LOGITS_TOKENS
    expected = [one_at_a_time(model, tokenizer, text, ORIGINAL)[0] for text in TEXTS]
    ours = batched(scorer, encode(tokenizer, TEXTS, pll=ORIGINAL))
    np.testing.assert_allclose(ours, expected, rtol=1e-5)


def test_bfloat16_is_narrowed_too() -> None:
    model, tokenizer = masked_model("bert")
    sentences = encode(tokenizer, TEXTS, pll=WITHIN_WORD)
    expected = batched(scorer_of(model, tokenizer), sentences)
    scorer = scorer_of(model.to(torch.bfloat16), tokenizer)
    assert scorer._narrow
    np.testing.assert_allclose(batched(scorer, sentences), expected, rtol=0.05, atol=1.0)


def test_out_of_memory_halves_batch_and_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    model, tokenizer = masked_model("bert")
    sentences = encode(tokenizer, TEXTS, pll=ORIGINAL)
    expected = batched(scorer_of(model, tokenizer), sentences)
    scorer, whole = scorer_of(model, tokenizer, batch_tokens=800), MaskedScorer._batch_logprobs

    def limited(self, batch):
        if sum(map(len, batch)) > 120:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return whole(self, batch)

    monkeypatch.setattr(MaskedScorer, "_batch_logprobs", limited)
    np.testing.assert_allclose(batched(scorer, sentences), expected, atol=1e-4, rtol=0)
    assert scorer.limit.tokens == 100


def test_nan_score_raises() -> None:
    model, tokenizer = masked_model("bert")
    scorer = scorer_of(model, tokenizer)
    with torch.no_grad():
        model.get_output_embeddings().weight[7] = torch.nan
    with pytest.raises(EngineError, match="NaN or infinity as a log-probability"):
        batched(scorer, encode(tokenizer, TEXTS[:1], pll=ORIGINAL))


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("pll", METRICS)
def test_special_tokens_are_input_but_not_scored(name: str, pll: str) -> None:
    tokenizer = masked_tokenizer(name)
    (sentence,) = encode(tokenizer, TEXTS[:1], pll=pll)
    ids = sentence.ids.tolist()
    assert (ids[0], ids[-1]) == (tokenizer.cls_token_id, tokenizer.sep_token_id)
    assert sentence.scored.tolist() == list(range(1, len(ids) - 1))


@pytest.mark.parametrize("name", TOKENIZERS)
@pytest.mark.parametrize("word", ["लड़कियाँ", "क्षमा", "ज़मीन", "दुःख", "क्‍या", "हूँ", "unbelievably"])
def test_a_word_is_masked_to_its_end(name: str, word: str) -> None:
    tokenizer = masked_tokenizer(name)
    before, sentence = encode(tokenizer, ["घर", f"घर {word}"], pll=WITHIN_WORD)
    first, end = len(before) - 1, len(sentence) - 1
    assert sentence.stops.tolist() == [first] * (first - 1) + [end] * (end - first)


def test_tokenizer_word_ids_split_at_matra() -> None:
    """Words are our own, not the tokenizer's: if this fails, the tokenizer learnt Devanagari."""
    words = masked_tokenizer("byte_level")("लड़कियाँ").word_ids()
    assert len(set(words) - {None}) > 1


def test_a_slow_tokenizer_is_refused_where_words_are_needed() -> None:
    tokenizer = hf.CanineTokenizer()
    assert not tokenizer.is_fast
    with pytest.raises(EngineError, match="CanineTokenizer does not say.*--pll=original"):
        encode(tokenizer, ["घर"], pll=WITHIN_WORD)
    (sentence,) = encode(tokenizer, ["घर"], pll=ORIGINAL)
    assert (sentence.scored.tolist(), sentence.stops.tolist()) == ([1, 2], [2, 3])


def test_unscorable_input_is_refused() -> None:
    tokenizer = masked_tokenizer("wordpiece")
    with pytest.raises(EngineError, match="leaves no token to score"):
        encode(tokenizer, ["घर", " "], pll=ORIGINAL)
    with pytest.raises(EngineError, match="--pll=l2r is unknown. Use original"):
        encode(tokenizer, ["घर"], pll="l2r")
    tokenizer.mask_token = None
    with pytest.raises(EngineError, match="no mask token"):
        masked.mask_token(tokenizer)


def test_sentences_with_other_masks_have_other_content() -> None:
    made = [
        ([1, 2, 3], [2], [3]),
        ([1, 2, 3], [1], [3]),
        ([1, 2, 3], [2], [2]),
        ([1], [2, 3], [2, 3]),  # as the first one, where each part ends elsewhere
    ]
    arrays = [[np.array(part, dtype=np.int32) for part in parts] for parts in made]
    assert len({MaskedSentence(*parts).content for parts in arrays}) == len(made)
