"""Imports go one way, suites are named in one place, and folders and modules stay small."""

from __future__ import annotations

import ast
import graphlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasauti.fixtures.suites import SUITES
from tests.support import ROOT
from tests.support.house import (
    MOST_LINES_IN_THE_WHEEL,
    MOST_MODULES_IN_A_FOLDER,
    House,
    room_of,
)

HOUSE = House.at()
HEAVY = {"torch", "transformers", "peft"}
TESTING = {"pytest", "_pytest", "xdist", "hypothesis"}

# The rooms, and which others each of them may import: those below it.
LOW = {"records", "inputs", "text"}
MIDDLE = {"analysis", "scorers", "engines", "data", "thresholds"}
ROOMS = {
    "text": set[str](),
    "inputs": set[str](),
    "records": {"inputs", "text"},
    "thresholds": LOW,
    "scorers": LOW,
    "analysis": LOW | {"scorers", "thresholds"},
    "engines": LOW,
    "data": LOW,
    "reports": LOW | MIDDLE,
    "fixtures": LOW | MIDDLE | {"reports"},
    "kasauti": LOW | MIDDLE | {"reports", "fixtures"},
}
# The face of the metrics for a user's own code: it makes a backend when it is asked for a figure.
FACADE = "kasauti.scorers.text.metrics"
PACKAGES = {
    **dict.fromkeys(ROOMS, TESTING | HEAVY),
    "engines": TESTING,
    "reports": TESTING | HEAVY,
    "fixtures": HEAVY,
    "kasauti": set[str](),
}
NOT_INSTALLED = {"authoring", "bench", "conftest", "tests"}

PARTS = ("authoring", "bench", "tests", *ROOMS)
MODULES = [path for part in PARTS for path in sorted((ROOT / part).rglob("*.py"))]
MOST_LINES = 300
# A template of authoring/ is one long table; four test modules are still too long.
MORE_LINES = {"authoring": 350, "tests": 345}


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


@pytest.mark.parametrize("room", ROOMS)
def test_package_imports_only_lower_layers(room: str) -> None:
    wrong = [
        f"{name} imports {other}"
        for name, others in HOUSE.imports.items()
        for other in others - {"kasauti", "kasauti.tests.evaluation"}  # version, tests by name
        if room_of(name) == room and room_of(other) not in ROOMS[room] | {room}
        if name != FACADE or room_of(other) != "engines"
    ]
    assert not wrong


@pytest.mark.parametrize("room", ROOMS)
def test_package_imports_nothing_forbidden(room: str) -> None:
    wrong = [
        f"{name} imports {other}"
        for name, path in HOUSE.modules.items()
        if room_of(name) == room and not name.startswith("kasauti.tests.")
        for other in imports(path, at_the_top=name == FACADE)
        if other.partition(".")[0] in PACKAGES[room] | NOT_INSTALLED | (ROOMS.keys() - {"kasauti"})
    ]
    assert not wrong


def test_facade_imports_engines_lazily() -> None:
    names = imports(HOUSE.modules[FACADE], at_the_top=True)
    assert not [name for name in names if name.startswith("kasauti.engines")]


def test_no_suite_imports_another() -> None:
    suites = "kasauti.fixtures.suites."
    folders = {path.name for path in (ROOT / "fixtures/suites").iterdir() if path.is_dir()}
    folders -= {"pairs", "__pycache__"}  # what the suites of minimal pairs share
    wrong = [
        f"{name} imports {other}"
        for name, others in HOUSE.imports.items()
        if name.startswith(suites) and name.split(".")[3] in folders
        for other in others
        if other.startswith(suites) and other.split(".")[3] in folders - {name.split(".")[3]}
    ]
    assert not wrong


def test_no_circular_module_imports() -> None:
    graph = {name: imports(path, at_the_top=True) for name, path in HOUSE.modules.items()}
    # `from a.b import c` names the module a.b.c, or something inside of a.b.
    edges = {
        name: {found if found in graph else found.rpartition(".")[0] for found in names}
        for name, names in graph.items()
    }
    edges = {name: (found & graph.keys()) - {name} for name, found in edges.items()}
    graphlib.TopologicalSorter(edges).prepare()  # raises CycleError


@pytest.mark.parametrize("room", ROOMS)
def test_no_circular_folder_imports(room: str) -> None:
    assert HOUSE.cycles().get(room) is None


@pytest.mark.parametrize("part", PARTS)
def test_folders_stay_small(part: str) -> None:
    modules = [path for path in (ROOT / part).rglob("*.py") if path.stem != "__init__"]
    counts = Counter(name_of(path.parent) for path in modules)
    large = {name: count for name, count in counts.items() if count > MOST_MODULES_IN_A_FOLDER}
    assert not large


def test_small_module_has_two_importers() -> None:
    assert HOUSE.small_with_one_importer() == []


def test_every_module_is_reached_from_an_entry_point() -> None:
    assert HOUSE.unreachable() == []


def test_wheel_stays_small() -> None:
    assert sum(HOUSE.lines.values()) <= MOST_LINES_IN_THE_WHEEL


SUITE_FOLDERS = sorted({path.parent for path in (ROOT / "fixtures" / "suites").glob("*/suite.py")})


def test_only_the_list_of_suites_knows_them() -> None:
    """A command may be about one suite, as its name says."""
    known = tuple(f"kasauti.fixtures.suites.{each.name}." for each in SUITE_FOLDERS)
    wrong = [
        f"{name} imports {other}"
        for name, others in HOUSE.imports.items()
        if not name.startswith(("kasauti.fixtures.suites", "kasauti.commands", "kasauti.tests"))
        for other in others
        if other.startswith(known)
    ]
    assert not wrong


# Read before it is known whether a model is needed.
LIGHT = [
    "fixtures/session/settings.py",
    "fixtures/running/model.py",
    "fixtures/suites/__init__.py",
    "engines/backends/choosing.py",
    "engines/backends/local/backend.py",
    "engines/sources/model_source.py",
    "engines/sources/digests.py",
    "engines/sources/files.py",
    "engines/sources/adapters.py",
    "engines/sources/loading.py",
    "engines/sources/gguf/header.py",
    "engines/sources/gguf/conversion.py",
    "engines/store/score_store.py",
    "kasauti/commands/store.py",
]


@pytest.mark.parametrize("name", LIGHT)
def test_module_of_every_run_imports_nothing_heavy_at_the_top(name: str) -> None:
    packages = {each.partition(".")[0] for each in imports(ROOT / name, at_the_top=True)}
    assert not packages & HEAVY


NAMES_NO_SUITE = [
    path
    for folder in ("fixtures/recording", "fixtures/running", "fixtures/session", "reports")
    for path in sorted((ROOT / folder).rglob("*.py"))
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


@pytest.mark.parametrize("part", PARTS)
def test_modules_stay_small(part: str) -> None:
    most = MORE_LINES.get(part, MOST_LINES)
    lines = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / part).rglob("*.py")
    }
    assert not {name: count for name, count in lines.items() if count > most}


def test_no_module_has_catch_all_name() -> None:
    drawers = {"utils", "util", "helpers", "common", "misc"}
    assert not [name_of(path) for path in MODULES if path.stem in drawers]


def test_no_test_module_is_imported() -> None:
    wrong = [
        f"{name_of(path)} imports {name}"
        for path in MODULES
        for name in imports(path)
        for part in name.split(".")[1:-1]
        if name.startswith("tests.") and (part.startswith("test_") or part == "conftest")
    ]
    assert not wrong


def test_unit_tests_mirror_the_tree() -> None:
    folders = {path.parent.relative_to(ROOT / "tests/unit") for path in MODULES if in_unit(path)}
    assert not [str(folder) for folder in folders if not (ROOT / folder).is_dir()]


def in_unit(path: Path) -> bool:
    return path.is_relative_to(ROOT / "tests/unit")


# "Return …" or a noun phrase says what a function gives; these say that it gives something.
QUESTIONS = {"What", "Whether", "How", "Which", "Where", "Why", "When"}


@pytest.mark.parametrize("part", PARTS)
def test_docstring_does_not_begin_with_a_question_word(part: str) -> None:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    wrong = [
        f"{name_of(path)}: {text.splitlines()[0]}"
        for path in (ROOT / part).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, documented) and (text := ast.get_docstring(node))
        if text.split()[0].strip(",.:;") in QUESTIONS
    ]
    assert not wrong
