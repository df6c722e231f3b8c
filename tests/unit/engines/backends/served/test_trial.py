"""The trial: what a server gets wrong is noticed, and what it can still be used for is said."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import transformers as hf

from kasauti.engines.backends.served.trial import recognise
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.servers.served_backends import backend_for, save_llama
from tests.support.servers.served_model import Body, Handler, Seen, serving

TEXTS = ["लड़का घर जाता है।", "लड़का घर जाती है।", "The boys read a book.", "The boys reads a book."]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_llama(tmp_path_factory.mktemp("models") / "llama")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


def spoiled(change: Callable[[list[Any]], None]) -> Callable[[Body, Seen], Body]:
    """A server whose prompt logprobs are changed, in whichever form they are asked for."""

    def spoil(reply: Body, seen: Seen) -> Body:
        (choice,) = reply["choices"]
        for entries in (
            choice.get("prompt_logprobs"),
            (choice.get("logprobs") or {}).get("token_logprobs"),
            (choice.get("logprobs") or {}).get("tokens"),
        ):
            if entries:
                change(entries)
        return reply

    return spoil


def add(entries: list[Any], nats: float, most: int = 1000) -> None:
    """Change the log-probabilities of the first tokens of prompts."""
    for entry in entries[1 : most + 1]:
        for each in entry.values() if isinstance(entry, dict) else ():
            each["logprob"] -= nats


def set_third(value: object) -> Callable[[list[Any]], None]:
    def change(entries: list[Any]) -> None:
        if len(entries) < 4:
            return
        if isinstance(entries[3], dict):
            for entry in entries[3].values():
                entry["logprob"] = value
        elif isinstance(entries[3], float):
            entries[3] = value

    return change


def other_tokens(entries: list[Any]) -> None:
    if isinstance(entries[-1], dict):
        entries[-1] = {str(int(token) + 1): entry for token, entry in entries[-1].items()}
    elif isinstance(entries[-1], str):
        entries[-3:] = ["zebra"] * 3


def forgets_the_prefix(entries: list[Any]) -> None:
    for entry in entries[1:]:
        if isinstance(entry, dict):
            for each in entry.values():
                each["logprob"] = -2.0
    if isinstance(entries[-1], float):
        entries[1:] = [-2.0] * (len(entries) - 1)


LIES = {
    "an entry too few": (lambda entries: entries.pop(), "entries for"),
    "an entry too many": (lambda entries: entries.extend(entries[-1:] * 2), "entries for"),
    "NaN": (set_third(math.nan), "nan is not a log-probability"),
    "minus infinity": (set_third(-math.inf), "-inf is not a log-probability"),
    "a probability": (set_third(0.7), "0.7 is not a log-probability"),
    "null": (set_third(None), "a log-probability is not a number"),
    "text": (set_third("-1.0"), "a log-probability is not a number"),
    "other tokens": (other_tokens, "so the tokenizer is not the model's"),
    "the prefix is ignored": (forgets_the_prefix, "a longer prefix changes no score"),
}


@pytest.mark.parametrize("software", ["vllm", "openai"])
@pytest.mark.parametrize("lie", list(LIES))
def test_scores_that_cannot_be_right_are_refused_by_the_trial(
    lie: str, software: Any, folder: Path, store: ScoreStore
) -> None:
    change, fact = LIES[lie]
    with serving(folder, software, spoil=spoiled(change)) as served:
        backend = backend_for(served, store)
        assert backend.capabilities() == {"generation"}
        sentence = backend.lack("likelihood", "The suite multiblimp")
        with pytest.raises(EngineError, match="needs likelihood"):
            backend.score_texts(TEXTS)
    assert sentence.startswith("The suite multiblimp needs likelihood, and the server of tiny")
    assert fact in sentence
    assert "It can be used for quiz, zeroshot with --answer-by=generation, and metrics" in sentence


@pytest.mark.parametrize("lie", ["an entry too few", "NaN", "other tokens"])
def test_later_wrong_replies_end_run(lie: str, folder: Path, store: ScoreStore) -> None:
    with serving(folder) as served:
        backend = backend_for(served, store)
        assert "likelihood" in backend.capabilities()
        served.spoil = spoiled(LIES[lie][0])
        with pytest.raises(EngineError, match=r"answer to request \d of 4 \(scoring “.+”\) cannot"):
            backend.score_texts(TEXTS)


def test_other_tokenizer_is_detected(folder: Path, store: ScoreStore, tmp_path: Path) -> None:
    from tokenizers import Tokenizer

    other = save_llama(tmp_path / "other")
    content = json.loads((other / "tokenizer.json").read_text())
    words = content["model"]["vocab"]
    first, second = list(words)[50:52]
    for a, b in zip(list(words)[20:200:2], list(words)[21:200:2], strict=False):
        words[a], words[b] = words[b], words[a]
    assert words[first] != words[second]
    (other / "tokenizer.json").write_text(json.dumps(content))
    Tokenizer.from_file(str(other / "tokenizer.json"))
    with serving(folder) as served:
        backend = backend_for(served, store, tokenizer=str(other))
        # Its tokens are other letters on the server.
        served.tokenizer = hf.AutoTokenizer.from_pretrained(folder)
        sentence = backend.lack("likelihood", "The suite")
    assert "so the tokenizer is not the model's" in sentence


@pytest.mark.parametrize("software", ["llama.cpp", "chat"])
def test_missing_log_probabilities_are_explained(
    software: Any, folder: Path, store: ScoreStore
) -> None:
    with serving(folder, software) as served:
        backend = backend_for(served, store)
        assert backend.capabilities() == {"generation"}
        sentence = backend.lack("likelihood", "The suite multiblimp")
    assert "gives no usable log-probabilities of a prompt" in sentence
    assert "quiz" in sentence
    assert "hidden states" in backend.lack("hidden states", "The suite probes")


def test_server_without_capabilities_states_reason(folder: Path, store: ScoreStore) -> None:
    def broken(handler: Handler, seen: Seen, number: int) -> bool:
        handler.tell({"error": {"message": "no such engine"}}, status=400)
        return True

    with serving(folder, intrude=broken) as served:
        backend = backend_for(served, store)
        assert backend.capabilities() == frozenset()
        sentence = backend.lack("generation", "The suite quiz")
    assert "400: no such engine" in sentence
    assert sentence.endswith("Use another server.")


def test_workers_of_run_share_first_fingerprint(folder: Path, store: ScoreStore) -> None:
    with serving(folder) as served:
        first = backend_for(served, store, run="r1")
        weights = first.settings()["weights"]

        # As noisy as bfloat16 on a busy GPU.
        served.spoil = spoiled(lambda entries: add(entries, 0.1, 1))
        assert backend_for(served, store, run="r1").settings()["weights"] == weights
        assert backend_for(served, store, run="r2").settings()["weights"] != weights


def test_the_workers_of_a_run_do_not_share_other_weights(store: ScoreStore) -> None:
    assert recognise(store, "model", [-1.0] * 5, run="r1")
    with pytest.raises(EngineError, match="than to another worker of this run"):
        recognise(store, "model", [-1.5] * 5, run="r1")
