"""Prompts in, answers out: greedy, batched, each answer computed once for one model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from kasauti.engines.generation.prompts import (
    PromptFormat,
    choose_format,
    encode_prompt,
    stop_tokens,
)
from kasauti.engines.passes.text_model import TextModel
from kasauti.engines.protocol.backend import Advance, Answer, Prompt, ignore_progress
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep, Missing

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Finish, Request, Tick

# Calls its second argument with the continuation of each request as soon as it has ended.
Decode: TypeAlias = "Callable[[Sequence[Request], Finish, frozenset[int], Tick], None]"
FINISHED, TRUNCATED = b"\1", b"\0"


class Generator:
    """Answers prompts with one model."""

    def __init__(self, model: TextModel, decode: Decode, *, prompt_format: str) -> None:
        self._model = model
        self._decode = decode
        self._wanted = prompt_format

    @cached_property
    def prompt_format(self) -> PromptFormat:
        """The format of prompts: the chat template, Gemma's turns or plain text."""
        return choose_format(self._model, self._wanted)

    def answers(
        self, prompts: Sequence[Prompt], advance: Advance = ignore_progress
    ) -> list[Answer]:
        """The answer to each prompt; a repeated prompt is answered once."""
        if self._model.kind == "masked":
            raise EngineError("A masked model cannot answer questions. Pass a causal --model.")
        different = list(dict.fromkeys(prompts))
        inputs = [encode_prompt(self._model, each, self.prompt_format) for each in different]
        made = [0] * len(different)  # tokens, counted for the progress

        def report(indices: list[int], computed: bool) -> None:
            for index in indices:
                spared = different[index].max_new_tokens - (made[index] if computed else 0)
                advance(1, spared=spared, stored=not computed)

        def compute(missing: list[int], keep: Keep) -> None:
            requests = [(index, inputs[index], different[index]) for index in missing]
            self._generate(requests, made, keep, advance)

        missing = Missing.of(self._model, compute, report)
        keys = [self._key(each, ids) for each, ids in zip(different, inputs, strict=True)]
        values = dict(zip(different, missing.values(keys), strict=True))
        return [self._answer(values[prompt]) for prompt in prompts]

    def settings(self) -> dict[str, str]:
        """The part of a signature that says how answers are made."""
        return {"decoding": "greedy", "prompt": self.prompt_format}

    def _generate(
        self,
        requests: Sequence[tuple[int, list[int], Prompt]],
        made: list[int],
        keep: Keep,
        advance: Advance,
    ) -> None:
        from kasauti.engines.generation.decoding import Decoded, Request

        def finish(index: int, decoded: Decoded) -> None:
            made[index] = len(decoded.ids) + decoded.finished
            head = FINISHED if decoded.finished else TRUNCATED
            keep([(index, head + np.array(decoded.ids, dtype=np.int32).tobytes())])

        self._decode(
            [
                Request(index, ids, self._room(ids, prompt.max_new_tokens))
                for index, ids, prompt in requests
            ],
            finish,
            self._stops,
            lambda tokens: advance(0, tokens=tokens),
        )

    @cached_property
    def _stops(self) -> frozenset[int]:
        return stop_tokens(self._model)

    def _key(self, prompt: Prompt, ids: list[int]) -> bytes:
        stops = ",".join(map(str, sorted(self._stops)))
        kind = f"most:{prompt.max_new_tokens}|answer|bos:{self._model.bos}|stops:{stops}"
        return self._model.key(kind, np.array(ids, dtype=np.int32).tobytes())

    def _room(self, ids: Sequence[int], most: int) -> int:
        """Return how many tokens may follow; the model's positions limit them."""
        positions = self._model.positions
        room = most if positions is None else min(most, positions - len(ids))
        if room < 1:
            raise EngineError(
                f"A prompt of {len(ids)} tokens leaves no room for an answer: the model takes "
                f"{positions}. Shorten the prompt, or use a model with a longer context."
            )
        return room

    def _answer(self, value: bytes) -> Answer:
        ids = np.frombuffer(value[1:], dtype=np.int32).tolist()
        text = str(self._model.tokenizer.decode(ids, skip_special_tokens=True))
        return Answer(text.strip(), len(ids), value[:1] == FINISHED)
