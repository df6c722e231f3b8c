"""Probe tasks by name: the shipped Hindi ones, and those that --probe-data names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kasauti.data import PACKS
from kasauti.data.probes.examples import SPLITS, ProbeTask, read_probe_folder, read_probe_jsonl
from kasauti.data.probes.treebank import read_treebank
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import is_folder, resolve_path
from kasauti.inputs.rows import FilesRead, files_read, parse_once

HINDI = PACKS / "hindi" / "probes.jsonl"
TREEBANK = re.compile(r"(?P<path>.+\.conllu?)(?::(?P<features>.*))?")


def probe_tasks(given: Iterable[str] = ()) -> list[ProbeTask]:
    """Return the shipped tasks, and those of the user's files and folders under their names.

    A treebank is given with what to predict in it: FILE.conllu:Number,NOUN.Case.
    """
    with files_read() as files:
        shipped = parse_once(HINDI, read_probe_jsonl)
        pack = f"hindi-probes@{files.digest([HINDI])[:8]}"
    tasks = [
        replace(task, name=f"{task.name}_detection", pack=pack, language="hi") for task in shipped
    ]
    for each in given:
        with files_read() as files:
            tasks += _user_tasks(each, files)
    for name, times in Counter(task.name for task in tasks).items():
        if times > 1:
            raise KasautiError(f"Two probe tasks are called {name}. Rename one of the files.")
    return tasks


def _user_tasks(given: str, files: FilesRead) -> list[ProbeTask]:
    treebank = TREEBANK.fullmatch(given)
    if treebank:
        path = resolve_path(Path(treebank["path"]))
        features = _features(treebank["path"], treebank["features"] or "")
        tasks = [read_treebank(path, name) for name in features]
    else:
        path = resolve_path(Path(given))
        if is_folder(path):
            task = read_probe_folder(path)
            digest = files.digest(path / f"{split}.tsv" for split in SPLITS)
            # The tasks of one collection differ in their folders.
            return [_in_pack(task, path.parent.name, digest)]
        tasks = read_probe_jsonl(path)
    return [_in_pack(task, path.stem, files.digest([path])) for task in tasks]


def _features(path: str, features: str) -> list[str]:
    names = [name.strip() for name in features.split(",") if name.strip()]
    if not names:
        raise KasautiError(
            f"--probe-data={path} is a treebank. Say what to predict in it, for example "
            f"with --probe-data={path}:Number."
        )
    return list(dict.fromkeys(names))


def _in_pack(task: ProbeTask, pack: str, digest: str) -> ProbeTask:
    return replace(task, name=f"{pack}/{task.name}", pack=f"{pack}@{digest[:8]}")
