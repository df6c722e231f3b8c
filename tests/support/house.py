"""The shape of the house: lines per room, modules per folder, importers, cycles, reachability.

`python -m tests.support.house` prints it; tests/unit/test_architecture.py checks the limits.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.support import ROOT

ROOMS = (
    "records",
    "inputs",
    "text",
    "thresholds",
    "scorers",
    "analysis",
    "engines",
    "data",
    "fixtures",
    "reports",
)
PRODUCT = (*ROOMS, "kasauti", "tests/evaluation")
# From where an evaluation, a command or a user's own code begins.
ENTRIES = ("kasauti", "kasauti.__main__", "kasauti.plugin", "kasauti.callback", "kasauti.suites")

# 42,000 once the house was sorted; since then, what the specifications still asked for, clusters,
# trends, judges and their error, questions of one's own, and budgets.
MOST_LINES_IN_THE_WHEEL = 53_060
MOST_MODULES_IN_A_FOLDER = 12
SMALL = 40  # lines; a smaller module has two importers, or is part of its one importer


@dataclass(frozen=True)
class House:
    """Every module of the product by its dotted name."""

    modules: Mapping[str, Path]

    @classmethod
    def at(cls, root: Path = ROOT) -> House:
        """Read the product's modules below a folder."""
        paths = (path for part in PRODUCT for path in sorted((root / part).rglob("*.py")))
        return cls({dotted_name(path.relative_to(root)): path for path in paths})

    @cached_property
    def lines(self) -> Mapping[str, int]:
        """Number of lines of each module."""
        return {
            name: len(path.read_text(encoding="utf-8").splitlines())
            for name, path in self.modules.items()
        }

    @cached_property
    def imports(self) -> Mapping[str, frozenset[str]]:
        """The product's modules that each module names: imports anywhere, and dotted strings."""
        return {name: self._named_in(name) for name in self.modules}

    @cached_property
    def importers(self) -> Mapping[str, frozenset[str]]:
        """The modules that import each module."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, others in self.imports.items():
            for other in others:
                found[other].add(name)
        return {name: frozenset(found[name]) for name in self.modules}

    def lines_by_room(self) -> dict[str, int]:
        """Lines of Python in each room."""
        found: Counter[str] = Counter()
        for name, lines in self.lines.items():
            found[room_of(name)] += lines
        return dict(found)

    def modules_by_folder(self) -> dict[str, int]:
        """Number of modules in each folder, packages' own files left out."""
        paths = (path for path in self.modules.values() if path.name != "__init__.py")
        return dict(Counter(str(path.parent.relative_to(ROOT)) for path in paths))

    def unreachable(self) -> list[str]:
        """Modules that no entry point reaches, by name."""
        tests = [name for name in self.modules if name.startswith("kasauti.tests.")]
        waiting, found = [*ENTRIES, *tests], set()
        while waiting:
            name = waiting.pop()
            if name not in found and name in self.modules:
                found.add(name)
                waiting += [*self.imports[name], name.rpartition(".")[0]]
        return sorted(set(self.modules) - found)

    def small_with_one_importer(self) -> list[str]:
        """Small modules that only one other imports: part of that one.

        An entry of a registry (a report, a format) is a module of its own, however small.
        """
        return sorted(
            name
            for name, path in self.modules.items()
            if path.name not in ("__init__.py", "__main__.py")
            and self.lines[name] < SMALL
            and len(self.importers[name]) == 1
            and not any(each.endswith(".registry") for each in self.importers[name])
        )

    def cycles(self) -> dict[str, list[str]]:
        """A cycle between the folders of a room, for each room that has one."""
        found = {}
        for room in ROOMS:
            edges: dict[str, set[str]] = defaultdict(set)
            for name, others in self.imports.items():
                if room_of(name) == room:
                    folder = _folder(name, self.modules[name])
                    inside = (each for each in others if room_of(each) == room)
                    edges[folder] |= {_folder(each, self.modules[each]) for each in inside}
                    edges[folder].discard(folder)
            try:
                TopologicalSorter(edges).prepare()
            except CycleError as error:
                found[room] = list(error.args[1])
        return found

    def _named_in(self, name: str) -> frozenset[str]:
        named: set[str] = set()
        for node in ast.walk(ast.parse(self.modules[name].read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                named |= {each if each in self.modules else node.module for each in inner}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                named.add(node.value)  # a module that is imported by its name
        return frozenset((named & self.modules.keys()) - {name})


def dotted_name(path: Path) -> str:
    """Dotted name under which a file of the checkout is imported.

    >>> dotted_name(Path("scorers/pairs/__init__.py"))
    'kasauti.scorers.pairs.accuracy'
    """
    parts = path.with_suffix("").parts
    installed = parts if parts[0] == "kasauti" else ("kasauti", *parts)
    return ".".join(installed).removesuffix(".__init__")


def room_of(name: str) -> str:
    """The room of a module.

    >>> room_of("kasauti.scorers.pairs.accuracy"), room_of("kasauti.commands.trend")
    ('scorers', 'kasauti')
    """
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else "kasauti"


def _folder(name: str, path: Path) -> str:
    """The folder of a module inside its room: one level, two below engines.backends."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    parts = package.split(".")[2:]
    return ".".join(parts[: 2 if parts[:1] == ["backends"] else 1])


def _print_counts(title: str, counts: Mapping[str, int], *, most: int) -> None:
    print(f"\n{title}")
    for name, count in sorted(counts.items(), key=lambda each: -each[1])[:most]:
        print(f"  {count:7,}  {name}")


def _print_names(title: str, names: Iterable[str]) -> None:
    listed = list(names)
    print(f"\n{title}: {len(listed)}")
    for name in listed:
        print(f"  {name}")


def main() -> int:
    """Print the shape of the house."""
    house = House.at()
    single = [name for name, found in house.importers.items() if len(found) == 1]
    print(f"{sum(house.lines.values()):,} lines of Python in {len(house.modules)} modules")
    _print_counts("Lines per room", house.lines_by_room(), most=len(ROOMS) + 1)
    _print_counts("Folders with the most modules", house.modules_by_folder(), most=12)
    print(f"\nModules with a single importer: {len(single)}")
    _print_names(f"Of them under {SMALL} lines", house.small_with_one_importer())
    _print_names("Not reachable from an entry point", house.unreachable())
    _print_names("Cycles", (f"{room}: {' → '.join(c)}" for room, c in house.cycles().items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
