"""A served model gives the scores and answers of the local engine, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.backends.served.backend import REMOTE
from kasauti.engines.protocol.backend import Answer, Continuation, Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.servers.served_backends import backend_for, save_llama
from tests.support.servers.served_model import Body, Handler, Seen, serving
from tests.support.tiny_models import tiny_tokenizer

TEXTS = ["लड़का घर जाता है।", "लड़का घर जाती है।", "The boys read a book.", "The boys reads a book."]
CHOICES = [Continuation("The boys read", text) for text in (" a book.", " at home", " राम को")]
PROMPTS = [
    Prompt("The boys", max_new_tokens=12),
    Prompt("राम ने", system="Be brief.", max_new_tokens=9),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_llama(tmp_path_factory.mktemp("models") / "llama")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


@pytest.fixture
def local(folder: Path, tmp_path: Path) -> Iterator[LocalBackend]:
    with opened(tmp_path / "local.sqlite") as store:
        yield LocalBackend(ModelRequest(source=ModelSource.find(str(folder)), store=store))


WAYS = {"vllm": "prompt_logprobs", "openai": "echo", "sglang": "generate"}


@pytest.mark.parametrize("software", list(WAYS))
def test_scores_equal_local_engine(
    software: Any, folder: Path, store: ScoreStore, local: LocalBackend
) -> None:
    with serving(folder, software) as served:
        backend = backend_for(served, store)
        assert backend.capabilities() == {"likelihood", "generation"}
        scores = backend.score_texts(TEXTS)
        choices = backend.score_continuations(CHOICES)
        assert backend.settings()["scoring"] == WAYS[software]
        backend.release()
    own_scores: list[Any] = [*local.score_texts(TEXTS), *local.score_continuations(CHOICES)]
    found_scores: list[Any] = [*scores, *choices]
    for found, own in zip(found_scores, own_scores, strict=True):
        assert found.logprob == pytest.approx(own.logprob, abs=1e-4)
        assert found.tokens == own.tokens
    # Tokens were sent, never text.
    for seen in served.posted("completions") + served.posted("generate"):
        ids: list[object] = seen.body.get("prompt") or seen.body["input_ids"]
        assert ids[0] == 0
        assert all(isinstance(each, int) for each in ids)


@pytest.mark.parametrize("bos", ["none", "</s>"])
def test_first_token_is_the_configured_one(
    bos: str, folder: Path, store: ScoreStore, tmp_path: Path
) -> None:
    with serving(folder) as served, opened(tmp_path / "local.sqlite") as other:
        local = LocalBackend(
            ModelRequest(source=ModelSource.find(str(folder)), store=other, bos=bos)
        )
        backend = backend_for(served, store, bos=bos)
        for found, own in zip(backend.score_texts(TEXTS), local.score_texts(TEXTS), strict=True):
            assert found.logprob == pytest.approx(own.logprob, abs=1e-4)
            assert found.tokens == own.tokens


@pytest.mark.parametrize("software", ["vllm", "sglang", "openai", "llama.cpp", "chat"])
def test_answers_equal_local_engine(
    software: Any, folder: Path, store: ScoreStore, local: LocalBackend
) -> None:
    with serving(folder, software) as served:
        backend = backend_for(served, store)
        answers = backend.answer(PROMPTS)
        assert backend.generation_settings()["decoding"] == "greedy"
    own = local.answer(PROMPTS)
    assert [(each.text, each.finished) for each in answers] == [
        (each.text, each.finished) for each in own
    ]
    assert all(answer.text for answer in answers)
    posted = served.posted("completions")
    asked = [seen for seen in posted if not {"prompt_logprobs", "logprobs"} & set(seen.body)][-2:]
    assert {seen.body["temperature"] for seen in asked} == {0}
    allowed = {"model", "prompt", "messages", "max_tokens", "temperature", "stop"}
    allowed |= {"stop_token_ids", "repetition_penalty"}
    assert all(set(seen.body) <= allowed for seen in asked)


def test_usage_is_recorded(folder: Path, store: ScoreStore, local: LocalBackend) -> None:
    with serving(folder) as served:
        (answer,) = backend_for(served, store).answer(PROMPTS[:1])
    (own,) = local.answer(PROMPTS[:1])
    assert answer.tokens == own.tokens == 12
    assert not answer.finished


def test_answer_ends_at_model_stop_token(tmp_path: Path, store: ScoreStore) -> None:
    folder = save_llama(tmp_path / "m")
    backend_ids = tiny_tokenizer()("The boys")["input_ids"]
    with serving(folder) as served:
        first, _ = served.written([0, *backend_ids], 3, ())
        # The third token ends answers, by the config beside the tokenizer.
        (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": first[2]}))
        (answer,) = backend_for(served, store).answer([Prompt("The boys", max_new_tokens=12)])
    assert answer.finished
    assert answer.text == served.tokenizer.decode(first[:2]).strip()


def test_stored_results_are_not_requested_again(folder: Path, store: ScoreStore) -> None:
    with serving(folder) as served:
        first = backend_for(served, store)
        scores, answers = first.score_texts(TEXTS), first.answer(PROMPTS)
        before = len(served.posted())
        again = backend_for(served, store)
        assert again.score_texts(TEXTS) == scores
        assert again.answer(PROMPTS) == answers
        assert again.work.computed == 0
        # Of the new run the trial alone: 4 requests for scores, 1 for an answer.
        assert len(served.posted()) - before == 5


def test_changed_weights_under_same_name_are_detected(
    folder: Path, store: ScoreStore, tmp_path: Path
) -> None:
    other = save_llama(tmp_path / "other", seed=1)
    found = []
    for each in (folder, other, folder):
        with serving(each) as served:
            backend = backend_for(served, store, tokenizer=str(folder))
            found.append((backend.score_texts(TEXTS), backend.work.computed))
    assert found[0][0] != found[1][0]
    assert found[0][0] == found[2][0]
    assert [computed for _, computed in found] == [len(TEXTS), len(TEXTS), 0]


def test_another_version_dtype_or_name_is_another_model(folder: Path, store: ScoreStore) -> None:
    keys = set()
    cases: list[tuple[Any, tuple[str, ...]]] = [("vllm", ("a", "b")), ("sglang", ("a",))]
    for software, names in cases:
        with serving(folder, software, names=names) as served:
            for name in names:
                keys.add(backend_for(served, store, name=name).key("logprob", b"x"))
    assert len(keys) == 3


def test_the_signature_says_that_the_weights_are_not_verified(
    folder: Path, store: ScoreStore
) -> None:
    with serving(folder, "sglang") as served:
        settings = backend_for(served, store).settings()
    assert settings["device"] == REMOTE == "remote, weights not verified"
    assert settings["server"] == served.url
    assert settings["software"] == "sglang 0.6.0"
    assert settings["dtype"] == "float32"
    assert settings["bos"] == "<s>"


def test_tokenizer_is_found_in_folder_named_by_server(folder: Path, store: ScoreStore) -> None:
    with serving(folder) as served:
        backend = backend_for(served, store, tokenizer=None)
        assert len(backend.score_texts(TEXTS)) == len(TEXTS)


def test_without_a_tokenizer_there_are_only_answers(folder: Path, store: ScoreStore) -> None:
    with serving(folder, "openai") as served:
        backend = backend_for(served, store, tokenizer=None)
        assert backend.capabilities() == {"generation"}
        assert "pass --tokenizer=FOLDER" in backend.lack("likelihood", "The suite multiblimp")
        assert backend.answer(PROMPTS)[0].text


def test_overlong_answer_is_refused(folder: Path, store: ScoreStore) -> None:
    def talkative(reply: Body, seen: Seen) -> Body:
        reply["usage"]["completion_tokens"] = 4096
        return reply

    with serving(folder) as served:
        backend = backend_for(served, store)
        assert backend.capabilities()
        served.spoil = talkative
        with pytest.raises(EngineError, match=r"it has 4096 tokens where at most 12 were asked"):
            backend.answer(PROMPTS[:1])


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"text": None}, "it has no text"),
        ({"finish_reason": "abort"}, "ended for the reason 'abort'"),
    ],
)
def test_malformed_answer_is_refused(
    change: Body, fact: str, folder: Path, store: ScoreStore
) -> None:
    with serving(folder) as served:
        backend = backend_for(served, store)
        assert backend.capabilities()
        served.spoil = lambda reply, _: {**reply, "choices": [reply["choices"][0] | change]}
        with pytest.raises(EngineError, match=fact):
            backend.answer(PROMPTS[:1])


def test_a_text_that_is_too_long_is_refused_before_it_is_sent(
    folder: Path, store: ScoreStore
) -> None:
    with serving(folder) as served:
        backend = backend_for(served, store)
        with pytest.raises(EngineError, match=r"tokens, but the model has 510 positions"):
            backend.score_texts(["किताब " * 200])
        with pytest.raises(EngineError, match=r"leaves no room for an answer: the server takes"):
            backend.answer([Prompt("किताब " * 200)])


def test_results_that_came_before_an_error_are_stored(folder: Path, store: ScoreStore) -> None:
    def breaks(handler: Handler, seen: Seen, number: int) -> bool:
        # The trial's texts are longer, and are answered.
        if len(seen.body.get("prompt", ())) < 30 and number > 10:
            handler.tell({"error": {"message": "out of order"}}, status=400)
            return True
        return False

    texts = [f"The boys read {number} books." for number in range(20)]
    with serving(folder) as served:
        backend = backend_for(served, store, concurrency=2)
        assert backend.capabilities()
        served.seen.clear()
        served.intrude = breaks
        with pytest.raises(EngineError, match="out of order"):
            backend.score_texts(texts)
        served.intrude = None
        again = backend_for(served, store, concurrency=2)
        assert len(again.score_texts(texts)) == 20
        assert again.work.stored >= 8


def test_answer_matches_protocol_and_backend_is_reusable(folder: Path, store: ScoreStore) -> None:
    with serving(folder) as served:
        backend = backend_for(served, store)
        assert isinstance(backend.answer(PROMPTS[:1])[0], Answer)
        backend.release()
        # It can be used again.
        assert backend.score_texts(TEXTS[:1])
