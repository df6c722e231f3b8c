"""Write the Sanskrit contrast sets: `python -m authoring.sanskrit.generate`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shlex import quote

from authoring.sanskrit.attested import attested_nouns, attested_verbs
from authoring.sanskrit.corpus import count_words, gita_verses, text_verses
from authoring.sanskrit.grammar.stems import attested_stems
from authoring.sanskrit.sets.agreement import gender_agreement_pairs
from authoring.sanskrit.sets.conjugation import verb_conjugation_pairs
from authoring.sanskrit.sets.context import in_context_pairs
from authoring.sanskrit.sets.isolated import count_identities, isolated_pairs
from authoring.sanskrit.sets.sandhi_pairs import external_sandhi_pairs
from authoring.sanskrit.word_glosses import word_glosses
from kasauti.data.sanskrit import records
from kasauti.data.sanskrit.packs import WORD_COUNTS
from kasauti.data.sanskrit.records import ContrastSet
from kasauti.inputs.errors import KasautiError

# Crossings, of two pairs each.
_PER_CONTRAST = 54
_PER_EXTENSION = 150


@dataclass(frozen=True, slots=True)
class Generated:
    """The records of each file, and how many contrasts were dropped as identical, of how many."""

    files: dict[str, list[ContrastSet]]
    stems: int
    identities: int
    contrasts: int


def write_contrast_sets(path: Path, sets: Iterable[ContrastSet]) -> None:
    """Write one record per line, fields in the documented order."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for record in sets:
            row = {name: getattr(record, name) for name in records.TEXTS}
            row["metadata"] = dict(record.metadata)
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def generate(
    *,
    target_size: int = 500,
    max_stems: int = 200,
    seed: int = 42,
    corpus: Path | None = None,
) -> Generated:
    """Every contrast set, the same on every run with the same arguments.

    `target_size` and `max_stems` shape the isolated pairs; `corpus` is a text
    in Devanagari to take their stems from instead of the Bhagavad Gita. The sentences are the
    same whatever the corpus: which of their words are attested is a question to the Gita.
    """
    words = count_words(gita_verses() if corpus is None else text_verses(corpus))
    stems = attested_stems(words, max_stems)
    if not stems:
        raise KasautiError("The corpus proves no stem. Give a longer Sanskrit text in Devanagari.")
    identities, contrasts = count_identities(stems)
    files = {records.ISOLATED.name: isolated_pairs(stems, target_size, seed), **_sentences(seed)}
    return Generated(files, len(stems), identities, contrasts)


@cache
def _sentences(seed: int) -> dict[str, list[ContrastSet]]:
    """The crossed pairs of each file; the Gita says which of their words are attested."""
    words = count_words(gita_verses())
    nouns, verbs = attested_nouns(words), attested_verbs(words)
    return {
        records.IN_CONTEXT.name: in_context_pairs(nouns, _PER_CONTRAST, seed),
        records.GENDER_AGREEMENT.name: gender_agreement_pairs(nouns, _PER_EXTENSION, seed),
        records.VERB_CONJUGATION.name: verb_conjugation_pairs(verbs, _PER_EXTENSION, seed),
        records.EXTERNAL_SANDHI.name: external_sandhi_pairs(nouns, words, _PER_EXTENSION, seed),
    }


def write_table(path: Path, found: Iterable[tuple[str, str]]) -> None:
    """Write one line per row: a name, a tab, its value."""
    lines = [f"{name}\t{text}\n" for name, text in found]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code is 0 unless the arguments or the corpus are unusable."""
    options = _parser().parse_args(arguments)
    try:
        generated = generate(
            target_size=options.target_size,
            max_stems=options.max_stems,
            seed=options.seed,
            corpus=options.corpus,
        )
    except KasautiError as error:
        print(error, file=sys.stderr)
        return 1
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, pairs in generated.files.items():
        write_contrast_sets(options.folder / name, pairs)
        counts = Counter(pair.phenomenon for pair in pairs)
        listed = ", ".join(f"{count} {phenomenon}" for phenomenon, count in counts.items())
        print(f"{name}: {len(pairs)} pairs ({listed})")
    sentences = [pair for path in records.SENTENCES for pair in generated.files.get(path.name, [])]
    write_table(options.folder / records.WORD_GLOSSES.name, word_glosses(sentences))
    counts = count_words(gita_verses())
    rows = [(word, str(counts[word])) for word in sorted(counts)]
    write_table(options.folder / WORD_COUNTS.name, rows)
    print(
        f"{generated.stems} stems; of their {generated.contrasts} possible contrasts in isolation "
        f"{generated.identities} are one form in two cells and were dropped."
    )
    written = options.folder / records.ISOLATED.name
    print(f"Evaluate them: kasauti -m multiblimp -k {written.stem} --pairs={quote(str(written))}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m authoring.sanskrit.generate", description=__doc__
    )
    parser.add_argument("--target-size", type=_positive, default=500, help="isolated pairs (500)")
    parser.add_argument("--max-stems", type=_positive, default=200, help="stems they use (200)")
    parser.add_argument("--seed", type=int, default=42, help="seed of every choice (42)")
    parser.add_argument("--corpus", type=Path, help="UTF-8 text; default: the Bhagavad Gita")
    parser.add_argument(
        "--folder", type=Path, default=records.FOLDER, help="where to write; default: this package"
    )
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not positive. Give 1 or more.")
    return number


if __name__ == "__main__":
    sys.exit(main())
