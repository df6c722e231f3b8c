"""The protocol between suites and models, and its records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, runtime_checkable

from kasauti.engines.protocol.store import Store
from kasauti.engines.protocol.training import FineTuned, TrainingConfig, TrainingSet
from kasauti.records import Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What a backend can do, in the words of error messages.
Capability = Literal["likelihood", "generation", "hidden states", "fine-tuning"]
Pool = Literal["last", "mean"]
Vectors: TypeAlias = (
    "NDArray[np.float32]"  # [layers + 1, hidden] of one span, [spans, …] of several
)


class Advance(Protocol):
    """Receives progress: how many more items are done, whether they were `stored` and, in
    generation, how many tokens were made (`tokens`) or turned out not to be needed (`spared`)."""

    def __call__(
        self, count: int, *, tokens: int = 0, spared: int = 0, stored: bool = False
    ) -> object: ...


def ignore_progress(count: int, *, tokens: int = 0, spared: int = 0, stored: bool = False) -> None:
    """For callers that show no progress."""


@dataclass(frozen=True, slots=True)
class SequenceScore:
    """The sum of the log-probabilities (nats) of a text's tokens, and their number."""

    logprob: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Continuation:
    """A text, and the context that it is scored after."""

    context: str
    text: str


@dataclass(frozen=True, slots=True)
class ContinuationScore:
    """The log-probability (nats) of a text's tokens after its context, and their number."""

    logprob: float
    tokens: int
    left_out: int = 0  # tokens at the start of the context that the model has no room for


@dataclass(frozen=True, slots=True)
class ContrastScore:
    """Two texts: their log-probabilities (nats) behind the `shared` tokens that both start with.

    good_tokens, bad_tokens: of the whole texts. Where nothing is shared, the scores are those of
    the whole texts.
    """

    good: float
    bad: float
    good_tokens: int
    bad_tokens: int
    shared: int

    @property
    def tokens(self) -> int:
        """Of the longer text."""
        return max(self.good_tokens, self.bad_tokens)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question and the maximum length of its answer; without `chat`, the text is used as is."""

    text: str
    system: str = ""
    max_new_tokens: int = 512
    chat: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """The text of an answer, its number of tokens, and whether the model ended it by itself."""

    text: str
    tokens: int
    finished: bool


@dataclass(frozen=True, slots=True)
class TextSpan:
    """The characters [start, end) of a sentence."""

    sentence: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TokenKinds:
    """The number of tokens of some texts, and how many of them are unknown or pieces."""

    tokens: int
    unknown: int
    pieces: int


class Backend(Protocol):
    """A model under test. Nothing is loaded before it is needed; results are stored by content."""

    @property
    def name(self) -> str:
        """The model as the user named it."""

    @property
    def store(self) -> Store: ...

    @property
    def work(self) -> Work:
        """Numbers of results computed and read from the store until now."""

    def capabilities(self) -> frozenset[Capability]:
        """Return what this model can do."""

    def settings(self) -> dict[str, str]:
        """Return the model's part of a signature: what a reader needs to repeat a measurement."""

    def generation_settings(self) -> dict[str, str]:
        """Return the further settings of a signature of generated answers."""

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        """The log-probability of each text."""

    def score_continuations(
        self, continuations: Sequence[Continuation], advance: Advance = ignore_progress
    ) -> list[ContinuationScore]:
        """The log-probability of each text after its context."""

    def answer(self, prompts: Sequence[Prompt], advance: Advance = ignore_progress) -> list[Answer]:
        """The greedy answer to each prompt."""

    def release(self) -> None:
        """Drop the model from memory, so that there is room for another."""


@runtime_checkable
class Explains(Protocol):
    """A backend that knows why it lacks a capability."""

    def lack(self, capability: Capability, needed_by: str) -> str:
        """One or two sentences: the fact, then what the backend can be used for."""


@runtime_checkable
class KnowsTokens(Protocol):
    """A backend that has the tokenizer of its model."""

    def token_kinds(self, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
        """The kinds of tokens in each group of texts."""


@runtime_checkable
class Contrasts(Protocol):
    """A backend that can leave out what cancels in a pair."""

    def score_contrasts(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        by_token: bool,
        advance: Advance = ignore_progress,
    ) -> list[ContrastScore]:
        """Both texts of each pair behind the point where they part.

        Whole where `by_token` (the sums are to be divided by the tokens) and their numbers differ.
        """


@runtime_checkable
class HiddenStates(Protocol):
    """A backend that returns hidden states at words, layer by layer."""

    def compute_vectors(
        self,
        spans: Sequence[TextSpan],
        *,
        pool: Pool,
        layers: str = "all",
        advance: Advance = ignore_progress,
    ) -> None:
        """Put the vectors of all spans into the store: of all layers, the last, or a number."""

    def read_vectors(
        self, spans: Sequence[TextSpan], *, pool: Pool, layers: str = "all"
    ) -> Vectors:
        """[spans, layers + 1, hidden]; layers that are not wanted are zero."""

    def untrained(self) -> HiddenStates:
        """The same architecture with random weights, as a baseline."""

    def release(self) -> None: ...


@runtime_checkable
class FineTuning(Protocol):
    """A backend that can train a copy of its model."""

    def fine_tune(
        self,
        training_set: TrainingSet,
        config: TrainingConfig,
        advance: Advance = ignore_progress,
    ) -> FineTuned:
        """Return the predictions of a trained copy; `advance` counts training steps."""
