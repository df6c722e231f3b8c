"""Prompts in, answers out: greedy, batched, each answer computed once, ever, for one model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from kasauti.engines.errors import EngineError
from kasauti.engines.generation.prompts import (
    Prompt,
    PromptFormat,
    choose_format,
    encode_prompt,
    stop_tokens,
)
from kasauti.engines.local import Engine
from kasauti.engines.store.score_store import key

__all__ = ["Advance", "Answer", "Generator", "Prompt"]

# A token that waits in the cache takes much less memory than one in a forward pass of all
# tokens, which is what the engine's number bounds.
WAITING_TOKENS = 8
FINISHED, CUT = b"\1", b"\0"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said, its number of tokens, and whether it came to an end by itself."""

    text: str
    tokens: int
    finished: bool


class Advance(Protocol):
    """Is told how many more answers are done, and how many tokens were made or not needed."""

    def __call__(self, count: int, *, tokens: int = 0, spared: int = 0) -> object: ...


def _ignore(count: int, *, tokens: int = 0, spared: int = 0) -> None:
    """Nobody watches."""


class Generator:
    """Answers prompts with the engine's model; what was answered before comes from the store."""

    def __init__(self, engine: Engine, *, form: str = "auto") -> None:
        self._engine = engine
        self._wanted = form

    @cached_property
    def form(self) -> PromptFormat:
        """How the model is asked: by its chat template, in Gemma's turns, or plainly."""
        return choose_format(self._engine, self._wanted)

    def answers(self, prompts: Sequence[Prompt], advance: Advance = _ignore) -> list[Answer]:
        """The answer to each prompt; the same prompt is answered once."""
        if self._engine.kind == "masked":
            raise EngineError(
                "A masked model cannot answer questions. Give a causal one with --model."
            )
        inputs = {prompt: self._input(prompt) for prompt in dict.fromkeys(prompts)}
        keys = {prompt: self._key(prompt, ids) for prompt, ids in inputs.items()}
        store, work = self._engine.store, self._engine.work
        found = store.get(list(dict.fromkeys(keys.values())))
        work.stored += len(found)
        for prompt, each in keys.items():
            if each in found:
                advance(1, spared=prompt.max_new_tokens)
        missing = {keys[p]: (ids, p.max_new_tokens) for p, ids in inputs.items()}
        missing = {each: request for each, request in missing.items() if each not in found}
        if missing:
            self._generate(missing, found, advance)
        return [self._answer(found[keys[prompt]]) for prompt in prompts]

    def settings(self) -> dict[str, str]:
        """The part of a signature that says how answers were made."""
        return {"decoding": "greedy", "prompt": self.form}

    def _generate(
        self,
        missing: dict[bytes, tuple[list[int], int]],
        found: dict[bytes, bytes],
        advance: Advance,
    ) -> None:
        from kasauti.engines.generation.decoding import Decoded, GreedyDecoder, Request

        engine = self._engine
        keys = list(missing)

        def finish(index: int, decoded: Decoded) -> None:
            packed = FINISHED if decoded.finished else CUT
            value = packed + np.array(decoded.ids, dtype=np.int32).tobytes()
            engine.store.put([(keys[index], value)])
            engine.work.computed += 1
            found[keys[index]] = value
            advance(1, spared=missing[keys[index]][1] - len(decoded.ids) - decoded.finished)

        decoder = GreedyDecoder(
            engine.model,
            stops=self._stops,
            batch_tokens=engine.batch_tokens * WAITING_TOKENS,
            tick=lambda tokens: advance(0, tokens=tokens),
        )
        requests = [
            Request(index, ids, self._room(ids, most))
            for index, (ids, most) in enumerate(missing.values())
        ]
        decoder.decode(requests, finish)

    @cached_property
    def _stops(self) -> frozenset[int]:
        return stop_tokens(self._engine)

    @cached_property
    def _context(self) -> str:
        identity = "|".join(f"{name}:{v}" for name, v in sorted(self._engine.identity.items()))
        stops = ",".join(map(str, sorted(self._stops)))
        return f"answer|bos:{self._engine.bos}|stops:{stops}|{identity}"

    def _input(self, prompt: Prompt) -> list[int]:
        return encode_prompt(self._engine, prompt, self.form)

    def _key(self, prompt: Prompt, ids: list[int]) -> bytes:
        context = f"most:{prompt.max_new_tokens}|{self._context}"
        return key(context, np.array(ids, dtype=np.int32).tobytes())

    def _room(self, ids: Sequence[int], most: int) -> int:
        """How many tokens may follow: no more than the model has positions for."""
        config = self._engine.model.config.get_text_config()
        positions = getattr(config, "max_position_embeddings", None)
        room = min(most, positions - len(ids)) if isinstance(positions, int) else most
        if room < 1:
            raise EngineError(
                f"A prompt of {len(ids)} tokens leaves no room for an answer: the model takes "
                f"{positions}. Shorten the prompt, or give a model with a longer context."
            )
        return room

    def _answer(self, value: bytes) -> Answer:
        ids = np.frombuffer(value[1:], dtype=np.int32).tolist()
        text = str(self._engine.tokenizer.decode(ids, skip_special_tokens=True))
        return Answer(text.strip(), len(ids), value[:1] == FINISHED)
