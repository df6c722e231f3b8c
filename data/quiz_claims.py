"""What right and wrong answers to a quiz's questions say, as patterns (claims.jsonl)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from kasauti.data.claim_patterns import parse_pattern
from kasauti.data.errors import DataError
from kasauti.data.files import is_anything, jsonl_rows
from kasauti.records.claims import Claims, ClaimTexts

CLAIMS = "claims.jsonl"
MOST_FACTS = 4

WrittenClaims = Mapping[str, ClaimTexts]  # by the text of the question


def read_claims(folder: Path, questions: Collection[str]) -> WrittenClaims:
    """The claims of the questions, which have facts; none where the folder has no claims.jsonl.

    The patterns are parsed later, by `parse_claims`: most runs ask only some questions.
    """
    path = folder / CLAIMS
    if not is_anything(path):
        return {}
    found: dict[str, ClaimTexts] = {}
    for number, row in jsonl_rows(path):
        where = f"{path}, line {number}"
        question = row.get("question")
        if not isinstance(question, str) or question not in questions:
            raise DataError(f"{where}: {question!r} has no facts. Write it as facts.jsonl does.")
        if question in found:
            raise DataError(f"{where} repeats {question!r}. Join the two.")
        facts = row.get("facts")
        if not isinstance(facts, list) or not 1 <= len(facts) <= MOST_FACTS:
            raise DataError(f"{where} needs 1 to {MOST_FACTS} facts. Give lists of patterns.")
        found[question] = ClaimTexts(
            tuple(_patterns(where, "facts", each) for each in facts),
            _patterns(where, "wrong", row.get("wrong")),
        )
    return found


def check_claims(path: Path, written: WrittenClaims) -> None:
    """Refuse a pattern that cannot be read."""
    for question, texts in written.items():
        try:
            parse_claims(texts)
        except DataError as error:
            raise DataError(f"{path}, {question!r}: {error}") from None


def parse_claims(texts: ClaimTexts) -> Claims:
    """The claims of one question, ready to be looked for."""
    return Claims(
        tuple(tuple(parse_pattern(text) for text in fact) for fact in texts.facts),
        tuple(parse_pattern(text) for text in texts.wrong),
    )


def _patterns(where: str, name: str, texts: object) -> tuple[str, ...]:
    if not isinstance(texts, list) or not texts:
        raise DataError(f"{where} has {name} without patterns. Give a list of them.")
    for text in texts:
        if not isinstance(text, str) or not text.strip():
            raise DataError(f"{where} has an empty pattern in {name}. Write it, or remove it.")
    return tuple(dict.fromkeys(texts))
