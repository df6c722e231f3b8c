"""Probe tasks from a treebank: the words of a CoNLL-U file that have a feature."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from kasauti.data.conllu import read_sentences
from kasauti.data.errors import DataError
from kasauti.data.probes import LEAST_LEMMAS, ProbeExample, ProbeTask, checked_task

UD_NAME = re.compile(r"(?P<language>[a-z]{2,3})_\w+-ud-\w+")
# More examples would cost memory and time without changing the result.
MOST_EXAMPLES = 2400
# A label that is rarer than this share of the examples cannot be learned.
LEAST_SHARE = 0.01


def read_treebank(path: Path, feature: str) -> ProbeTask:
    """Which value the feature (Number, Case, …) has, for each word that has it.

    Labels with very few examples or lemmas are left out, and words that are only part of a
    written word. Of more than MOST_EXAMPLES examples a random selection is taken, always the same.
    """
    found: list[ProbeExample] = []
    known: set[str] = set()
    for sentence in read_sentences(path):
        for token in sentence.tokens:
            known.update(token.features)
            if feature in token.features:
                found.append(
                    ProbeExample(
                        sentence=sentence.text,
                        start=token.start,
                        end=token.end,
                        label=token.features[feature],
                        lemma=token.lemma,
                    )
                )
    if not found:
        raise DataError(
            f"{path} has no word with the feature {feature}. "
            f"Give one of its features: {', '.join(sorted(known)) or '(it has none)'}."
        )
    task = checked_task(path, feature, _selected(path, feature, found))
    return replace(task, language=_language(path))


def _language(path: Path) -> str | None:
    """The language that Universal Dependencies' file names begin with."""
    name = UD_NAME.fullmatch(path.stem)
    return name["language"] if name else None


def _selected(path: Path, feature: str, examples: list[ProbeExample]) -> list[ProbeExample]:
    counts = Counter(example.label for example in examples)
    lemmas = {(example.label, example.lemma) for example in examples}
    variety = Counter(label for label, _ in lemmas)
    kept = [
        example
        for example in examples
        if counts[example.label] >= LEAST_SHARE * len(examples)
        and variety[example.label] >= LEAST_LEMMAS
    ]
    if not kept:
        raise DataError(
            f"{path}: no value of {feature} occurs with at least {LEAST_LEMMAS} lemmas. "
            "Give a larger file."
        )
    if len(kept) <= MOST_EXAMPLES:
        return kept
    indices = random.Random(0).sample(range(len(kept)), MOST_EXAMPLES)
    return [kept[index] for index in sorted(indices)]
