"""A text's likelihood after its context equals the plainest loop's, and lm-eval's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.causal import scorer as causal
from kasauti.engines.protocol.backend import Continuation
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import EMBEDDED, ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.masked_models import masked_tokenizer
from tests.support.tiny_models import save_tiny_model, tiny_tokenizer

SIZES: dict[str, Any] = {"vocab_size": 400, "hidden_size": 32, "num_hidden_layers": 2}
HEADS: dict[str, Any] = {
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 1024,
}
CONFIGS: dict[str, Callable[[], hf.PretrainedConfig]] = {
    "llama": lambda: hf.LlamaConfig(**SIZES, **HEADS),
    "bloom": lambda: hf.BloomConfig(vocab_size=400, hidden_size=32, n_layer=2, n_head=4),
    "window": lambda: hf.MistralConfig(**SIZES, **HEADS, num_key_value_heads=2, sliding_window=220),
}
LONG = "The boys read a book at home. " * 24  # a context longer than a batch of 64 tokens
CONTINUATIONS = [
    Continuation("Question: who reads?\nAnswer:", " the boys"),
    Continuation("Question: who reads?\nAnswer:", " लड़का"),
    Continuation("Question: who reads?\nAnswer:", " A"),
    Continuation("Question: who reads?\nAnswer: ", "A"),  # the same tokens
    Continuation("लड़का घर", " जाता है।"),
    Continuation("लड़का घर", " जाता हैं।"),
    Continuation("", "The boys read."),
    Continuation("The", " boys read."),  # the same text, split elsewhere
    *(Continuation(f"{LONG}Answer:", f" {letter}") for letter in "ABCD"),
    *(Continuation("Who reads at home?", f" The {word} read a book.") for word in ("boys", "men")),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


@pytest.fixture(params=CONFIGS)
def backend(request: pytest.FixtureRequest, tmp_path: Path, store: ScoreStore) -> LocalBackend:
    folder = save_tiny_model(tmp_path / "model", CONFIGS[request.param]())
    return LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))


def one_at_a_time(backend: LocalBackend, continuation: Continuation) -> tuple[float, int]:
    """The plainest reference: one forward pass, the log-probabilities of the last tokens."""
    tokenizer: Any = backend.tokenizer
    context = continuation.context.rstrip()
    text = continuation.context[len(context) :] + continuation.text
    given = tokenizer(context, add_special_tokens=False).input_ids if context else []
    whole = tokenizer(context + text, add_special_tokens=False).input_ids
    scored = len(whole) - len(given)
    ids = torch.tensor([[tokenizer.bos_token_id, *whole]])
    with torch.no_grad():
        logprobs = torch.log_softmax(backend.model(ids).logits[0, :-1].double(), dim=-1)
    each = logprobs.gather(1, ids[0, 1:, None]).squeeze(1)
    return each[-scored:].sum().item(), scored


def test_equals_one_pass_for_each_choice(backend: LocalBackend) -> None:
    scores = backend.score_continuations(CONTINUATIONS)
    for continuation, score in zip(CONTINUATIONS, scores, strict=True):
        logprob, tokens = one_at_a_time(backend, continuation)
        assert score.tokens == tokens, continuation
        assert score.logprob == pytest.approx(logprob, abs=1e-4), continuation
        assert score.left_out == 0


def test_trailing_context_space_moves_to_text(backend: LocalBackend) -> None:
    apart, together = backend.score_continuations(CONTINUATIONS[2:4])
    assert apart == together


@pytest.fixture
def llama(tmp_path: Path, store: ScoreStore) -> LocalBackend:
    folder = save_tiny_model(tmp_path / "llama", CONFIGS["llama"]())
    return LocalBackend(
        ModelRequest(source=ModelSource.find(str(folder)), store=store, batch_tokens=64)
    )


@pytest.mark.parametrize("context", ["Short context:", LONG])
def test_a_context_is_computed_once_for_all_its_choices(
    llama: LocalBackend, monkeypatch: pytest.MonkeyPatch, context: str
) -> None:
    seen: list[int] = []
    whole = causal.CausalScorer._run

    def count(self: Any, module: Any, rows: Any, *, packed: bool) -> Any:
        seen.append(sum(len(row) for row in rows))
        return whole(self, module, rows, packed=packed)

    def inputs(texts: list[str]) -> int:
        seen.clear()
        llama.score_continuations([Continuation(context, text) for text in texts])
        return sum(seen)

    monkeypatch.setattr(causal.CausalScorer, "_run", count)
    inputs([" none"])  # with the trial of the model
    one = inputs([" zero"])
    four = inputs([" one", " two", " three", " four"])
    assert four - one < 40  # the tokens of the choices, not of four contexts


def test_context_beyond_window_leaves_others_packed(
    tmp_path: Path, store: ScoreStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = save_tiny_model(tmp_path / "window", CONFIGS["window"]())
    backend = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
    packed_members: list[int] = []
    whole = causal.CausalScorer._batch_scores

    def watch(self: Any, batch: Any, *, packed: bool) -> Any:
        packed_members.extend(len(row.members) for row in batch if packed)
        return whole(self, batch, packed=packed)

    monkeypatch.setattr(causal.CausalScorer, "_batch_scores", watch)
    short = [Continuation("Who reads?", f" {name}") for name in ("A", "B", "C", "D")]
    backend.score_continuations([*short, Continuation(LONG * 2, " home")])
    assert packed_members == [4]
    assert backend.work.computed == 5


def test_the_same_tokens_split_elsewhere_are_another_result(llama: LocalBackend) -> None:
    whole, part = llama.score_continuations(CONTINUATIONS[6:8])
    assert whole.tokens > part.tokens
    assert whole.logprob < part.logprob
    assert llama.work.computed == 2


def test_a_second_pass_computes_nothing(llama: LocalBackend) -> None:
    done: list[int] = []
    first = llama.score_continuations(CONTINUATIONS, lambda count, **_: done.append(count))
    computed = llama.work.computed
    assert computed == len(CONTINUATIONS) - 1  # one pair of them has the same tokens
    assert llama.score_continuations(CONTINUATIONS) == first
    assert llama.work.computed == computed
    assert sum(done) == len(CONTINUATIONS)


def test_long_context_is_truncated_at_start_and_counted(tmp_path: Path, store: ScoreStore) -> None:
    config = hf.GPT2Config(vocab_size=400, n_embd=32, n_layer=2, n_head=4, n_positions=64)
    folder = save_tiny_model(tmp_path / "short", config)
    backend = LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))
    (score,) = backend.score_continuations([Continuation(LONG, " home")])
    tokenizer = tiny_tokenizer()
    ids = tokenizer(LONG.rstrip() + "  home", add_special_tokens=False).input_ids
    kept = torch.tensor([[0, *ids[-64:]]])
    with torch.no_grad():
        logprobs = torch.log_softmax(backend.model(kept[:, :-1]).logits[0].double(), dim=-1)
    expected = logprobs.gather(1, kept[0, 1:, None])[-score.tokens :].sum().item()
    assert score.left_out == len(ids) - 64
    assert score.logprob == pytest.approx(expected, abs=1e-4)


def test_continuation_without_text_is_refused(llama: LocalBackend) -> None:
    with pytest.raises(EngineError, match="no text to score after 'a context'"):
        llama.score_continuations([Continuation("a context", " ")])


@pytest.mark.parametrize("pll", ["original", "within_word_l2r"])
def test_masked_model_gives_pll_of_text_only(tmp_path: Path, store: ScoreStore, pll: str) -> None:
    torch.manual_seed(0)
    tokenizer = masked_tokenizer("wordpiece")
    config = hf.BertConfig(**{**SIZES, "vocab_size": len(tokenizer)}, **HEADS)
    model = hf.BertForMaskedLM(config).eval()
    model.save_pretrained(tmp_path / "bert")
    tokenizer.save_pretrained(tmp_path / "bert")
    backend = LocalBackend(
        ModelRequest(source=ModelSource.find(str(tmp_path / "bert")), store=store, pll=pll)
    )
    text = Continuation("The boys read", " readers book")
    (score,) = backend.score_continuations([text])
    encoded = tokenizer(text.context + text.text)
    words = encoded.word_ids()
    border = encoded.char_to_token(len(text.context) + 1)
    expected = 0.0
    for index in range(border, len(words) - 1):
        ids = torch.tensor([encoded.input_ids])
        for other in range(index, len(words)):
            if other == index or (pll != "original" and words[other] == words[index]):
                ids[0, other] = tokenizer.mask_token_id
        with torch.no_grad():
            logits = model(ids).logits[0, index].double()
        expected += torch.log_softmax(logits, -1)[encoded.input_ids[index]].item()
    assert score.tokens == len(words) - 1 - border
    assert score.logprob == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("bos", ["auto", "none"])
def test_equals_lm_eval(bos: str, store: ScoreStore) -> None:
    """The other tool adds no BOS here, so both are told alike."""
    huggingface = pytest.importorskip("lm_eval.models.huggingface")
    instance = pytest.importorskip("lm_eval.api.instance")
    name = "smollm2-135m-instruct"
    try:
        EMBEDDED[name].files()
    except EngineError as error:
        pytest.skip(str(error))
    backend = LocalBackend(ModelRequest(source=ModelSource.find(name), store=store, bos=bos))
    before = "" if backend.prefix is None else backend.tokenizer.decode([backend.prefix])
    texts = [each for each in CONTINUATIONS if each.context]
    peer = huggingface.HFLM(pretrained=backend.model, tokenizer=backend.tokenizer, batch_size=1)
    requests = [
        instance.Instance("loglikelihood", {}, (f"{before}{each.context}", each.text), 0)
        for each in texts
    ]
    theirs = peer.loglikelihood(requests, disable_tqdm=True)
    ours = backend.score_continuations(texts)
    assert [score.logprob for score in ours] == pytest.approx(
        [logprob for logprob, _ in theirs], abs=2e-3
    )
