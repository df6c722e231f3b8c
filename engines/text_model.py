"""What texts and prompts are prepared for: a model, wherever it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.likelihood import Likelihood
    from kasauti.engines.sources.loading import Kind
    from kasauti.engines.store.missing import WorkCounter
    from kasauti.engines.store.score_store import Owner, ScoreStore


class TextModel(Protocol):
    """A tokenizer, the limits of its model, and the store of the model's results."""

    @property
    def name(self) -> str:
        """The model as the user named it."""
        ...

    @property
    def kind(self) -> Kind: ...

    @property
    def store(self) -> ScoreStore: ...

    @property
    def owner(self) -> Owner:
        """Whose results these are, as a listing of the store shows it."""
        ...

    @property
    def counter(self) -> WorkCounter: ...

    @property
    def tokenizer(self) -> PreTrainedTokenizerBase: ...

    @property
    def bos(self) -> str:
        """What the user wants before every text: auto, none or a token."""
        ...

    @property
    def prefix(self) -> int | None:
        """The token before every text."""
        ...

    @property
    def positions(self) -> int | None:
        """How many positions the model has, where it is known."""
        ...

    @property
    def vocabulary(self) -> int | None:
        """How many tokens the model knows, where it is known."""
        ...

    @property
    def likelihood(self) -> Likelihood:
        """How this kind of model scores texts."""
        ...

    @property
    def has_adapter(self) -> bool: ...

    def end_tokens(self) -> list[int]:
        """The tokens that end an answer, by the model's configuration."""
        ...

    def embedding_rows(self) -> int | None:
        """How many tokens the model has embeddings for; may load the model."""
        ...

    def fixed_positions(self) -> int | None:
        """How many positions the model cannot go beyond; may load the model."""
        ...

    def key(self, kind: str, content: bytes) -> bytes:
        """The key of a result of this model, by the kind of result and the model's input."""
        ...
