"""Generate the Hindi probe tasks: `python -m authoring.hindi.probes.generate --seed 0`."""

from __future__ import annotations

import argparse
import json
import random
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from authoring import DATA
from authoring.hindi.draw import Draw
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.probes.case import CASE
from authoring.hindi.probes.clauses import MOOD, VOICE
from authoring.hindi.probes.definiteness import DEFINITENESS
from authoring.hindi.probes.frames import TaskRecipe
from authoring.hindi.probes.nouns import GENDER, NUMBER
from authoring.hindi.probes.subjects import HONORIFIC, PERSON
from authoring.hindi.probes.verbs import ASPECT, TENSE
from kasauti.data.probes.examples import ProbeExample, ProbeTask, check_task
from kasauti.inputs.errors import KasautiError

OUTPUT = DATA / "hindi" / "probes.jsonl"
RECIPES: tuple[TaskRecipe[Any], ...] = (
    CASE, NUMBER, GENDER, TENSE, PERSON, ASPECT, MOOD, VOICE, HONORIFIC, DEFINITENESS,
)  # fmt: skip
# As many for each label of a task; the task has at least 240 and a label at least 40.
EXAMPLES_PER_LABEL = {2: 128, 3: 88, 8: 42}
_ATTEMPTS = 200


def write_probe_jsonl(path: Path, tasks: Iterable[ProbeTask]) -> None:
    """Write our own JSONL, one example per line, fields in a fixed order."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for task in tasks:
            for example in task.examples:
                record = {
                    "task": task.name,
                    "sentence": example.sentence,
                    "start": example.start,
                    "end": example.end,
                    "label": example.label,
                    "lemma": example.lemma,
                }
                file.write(json.dumps(record, ensure_ascii=False) + "\n")


def generate(*, seed: int = 0) -> list[ProbeTask]:
    """All tasks, in a fixed order; the same seed gives the same examples."""
    return [generate_task(recipe, seed=seed) for recipe in RECIPES]


def generate_task(recipe: TaskRecipe[Any], *, seed: int = 0) -> ProbeTask:
    """The examples of one task: each label, and within it each of its words, equally often."""
    examples: list[ProbeExample] = []
    taken: set[str] = set()
    for label in recipe.labels:
        draw = Draw(random.Random(f"{seed} {recipe.name} {label}"), load_lexicon())
        words = list(recipe.words(draw.lexicon, label))
        # The same order for every label, so that labels share their words where possible.
        random.Random(f"{seed} {recipe.name}").shuffle(words)
        total = EXAMPLES_PER_LABEL[len(recipe.labels)]
        # Cycle through all words, so that none is used much more often than another.
        indices = iter(range(_ATTEMPTS * total))
        while total:
            word = words[_next(indices, recipe.name, label) % len(words)]
            marked = recipe.build(draw, label, word)
            if marked is None:
                continue
            example = marked.example(label, word.lemma)
            if example.sentence in taken:
                continue
            taken.add(example.sentence)
            examples.append(_composed(example))
            total -= 1
    return check_task(OUTPUT, recipe.name, examples)


def _next(indices: Any, task: str, label: str) -> int:
    index = next(indices, None)
    if index is None:
        raise KasautiError(f"the label {label} of {task} has too few sentences. Add words to it.")
    return int(index)


def _composed(example: ProbeExample) -> ProbeExample:
    """Refuse what is not in composed form: its offsets would move when a reader composes it."""
    if unicodedata.normalize("NFC", example.sentence) != example.sentence:
        raise KasautiError(f"{example.sentence} is not in NFC. Correct the lexicon.")
    return example


def main() -> None:
    """Write the probe tasks."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other examples")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="the file to write")
    arguments = parser.parse_args()
    tasks = generate(seed=arguments.seed)
    write_probe_jsonl(arguments.output, tasks)
    total = sum(len(task.examples) for task in tasks)
    sys.stdout.write(f"{total} examples written to {arguments.output}\n")


if __name__ == "__main__":
    main()
