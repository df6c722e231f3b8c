"""The reader of persona.toml."""

from __future__ import annotations

import math
import re
import warnings
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_anything
from kasauti.inputs.rows import toml_tables
from kasauti.records.persona import (
    ENGLISH,
    Distinction,
    Markers,
    Negative,
    Persona,
    Phrase,
    Speech,
    bind_words,
)

LONGEST_PATTERN = 10_000
REPETITION = re.compile(r"[*+{]")
# As long as an answer, of what a repetition repeats, with an end that does not match: nested
# repetitions try every way to divide it. What only other texts show, `Phrase.find` stops later.
HARD = tuple(f"{2000 // len(part) * part}\x01" for part in ("a", "aa "))
TEXTS = ("name", "description", "language")
SPEECH = ("negations", "not_negations", "clause_ends", "reports")
TABLES = {
    "markers": ("name", "weight", "expected", "phrases", "patterns"),
    "distinctions": ("name", "about", "must", "must_not", "why"),
    "negative": ("name", "phrases", "patterns", "why"),
}
# Of a list of phrases in place of tables.
LISTED = {
    "markers": {"name": "phrases"},
    "negative": {"name": "phrases", "why": "The persona never says it."},
}
NO_PERSONA = Persona("none", "", (), (), ())


def read_persona(path: Path) -> Persona:
    """The persona of a file, or one without a voice; an error says which entry is wrong.

    Its expressions are checked separately, by `check_phrases`, which takes a fifth of a second.
    """
    if not is_anything(path):
        return NO_PERSONA
    table = toml_tables(path)
    if unknown := sorted(table.keys() - TABLES.keys() - {*TEXTS, "speech"}):
        known = ", ".join([*TEXTS, "speech", *TABLES])
        raise KasautiError(f"{path} has the unknown entry {unknown[0]}. Use {known}.")
    entries = {kind: _entries(path, kind, table) for kind in TABLES}
    return Persona(
        _text(f"{path}", table, "name") if "name" in table else path.resolve().parent.name,
        _text(f"{path}", table, "description") if "description" in table else "",
        tuple(_markers(where, entry) for where, entry in entries["markers"]),
        tuple(_distinction(where, entry) for where, entry in entries["distinctions"]),
        tuple(
            Negative(_text(where, entry, "name"), _spoken(where, entry), _text(where, entry, "why"))
            for where, entry in entries["negative"]
        ),
        _text(f"{path}", table, "language") if "language" in table else ENGLISH,
        _speech(f"{path}: speech", table["speech"]) if "speech" in table else None,
    )


def check_phrases(path: Path, persona: Persona) -> None:
    """Refuse an expression that is invalid or matches everywhere."""
    groups = [each.patterns for each in persona.markers]
    groups += [each.patterns for each in persona.negatives]
    groups += [(*each.about, *each.must, *each.must_not) for each in persona.distinctions]
    groups += [getattr(persona.speech, name) for name in SPEECH if persona.speech]
    for phrase in (phrase for group in groups for phrase in group):
        _check_syntax(path, phrase)
        if phrase.find("") or phrase.find(" "):
            raise KasautiError(f"{path}: {phrase.source!r} matches everywhere. Require a word.")
        if REPETITION.search(phrase.source):
            for text in HARD:
                phrase.find(text)


def _check_syntax(path: Path, phrase: Phrase) -> None:
    if len(phrase.source) > LONGEST_PATTERN:
        raise KasautiError(
            f"{path}: an expression has {len(phrase.source):,} characters, and at most "
            f"{LONGEST_PATTERN:,} are allowed. Split it."
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an expression that Python warns of has two readings
            # Also on its own: an extra bracket could pair with those that are put around it.
            re.compile(phrase.source)
            re.compile(bind_words(phrase.source))
    except (re.error, OverflowError, RecursionError, Warning) as error:
        raise KasautiError(
            f"{path}: {phrase.source!r} is not a regular expression ({error}). Correct it."
        ) from None


def _markers(where: str, entry: Mapping[str, object]) -> Markers:
    weight, expected = entry.get("weight", 1), entry.get("expected", 1)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < math.inf:
        raise KasautiError(f"{where} has the weight {weight}. Give a number above 0.")
    if isinstance(expected, bool) or not isinstance(expected, int) or expected < 1:
        raise KasautiError(f"{where} has expected = {expected}. Give a whole number of at least 1.")
    return Markers(_text(where, entry, "name"), float(weight), expected, _spoken(where, entry))


def _distinction(where: str, entry: Mapping[str, object]) -> Distinction:
    found = Distinction(
        _text(where, entry, "name"),
        _phrases(where, entry, "about"),
        _phrases(where, entry, "must") if "must" in entry else (),
        _phrases(where, entry, "must_not") if "must_not" in entry else (),
        _text(where, entry, "why"),
    )
    if not found.must and not found.must_not:
        raise KasautiError(f"{where} requires nothing. Give must or must_not.")
    return found


def _speech(where: str, entry: object) -> Speech:
    if not isinstance(entry, dict):
        raise KasautiError(f"{where} is not a table. Write [speech].")
    if unknown := sorted(entry.keys() - set(SPEECH)):
        raise KasautiError(f"{where} has the unknown field {unknown[0]}. Use {', '.join(SPEECH)}.")
    return Speech(**{name: _phrases(where, entry, name) for name in SPEECH if name in entry})


def _entries(
    path: Path, kind: str, table: Mapping[str, object]
) -> list[tuple[str, Mapping[str, object]]]:
    found = table.get(kind, [])
    if kind in LISTED and found and isinstance(found, list) and isinstance(found[0], str):
        found = [{**LISTED[kind], "phrases": found}]
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        listed = f" or {kind} = ['a phrase']" if kind in LISTED else ""
        raise KasautiError(f"{path}: {kind} is not a list of tables. Write [[{kind}]]{listed}.")
    # Whatever a name is: that it is not text is told where it is read.
    names = Counter(repr(entry.get("name")) for entry in found)
    for number, entry in enumerate(found, start=1):
        where = f"{path}: {kind} {number}"
        if unknown := sorted(entry.keys() - set(TABLES[kind])):
            fields = ", ".join(TABLES[kind])
            raise KasautiError(f"{where} has the unknown field {unknown[0]}. Use {fields}.")
        if names[repr(entry.get("name"))] > 1:
            raise KasautiError(
                f"{where} has the same name as another one. Give it a name of its own."
            )
    return [(f"{path}: {kind} {number}", entry) for number, entry in enumerate(found, start=1)]


def _spoken(where: str, entry: Mapping[str, object]) -> tuple[Phrase, ...]:
    """Return the phrases of an entry, as they are written, and its regular expressions."""
    if "phrases" not in entry:
        return _phrases(where, entry)
    patterns = _phrases(where, entry) if "patterns" in entry else ()
    written = _phrases(where, entry, "phrases")
    return (*(Phrase(_literal(each.source)) for each in written), *patterns)


def _literal(phrase: str) -> str:
    """Return the expression of a phrase, whose words may stand on two lines."""
    return r"\s+".join(re.escape(word) for word in phrase.split())


def _phrases(
    where: str, entry: Mapping[str, object], field: str = "patterns"
) -> tuple[Phrase, ...]:
    sources = entry.get(field)
    if not isinstance(sources, list) or not sources:
        kind = "phrases" if field == "phrases" else "regular expressions"
        raise KasautiError(f"{where} has no {field}. Give a list of {kind}.")
    for source in sources:
        if not isinstance(source, str):
            raise KasautiError(f"{where}: {source!r} in {field} is not text. Write it in quotes.")
    return tuple(map(Phrase, sources))


def _text(where: str, entry: Mapping[str, object], field: str) -> str:
    return " ".join(text_field(where, entry, field).split())
