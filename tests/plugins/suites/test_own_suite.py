"""A suite and a backend of one's own, outside of the checkout: as the documentation shows them."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from kasauti.fixtures.suites import SUITES
from tests.support import ROOT
from tests.support.runs import Run, start, without_work

TITLE = "Capitals: the right one must be the likeliest of its continent"
CASES = ["capitals/asia", "capitals/europe"]
# A backend without a model: the shorter text is the likelier one.
BACKEND = """
from kasauti.engines.protocol.backend import SequenceScore
from kasauti.records import Work


class Shorter:
    def __init__(self, request):
        self.name = request.source.name
        self.store = request.store
        self.work = Work()

    @classmethod
    def accepts(cls, request):
        return request.source.kind == "url" and request.source.name.startswith("fake://")

    @classmethod
    def open(cls, request):
        return cls(request)

    def capabilities(self):
        return frozenset({"likelihood"})

    def settings(self):
        return {"model": self.name, "score_of": "length"}

    def score_texts(self, texts, advance):
        advance(len(texts))
        self.work = Work(self.work.computed + len(texts))
        return [SequenceScore(-len(text) / 10, 1) for text in texts]

    def release(self):
        print("the backend was released")


def pytest_kasauti_backends():
    return [Shorter]
"""

Kasauti = Callable[..., Run]


@pytest.fixture(scope="module")
def documented() -> str:
    """The code of docs/your-own-suite.md."""
    text = (ROOT / "docs" / "your-own-suite.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return str(code)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's folder, in which the command is called."""
    return tmp_path_factory.mktemp("repository")


@pytest.fixture(scope="module")
def kasauti(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Kasauti:
    """Run the command in the user's folder; all runs share one store."""
    store = repository / "scores.sqlite"

    def run(*arguments: str, **variables: str) -> Run:
        place = tmp_path_factory.mktemp("run")
        command = [sys.executable, "-m", "kasauti", *arguments]
        command += [f"--store={store}", f"--results-dir={place / 'results'}"]
        finished = start(command, place, cwd=repository, variables=variables, fresh=bool(variables))
        return Run(finished.returncode, finished.stdout, place / "results")

    return run


@pytest.fixture(scope="module")
def first(kasauti: Kasauti, repository: Path, documented: str, tiny_llama: Path) -> Run:
    (repository / "evals").mkdir()
    (repository / "evals" / "conftest.py").write_text(documented, encoding="utf-8")
    return kasauti(
        *("evals", "-m", "capitals", f"--model={tiny_llama}"),
        *("--save-baseline=baseline.json", "--junitxml=junit.xml"),
    )


@pytest.fixture(scope="module")
def compared(kasauti: Kasauti, first: Run, repository: Path, tiny_llama: Path) -> Run:
    """Held against a baseline in which all of Asia was right."""
    content = json.loads((repository / "baseline.json").read_text(encoding="utf-8"))
    asia = next(case for case in content["cases"] if case["case"] == "capitals/asia")
    asia["value"] = 1.0
    asia["outcomes"]["items"] = dict.fromkeys(asia["outcomes"]["items"], True)
    (repository / "better.json").write_text(json.dumps(content), encoding="utf-8")
    return kasauti(
        *("evals", "-m", "capitals", f"--model={tiny_llama}"),
        *("--baseline=better.json", "--max-drop=0.1"),
    )


def test_a_suite_takes_fewer_than_sixty_lines(documented: str) -> None:
    assert len(documented.splitlines()) < 60


def test_the_suite_is_measured_and_judged(first: Run) -> None:
    run = first.run
    assert [str(each.case) for each in run.measurements] == CASES, first.output
    for each in run.measurements:
        rights = [item.right for item in each.items]
        assert rights == [item.given == item.expected for item in each.items]
        assert each.headline.value == sum(map(bool, rights)) / 4
        assert each.red == (each.headline.value < 0.5)
    assert first.exit_code == (1 if any(each.red for each in run.measurements) else 0)
    # Each of two continents: four countries with four capitals.
    assert first.work == {"computed": 32, "stored": 0}


def test_the_suite_is_in_the_table(first: Run) -> None:
    _, _, listed = first.output.partition("capitals, threshold: at least 0.50\n")
    lines = listed.splitlines()[2:4]
    rows = [line.split() for line in lines]
    assert [row[:2] for row in rows] == [
        [each.case.name, f"{each.headline.value:.3f}"] for each in first.run.measurements
    ]
    verdicts = [each.verdict for each in first.run.measurements]
    assert [line.endswith(verdict) for line, verdict in zip(lines, verdicts, strict=True)] == [
        True,
        True,
    ]


def test_the_results_follow_the_schema(
    first: Run, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jsonschema.validate(first.results, results_schema(), jsonschema.Draft202012Validator)
    # That schema checks the sections of the shipped suites; this one has the new section too.
    spec = importlib.util.spec_from_file_location("capitals", repository / "evals" / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "capitals", module)
    spec.loader.exec_module(module)
    schema = results_schema([*SUITES, module.Capitals()])
    assert "capitals" in schema["properties"]
    jsonschema.validate(first.results, schema, jsonschema.Draft202012Validator)


def test_the_suite_is_in_every_report(first: Run, repository: Path) -> None:
    values = {str(each.case): each.headline.value for each in first.run.measurements}
    with (first.folder / "evaluation_summary.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["case"]: float(row["value"]) for row in csv.DictReader(file)}
    assert rows == values
    markdown = (first.folder / "report.md").read_text(encoding="utf-8")
    assert f"## {TITLE}" in markdown
    assert "| asia |" in markdown
    assert "| europe |" in markdown
    dashboard = (first.folder / "dashboard.html").read_text(encoding="utf-8")
    assert TITLE in dashboard
    for name, country in (("asia", "जापान"), ("europe", "इटली")):
        assert f'"suite":"capitals","case":"{name}"' in dashboard
        assert country in dashboard
    told = {}
    for test in ElementTree.parse(repository / "junit.xml").iter("testcase"):
        properties = {each.get("name"): each.get("value") for each in test.iter("property")}
        told[properties["case"]] = float(properties["value"] or "")
    assert told == values


def test_the_suite_is_in_the_regression_gate(compared: Run, first: Run) -> None:
    run = compared.run
    gates = {str(each.case): each for each in run.measurements if each.change}
    assert list(gates) == [f"regression/{case}" for case in (*CASES, "capitals/all_items")]
    asia, europe = (gates[f"regression/{case}"] for case in CASES)
    assert asia.change is not None
    assert europe.change is not None
    now = first.run["capitals/asia"].headline.value
    assert now < 0.9  # or this model would show nothing
    assert (asia.change.before, asia.change.now, asia.verdict) == (1.0, now, "failed")
    assert (asia.change.lost, asia.change.won) == (4 - round(4 * now), 0)
    assert (europe.headline.value, europe.verdict) == (0.0, "passed")
    assert "a drop of more than 0.1, compared with better.json" in compared.output
    assert compared.exit_code == 1
    assert compared.work == {"computed": 0, "stored": 32}


def test_a_module_brings_the_same_suite(
    kasauti: Kasauti, first: Run, documented: str, tiny_llama: Path, tmp_path: Path
) -> None:
    (tmp_path / "geography.py").write_text(documented, encoding="utf-8")
    run = kasauti(
        *("-p", "geography", "-m", "capitals", f"--model={tiny_llama}"), PYTHONPATH=str(tmp_path)
    )
    found, expected = (without_work(each.results["capitals"]) for each in (run, first))
    assert found == expected
    assert run.exit_code == first.exit_code


@pytest.fixture(scope="module")
def backends(repository: Path) -> str:
    """The folder whose conftest.py brings the backend."""
    (repository / "backends").mkdir()
    (repository / "backends" / "conftest.py").write_text(BACKEND, encoding="utf-8")
    return "backends"


def test_custom_backend_measures_shipped_cases(kasauti: Kasauti, backends: str) -> None:
    run = kasauti(backends, "-m", "multiblimp", "--quick", "--model=fake://x", "-s")
    cases = run.run.measurements
    assert len(cases) == 14, run.output
    for case in cases:
        for pair in case.items:
            good, bad = map(len, pair.texts)
            assert pair.details["logprobs"] == [-good / 10, -bad / 10]
            assert pair.right in (None, good < bad)  # None: documented, only shown
        assert case.settings["model"] == "fake://x"
        assert "|score_of:length|" in f"|{case.signature}|"
    assert {pair.right for case in cases for pair in case.items} >= {True, False}
    assert run.run.model == "fake://x"
    assert run.output.count("the backend was released") == 1


@pytest.mark.parametrize(
    ("arguments", "suite", "capability"),
    [
        (["-m", "quiz"], "quiz", "generation"),
        (["-m", "multiblimp or quiz"], "quiz", "generation"),
        (["-m", "probes"], "probes", "hidden states"),
        (["-m", "indicglue", "--indicglue-mode=few"], "indicglue", "fine-tuning"),
    ],
    ids=["quiz", "multiblimp and quiz", "probes", "few"],
)
def test_missing_capability_is_reported_before_run(
    kasauti: Kasauti, backends: str, arguments: list[str], suite: str, capability: str
) -> None:
    run = kasauti(backends, *arguments, "--model=fake://x")
    assert run.exit_code == 4, run.output
    sentence = (
        f"The suite {suite} needs {capability}, which fake://x does not offer: it offers "
        "likelihood. Leave the suite out, or give another --model."
    )
    assert run.output.count(sentence) == 1, run.output
    for sign in ("Traceback", "INTERNALERROR", "FAILURES", "ERRORS", "passed", "scoring:"):
        assert sign not in run.output, run.output
    assert not list(run.results_dir.rglob("evaluation_results.json"))


def test_a_name_that_no_backend_accepts_is_refused(kasauti: Kasauti, backends: str) -> None:
    run = kasauti(backends, "-m", "multiblimp", "--model=other://x")
    assert run.exit_code == 4, run.output
    assert run.output.count("No backend runs --model=other://x.") == 1, run.output
    assert "Traceback" not in run.output
