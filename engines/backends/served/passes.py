"""Whole passes over a server: texts are scored and prompts answered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from kasauti.engines.backends.served.in_flight import Requests
from kasauti.engines.backends.served.scoring import Scoring, score
from kasauti.engines.backends.served.token_texts import TokenTexts
from kasauti.engines.backends.served.ways import Answering, Completion, Question, Written, ask
from kasauti.engines.causal.likelihood import CausalTexts
from kasauti.engines.generation.generator import Answers
from kasauti.engines.generation.prompts import PromptFormat, encode_prompt
from kasauti.engines.passes.text_model import Prepared, TextModel
from kasauti.engines.protocol.backend import Answer, Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep
from kasauti.engines.store.scores import reads_stored
from kasauti.text.visible import on_one_line

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Tick

SHOWN = 40  # characters of a text in messages


class ServedLikelihood(CausalTexts[TextModel]):
    """Scores texts with a served model."""

    def __init__(self, model: TextModel, way: Scoring, requests: Requests) -> None:
        super().__init__(model)
        self._way = way
        self._requests = requests
        self._texts = TokenTexts(model.tokenizer)

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        client, pace, name = self._requests.client, self._requests.pace, self._model.name

        def work(index: int) -> float:
            each = prepared[index]
            ids = each.ids.tolist()
            shown = self._model.tokenizer.decode(ids[each.given :][:SHOWN])
            what = f"request {index + 1} of {len(prepared)} (scoring {_quote(shown)})"
            logprobs = score(client, self._way, name, ids, self._texts, what=what)
            return math.fsum(logprobs[each.given - 1 :])

        def arrived(index: int, _: float) -> None:
            pace.done(len(prepared[index].ids))

        return self._requests.results(range(len(prepared)), work, arrived)


class ServedAnswers(Answers[Question]):
    """Answers prompts with a served model."""

    def __init__(
        self,
        model: TextModel,
        way: Answering,
        requests: Requests,
        *,
        prompt_format: PromptFormat | None,
        room: int | None,
    ) -> None:
        self.model = model
        self._way = way
        self._requests = requests
        self._format = prompt_format  # None where the server makes the prompt
        self._room = room  # tokens of a prompt and its answer together, where the server says so

    def generate(
        self, asked: Mapping[int, tuple[Prompt, Question]], made: list[int], keep: Keep, tick: Tick
    ) -> None:
        indices = list(asked)
        client, pace, name = self._requests.client, self._requests.pace, self.model.name

        def work(place: int) -> Written:
            prompt, question = asked[indices[place]]
            what = f"request {place + 1} of {len(indices)} (answering {_quote(prompt.text)})"
            return ask(client, self._way, name, question, what=what, tokens=question.most)

        def arrived(place: int, written: Written) -> None:
            pace.done(written.tokens + 1)
            made[indices[place]] = written.tokens
            tick(written.tokens)

        for batch in self._requests.results(range(len(indices)), work, arrived):
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

    @reads_stored
    def read(self, value: bytes) -> Answer:
        written = Written.unpack(value)
        return Answer(written.text.strip(), written.tokens, written.finished)


def _quote(text: object) -> str:
    return f"“{on_one_line(text, longest=SHOWN)}”"
