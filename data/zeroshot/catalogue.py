"""Tasks and languages of the given folders, by the names of the published files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kasauti.data.zeroshot import published
from kasauti.data.zeroshot.items import Item, Sentences
from kasauti.data.zeroshot.languages import known_language
from kasauti.data.zeroshot.pack import languages_of, read_pack, read_pack_sentences
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in, is_file
from kasauti.inputs.hub import folder_of
from kasauti.inputs.rows import digest

SHIPPED = Path(__file__).parent / "pack"
SENTENCES = "sentences"  # what translation is made of: a language's side of parallel text
TASKS = ("translation", "classification", "mmlu", "arc", "truthfulqa", "belebele", "mgsm")
# The part of a benchmark that is meant for testing, else the next best; never its training part.
SPLITS = {"test": 0, "devtest": 0, "validation": 1, "val": 1, "dev": 2}

WANTED = ["*.tsv", "*.json", "*.jsonl", "*.dev", "*.devtest"]

_FLORES = r"(?P<flores>[a-z]{3}_[A-Z][a-z]{3})"
_SPLIT = r"(?P<split>devtest|test|validation|val|dev)"
NAMES = {
    "sib200": re.compile(rf"(^|.*/){_FLORES}/{_SPLIT}\.tsv"),
    "flores": re.compile(rf"(^|.*/){_FLORES}\.{_SPLIT}"),
    "belebele": re.compile(rf"(^|.*/){_FLORES}\.jsonl"),
    "mgsm": re.compile(r"(^|.*/)mgsm_(?P<code>[a-z]{2})\.tsv"),
    "gsm_symbolic": re.compile(r"(^|.*/)gsm_symbolic_(?P<iso3>[a-z]{3})\.jsonl"),
    "mlmm": re.compile(
        rf"(^|.*/)m_(?P<task>arc|mmlu|truthfulqa)[_/](?P<code>[a-z]{{2}})_{_SPLIT}\.json"
    ),
    "pack": re.compile(rf"(^|.*/)(?P<task>{'|'.join(TASKS)})\.jsonl"),
}
CODES = ("flores", "iso3", "code")  # what the name of a file calls its language by
READERS: dict[str, Callable[[Path], Sequence[Item]]] = {
    "sib200": published.read_sib,
    "belebele": published.read_belebele,
    "mgsm": published.read_mgsm,
    "gsm_symbolic": published.read_gsm_symbolic,
    "arc": published.read_mlmm_choices,
    "mmlu": published.read_mlmm_choices,
    "truthfulqa": published.read_mlmm_truthfulqa,
}


@dataclass(frozen=True, slots=True)
class Source:
    """A file with a task in a language, and how it is read."""

    data_set: str
    path: Path
    read: Callable[[], Sequence[Item] | Sentences]
    rank: int = 0  # of its split

    @property
    def label(self) -> str:
        """The data set and a digest of the file."""
        return f"{self.data_set}@{digest(self.path)}"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The sources of each task and language."""

    origin: str  # what the user gave, or the shipped pack
    sources: dict[tuple[str, str], list[Source]]

    @classmethod
    def of(cls, given: Sequence[str]) -> Catalogue:
        """List the user's files, folders and hub data sets; by default the shipped pack."""
        roots = [_root(each) for each in given] or [SHIPPED]
        sources: dict[tuple[str, str], list[Source]] = {}
        for path in dict.fromkeys(path for root in roots for path in _files(root)):
            for task, language, source in _recognise(path):
                sources.setdefault((task, language), []).append(source)
        if given and not sources:
            raise KasautiError(
                f"--zeroshot-data={given[0]} has no file with a known name. docs/zeroshot.md lists "
                "those of SIB-200, FLORES, Belebele, MGSM, ARC, MMLU, TruthfulQA and our own."
            )
        return cls(f"--zeroshot-data={', '.join(given)}" if given else "The shipped pack", sources)

    @property
    def languages(self) -> list[str]:
        return sorted({language for _, language in self.sources})

    def holds(self, task: str, language: str) -> bool:
        return (task, language) in self.sources

    def source(self, task: str, language: str) -> Source:
        """The one source of a task in a language; of two the user must choose one."""
        found = sorted(self.sources[task, language], key=lambda source: source.rank)
        best = [source for source in found if source.rank == found[0].rank]
        if len(best) > 1 or len({source.data_set for source in found}) > 1:
            other = next(source for source in found[1:] if source not in best[:1])
            raise KasautiError(
                f"Both {found[0].path} and {other.path} have {task} in {language}. "
                "Give one of them with --zeroshot-data."
            )
        return best[0]


def _root(given: str) -> Path:
    path = Path(given)
    if is_file(path):
        return path.resolve()
    return folder_of(given, option="--zeroshot-data", wanted=WANTED)


def _files(root: Path) -> Iterable[Path]:
    return [root] if is_file(root) else [path for path in files_in(root, "**/*") if is_file(path)]


def _recognise(path: Path) -> Iterator[tuple[str, str, Source]]:
    """(task, language, source) of what is in a file; nothing where its name is not known."""
    for data_set, pattern in NAMES.items():
        match = pattern.fullmatch(path.as_posix())
        if match is None:
            continue
        if data_set == "pack":
            yield from _from_pack(path)
            continue
        named = match.groupdict(default="")
        language = known_language(next(filter(None, map(named.get, CODES)), ""))
        if language is None:
            continue
        task = named.get("task") or ("belebele" if data_set == "belebele" else "mgsm")
        rank = SPLITS[named.get("split") or "test"]
        yield from _from_published(data_set, path, language.code, task, rank)


def _from_published(
    data_set: str, path: Path, language: str, task: str, rank: int
) -> Iterator[tuple[str, str, Source]]:
    if data_set == "flores":
        read = partial(published.read_flores, path)
        yield SENTENCES, language, Source(data_set, path, read, rank)
    elif data_set == "sib200":
        yield SENTENCES, language, Source(data_set, path, partial(_sib_sentences, path), rank)
        items = partial(published.read_sib, path)
        yield "classification", language, Source(data_set, path, items, rank)
    else:
        reader = READERS[task if data_set == "mlmm" else data_set]
        name = f"mlmm-{task}" if data_set == "mlmm" else data_set
        yield task, language, Source(name, path, partial(reader, path), rank)


def _from_pack(path: Path) -> Iterator[tuple[str, str, Source]]:
    name = "kasauti-zeroshot" if path.parent == SHIPPED else path.parent.name
    task = SENTENCES if path.stem == "translation" else path.stem
    reader = read_pack_sentences if task == SENTENCES else read_pack
    for language in languages_of(path):
        yield task, language, Source(name, path, partial(reader, path, language))


def _sib_sentences(path: Path) -> Sentences:
    return {item.id: item.text for item in published.read_sib(path)}
