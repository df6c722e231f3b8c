"""Imports go one way, and modules stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = {
    *("bench", "conftest", "data", "engines", "fixtures", "reports", "scorers", "tests"),
    "thresholds",
}
HEAVY = {"torch", "transformers", "peft"}
TESTING = {"pytest", "_pytest", "xdist", "hypothesis"}

# What the modules of a folder may not import, of ours and of others.
FORBIDDEN = {
    "scorers": (OURS - {"scorers"}) | TESTING | HEAVY,
    "engines": (OURS - {"engines"}) | TESTING,
    "data": (OURS - {"data"}) | TESTING | HEAVY,
    "thresholds": (OURS - {"thresholds"}) | TESTING | HEAVY,
    "reports": (OURS - {"reports", "scorers"}) | HEAVY,
    "fixtures": {"bench", "conftest", "reports", "tests"} | HEAVY,
}
# The one face of the house that builds what runs the models, lazily.
FACADE = ROOT / "scorers" / "metrics.py"

FOLDERS = [*FORBIDDEN, "bench", "tests"]
MODULES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
BOUND = [path for path in MODULES if path.relative_to(ROOT).parts[0] in FORBIDDEN]
MOST_LINES = 350


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(path: Path, *, at_the_top: bool = False) -> set[str]:
    """The packages that a module imports: anywhere, or only when it is itself imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names: set[str] = set()
    for node in _run_at_import(tree) if at_the_top else ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively."
            names.add((node.module or "").partition(".")[0])
    return names


def _run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if not is_function and not for_types:
            yield child
            yield from _run_at_import(child)


@pytest.mark.parametrize("path", BOUND, ids=name_of)
def test_imports_go_one_way(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0]
    wrong = imported(path, at_the_top=path == FACADE) & FORBIDDEN[folder]
    assert not wrong, f"{name_of(path)} imports {', '.join(sorted(wrong))}."


# Read by the composition root or by a fixture before it is known whether a model is needed.
LIGHT = ["fixtures/settings.py", "engines/sources.py", "engines/loading.py", "engines/scoring.py"]


@pytest.mark.parametrize("name", [*LIGHT, "engines/store.py", "engines/gguf.py"])
def test_what_every_run_reads_imports_nothing_heavy_at_the_top(name: str) -> None:
    assert not imported(ROOT / name, at_the_top=True) & HEAVY


@pytest.mark.parametrize("path", [ROOT / "conftest.py", *MODULES], ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{name_of(path)} has {lines} lines; split it."


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_module_is_a_drawer(path: Path) -> None:
    assert path.stem not in {"utils", "util", "helpers", "common", "misc"}


def test_every_folder_was_seen() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in BOUND} == set(FORBIDDEN)
