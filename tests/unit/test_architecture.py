"""Imports go one way, suites are named in one place, and modules stay small."""

from __future__ import annotations

import ast
import graphlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasauti.fixtures.suites import SUITES

ROOT = Path(__file__).parents[2]
HEAVY = {"torch", "transformers", "peft"}
TESTING = {"pytest", "_pytest", "xdist", "hypothesis"}

# The rooms, and which others each of them may import.
ROOMS = {
    "records": set(),
    "thresholds": {"records"},
    "scorers": {"records"},
    "analysis": {"records", "scorers", "thresholds"},
    "engines": {"records"},
    "data": {"records"},
    "reports": {"records", "scorers", "analysis"},
    "fixtures": {"records", "scorers", "analysis", "engines", "data", "thresholds"},
}
# What else the modules of a room may not import.
FORBIDDEN = {
    "records": TESTING | HEAVY,
    "thresholds": TESTING | HEAVY,
    "scorers": TESTING | HEAVY,
    "analysis": TESTING | HEAVY,
    "engines": TESTING,
    "data": TESTING | HEAVY,
    "reports": HEAVY,
    "fixtures": HEAVY,
}
# The one face of the house that builds what runs the models, lazily.
FACADE = ROOT / "scorers" / "text" / "metrics.py"

IN_ROOMS = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
OTHERS = [
    path
    for folder in ("kasauti", "authoring", "bench", "tests")
    for path in (ROOT / folder).rglob("*.py")
]
MODULES = [*IN_ROOMS, *sorted(OTHERS)]
MOST_LINES = 350


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path, *, at_the_top: bool = False) -> set[str]:
    """The modules that a module imports: anywhere, or only when it is itself imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in _run_at_import(tree) if at_the_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively."
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if not is_function and not for_types:
            yield child
            yield from _run_at_import(child)


def rooms_of(names: set[str]) -> set[str]:
    """The rooms, or the package itself, that these modules belong to."""
    parts = [name.split(".") for name in names if name.partition(".")[0] == "kasauti"]
    return {each[1] if len(each) > 1 and each[1] in ROOMS else "kasauti" for each in parts}


@pytest.mark.parametrize("path", IN_ROOMS, ids=name_of)
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    names = imports(path, at_the_top=path == FACADE)
    packages = {name.partition(".")[0] for name in names}
    wrong = rooms_of(names) - ROOMS[room] - {room}
    wrong |= packages & (FORBIDDEN[room] | set(ROOMS) | {"authoring", "bench", "conftest", "tests"})
    assert not wrong, f"{name_of(path)} imports {', '.join(sorted(wrong))}."


@pytest.mark.parametrize("path", sorted((ROOT / "kasauti").rglob("*.py")), ids=name_of)
def test_the_package_imports_no_authoring(path: Path) -> None:
    assert "authoring" not in {name.partition(".")[0] for name in imports(path)}


AUTHORING = sorted({path.parent for path in (ROOT / "authoring").rglob("*.py")})


@pytest.mark.parametrize("folder", AUTHORING, ids=name_of)
def test_folders_of_authoring_stay_small(folder: Path) -> None:
    modules = [path.name for path in folder.glob("*.py") if not path.name.startswith("__")]
    assert len(modules) <= 12


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph: dict[str, set[str]] = {}
    paths = [*IN_ROOMS, *(ROOT / "kasauti").rglob("*.py")]
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts if parts[0] == "kasauti" else ("kasauti", *parts))
        graph[name.removesuffix(".__init__")] = imports(path, at_the_top=True)
    # `from a.b import c` names the module a.b.c, or something inside of a.b.
    edges = {
        name: {found if found in graph else found.rpartition(".")[0] for found in names}
        for name, names in graph.items()
    }
    edges = {name: (found & graph.keys()) - {name} for name, found in edges.items()}
    graphlib.TopologicalSorter(edges).prepare()  # raises CycleError


# Folders whose children (folders and modules) import each other one way only.
SORTED = [*ROOMS, "engines/backends"]
STILL_CIRCULAR = {"data": "pair_formats, hindi", "fixtures": "suite, suites"}


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(each, marks=pytest.mark.xfail(strict=True, reason=STILL_CIRCULAR[each]))
        if each in STILL_CIRCULAR
        else each
        for each in SORTED
    ],
)
def test_folders_do_not_import_each_other_in_a_circle(folder: str) -> None:
    """Imports inside functions and for types count: a reader follows them, too."""
    start = f"kasauti.{folder.replace('/', '.')}."
    children = {path.stem for path in (ROOT / folder).iterdir()}
    edges: dict[str, set[str]] = {}
    for path in (ROOT / folder).rglob("*.py"):
        child = Path(path.relative_to(ROOT / folder).parts[0]).stem
        names = {name.removeprefix(start) for name in imports(path) if name.startswith(start)}
        found = {name.partition(".")[0] for name in names} & children
        edges.setdefault(child, set()).update(found - {child})
    graphlib.TopologicalSorter(edges).prepare()  # raises CycleError


SUITE_FOLDERS = sorted({path.parent for path in (ROOT / "fixtures" / "suites").glob("*/suite.py")})


@pytest.mark.parametrize("folder", SUITE_FOLDERS, ids=name_of)
def test_a_suite_imports_no_other_suite(folder: Path) -> None:
    start = "kasauti.fixtures.suites."
    others = {each.name for each in SUITE_FOLDERS} - {folder.name}
    for path in folder.glob("*.py"):
        found = {name.removeprefix(start).partition(".")[0] for name in imports(path)}
        assert not found & others, f"{name_of(path)} imports {', '.join(sorted(found & others))}."


@pytest.mark.parametrize("path", IN_ROOMS, ids=name_of)
def test_only_the_list_of_suites_knows_them(path: Path) -> None:
    known = {f"kasauti.fixtures.suites.{each.name}" for each in SUITE_FOLDERS}
    inside = (ROOT / "fixtures" / "suites") in path.parents
    named = {each for each in known for name in imports(path) if name.startswith(f"{each}.")}
    assert inside or not named, f"{name_of(path)} imports {', '.join(sorted(named))}."


# Read before it is known whether a model is needed.
LIGHT = [
    *("fixtures/session/settings.py", "fixtures/running/model.py", "fixtures/suites/__init__.py"),
    "engines/backends/choosing.py",
    "engines/backends/local/backend.py",
    "engines/sources/model_source.py",
    *("engines/sources/file_digests.py", "kasauti/commands/store.py"),
    *("engines/sources/files.py", "engines/sources/adapters.py", "engines/sources/gguf/header.py"),
    "engines/sources/loading.py",
    "engines/sources/gguf/conversion.py",
    "engines/store/score_store.py",
]


@pytest.mark.parametrize("name", LIGHT)
def test_what_every_run_reads_imports_nothing_heavy_at_the_top(name: str) -> None:
    packages = {each.partition(".")[0] for each in imports(ROOT / name, at_the_top=True)}
    assert not packages & HEAVY


NAMES_NO_SUITE = [
    path
    for path in [*(ROOT / "fixtures").glob("*.py"), *(ROOT / "reports").rglob("*.py")]
    # The quiz has a report of its own, under its documented name.
    if not path.name.startswith("quiz_")
]


@pytest.mark.parametrize("path", NAMES_NO_SUITE, ids=name_of)
def test_no_suite_is_named_outside_of_its_folder(path: Path) -> None:
    names = {suite.marker for suite in SUITES}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
    }
    assert not named, f"{name_of(path)} names {', '.join(sorted(named))}."


@pytest.mark.parametrize("path", [ROOT / "conftest.py", *MODULES], ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{name_of(path)} has {lines} lines; split it."


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_a_drawer(path: Path) -> None:
    assert path.stem not in {"utils", "util", "helpers", "common", "misc"}
