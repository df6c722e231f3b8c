"""Prompts in, answers out: greedy, batched, each answer computed once for one model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

import numpy as np

from kasauti.engines.generation.prompts import (
    PromptFormat,
    choose_format,
    encode_prompt,
    prompt_settings,
    stop_tokens,
)
from kasauti.engines.passes.text_model import TextModel
from kasauti.engines.protocol.backend import Advance, Answer, Prompt, ignore_progress
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.missing import Keep
from kasauti.engines.store.scores import reads_stored

if TYPE_CHECKING:
    from kasauti.engines.generation.decoding import Finish, Request, Tick

# Calls its second argument with the continuation of each request as soon as it has ended.
Decode: TypeAlias = "Callable[[Sequence[Request], Finish, frozenset[int], Tick], None]"
Encoded = TypeVar("Encoded")
FINISHED, TRUNCATED = b"\1", b"\0"


class Answers(Protocol[Encoded]):
    """Answers prompts with one model, each different prompt once."""

    model: TextModel

    def encode(self, prompt: Prompt) -> Encoded:
        """The prompt as the model is given it."""

    def key(self, prompt: Prompt, encoded: Encoded) -> bytes: ...

    def generate(
        self, asked: Mapping[int, tuple[Prompt, Encoded]], made: list[int], keep: Keep, tick: Tick
    ) -> None:
        """Keep the answer to each prompt by its index, and its number of tokens in `made`.

        `tick` is told of tokens as they are made.
        """

    def read(self, value: bytes) -> Answer: ...

    def answers(
        self, prompts: Sequence[Prompt], advance: Advance = ignore_progress
    ) -> list[Answer]:
        different = list(dict.fromkeys(prompts))
        encoded = [self.encode(prompt) for prompt in different]
        made = [0] * len(different)  # tokens, counted for the progress

        def report(indices: list[int], computed: bool) -> None:
            for index in indices:
                spared = different[index].max_new_tokens - (made[index] if computed else 0)
                advance(1, spared=max(0, spared), stored=not computed)

        def compute(missing: list[int], keep: Keep) -> None:
            asked = {index: (different[index], encoded[index]) for index in missing}
            self.generate(asked, made, keep, lambda tokens: advance(0, tokens=tokens))

        keys = [self.key(*each) for each in zip(different, encoded, strict=True)]
        values = self.model.missing(compute, report).values(keys)
        found = dict(zip(different, map(self.read, values), strict=True))
        return [found[prompt] for prompt in prompts]


class Generator(Answers[list[int]]):
    """Answers prompts by greedy decoding."""

    def __init__(self, model: TextModel, decode: Decode, *, prompt_format: str) -> None:
        self.model = model
        self._decode = decode
        self._wanted = prompt_format

    @cached_property
    def prompt_format(self) -> PromptFormat:
        """The format of prompts: the chat template, Gemma's turns or plain text."""
        return choose_format(self.model, self._wanted)

    def settings(self) -> dict[str, str]:
        """The part of a signature that says how answers are made."""
        return {"decoding": "greedy", **prompt_settings(self.model, self.prompt_format)}

    def encode(self, prompt: Prompt) -> list[int]:
        if self.model.kind == "masked":
            raise EngineError("A masked model cannot answer questions. Pass a causal --model.")
        return encode_prompt(self.model, prompt, self.prompt_format)

    def generate(
        self, asked: Mapping[int, tuple[Prompt, list[int]]], made: list[int], keep: Keep, tick: Tick
    ) -> None:
        from kasauti.engines.generation.decoding import Decoded, Request

        def finish(index: int, decoded: Decoded) -> None:
            made[index] = len(decoded.ids) + decoded.finished
            head = FINISHED if decoded.finished else TRUNCATED
            keep([(index, head + np.array(decoded.ids, dtype=np.int32).tobytes())])

        requests = [
            Request(index, ids, self._room(ids, prompt.max_new_tokens))
            for index, (prompt, ids) in asked.items()
        ]
        self._decode(requests, finish, self._stops, tick)

    @cached_property
    def _stops(self) -> frozenset[int]:
        return stop_tokens(self.model)

    def key(self, prompt: Prompt, encoded: list[int]) -> bytes:
        stops = ",".join(map(str, sorted(self._stops)))
        kind = f"most:{prompt.max_new_tokens}|answer|bos:{self.model.bos}|stops:{stops}"
        return self.model.key(kind, np.array(encoded, dtype=np.int32).tobytes())

    def _room(self, ids: Sequence[int], most: int) -> int:
        """Return how many tokens may follow; the model's positions limit them."""
        positions = self.model.positions
        room = most if positions is None else min(most, positions - len(ids))
        if room < 1:
            raise EngineError(
                f"A prompt of {len(ids)} tokens leaves no room for an answer: the model takes "
                f"{positions}. Shorten the prompt, or use a model with a longer context."
            )
        return room

    @reads_stored
    def read(self, value: bytes) -> Answer:
        ids = np.frombuffer(value[1:], dtype=np.int32).tolist()
        text = str(self.model.tokenizer.decode(ids, skip_special_tokens=True))
        return Answer(text.strip(), len(ids), value[:1] == FINISHED)
