"""The package as a user installs it: a wheel, in a repository with packages of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kasauti.records import Run
from kasauti.records.serialization.files import read_run
from tests.support import ROOT

ROOMS = (
    *("analysis", "data", "engines", "fixtures", "inputs"),
    *("records", "reports", "scorers", "text", "thresholds"),
)
# What the wheel is built from.
SOURCES = (
    *ROOMS,
    *("kasauti", "tests", "pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"),
)
# A repository that has the same names at its top; importing them is an error.
HOST = {
    "conftest.py": "def pytest_addoption(parser):\n    parser.addoption('--model')\n",
    **{
        f"{name}/__init__.py": f"raise RuntimeError('the host\\'s {name} was imported')\n"
        for name in ROOMS
    },
    "tests/__init__.py": "",
    "tests/test_host.py": "def test_host(request):\n    assert request.config.option.model\n",
    "pytest.ini": "[pytest]\naddopts = --model=x\n",
}

Started = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("source"))


def built_wheel(source: Path) -> Path:
    """The wheel, built from a copy: building leaves files behind."""
    for name in SOURCES:
        path = ROOT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, source / name)
    run_checked(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *("--wheel-dir", "wheels", "."),
        cwd=source,
        # As `make wheel` sets it; any date will do, but not that of the files.
        variables={"SOURCE_DATE_EPOCH": "1700000000"},
    )
    (built,) = (source / "wheels").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bin_folder(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel, which finds the dependencies of this one."""
    environment = tmp_path_factory.mktemp("environment")
    run_checked(sys.executable, "-m", "venv", "--without-pip", str(environment), cwd=environment)
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    run_checked(
        *(sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python"), "install"),
        *("--quiet", "--no-index", "--no-deps", "--ignore-installed", str(wheel)),
        cwd=environment,
    )
    return environment / "bin"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which a user stands."""
    repository = tmp_path_factory.mktemp("host")
    for name, content in HOST.items():
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text(content, encoding="utf-8")
    return repository


def run_checked(*command: str, cwd: Path, variables: Mapping[str, str] | None = None) -> None:
    finished = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(variables or {})},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr


@pytest.fixture(scope="module")
def start(bin_folder: Path, host: Path, tmp_path_factory: pytest.TempPathFactory) -> Started:
    """Run a command of the new environment in the repository."""
    cache = tmp_path_factory.mktemp("cache")

    def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "KASAUTI_"))}
        return subprocess.run(
            [str(bin_folder / name), *arguments],
            cwd=host,
            env={**kept, "HF_HUB_OFFLINE": "1", "KASAUTI_CACHE": str(cache), "COLUMNS": "200"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def evaluated(
    start: Started, host: Path, tiny_llama: Path
) -> tuple[subprocess.CompletedProcess[str], Run]:
    # With a space before the path: the options are known when the command line is read.
    finished = start("kasauti", "-m", "multiblimp", "--quick", "--model", str(tiny_llama))
    (path,) = host.glob("results/*/evaluation_results.json")
    return finished, read_run(json.loads(path.read_text(encoding="utf-8")))


def test_wheel_has_one_package_and_only_evaluation_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"kasauti"}
    tests = {name for name in names if name.startswith("kasauti/tests/")}
    assert "kasauti/tests/evaluation/test_multiblimp.py" in tests
    assert {Path(name).parts[2] for name in tests} == {"__init__.py", "evaluation"}


def test_two_builds_are_the_same_file(wheel: Path, tmp_path: Path) -> None:
    again = built_wheel(tmp_path)
    assert again.read_bytes() == wheel.read_bytes()


def test_every_file_that_the_package_reads_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {".py", ".toml", ".jsonl", ".json", ".tsv", ".txt", ".css", ".js", ".html"}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            if path.suffix in wanted:
                assert f"kasauti/{path.relative_to(ROOT)}" in names


def test_a_run_in_a_repository_with_packages_of_the_same_names(
    evaluated: tuple[subprocess.CompletedProcess[str], Run], host: Path
) -> None:
    finished, run = evaluated
    assert finished.returncode == 1, finished.stdout + finished.stderr  # a random model
    assert len(run.measurements) == 14
    assert {measurement.case.suite for measurement in run.measurements} == {"multiblimp"}
    folder = next((host / "results").glob("evaluation_*"))
    written = {path.name for path in folder.iterdir()}
    assert {"dashboard.html", "report.html", "report.md", "evaluation_summary.csv"} <= written


def test_workers_use_store_of_first_run(
    evaluated: tuple[subprocess.CompletedProcess[str], Run], start: Started, tiny_llama: Path
) -> None:
    computed = re.search(r"(\d+) sequences computed, 0 from the store", evaluated[0].stdout)
    finished = start(
        *("kasauti", "-m", "multiblimp", "--quick", f"--model={tiny_llama}"),
        *("-n2", "--results-dir=workers"),
    )
    assert finished.returncode == 1, finished.stdout + finished.stderr
    assert computed
    assert f"0 sequences computed, {computed[1]} from the store." in finished.stdout


COLLECT = ("--collect-only", "-q", "-m", "multiblimp", "--quick")


def test_module_runs_the_command(start: Started) -> None:
    finished = start("python", "-m", "kasauti", *COLLECT)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert finished.stdout.count("test_model_prefers_the_grammatical_sentence[") == 14


def test_installed_package_does_not_affect_host_tests(start: Started) -> None:
    finished = start("python", "-m", "pytest", "-q")
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "1 passed" in finished.stdout
    help_text = start("python", "-m", "pytest", "--help").stdout
    assert "--pairs-set" not in help_text
    assert "--pairs-set" in start("kasauti", "--help").stdout
    assert "--strict-markers" in start("kasauti", "--help-all").stdout


@pytest.mark.parametrize(
    ("suite", "package", "extra"),
    [
        ("metrics", "bert_score", "metrics"),
        ("quiz", "sentence_transformers", "quiz"),
        ("probes", "sklearn", "probes"),
    ],
)
def test_missing_extra_gives_one_line_error(
    start: Started, tiny_llama: Path, host: Path, suite: str, package: str, extra: str
) -> None:
    # Looks for packages as on a machine that lacks this one.
    (host / "without.py").write_text(
        "import importlib.util as util\n"
        "find = util.find_spec\n"
        f"util.find_spec = lambda name, *a: None if name == '{package}' else find(name, *a)\n"
        "import kasauti.fixtures.suites.suite as suite\n"
        "suite.find_spec = util.find_spec\n",
        encoding="utf-8",
    )
    finished = start(
        *("python", "-c"),
        "import sys; sys.path.append('.'); import without; "
        "from kasauti.__main__ import main; "
        f"sys.exit(main(['-m', '{suite}', '--model={tiny_llama}']))",
    )
    assert finished.returncode == 4, finished.stdout + finished.stderr
    sentence = (
        f"The suite {suite} needs {package}, which is not installed. "
        f"Run: pip install 'kasauti[{extra}]'"
    )
    assert sentence in finished.stdout + finished.stderr
    assert "Traceback" not in finished.stdout + finished.stderr
