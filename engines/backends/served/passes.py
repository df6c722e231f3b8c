"""Whole passes over a server: many requests at once, written to the store as they come.

The number in flight is given, or found by a short ramp: it is doubled as long as that helps.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from kasauti.engines.backends.served.ways import (
    Answering,
    Completion,
    Question,
    Scoring,
    Written,
    ask,
)
from kasauti.engines.causal.likelihood import CausalTexts
from kasauti.engines.generation.generator import Answers
from kasauti.engines.generation.prompts import PromptFormat, encode_prompt
from kasauti.engines.passes.text_model import Prepared, TextModel
from kasauti.engines.protocol.backend import Answer, Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep
from kasauti.text.visible import on_one_line

if TYPE_CHECKING:
    from kasauti.engines.backends.served.client import Client
    from kasauti.engines.generation.decoding import Tick

Job = TypeVar("Job")
Result = TypeVar("Result")
SHOWN = 40  # characters of a text in messages
FIRST = 4
MOST = 64
ROUNDS = 2  # results per request in flight, after which the speed of a level is known
GAIN = 1.1  # by which a doubling must be faster to be kept


class Pace:
    """Number of requests in flight, kept for all passes over one server."""

    def __init__(self, fixed: int | None = None) -> None:
        self.allowed = fixed or FIRST
        self._growing = fixed is None
        self._best = 0.0  # amount of work per second at the level before
        self.begin()

    def begin(self) -> None:
        """Start measuring: before a new pass, the time since the last one does not count."""
        self._started = time.monotonic()
        self._results = 0
        self._amount = 0

    def done(self, amount: int) -> None:
        """A result has come; `amount` is its work in tokens."""
        if not self._growing:
            return
        self._results += 1
        self._amount += amount
        if self._results < ROUNDS * self.allowed:
            return
        speed = self._amount / max(time.monotonic() - self._started, 1e-9)
        if self._best and speed < self._best * GAIN:
            self.allowed //= 2
            self._growing = False
        elif self.allowed * 2 > MOST:
            self._growing = False
        else:
            self._best = speed
            self.allowed *= 2
        self.begin()

    def slow_down(self) -> None:
        """The server is busy: half as many from now on, and no further ramp."""
        if self._growing:
            self._growing = False
            self.allowed = max(1, self.allowed // 2)


class InFlight(Generic[Job, Result]):
    """Works on jobs in threads.

    Threads, because a caller may have an event loop of its own; daemons, because a run that is
    interrupted must not wait for a server.
    """

    def __init__(self, jobs: Sequence[Job], work: Callable[[Job], Result], pace: Pace) -> None:
        self._jobs = jobs
        self._work = work
        self._pace = pace
        self._next = 0
        self._running = 0
        self._stopped = False
        self._lock = threading.Lock()
        self._results: queue.SimpleQueue[tuple[int, Result | BaseException]] = queue.SimpleQueue()

    def results(self) -> Iterator[list[tuple[int, Result]]]:
        """(index, result) of each job: all that have come since the last were taken.

        The first error ends the work, after the results that came before it.
        """
        waiting = len(self._jobs)
        try:
            while waiting:
                self._start_threads()
                batch = [self._results.get(), *self._take_arrived()]
                waiting -= len(batch)
                good: list[tuple[int, Result]] = []
                error: BaseException | None = None
                for index, result in batch:
                    if isinstance(result, BaseException):
                        error = error or result
                    else:
                        good.append((index, result))
                if good:
                    yield good
                if error is not None:
                    raise error
        finally:
            self._stopped = True

    def _take_arrived(self) -> Iterator[tuple[int, Result | BaseException]]:
        while True:
            try:
                yield self._results.get_nowait()
            except queue.Empty:
                return

    def _start_threads(self) -> None:
        with self._lock:
            missing = min(self._pace.allowed - self._running, len(self._jobs) - self._next)
            self._running += max(0, missing)
        for _ in range(missing):
            threading.Thread(target=self._take_jobs, daemon=True, name="request").start()

    def _take_jobs(self) -> None:
        while True:
            with self._lock:
                ended = self._stopped or self._next == len(self._jobs)
                if ended or self._running > self._pace.allowed:
                    self._running -= 1
                    return
                index, self._next = self._next, self._next + 1
            try:
                self._results.put((index, self._work(self._jobs[index])))
            except BaseException as error:
                self._results.put((index, error))


def in_flight(
    client: Client, jobs: Sequence[Job], work: Callable[[Job], Result], pace: Pace
) -> Iterator[list[tuple[int, Result]]]:
    """The results of requests, as they come; a server that is busy gets fewer at once."""
    pace.begin()
    slowed = client.slowed
    for batch in InFlight(jobs, work, pace).results():
        if client.slowed > slowed:
            slowed = client.slowed
            pace.slow_down()
        yield batch


class ServedLikelihood(CausalTexts[TextModel]):
    """Scores texts with a served model."""

    def __init__(self, model: TextModel, client: Client, way: Scoring, pace: Pace) -> None:
        super().__init__(model)
        self._client = client
        self._way = way
        self._pace = pace

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        def work(index: int) -> float:
            each = prepared[index]
            ids = each.ids.tolist()
            shown = self._model.tokenizer.decode(ids[each.given :][:SHOWN])
            what = f"request {index + 1} of {len(prepared)} (scoring {_quote(shown)})"
            scored = ask(self._client, self._way, self._model.name, ids, what=what, tokens=len(ids))
            return math.fsum(scored.logprobs[each.given - 1 :])

        for batch in in_flight(self._client, range(len(prepared)), work, self._pace):
            for index, _ in batch:
                self._pace.done(len(prepared[index].ids))
            yield batch


class ServedAnswers(Answers[Question]):
    """Answers prompts with a served model."""

    def __init__(
        self,
        model: TextModel,
        client: Client,
        way: Answering,
        pace: Pace,
        *,
        prompt_format: PromptFormat | None,
        room: int | None,
    ) -> None:
        self.model = model
        self._client = client
        self._way = way
        self._pace = pace
        self._format = prompt_format  # None where the server makes the prompt
        self._room = room  # tokens of a prompt and its answer together, where the server says so

    def generate(
        self, asked: Mapping[int, tuple[Prompt, Question]], made: list[int], keep: Keep, tick: Tick
    ) -> None:
        indices = list(asked)

        def work(place: int) -> Written:
            prompt, question = asked[indices[place]]
            what = f"request {place + 1} of {len(indices)} (answering {_quote(prompt.text)})"
            most = question.most
            return ask(self._client, self._way, self.model.name, question, what=what, tokens=most)

        for batch in in_flight(self._client, range(len(indices)), work, self._pace):
            for place, written in batch:
                self._pace.done(written.tokens + 1)
                made[indices[place]] = written.tokens
                tick(written.tokens)
            keep((indices[place], written.pack()) for place, written in batch)

    def encode(self, prompt: Prompt) -> Question:
        if self._format is None:
            return Question(prompt, most=prompt.max_new_tokens)
        ids = encode_prompt(self.model, prompt, self._format)
        room = prompt.max_new_tokens if self._room is None else self._room - len(ids)
        most = min(prompt.max_new_tokens, room)
        if most < 1:
            raise EngineError(
                f"A prompt of {len(ids)} tokens leaves no room for an answer: the server takes "
                f"{self._room}. Shorten the prompt, or serve the model with a longer context."
            )
        return Question(prompt, ids, most)

    def key(self, prompt: Prompt, encoded: Question) -> bytes:
        stops = ",".join(map(str, self._way.stops)) if isinstance(self._way, Completion) else ""
        kind = f"most:{prompt.max_new_tokens}|answer|way:{self._way.name}|stops:{stops}"
        if self._format is not None:
            return self.model.key(kind, np.array(encoded.ids, dtype=np.int32).tobytes())
        system = prompt.system.encode()
        content = len(system).to_bytes(8, "big") + system + prompt.text.encode()
        return self.model.key(kind, content)

    def read(self, value: bytes) -> Answer:
        written = Written.unpack(value)
        return Answer(written.text.strip(), written.tokens, written.finished)


def _quote(text: object) -> str:
    return f"“{on_one_line(text, longest=SHOWN)}”"
