"""The reference: options, suites, thresholds, subcommands, files and schema, from the code."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from kasauti.commands import COMMANDS, parser_of
from kasauti.commands.schema import results_schema
from kasauti.data.pairs.formats.registry import FORMATS, SETS
from kasauti.fixtures.session.options import add_options
from kasauti.fixtures.suites import SUITES
from kasauti.reports.files.registry import REPORTS
from kasauti.thresholds import load_thresholds

ROOT = Path(__file__).parents[1]
GENERATED = "% Generated from the code by docs/reference.py.\n\n"


def write_reference(folder: Path) -> None:
    """Write every page; one that is as before keeps its date, so that it is not built again."""
    folder.mkdir(exist_ok=True)
    pages = {name: "\n".join([*page(), ""]) for name, page in PAGES.items()}
    pages |= {data_page(path): _moved(path) for path in data_readmes()}
    pages["data"] = "\n".join([*_data(), ""])
    for name, page in pages.items():
        path, text = folder / f"{name}.md", GENERATED + page
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def data_readmes() -> list[Path]:
    """The page of each data pack: where its sentences come from, and who has read them."""
    return sorted((ROOT / "data").rglob("README.md"))


def data_page(readme: Path) -> str:
    """The name of a data pack's page on the site."""
    return "-".join(readme.relative_to(ROOT).parent.parts)


def _moved(readme: Path) -> str:
    """The page of a data pack with its links to the documentation from where it is now."""
    text = readme.read_text(encoding="utf-8")
    return re.sub(r"\]\((?:\.\./)+docs/", "](../", text)


def _data() -> Iterator[str]:
    yield "# Data packs\n\n```{toctree}"
    yield from (data_page(path) for path in data_readmes())
    yield "```"


class _Options:
    """Takes options as pytest's parser and its groups do, and keeps them by group."""

    def __init__(self) -> None:
        self.groups: dict[str, list[tuple[str, str]]] = {}
        self._rows: list[tuple[str, str]] = []

    def getgroup(self, name: str, description: str = "") -> _Options:
        self._rows = self.groups.setdefault((description or name).removeprefix("kasauti: "), [])
        return self

    def addoption(self, *names: str, **settings: Any) -> None:
        value = settings.get("metavar") or _choices(settings.get("choices"))
        written = ", ".join(f"{name}={value}" if value else name for name in names)
        told = str(settings.get("help", "")) % {"default": settings.get("default")}
        # Markdown would make dashes and emphasis of options and patterns.
        code = re.sub(r"'([^'\s]*\*[^'\s]*)'|((?<![\w-])--\w[\w=-]*)", r"`\1\2`", told)
        self._rows.append((f"`{written}`", code))


def options() -> Iterator[str]:
    """Every option of an evaluation, in the groups of `kasauti --help`."""
    found = _Options()
    add_options(found)  # type: ignore[arg-type]
    yield "# Options"
    yield "\nAn evaluation also takes [pytest's own options](https://docs.pytest.org), such as"
    yield "`-m`, `-k`, `-n` and `--junitxml`."
    for title, rows in found.groups.items():
        if rows:
            yield f"\n## {title}\n"
            yield from _table(("option", "meaning"), rows)


def suites() -> Iterator[str]:
    """Every suite with its marker and what it needs."""
    yield "# Suites\n"
    yield "`kasauti suites` prints them with cases, items and languages, and `kasauti explain CASE`"
    yield "what one case tests.\n"
    rows = [
        (
            f"`{suite.marker}`",
            suite.title,
            f"`kasauti[{suite.extra}]`" if suite.extra else "",
            "yes" if suite.needs_model else "no",
            "only when named" if suite.on_demand else "with `--all`",
        )
        for suite in SUITES
    ]
    yield from _table(("`-m`", "what it measures", "extra", "needs a model", "runs"), rows)


def thresholds() -> Iterator[str]:
    """Every shipped threshold with where it comes from."""
    found = load_thresholds()
    yield "# Thresholds\n"
    yield "The shipped thresholds, from `thresholds/*.toml`, where each also has its reason."
    yield "`--thresholds=DIR` replaces them.\n"
    rows = [
        (f"`{key}`", f"{each.direction} {each.value:g}", each.kind, each.source)
        for key, each in sorted(found.entries.items())
    ]
    yield from _table(("key", "threshold", "kind", "source"), rows)


def commands() -> Iterator[str]:
    """The help of every subcommand."""
    yield "# Subcommands"
    yield "\nWhat is not an evaluation. Each has `--help`."
    for name, module in COMMANDS.items():
        parser = parser_of(name, import_module(module))
        yield f"\n## kasauti {name}\n\n```text"
        yield from _help(parser)
        yield "```"


def files() -> Iterator[str]:
    """The files of a run and the schema of its results."""
    yield "# Files and schema\n"
    yield "A run writes these files ([what they are for](../reports.md)); pytest-html adds"
    yield "`report.html`.\n"
    of_suites = [report for suite in SUITES for report in suite.reports()]
    yield from (f"- `{report.file}`" for report in (*REPORTS, *of_suites))
    yield "\n## The schema of evaluation_results.json\n"
    yield "`kasauti schema` prints it.\n\n```json"
    yield json.dumps(results_schema(), indent=1, ensure_ascii=False)
    yield "```"


def pairs() -> Iterator[str]:
    """Every format of minimal pairs, and the sets that --pairs knows by name."""
    yield "# Formats and sets of minimal pairs\n"
    yield "[How a set is named and scored](../languages.md). Read the licence before you use a set;"
    yield "sizes are those that the authors state.\n"
    rows = [
        (each.title, each.size, each.licence, each.paper, f"`--pairs={name}`", each.home)
        for name, each in SETS.items()
    ]
    yield from _table(("set", "size", "licence", "paper", "option", "published at"), rows)
    yield "\n## Formats\n"
    yield "`--pairs=FILE` and `--pairs=FOLDER` recognize a format by its content.\n"
    formats = [(each.name, each.described, each.cases) for each in FORMATS]
    yield from _table(("format", "recognized by", "a case for each"), formats)


PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "options": options,
    "suites": suites,
    "thresholds": thresholds,
    "commands": commands,
    "files": files,
    "pairs": pairs,
}


def _help(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield parser.format_help().strip()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield f"\n{inner.format_help().strip()}"


def _choices(choices: Iterable[object] | None) -> str:
    return "|".join(map(str, choices or ()))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(head)
    yield _row(["---"] * len(head))
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"
