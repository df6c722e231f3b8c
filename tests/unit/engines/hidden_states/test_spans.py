"""Vectors of word spans, against the plainest way to get them: one sentence, all hidden states."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.hidden_states.spans import HEADER, SpanVectors, align
from kasauti.engines.protocol.backend import Pool, TextSpan
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.masked_models import SIZES, masked_tokenizer
from tests.support.tiny_models import save_tiny_model, tiny_tokenizer

SMALL: dict[str, Any] = {"vocab_size": 400, "num_attention_heads": 4, "num_hidden_layers": 3}
WIDE: dict[str, Any] = {
    **SMALL,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_key_value_heads": 2,
}
CAUSAL = {
    "gpt2": hf.GPT2Config(vocab_size=400, n_embd=32, n_layer=3, n_head=4, bos_token_id=0),
    "llama": hf.LlamaConfig(**WIDE, bos_token_id=0),
    "gemma3": hf.Gemma3TextConfig(
        **WIDE, head_dim=8, sliding_window=4, bos_token_id=0, pad_token_id=2
    ),
    "bloom": hf.BloomConfig(vocab_size=400, hidden_size=32, n_layer=3, n_head=4),
}
SENTENCES = [
    "लड़के ने क्षमा माँगी।",
    "वह घर पर है।",
    "मैंने उस लड़के को देखा था।",
    "The boys read a book at home.",
    "घर",
]


def vectors_of(model: LocalBackend, *, pool: Pool = "last", layers: str = "all") -> SpanVectors:
    return SpanVectors(model, model.encode_spans, pool=pool, layers=layers)


def spans_of_words() -> list[TextSpan]:
    """Every word of every sentence, and every two neighbours."""
    spans = []
    for sentence in SENTENCES:
        starts = [0, *(index + 1 for index, c in enumerate(sentence) if c == " ")]
        ends = [*(start - 1 for start in starts[1:]), len(sentence)]
        spans += [TextSpan(sentence, *edges) for edges in zip(starts, ends, strict=True)]
        spans += [TextSpan(sentence, *edges) for edges in zip(starts, ends[1:], strict=False)]
    return spans


@pytest.fixture(scope="module", params=[*CAUSAL, "bert"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp(request.param)
    if request.param != "bert":
        return save_tiny_model(path, CAUSAL[request.param])
    torch.manual_seed(0)
    hf.AutoModelForMaskedLM.from_config(hf.BertConfig(**SIZES)).save_pretrained(path)
    masked_tokenizer("wordpiece").save_pretrained(path)
    return path


@pytest.fixture
def store(tmp_path: Path):
    with opened(tmp_path / "scores.sqlite") as opened_store:
        yield opened_store


def backend(folder: Path, store: ScoreStore, batch_tokens: int | None = None) -> LocalBackend:
    source = ModelSource.find(str(folder))
    return LocalBackend(
        ModelRequest(
            source=source, load=LoadOptions(device="cpu"), store=store, batch_tokens=batch_tokens
        )
    )


@cache
def loaded(folder: Path) -> tuple[Any, Any]:
    tokenizer = hf.AutoTokenizer.from_pretrained(folder)
    auto = hf.AutoModelForMaskedLM if tokenizer.mask_token else hf.AutoModelForCausalLM
    return auto.from_pretrained(folder).eval(), tokenizer


def plain(folder: Path, span: TextSpan, pool: Pool) -> Any:
    """The whole sentence alone through the whole model, as anybody would write it down."""
    model, tokenizer = loaded(folder)
    masked = tokenizer.mask_token is not None
    encoded = tokenizer(
        span.sentence, add_special_tokens=masked, return_offsets_mapping=True, verbose=False
    )
    before = [] if masked else [tokenizer.bos_token_id]
    chosen = [
        index + len(before)
        for index, (start, stop) in enumerate(encoded["offset_mapping"])
        if max(start, span.start) < min(stop, span.end)
    ]
    with torch.no_grad():
        ids = torch.tensor([before + encoded["input_ids"]])
        states = model(input_ids=ids, output_hidden_states=True).hidden_states
    at_span = torch.stack([state[0, chosen] for state in states])
    return (at_span[:, -1] if pool == "last" else at_span.mean(dim=1)).numpy()


@pytest.mark.parametrize("pool", ["last", "mean"])
def test_vectors_equal_one_sentence_at_a_time(folder: Path, store: ScoreStore, pool: Pool) -> None:
    spans = spans_of_words()
    found = vectors_of(backend(folder, store), pool=pool).read(spans)
    for span, vectors in zip(spans, found, strict=True):
        expected = plain(folder, span, pool)
        assert vectors.shape == expected.shape
        np.testing.assert_allclose(vectors, expected, rtol=1e-4, atol=1e-4)


def test_vectors_do_not_depend_on_the_batch(folder: Path, tmp_path: Path) -> None:
    spans = spans_of_words()
    found = []
    for batch_tokens, order in ((1, 1), (4096, -1)):
        with opened(tmp_path / f"{batch_tokens}.sqlite") as store:
            vectors = vectors_of(backend(folder, store, batch_tokens)).read(spans[::order])
            found.append(vectors[::order])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-4, atol=1e-4)


def test_a_span_is_computed_once_and_then_read(folder: Path, store: ScoreStore) -> None:
    spans = spans_of_words()
    first = backend(folder, store)
    done: list[int] = []
    vectors_of(first).compute([*spans, *spans], lambda count, **_: done.append(count))
    assert sum(done) == 2 * len(spans)
    # A causal model sees no difference between sentences that part after the span.
    assert 0 < first.work.computed <= len(spans)
    again = backend(folder, store)
    once, twice = vectors_of(first).read(spans), vectors_of(again).read(spans)
    np.testing.assert_array_equal(once, twice)
    assert (again.work.computed, again.work.stored) == (0, 0)  # reading is not counted
    vectors_of(again).compute(spans)
    assert (again.work.computed, again.work.stored) == (0, first.work.computed)
    assert "model" not in vars(again)  # it was not even loaded
    vectors_of(again, pool="mean").compute(spans[:1])
    assert again.work.computed == 1


@pytest.mark.parametrize(("layers", "kept"), [("last", [0, -1]), ("1", [0, 1]), ("0", [0])])
def test_only_the_wanted_layers_are_stored(
    layers: str, kept: list[int], folder: Path, store: ScoreStore
) -> None:
    spans = spans_of_words()[:3]
    wanted = vectors_of(backend(folder, store), layers=layers)
    first = wanted.read(spans)
    stored = store.get(wanted._prepare(spans)[0])
    width = first.shape[2]
    assert {len(value) for value in stored.values()} == {HEADER.size + 4 * width * len(kept)}
    whole = vectors_of(backend(folder, store)).read(spans)
    count = whole.shape[1]
    others = sorted(set(range(count)) - {layer % count for layer in kept})
    for found in (first, vectors_of(backend(folder, store), layers=layers).read(spans)):
        np.testing.assert_array_equal(found[:, kept], whole[:, kept])
        assert not found[:, others].any()


def test_nonexistent_layer_is_refused(folder: Path, store: ScoreStore) -> None:
    with pytest.raises(EngineError, match="--probe-layers=9 is not a layer of this model"):
        vectors_of(backend(folder, store), layers="9").compute(spans_of_words()[:1])


def test_causal_vectors_ignore_text_after_span() -> None:
    tokenizer = tiny_tokenizer()
    short, long = TextSpan("वह घर पर है।", 3, 5), TextSpan("वह घर से आया।", 3, 5)
    one, other = align(tokenizer, [short, long], prefix=0, special_tokens=False)
    assert one.content == other.content
    assert one.ids[0] == 0


def test_split_characters_are_fully_covered() -> None:
    tokenizer = tiny_tokenizer()
    text = "क्षमा ☂ ज़मीन"
    for start in range(len(text)):
        if text[start] == " ":
            continue
        (span,) = align(
            tokenizer, [TextSpan(text, start, start + 1)], prefix=None, special_tokens=False
        )
        covered = tokenizer.decode(span.ids[span.first : span.stop])
        assert text[start] in covered


def test_a_span_that_no_token_covers_is_refused() -> None:
    tokenizer = masked_tokenizer("wordpiece")  # it drops white space
    with pytest.raises(EngineError, match="No token covers ' ' in 'घर है'. Use a span"):
        align(tokenizer, [TextSpan("घर है", 2, 3)], prefix=None, special_tokens=True)


def test_vectors_that_are_not_numbers_are_refused(tmp_path: Path, store: ScoreStore) -> None:
    folder = save_tiny_model(tmp_path / "model", CAUSAL["gpt2"])
    broken = backend(folder, store)
    with torch.no_grad():
        next(broken.model.parameters()).fill_(torch.nan)
    with pytest.raises(EngineError, match="NaN or infinity as a hidden state"):
        vectors_of(broken).compute([TextSpan("घर", 0, 2)])
