"""Probe tasks as cases: the shipped Hindi ones, and those of the user's data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kasauti.data.drawing import drawn
from kasauti.data.errors import DataError
from kasauti.data.files import FilesRead, files_read, is_folder, parsed_once, resolved
from kasauti.data.probes import (
    LEAST_LEMMAS,
    SPLITS,
    ProbeExample,
    ProbeTask,
    read_probe_folder,
    read_probe_jsonl,
)
from kasauti.data.treebank import read_treebank
from kasauti.records import CaseId

SUITE = "probes"
HINDI = Path(__file__).parent / "hindi" / "probes.jsonl"
TREEBANK = re.compile(r"(?P<path>.+\.conllu?)(?::(?P<features>.*))?")


@dataclass(frozen=True, slots=True)
class ProbeCase:
    """One task of one data pack: a test of its own."""

    name: str
    pack: str  # the data pack and a digest of its files
    task: ProbeTask

    @property
    def id(self) -> CaseId:
        """Keys reports and baselines, however the tests are run."""
        return CaseId(SUITE, self.name)

    def limited(self, count: int, *, seed: int) -> ProbeCase:
        """The case with so many examples, the same number of each label and split.

        Never fewer than LEAST_LEMMAS lemmas of a label, without which there are no folds.
        """
        examples = self.task.examples
        groups: dict[tuple[str, str], list[ProbeExample]] = {}
        for example in examples:
            groups.setdefault((example.label, example.split), []).append(example)
        each = max(LEAST_LEMMAS, count // len(groups))
        kept = {
            example
            for group in groups.values()
            for example in _one_per_lemma(group, each, seed=seed)
        }
        if len(kept) == len(examples):
            return self
        chosen = tuple(example for example in examples if example in kept)
        return replace(self, task=replace(self.task, examples=chosen))

    @property
    def language(self) -> str | None:
        return self.task.language


def _one_per_lemma(
    examples: Sequence[ProbeExample], count: int, *, seed: int
) -> tuple[ProbeExample, ...]:
    """So many examples, of different lemmas as far as there are any."""
    first = {example.lemma: example for example in examples}.values()
    rest = [example for example in examples if example not in set(first)]

    def some(of: Sequence[ProbeExample], most: int) -> tuple[ProbeExample, ...]:
        return drawn(of, most, seed=seed, name=lambda each: f"{each.sentence}\0{each.start}")

    chosen = some(list(first), count)
    return chosen if len(chosen) >= count or not rest else chosen + some(rest, count - len(chosen))


def probe_cases(given: Iterable[str] = ()) -> list[ProbeCase]:
    """The shipped tasks, and those of the user's files and folders under their names.

    A treebank is given with what to predict in it: FILE.conllu:Number,NOUN.Case.
    """
    with files_read() as files:
        tasks = parsed_once(HINDI, read_probe_jsonl)
        pack = f"hindi-probes@{files.digest([HINDI])[:8]}"
    cases = [
        ProbeCase(f"{task.name}_detection", pack, replace(task, language="hi")) for task in tasks
    ]
    for each in given:
        with files_read() as files:
            cases += _user_cases(each, files)
    _refuse_repeated_names(cases)
    return cases


def _user_cases(given: str, files: FilesRead) -> list[ProbeCase]:
    treebank = TREEBANK.fullmatch(given)
    if treebank:
        return _treebank_cases(Path(treebank["path"]), treebank["features"] or "", files)
    path = resolved(Path(given))
    if is_folder(path):
        task = read_probe_folder(path)
        digest = files.digest(path / f"{split}.tsv" for split in SPLITS)
        # The tasks of one collection differ in their folders.
        return [_case(path.parent.name, path.name, digest, task)]
    tasks = read_probe_jsonl(path)
    return [_case(path.stem, task.name, files.digest([path]), task) for task in tasks]


def _treebank_cases(given: Path, features: str, files: FilesRead) -> list[ProbeCase]:
    path = resolved(given)
    names = [name.strip() for name in features.split(",") if name.strip()]
    if not names:
        raise DataError(
            f"--probe-data={given} is a treebank. Say what to predict in it, for example "
            f"with --probe-data={given}:Number."
        )
    tasks = [read_treebank(path, name) for name in dict.fromkeys(names)]
    return [_case(path.stem, task.name, files.digest([path]), task) for task in tasks]


def _case(pack: str, name: str, digest: str, task: ProbeTask) -> ProbeCase:
    return ProbeCase(f"{pack}/{name}", f"{pack}@{digest[:8]}", task)


def _refuse_repeated_names(cases: Sequence[ProbeCase]) -> None:
    seen: set[str] = set()
    for case in cases:
        if case.name in seen:
            raise DataError(f"Two probe tasks are called {case.name}. Rename one of the files.")
        seen.add(case.name)
