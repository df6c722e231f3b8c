"""The name of a case: what keys reports and baselines, however the tests are run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class CaseId:
    """A suite and the name of one of its cases, written `suite/name`.

    A name may have parts: `mypairs/agreement` is a phenomenon of the user's file `mypairs`, and
    `case:dative` a cut through other cases.
    """

    suite: str
    name: str

    def __post_init__(self) -> None:
        if not self.suite or not self.name or "/" in self.suite:
            raise ValueError(f"{self.suite}/{self.name} is not a case id. Write suite/name.")

    @classmethod
    def parse(cls, text: str) -> CaseId:
        """The case id that is written as `suite/name`.

        >>> CaseId.parse("multiblimp/mypairs/agreement")
        CaseId(suite='multiblimp', name='mypairs/agreement')
        """
        suite, _, name = text.partition("/")
        return cls(suite, name)

    @property
    def pack(self) -> str:
        """The user's file that the case comes from; empty for a shipped case."""
        return self.name.partition("/")[0] if "/" in self.name else ""

    @property
    def phenomenon(self) -> str:
        """The measured phenomenon, without the file, set or language that it is measured on.

        >>> CaseId.parse("multiblimp/hin/SV-G").phenomenon
        'SV-G'
        """
        return self.name.rpartition("/")[2]

    @property
    def is_part(self) -> bool:
        """Return whether the case is a cut through others, whose items are counted there."""
        return ":" in self.name.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.suite}/{self.name}"
