"""Probe tasks from a treebank: the words of a CoNLL-U file that have a feature."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.probes.examples import LEAST_LEMMAS, ProbeExample, ProbeTask, check_task
from kasauti.inputs.conllu import Token, read_sentences
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import numbered_lines
from kasauti.text.languages import bcp47

UD_NAME = re.compile(r"(?P<language>[a-z]{2,3})_\w+-ud-\w+")
COMMENT = re.compile(r"#\s*lang(?:uage)?\s*[=:]\s*(?P<language>[A-Za-z]{2,3})\b.*")
NO_LEMMA = "_"
# More examples would cost memory and time without changing the result.
MOST_EXAMPLES = 2400
# A label that is rarer than this share of the examples cannot be learned.
LEAST_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Asked:
    """The feature to predict, of every word that has it or of one part of speech."""

    feature: str
    upos: str = ""

    @classmethod
    def of(cls, text: str) -> Asked:
        """From Number, or NOUN.Number."""
        upos, _, feature = text.rpartition(".")
        return cls(feature, upos)

    def __str__(self) -> str:
        return f"{self.upos}.{self.feature}" if self.upos else self.feature

    def value(self, token: Token) -> str | None:
        return token.features.get(self.feature) if self.upos in ("", token.upos) else None


def read_treebank(path: Path, feature: str) -> ProbeTask:
    """Read the values of a feature (Number, NOUN.Case, …), for each word that has it.

    Labels with very few examples or lemmas are left out, and words that are only part of a
    written word. Of more than MOST_EXAMPLES examples a random selection is taken, always the same.
    A word without a lemma counts as its own.
    """
    asked = Asked.of(feature)
    found: list[ProbeExample] = []
    known: set[str] = set()
    for sentence in read_sentences(path):
        for token in sentence.tokens:
            known.update(token.features)
            label = asked.value(token)
            if label is not None:
                found.append(
                    ProbeExample(
                        sentence=sentence.text,
                        start=token.start,
                        end=token.end,
                        label=label,
                        lemma=token.form if token.lemma == NO_LEMMA else token.lemma,
                    )
                )
    if not found:
        what = f"no {asked.upos} with" if asked.upos else "no word with"
        raise KasautiError(
            f"{path} has {what} the feature {asked.feature}. "
            f"Give one of its features: {', '.join(sorted(known)) or '(it has none)'}."
        )
    kept = _frequent(path, asked, found)
    task = check_task(path, str(asked), _thin(kept))
    return replace(task, language=_language(path), note=_note(asked, found, kept))


def _language(path: Path) -> str | None:
    """By Universal Dependencies' file name, else by a comment `# language = sa`."""
    name = UD_NAME.fullmatch(path.stem)
    if name:
        return bcp47(name["language"])
    for _, line in numbered_lines(path):
        comment = COMMENT.fullmatch(line)
        if comment:
            return bcp47(comment["language"].lower())
    return None


def _frequent(path: Path, asked: Asked, examples: Sequence[ProbeExample]) -> list[ProbeExample]:
    """The examples of the labels that can be learned and tested."""
    counts, lemmas = _counts(examples)
    labels = {
        label
        for label, count in counts.items()
        if count >= LEAST_SHARE * len(examples) and lemmas[label] >= LEAST_LEMMAS
    }
    if len(labels) < 2:
        raise KasautiError(
            f"{path}: {asked} needs two values with at least {LEAST_LEMMAS} lemmas each and "
            f"{LEAST_SHARE:.0%} of the words, and has {_list(examples, counts)}. "
            "Give a larger treebank or another feature."
        )
    return [example for example in examples if example.label in labels]


def _thin(examples: list[ProbeExample]) -> list[ProbeExample]:
    if len(examples) <= MOST_EXAMPLES:
        return examples
    indices = random.Random(0).sample(range(len(examples)), MOST_EXAMPLES)
    return [examples[index] for index in sorted(indices)]


def _note(asked: Asked, found: Sequence[ProbeExample], kept: Sequence[ProbeExample]) -> str:
    """Say what of the treebank is not in the task; empty if all is."""
    parts = []
    dropped = {example.label for example in found} - {example.label for example in kept}
    if dropped:
        parts.append(f"rare values of {asked} are left out: {_list(found, dropped)}")
    if len(kept) > MOST_EXAMPLES:
        parts.append(f"{MOST_EXAMPLES:,} of {len(kept):,} words are taken, at random")
    return "; ".join(parts)


def _counts(examples: Sequence[ProbeExample]) -> tuple[Counter[str], Counter[str]]:
    """Count the examples and the lemmas of each label."""
    lemmas = {(example.label, example.lemma) for example in examples}
    return Counter(example.label for example in examples), Counter(label for label, _ in lemmas)


def _list(examples: Sequence[ProbeExample], labels: Iterable[str]) -> str:
    counts, lemmas = _counts(examples)
    return ", ".join(
        f"{label} ({counts[label]} words of {lemmas[label]} lemmas)" for label in sorted(labels)
    )
