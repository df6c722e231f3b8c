"""A real vLLM gives the scores of a plain loop over the same weights: `make test-vllm`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import torch

import kasauti
from kasauti.data.pairs import Pair, read_pairs
from kasauti.engines.backends.choosing import open_backend
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.backends.served.backend import REMOTE, ServedBackend
from kasauti.engines.backends.served.server import choose_models
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import Address, ModelRequest, ServerRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE
from tests.vllm.running import NAME, vllm

MODEL = "smollm2-135m-instruct"
PAIRS = 48
TOLERANCE = 1e-3  # nats, of a whole sentence
QUESTIONS = [
    Prompt("What is the capital of France?", max_new_tokens=24),
    Prompt("Name three colours.", max_new_tokens=24),
    Prompt("Write one sentence about rivers.", max_new_tokens=24),
    Prompt("भारत की राजधानी क्या है?", max_new_tokens=24),
]


@pytest.fixture(scope="module")
def folder() -> Path:
    return ModelSource.find(MODEL).folder()


@pytest.fixture(scope="module")
def url(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with vllm(folder, tmp_path_factory.mktemp("vllm")) as url:
        yield url


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    every = read_pairs(HINDI_CORE)
    return every[:: len(every) // PAIRS][:PAIRS]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


@pytest.fixture
def served(url: str, store: ScoreStore) -> Iterator[Callable[..., ServedBackend]]:
    made: list[ServedBackend] = []

    def build(**settings: Any) -> ServedBackend:
        address = Address.parse(url)
        models = tuple(choose_models(address, [NAME]))
        server = ServerRequest(address=address, models=models, **settings)
        source = ModelSource(NAME, "served")
        request = ModelRequest(source=source, load=LoadOptions(), store=store, server=server)
        backend = open_backend(request)
        assert isinstance(backend, ServedBackend)
        made.append(backend)
        return backend

    yield build
    for backend in made:
        backend.release()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalBackend]:
    with opened(tmp_path_factory.mktemp("local") / "scores.sqlite") as store:
        yield LocalBackend(ModelRequest(source=ModelSource.find(MODEL), store=store))


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Shows a figure, whatever pytest captures."""

    def show(line: str) -> None:
        import sys

        with capsys.disabled():
            sys.stdout.write(f"\n{line}\n")

    return show


@torch.inference_mode()
def loop_score(model: Any, tokenizer: Any, text: str) -> float:
    """One sentence at a time through transformers: no batch, no trie, no blocks.

    In float32 to the end, as vLLM computes: the rounding of a float32 log-softmax over the
    vocabulary has the same sign in every token, and adds up.
    """
    ids = torch.tensor([[tokenizer.bos_token_id, *tokenizer(text)["input_ids"]]])
    logprobs = model(ids).logits[0, :-1].log_softmax(-1)
    return float(logprobs.gather(1, ids[0, 1:, None]).double().sum())


@pytest.fixture(scope="module")
def by_loop(folder: Path, pairs: list[Pair]) -> list[float]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return [loop_score(model, tokenizer, text) for text in texts_of(pairs)]


def texts_of(pairs: list[Pair]) -> list[str]:
    return [text for pair in pairs for text in (pair.good, pair.bad)]


def preferred(scores: list[float], tokens: list[int]) -> list[bool]:
    """Return for each pair True if the good sentence has the lower perplexity."""
    means = [score / count for score, count in zip(scores, tokens, strict=True)]
    return [good > bad for good, bad in zip(means[::2], means[1::2], strict=True)]


def test_scores_equal_plain_loop(
    served: Callable[..., ServedBackend],
    pairs: list[Pair],
    by_loop: list[float],
    tell: Callable[[str], None],
) -> None:
    backend = served()
    assert backend.capabilities() == {"likelihood", "generation"}
    start = time.monotonic()
    scores = backend.score_texts(texts_of(pairs))
    seconds = time.monotonic() - start
    found, tokens = [each.logprob for each in scores], [each.tokens for each in scores]
    differences = [abs(a - b) for a, b in zip(found, by_loop, strict=True)]
    verdicts = preferred(found, tokens), preferred(by_loop, tokens)
    tell(
        f"vLLM: {len(pairs)} pairs, {sum(tokens)} tokens, {len(pairs) / seconds:.1f} pairs/s with "
        f"{backend._pace.allowed} requests in flight; the largest difference to the loop is "
        f"{max(differences):.1e} nats (of sums down to {min(found):.0f}), verdicts that differ: "
        f"{sum(a != b for a, b in zip(*verdicts, strict=True))}"
    )
    assert len(pairs) == PAIRS
    assert max(differences) <= TOLERANCE
    assert verdicts[0] == verdicts[1]


def test_scores_equal_local_engine(
    served: Callable[..., ServedBackend],
    local: LocalBackend,
    pairs: list[Pair],
    tell: Callable[[str], None],
) -> None:
    texts = texts_of(pairs[:12])
    found, own = served().score_texts(texts), local.score_texts(texts)
    differences = [abs(a.logprob - b.logprob) for a, b in zip(found, own, strict=True)]
    tell(f"vLLM: the largest difference to the local engine is {max(differences):.1e} nats")
    assert max(differences) <= TOLERANCE
    assert [each.tokens for each in found] == [each.tokens for each in own]


def test_settings_describe_server(served: Callable[..., ServedBackend]) -> None:
    settings = served().settings()
    assert settings["software"] == "vllm 0.32.0"
    assert settings["dtype"] == "float32"
    assert settings["scoring"] == "prompt_logprobs"
    assert settings["device"] == REMOTE


def test_echo_gives_the_same_log_probabilities(url: str, folder: Path) -> None:
    from kasauti.engines.backends.served.exchange import Reply
    from kasauti.engines.backends.served.scoring import Echo, PromptLogprobs
    from kasauti.engines.sources.loading import read_tokenizer

    tokenizer: Any = read_tokenizer(folder, trust_remote_code=False, remedy="")
    ids = [tokenizer.bos_token_id, *tokenizer("लड़का घर जाता है। The boy goes home.")["input_ids"]]
    sums = []
    for way in (PromptLogprobs(), Echo(), Echo(logprobs=1, max_tokens=1)):
        told = httpx.post(f"{url}/{way.path}", json=way.body(NAME, ids), timeout=120).json()
        sums.append(sum(way.read(Reply(told, "a request"), ids).logprobs))
    assert sums[0] == pytest.approx(sums[1], abs=1e-4)
    assert sums[0] == pytest.approx(sums[2], abs=1e-4)


def test_another_tokenizer_is_refused(served: Callable[..., ServedBackend]) -> None:
    backend = served(tokenizer="gemma-3-270m")
    assert "likelihood" not in backend.capabilities()
    assert backend.lack("likelihood", "The suite")


def test_answers_equal_local_engine(
    served: Callable[..., ServedBackend], local: LocalBackend, tell: Callable[[str], None]
) -> None:
    found, own = served().answer(QUESTIONS), local.answer(QUESTIONS)
    equal = [whole(a.text) == whole(b.text) for a, b in zip(found, own, strict=True)]
    tell(f"vLLM: {sum(equal)} of {len(equal)} greedy answers are those of the local engine")
    assert all(equal)
    assert [each.finished for each in found] == [each.finished for each in own]


def whole(text: str) -> str:
    """Without the bytes of a character that the end of the answer cut in two: vLLM drops them."""
    return text.rstrip("\ufffd")


def test_a_whole_run(url: str, tmp_path: Path) -> None:
    options: dict[str, Any] = {"select": "negation", "no_store": True, "results_dir": tmp_path}
    remote = kasauti.evaluate(server=url, **options)
    own = kasauti.evaluate(MODEL, **options)
    assert remote["multiblimp/negation"].headline == own["multiblimp/negation"].headline
    assert remote["multiblimp/negation"].outcomes == own["multiblimp/negation"].outcomes
