"""Whole passes over a server: scores and answers, written to the store as they come."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from kasauti.engines.backends.served.in_flight import InFlight, Pace
from kasauti.engines.backends.served.ways import (
    Answering,
    Completion,
    Question,
    Scoring,
    Written,
    ask,
)
from kasauti.engines.causal.likelihood import CausalTexts
from kasauti.engines.generation.prompts import PromptFormat, encode_prompt
from kasauti.engines.passes.text_model import Prepared, TextModel
from kasauti.engines.protocol.backend import Advance, Answer, Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep, Missing
from kasauti.text.visible import on_one_line

if TYPE_CHECKING:
    from kasauti.engines.backends.served.client import Client

Job = TypeVar("Job")
Result = TypeVar("Result")
SHOWN = 40  # characters of a text in messages


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


class ServedLikelihood(CausalTexts):
    """Scores texts with a served model."""

    def __init__(self, model: TextModel, client: Client, way: Scoring, pace: Pace) -> None:
        super().__init__(model)
        self._model = model
        self._client = client
        self._way = way
        self._pace = pace

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        def work(index: int) -> float:
            each = prepared[index]
            ids = each.ids.tolist()
            shown = self._model.tokenizer.decode(ids[each.given :][:SHOWN])
            what = f"request {index + 1} of {len(prepared)} (scoring {_quoted(shown)})"
            scored = ask(self._client, self._way, self._model.name, ids, what=what, tokens=len(ids))
            return math.fsum(scored.logprobs[each.given - 1 :])

        for batch in in_flight(self._client, range(len(prepared)), work, self._pace):
            for index, _ in batch:
                self._pace.done(len(prepared[index].ids))
            yield batch


class ServedAnswers:
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
        self._model = model
        self._client = client
        self._way = way
        self._pace = pace
        self._format = prompt_format  # None where the server makes the prompt
        self._room = room  # tokens of a prompt and its answer together, where the server says so

    def answers(self, prompts: Sequence[Prompt], advance: Advance) -> list[Answer]:
        """The answer to each prompt; a repeated prompt is answered once."""
        different = list(dict.fromkeys(prompts))
        questions = [self._question(prompt) for prompt in different]
        made = [0] * len(different)  # tokens, counted for the progress

        def report(indices: list[int], computed: bool) -> None:
            for index in indices:
                spared = different[index].max_new_tokens - (made[index] if computed else 0)
                advance(1, spared=max(0, spared), stored=not computed)

        def compute(missing: list[int], keep: Keep) -> None:
            for batch in self._written([questions[index] for index in missing]):
                for place, written in batch:
                    made[missing[place]] = written.tokens
                    advance(0, tokens=written.tokens)
                keep((missing[place], written.pack()) for place, written in batch)

        missing = Missing.of(self._model, compute, report)
        keys = [self._key(question) for question in questions]
        values = dict(zip(different, map(Written.unpack, missing.values(keys)), strict=True))
        return [_answer(values[prompt]) for prompt in prompts]

    def _written(self, questions: Sequence[Question]) -> Iterator[list[tuple[int, Written]]]:
        def work(index: int) -> Written:
            question = questions[index]
            shown = _quoted(question.prompt.text)
            what = f"request {index + 1} of {len(questions)} (answering {shown})"
            most = question.most
            return ask(self._client, self._way, self._model.name, question, what=what, tokens=most)

        for batch in in_flight(self._client, range(len(questions)), work, self._pace):
            for _, written in batch:
                self._pace.done(written.tokens + 1)
            yield batch

    def _question(self, prompt: Prompt) -> Question:
        if self._format is None:
            return Question(prompt, most=prompt.max_new_tokens)
        ids = encode_prompt(self._model, prompt, self._format)
        room = prompt.max_new_tokens if self._room is None else self._room - len(ids)
        most = min(prompt.max_new_tokens, room)
        if most < 1:
            raise EngineError(
                f"A prompt of {len(ids)} tokens leaves no room for an answer: the server takes "
                f"{self._room}. Shorten the prompt, or serve the model with a longer context."
            )
        return Question(prompt, ids, most)

    def _key(self, question: Question) -> bytes:
        stops = ",".join(map(str, self._way.stops)) if isinstance(self._way, Completion) else ""
        kind = f"most:{question.prompt.max_new_tokens}|answer|way:{self._way.name}|stops:{stops}"
        if self._format is not None:
            return self._model.key(kind, np.array(question.ids, dtype=np.int32).tobytes())
        system = question.prompt.system.encode()
        content = len(system).to_bytes(8, "big") + system + question.prompt.text.encode()
        return self._model.key(kind, content)


def _answer(written: Written) -> Answer:
    return Answer(written.text.strip(), written.tokens, written.finished)


def _quoted(text: object) -> str:
    return f"“{on_one_line(text, longest=SHOWN)}”"
