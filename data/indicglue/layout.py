"""Where the tasks' files lie: our layout, IndicGLUE's own archives, or the hub's data set."""

from __future__ import annotations

import re
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.files import files_in, is_file, is_folder
from kasauti.data.indicglue.tasks import TASKS, Task

# What to get of a data set on the hub: of Parquet files, those in Hindi alone.
WANTED = (
    *("*.tsv", "*.csv", "*.jsonl", "*.json", "*.txt", "*.conll", "*.toml"),
    *(f"{folder}/*.parquet" for task in TASKS.values() for folder in task.folders),
)
# Folders of the published data that no task here is made from: other languages, other tasks.
OTHERS = re.compile(
    r"(actsa-sc|bbca|copa|csqa|cvit-mkb-clsr|iitp-mr|iitp-pr|inltkh|md|sna|wiki-ner|wnli|wstp)"
    r"\.[a-z]{2}(-[a-z]{2})?"
    r"|actsa|amrita-paraphrase-(exact|fuzzy)|cvit-mkb|indicnlp-articles|midas-discourse"
    r"|soham-articles"
)


def task_folders(root: Path) -> dict[str, Path]:
    """The folder of each task that the data has; a folder of another name is refused."""
    names = {path.name for path in files_in(root) if is_folder(path) and path.name[0] not in "._"}
    known = {folder.partition("/")[0]: task for task in TASKS.values() for folder in task.folders}
    unknown = sorted(name for name in names - known.keys() if not OTHERS.fullmatch(name))
    if unknown:
        raise DataError(f"{root} has the folder {unknown[0]}, which is not a task. {_remedy()}")
    found = {task.name: _folder(root, task, names) for task in TASKS.values()}
    present = {name: folder for name, folder in found.items() if folder is not None}
    if not present:
        raise DataError(f"{root} has no task folder{_instead(root)}. {_remedy()}")
    return present


def _folder(root: Path, task: Task, names: set[str]) -> Path | None:
    tops = dict.fromkeys(folder.partition("/")[0] for folder in task.folders)
    present = [name for name in tops if name in names]
    if len(present) > 1:
        raise DataError(
            f"{root} has both {present[0]} and {present[1]} for {task.name}. Keep one of them."
        )
    if not present:
        return None
    folder = root / present[0]
    if present[0] != task.official:
        return folder
    # bbc-articles/hi/hi-test.csv, but wiki-cloze/hi.json; where there are only folders of other
    # languages, there is nothing to measure.
    if is_folder(folder / "hi"):
        return folder / "hi"
    return folder if any(map(is_file, files_in(folder))) else None


def _instead(root: Path) -> str:
    names = [path.name for path in files_in(root)]
    return f", only {', '.join(names[:5])}" if names else ""


def _remedy() -> str:
    return f"Name its folders {', '.join(TASKS)}, or give IndicGLUE's folders as downloaded."
