"""The backend of a model that a server runs: tokens are sent, log-probabilities and answers come.

httpx and the tokenizer are loaded when the server is first asked, not with this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from kasauti.engines.backends.served.in_flight import MOST, Pace, Requests
from kasauti.engines.backends.served.passes import ServedAnswers, ServedLikelihood
from kasauti.engines.backends.served.tokenizer import find_tokenizer, guess_tokenizer
from kasauti.engines.backends.served.trial import (
    QUESTION,
    AnsweringTrial,
    ScoringTrial,
    Trial,
    chat_ways,
    recognise,
    try_answering,
)
from kasauti.engines.backends.served.ways import Answering, Completion, Question
from kasauti.engines.generation.prompts import (
    PromptFormat,
    choose_format,
    encode_prompt,
    prompt_settings,
    stop_tokens,
)
from kasauti.engines.passes.likelihood import score_continuations, score_texts
from kasauti.engines.passes.text_model import TextModel
from kasauti.engines.protocol.backend import (
    Advance,
    Answer,
    Capability,
    Continuation,
    ContinuationScore,
    Prompt,
    SequenceScore,
    ignore_progress,
)
from kasauti.engines.protocol.errors import EngineError, require
from kasauti.engines.protocol.store import Owner, Store, identity_line
from kasauti.engines.sources import digests
from kasauti.engines.sources.checkpoint import end_tokens
from kasauti.engines.sources.loading import Kind, read_tokenizer
from kasauti.engines.sources.request import ApiKey, ServerRequest
from kasauti.text.visible import on_one_line

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.backends.served.client import Client
    from kasauti.engines.sources.request import ModelRequest

REMOTE = "remote, weights not verified"
ANSWERS_ALONE = "quiz, zeroshot with --answer-by=generation, and metrics, which need only answers"
SCORES_ALONE = "multiblimp, sanskrit and the others that compare how likely texts are"


class ServedBackend(TextModel):
    """Implements `Backend` with an OpenAI-compatible server; nothing is asked before it must be."""

    kind: Kind = "causal"

    def __init__(self, request: ModelRequest, server: ServerRequest) -> None:
        require("httpx", "served", needed_by="--server")
        self.name = request.source.name
        self.store: Store = request.store
        self.counter = Counter[str]()
        self.bos = request.bos
        self._prompt_format = request.prompt_format
        self._trusted = request.load.trust_remote_code
        self._server = server
        self._model = server.model(self.name)
        self._pace = Pace(server.concurrency)
        self._names: dict[str, str] = {}  # as replies name the model that was asked for

    @classmethod
    def accepts(cls, request: ModelRequest) -> bool:
        return request.server is not None and request.source.kind == "served"

    @classmethod
    def open(cls, request: ModelRequest) -> ServedBackend:
        assert request.server is not None  # else it does not accept the request
        return cls(request, request.server)

    @property
    def positions(self) -> int | None:
        # The last token of a sequence is counted, too, and one more is written.
        length = self._model.max_length
        return None if length is None else max(1, length - 2)

    def fixed_positions(self) -> int | None:
        return self.positions

    def end_tokens(self) -> list[int]:
        return end_tokens(self._files) if self._files else []

    @cached_property
    def tokenizer(self) -> PreTrainedTokenizerBase:
        if self._files is None:
            raise EngineError(
                f"The tokenizer of {self.name} is not known here. Pass --tokenizer=FOLDER."
            )
        # Code is run only of a tokenizer that the user named, never of one that the server names.
        return read_tokenizer(
            self._files,
            trust_remote_code=self._trusted and bool(self._server.tokenizer),
            remedy="Pass another --tokenizer.",
        )

    @cached_property
    def likelihood(self) -> ServedLikelihood:
        way = self._scoring.way
        if way is None:
            raise EngineError(self.lack("likelihood", "What was asked for"))
        return ServedLikelihood(self, way, self._requests)

    def capabilities(self) -> frozenset[Capability]:
        """Return what the trial found; asks the server if that was not done before."""
        found: set[Capability] = set()
        if self._scoring.way is not None:
            found.add("likelihood")
        if self._answering.way is not None:
            found.add("generation")
        return frozenset(found)

    def lack(self, capability: Capability, needed_by: str) -> str:
        """Explain why the server cannot be used for this, and what it can be used for."""
        can = self.capabilities()
        if capability == "likelihood":
            fact = f"gives no usable log-probabilities of a prompt: {self._scoring.lack}"
        elif capability == "generation":
            fact = f"gives no usable answers: {self._answering.lack}"
        else:
            fact = f"gives no {capability}: only a model in this process does"
        uses = [SCORES_ALONE] if "likelihood" in can else []
        uses += [ANSWERS_ALONE] if "generation" in can else []
        remedy = f"It can be used for {'; and for '.join(uses)}." if uses else "Use another server."
        return f"{needed_by} needs {capability}, and the server of {self.name} {fact}. {remedy}"

    def settings(self) -> dict[str, str]:
        way = self._scoring.way
        scoring = {"scoring": way.name, **self.likelihood.settings()} if way else {}
        return {
            **self._identity,
            **scoring,
            "server": self._server.address.url,
            "adapter": "none",
            "device": REMOTE,
            "transformers": version("transformers"),
        }

    def generation_settings(self) -> dict[str, str]:
        way = self._answering.way
        if way is None:
            return {}
        made = prompt_settings(self, self._format) if self._format else {"prompt": way.name}
        return {"decoding": "greedy", **made, "answers": way.name}

    @cached_property
    def owner(self) -> Owner:
        return Owner(self.name, identity_line({"by": "server", **self._identity}))

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        return score_texts(self, texts, advance)

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        return score_continuations(self, continuations, advance)

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        return self._answers.answers(prompts, advance)

    def release(self) -> None:
        """Close the connections; they are opened again when they are needed."""
        for name in ("likelihood", "_answers", "_requests"):
            self.__dict__.pop(name, None)
        client = self.__dict__.pop("_client", None)
        if client is not None:
            client.close()

    @cached_property
    def _client(self) -> Client:
        from kasauti.engines.backends.served.client import Client

        return Client(
            self._server.address,
            key=ApiKey.from_environment(self._server.key_variable),
            seconds=self._server.seconds,
            connections=self._server.concurrency or MOST,
            names=self._names,
        )

    @cached_property
    def _files(self) -> Path | None:
        """The folder with the files of the tokenizer, and of the model's config if it has them."""
        if self._server.tokenizer:
            return find_tokenizer(self._server.tokenizer)
        return guess_tokenizer([self._model.folder, self.name])

    @cached_property
    def _info(self) -> tuple[str, str]:
        """The version of the server's software, and the dtype of the weights."""
        from kasauti.engines.backends.served.server import server_info

        return server_info(self._client, self._model.software)

    @cached_property
    def _scoring(self) -> ScoringTrial:
        if self._files is None:
            return ScoringTrial(
                None, lack="its tokenizer is not known here (pass --tokenizer=FOLDER)"
            )
        return self._trial().run()

    def _trial(self) -> Trial:
        return Trial(self._client, self.name, self.tokenizer, self.prefix)

    @cached_property
    def _requests(self) -> Requests:
        first = self._scoring
        repeat = None if first.way is None else partial(self._trial().repeat, first)
        return Requests(self._client, self._pace, repeat)

    @cached_property
    def _answering(self) -> AnsweringTrial:
        schema = self._server.schema
        # From token ids few servers keep to a schema.
        ways = chat_ways(schema) if schema else [*self._completion_ways(), *chat_ways()]
        return try_answering(self._client, self.name, ways)

    def _completion_ways(self) -> list[tuple[Answering, Question]]:
        """Answers from token ids, which need a tokenizer."""
        if self._files is None:
            return []
        stops = tuple(sorted(stop_tokens(self)))
        special = set(self.tokenizer.all_special_ids)
        texts = tuple(str(self.tokenizer.decode([each])) for each in stops if each in special)
        way = Completion(self._model.software, stops, texts)
        ids = encode_prompt(self, QUESTION, choose_format(self, self._prompt_format))
        return [(way, Question(QUESTION, ids, QUESTION.max_new_tokens))]

    @cached_property
    def _format(self) -> PromptFormat | None:
        """The format of prompts; None if the server makes them."""
        if isinstance(self._answering.way, Completion):
            return choose_format(self, self._prompt_format)
        if self._prompt_format != "auto":
            raise EngineError(
                f"--prompt-format={self._prompt_format} cannot be used: the server takes no token "
                "ids and makes the prompts itself. Leave the option out."
            )
        return None

    @cached_property
    def _answers(self) -> ServedAnswers:
        way = self._answering.way
        if way is None:
            raise EngineError(self.lack("generation", "What was asked for"))
        return ServedAnswers(
            self,
            way,
            self._requests,
            prompt_format=self._format,
            room=self._model.max_length,
        )

    @cached_property
    def _identity(self) -> dict[str, str]:
        """Everything a result depends on, as far as the server and the trial tell."""
        software_version, dtype = self._info
        identity = {
            "model": self.name,
            "software": f"{self._model.software} {software_version}",
            "dtype": dtype,
            "tokenizer": digests.fingerprint(self._files, digests.TOKENIZER)
            if self._files
            else "none",
        }
        trial = self._scoring
        told = self._names.get(self.name, self.name)
        if told != self.name:
            identity["answers_as"] = on_one_line(told)
        if trial.way is None:
            # Nothing tells two models of the same name apart but the address.
            return {**identity, "weights": f"unknown at {self._server.address.url}"}
        context = identity_line({**identity, "scoring": trial.way.name, "bos": str(self.prefix)})
        seen = recognise(self.store, context, trial.logprobs, run=self._server.run)
        return {**identity, "weights": f"seen as {seen}"}
