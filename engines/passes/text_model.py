"""A model as a pass sees it: what texts are prepared for, and what scores them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from kasauti.engines.store.score_store import key

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.passes.tokens import Ids
    from kasauti.engines.protocol.backend import Continuation, TokenKinds
    from kasauti.engines.protocol.store import Owner, Store
    from kasauti.engines.sources.loading import Kind
    from kasauti.engines.store.missing import WorkCounter
    from kasauti.records import Work


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A text as a scorer takes it."""

    score: str  # names the kind of score in the store's keys
    sequence: Any
    content: bytes  # what distinguishes it from all other texts
    tokens: int  # that are scored
    given: int = 1  # tokens at the start of the sequence that are not scored
    left_out: int = 0  # tokens of the context that the model has no room for

    @property
    def ids(self) -> Ids:
        """All tokens that the model is given or asked for."""
        return getattr(self.sequence, "ids", self.sequence)  # type: ignore[no-any-return]


class Likelihood(Protocol):
    """The scoring of texts by one kind of model."""

    def settings(self) -> dict[str, str]:
        """The setting that matters for this kind of model."""
        ...

    def prepare_texts(self, texts: Sequence[str]) -> list[Prepared]: ...

    def prepare_continuations(self, continuations: Sequence[Continuation]) -> list[Prepared]: ...

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each text, one list per finished batch."""
        ...


class TextModel(Protocol):
    """A tokenizer, the limits of its model, and the store of the model's results."""

    name: str  # as the user named it
    store: Store
    counter: WorkCounter
    bos: str  # the token before every text as the user gave it: auto, none or a token

    @property
    def kind(self) -> Kind: ...

    @property
    def owner(self) -> Owner:
        """The model's name and identity in a listing of the store."""
        ...

    @property
    def tokenizer(self) -> PreTrainedTokenizerBase: ...

    @property
    def positions(self) -> int | None:
        """Number of positions, if known."""
        ...

    @property
    def vocabulary(self) -> int | None:
        """Number of known tokens, if known."""
        ...

    @property
    def likelihood(self) -> Likelihood:
        """The scorer of texts for this kind of model."""
        ...

    @property
    def has_adapter(self) -> bool: ...

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the model's configuration."""
        ...

    def embedding_rows(self) -> int | None:
        """Return the number of tokens with embeddings; may load the model."""
        ...

    def fixed_positions(self) -> int | None:
        """Return the number of positions that cannot be exceeded; may load the model."""
        ...

    @cached_property
    def prefix(self) -> int | None:
        """The token before every text."""
        from kasauti.engines.passes.tokens import prefix_token

        return prefix_token(self.tokenizer, self.bos)

    @property
    def work(self) -> Work:
        """Numbers of results computed and read from the store until now."""
        return self.counter.snapshot()

    def key(self, kind: str, content: bytes) -> bytes:
        """The key of a result of this model, by the kind of result and the model's input."""
        return key(f"{kind}|{self.owner.identity}", content)

    def scores(self, prepared: Sequence[Prepared]) -> Iterator[list[tuple[int, float]]]:
        """(index, sum of log-probabilities) of each text, one list per finished batch."""
        return self.likelihood.scores(prepared)

    def token_kinds(self, groups: Sequence[Sequence[str]]) -> list[TokenKinds]:
        """The kinds of tokens in each group of texts."""
        from kasauti.engines.passes.tokens import token_kinds_once

        return token_kinds_once(self, groups)
