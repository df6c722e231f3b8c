"""The texts of tokens, here and as servers show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kasauti.engines.backends.served.exchange import Reply
from kasauti.engines.protocol.errors import WrongReplyError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

UNKNOWN = "\ufffd"
BY_NUMBER = "token_id:"
SHOWN = 40  # characters of a token in messages


class UntrueError(WrongReplyError):
    """A reply that looks right and is not; another way of the same server is not tried."""

    @classmethod
    def about(cls, what: str, fact: str) -> UntrueError:
        return cls(str(Reply({}, what).wrong(fact)), fact=fact)


class TokenTexts:
    """Compares the tokens in replies with those that were sent."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase) -> None:
        self._tokenizer = tokenizer
        self._special = set(tokenizer.all_special_ids)
        self._known: dict[int, tuple[str, str]] = {}

    def check(self, ids: Sequence[int], shown: Sequence[str | None], what: str) -> None:
        """Refuse a reply in which a token has another text than here."""
        whole = ""
        for token, text in zip(ids, shown, strict=True):
            if text is None or self._same(token, text):
                continue
            own = self._own(token)[0]
            if UNKNOWN in own:
                # A part of a letter, which some servers show whole at its last part.
                whole = whole or str(self._tokenizer.decode(list(ids)))
                if UNKNOWN in text or text in whole:
                    continue
            raise UntrueError.about(
                what,
                f"token {token} is {text[:SHOWN]!r} on the server and {own[:SHOWN]!r} here, so "
                "the tokenizer is not the model's (pass the right --tokenizer), or the answer is "
                "not about the text that was sent",
            )

    def tokens_of(self, shown: str | int) -> list[int]:
        """The tokens that a server shows in this way."""
        if isinstance(shown, int):
            return [shown]
        if shown.startswith(BY_NUMBER):
            number = shown.removeprefix(BY_NUMBER)
            return [int(number)] if number.isdecimal() and number.isascii() else []
        row = list(self._tokenizer(shown, add_special_tokens=False)["input_ids"])
        if len(row) == 1 and shown in self._own(row[0]):
            return row
        return [each for each in self._tokenizer.get_vocab().values() if shown in self._own(each)]

    def _own(self, token: int) -> tuple[str, str]:
        """The text of a token, and its name in the vocabulary."""
        if token not in self._known:
            name = self._tokenizer.convert_ids_to_tokens(token)
            self._known[token] = str(self._tokenizer.decode([token])), str(name)
        return self._known[token]

    def _same(self, token: int, shown: str) -> bool:
        own, name = self._own(token)
        if shown.startswith(BY_NUMBER):
            return shown == f"{BY_NUMBER}{token}"
        if shown.startswith("bytes:"):
            return UNKNOWN in own
        if shown in (own, name) or (not shown and token in self._special):
            return True
        return shown.strip(" \u2581\u0120") == own.strip()
