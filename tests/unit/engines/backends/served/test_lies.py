"""Servers that lie: the plain loop's figures or one sentence, and nothing wrong in the store."""

from __future__ import annotations

import json
import math
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import transformers as hf

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import ScoreStore, opened
from tests.support.servers.served_backends import backend_for, save_llama
from tests.support.servers.served_model import Body, Handler, Seen, ServedModel, serving

TEXTS = [f"The boys read {number} books at home. लड़का घर" for number in range(50)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_llama(tmp_path_factory.mktemp("models") / "llama")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = save_llama(tmp_path_factory.mktemp("models") / "other", seed=1)
    return hf.AutoModelForCausalLM.from_pretrained(folder)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ScoreStore]:
    with opened(tmp_path / "scores.sqlite") as store:
        yield store


def loop_scores(served: ServedModel) -> list[float]:
    rows = [[0, *served.tokenizer(text)["input_ids"]] for text in TEXTS]
    return [math.fsum(served.logprobs(row)[1:]) for row in rows]  # type: ignore[arg-type]


def outcome(served: ServedModel, store: ScoreStore) -> str:
    """The refusal, or an empty text if the scores are those of the loop; never anything else."""
    try:
        scores = backend_for(served, store, concurrency=2).score_texts(TEXTS)
    except EngineError as error:
        return str(error)
    assert [each.logprob for each in scores] == pytest.approx(loop_scores(served), abs=1e-3)
    return ""


def stored(path: Path) -> int:
    """Return the number of results in the store, as another process sees it."""
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM checked_results").fetchone()[0])


def wait_until(happened: Callable[[], bool]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("It did not happen.")


def echoed(reply: Body) -> Body | None:
    found = reply.get("choices", [{}])[0].get("logprobs")
    return found if found and len(found["tokens"]) > 1 else None


def in_echo(change: Callable[[Body], object]) -> Callable[[Body, Seen], Body]:
    def spoil(reply: Body, seen: Seen) -> Body:
        found = echoed(reply)
        if found:
            change(found)
        return reply

    return spoil


def shift(found: Body) -> None:
    """Those of the next token each, with the first still empty."""
    values = found["token_logprobs"]
    found["token_logprobs"] = [None, *values[2:], values[1]]


def set_value(value: float) -> Callable[[Body], None]:
    def change(found: Body) -> None:
        found["token_logprobs"][2] = value

    return change


def no_tokens(found: Body) -> None:
    del found["tokens"]


def falling_offsets(found: Body) -> None:
    found["text_offset"] = list(range(len(found["tokens"]), 0, -1))


def first_has_a_score(found: Body) -> None:
    found["token_logprobs"][0] = -1.0


def count_one_more(reply: Body, seen: Seen) -> Body:
    reply["usage"]["prompt_tokens"] += 1
    return reply


def other_index(reply: Body, seen: Seen) -> Body:
    reply["choices"][0]["index"] = 1
    return reply


LIES: dict[str, tuple[Callable[[Body, Seen], Body], str]] = {
    "off by one": (in_echo(shift), "so they are misplaced"),
    "a floor": (in_echo(set_value(-9999.0)), "-9999.0 is not a log-probability"),
    "a little above 0": (in_echo(set_value(1e-4)), "0.0001 is not a log-probability"),
    "a huge number": (in_echo(set_value(-(10**400))), "is not a log-probability"),
    "no tokens": (in_echo(no_tokens), "does not say which tokens"),
    "offsets that fall": (in_echo(falling_offsets), "text_offset does not rise"),
    "a score of the first": (in_echo(first_has_a_score), "the first token has a log-prob"),
    "a token more": (count_one_more, r"tokens were sent, and \d+ were read"),
    "another index": (other_index, "belongs to another request"),
}


@pytest.mark.parametrize("lie", list(LIES))
def test_reply_manipulated_every_time_is_refused(lie: str, folder: Path, store: ScoreStore) -> None:
    spoil, fact = LIES[lie]
    with serving(folder, "openai", spoil=spoil) as served:
        found = outcome(served, store)
    assert re.search(fact, found), found


def test_a_doubled_bos_in_prompts_alone_is_refused(folder: Path, store: ScoreStore) -> None:
    with serving(folder, "openai") as served:
        right = served.logprobs

        def doubled(reply: Body, seen: Seen) -> Body:
            found = echoed(reply)
            if found:
                found["token_logprobs"] = [None, *right([0, *seen.body["prompt"]])[2:]]
            return reply

        served.spoil = doubled
        assert "where it is written than in a prompt" in outcome(served, store)


@pytest.mark.parametrize("software", ["vllm", "openai", "sglang"])
def test_other_weights_later_are_refused_and_not_stored(
    software: Any, folder: Path, store: ScoreStore, other: Any, tmp_path: Path
) -> None:
    asked: Counter[str] = Counter()

    def swap(handler: Handler, seen: Seen, number: int) -> bool:
        """Other weights for new texts, once the first results are confirmed and stored."""
        asked[body := json.dumps(seen.body)] += 1
        if number > 30 and asked[body] == 1:
            wait_until(lambda: stored(tmp_path / "scores.sqlite") > 16)
            served.model = other
        return False

    with serving(folder, software) as served:
        own, expected = served.model, loop_scores(served)
        served.intrude = swap
        assert "so other weights answer to tiny now" in outcome(served, store)
        served.intrude, served.model = None, own
        again = backend_for(served, store)
        scores = again.score_texts(TEXTS)
        assert again.work.stored >= 16
        assert [each.logprob for each in scores] == pytest.approx(expected, abs=1e-3)


def test_differing_replicas_are_refused(folder: Path, store: ScoreStore, other: Any) -> None:
    def alternate(handler: Handler, seen: Seen, number: int) -> bool:
        served.model = (own, other)[number % 2]
        return False

    with serving(folder) as served:
        own = served.model
        served.intrude = alternate
        assert outcome(served, store)


def test_answers_of_other_requests_are_refused(folder: Path, store: ScoreStore) -> None:
    """Replies of the same length as the right ones, from the request before."""
    before: list[Body] = []

    def swapped(reply: Body, seen: Seen) -> Body:
        found = echoed(reply)
        if not found:
            return reply
        before.append(json.loads(json.dumps(reply)))
        same = [b for b in before[:-1] if len(echoed(b)["tokens"]) == len(found["tokens"])]  # type: ignore[index]
        return same[-1] if same else reply

    with serving(folder, "openai", spoil=swapped) as served:
        assert "not about the text that was sent" in outcome(served, store)


def test_another_name_in_a_later_reply_is_refused(folder: Path, store: ScoreStore) -> None:
    def renamed(reply: Body, seen: Seen) -> Body:
        return {**reply, "model": "tiny" if len(served.posted()) < 20 else "gpt"}

    with serving(folder, spoil=renamed) as served:
        assert "it is of the model gpt, and earlier ones were of tiny" in outcome(served, store)


def test_another_name_in_all_replies_is_in_the_signature(folder: Path, store: ScoreStore) -> None:
    with serving(folder, spoil=lambda reply, _: {**reply, "model": "gpt"}) as served:
        backend = backend_for(served, store)
        assert outcome(served, store) == ""
        assert backend.settings()["answers_as"] == "gpt"


def test_a_key_twice_is_refused(folder: Path, store: ScoreStore) -> None:
    def twice(handler: Handler, seen: Seen, number: int) -> bool:
        handler.tell(b'{"choices": [], "choices": [{"index": 0}]}')
        return True

    with serving(folder, intrude=twice) as served:
        assert "a JSON object that has a key twice" in outcome(served, store)


@pytest.mark.parametrize("software", ["vllm", "openai", "sglang"])
def test_an_honest_server_gives_the_figures_of_the_loop(
    software: Any, folder: Path, store: ScoreStore
) -> None:
    with serving(folder, software) as served:
        assert outcome(served, store) == ""
