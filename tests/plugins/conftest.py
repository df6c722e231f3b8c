"""Whole runs, started as a user starts them, and what they leave behind.

A run takes seconds, so those that several tests look at are shared by fixtures of the session.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT
from tests.support.runs import Evaluate, Run, save_tiny_llama, start

CHOOSES_SET = ("--pairs-set", "--until", "--budget", "--quick")


@pytest.fixture(scope="session")
def run_pytest(tmp_path_factory: pytest.TempPathFactory) -> Evaluate:
    """Run pytest in the repository with these arguments; nothing is written outside a new folder.

    `store` is a score store to go on with and `results_dir` where to write; each run has its
    own otherwise. Arguments that name the folder by --output are left to do so. `variables` are
    added to its environment. A `fresh` run has imported nothing when it starts; the others are
    forked from a process with torch and transformers. Pairs are those of --quick if the arguments
    do not choose any.
    """

    def run(
        *arguments: str,
        store: Path | None = None,
        results_dir: Path | None = None,
        variables: Mapping[str, str] | None = None,
        fresh: bool = False,
    ) -> Run:
        place = tmp_path_factory.mktemp("run")
        results_dir = results_dir or place / "results"
        if not any(each.startswith(CHOOSES_SET) for each in arguments):
            arguments = (*arguments, "--quick")
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        if f"--output={results_dir}" not in arguments:
            command.append(f"--results-dir={results_dir}")
        if "--no-store" not in arguments:
            command.append(f"--store={store or place / 'scores.sqlite'}")
        finished = start(command, place, cwd=ROOT, variables=variables, fresh=fresh)
        return Run(finished.returncode, finished.stdout, results_dir)

    return run


@pytest.fixture(scope="session")
def evaluate(run_pytest: Evaluate, tiny_llama: Path) -> Evaluate:
    """Evaluate the tiny model (or `model`) with these arguments."""

    def run(*arguments: str, model: Path = tiny_llama, **settings: Any) -> Run:
        return run_pytest("-m", "multiblimp", f"--model={model}", *arguments, **settings)

    return run


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small random Llama."""
    return save_tiny_llama(tmp_path_factory.mktemp("models") / "tiny-llama", hidden_size=32)


@pytest.fixture(scope="session")
def warm_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of the plain run: runs that go on with it compute nothing."""
    return tmp_path_factory.mktemp("store") / "scores.sqlite"


@pytest.fixture(scope="session")
def plain_run(evaluate: Evaluate, warm_store: Path) -> Run:
    """All phenomena with the default options."""
    junit = f"--junitxml={warm_store.parent / 'junit.xml'}"
    return evaluate(junit, store=warm_store, fresh=True)


@pytest.fixture(scope="session")
def easy_thresholds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thresholds folder whose threshold every model meets."""
    folder = tmp_path_factory.mktemp("thresholds")
    (folder / "multiblimp.toml").write_text(
        '[default.fair]\ndirection = "at least"\nvalue = 0.0\nsource = "none"\nreason = "a test"\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="session")
def green_run(evaluate: Evaluate, plain_run: Run, warm_store: Path, easy_thresholds: Path) -> Run:
    """A run that every test passes: what a red run is to be told apart from."""
    return evaluate(f"--thresholds={easy_thresholds}", store=warm_store)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Ray cluster of two nodes."""
    from tests.support.servers.ray_cluster import two_nodes

    with two_nodes() as cluster:
        yield cluster
