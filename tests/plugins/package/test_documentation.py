"""The documentation site builds without a warning, and what the docs and examples show runs."""

from __future__ import annotations

import importlib.util
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from transformers import AutoModelForCausalLM, AutoTokenizer, TrainingArguments

import kasauti
from kasauti.fixtures.suites import SUITES
from tests.support import ROOT
from tests.support.runs import save_tiny_llama

DOCS, EXAMPLES = ROOT / "docs", ROOT / "examples"
PAGES = sorted(DOCS.glob("*.md"))
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a dead link or a page that is in no menu is a warning, and so an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    built = subprocess.run(
        [*command, str(DOCS), str(folder)], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_the_site_has_every_page(site: Path) -> None:
    assert {page.stem for page in PAGES} <= {page.stem for page in site.glob("*.html")}


def test_reference_docs_match_code(site: Path) -> None:
    suites = (site / "reference" / "suites.html").read_text(encoding="utf-8")
    options = (site / "reference" / "options.html").read_text(encoding="utf-8")
    assert all(suite.title in suites for suite in SUITES)
    assert "--pair-score" in options
    assert "--quiz-data" in options  # an option of a suite


def test_site_loads_no_external_resources(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="https?:', text), page.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_python_of_every_page_compiles(page: Path) -> None:
    for number, block in enumerate(PYTHON.findall(page.read_text(encoding="utf-8"))):
        compile(block, f"{page.name}, block {number + 1}", "exec")


def test_the_checks_of_other_harnesses_hold(tiny_llama: Path, tmp_path: Path) -> None:
    names: dict[str, Any] = {
        "CHECKPOINT": tiny_llama,
        "OTHER": save_tiny_llama(tmp_path / "other", hidden_size=64),
    }
    blocks = PYTHON.findall((DOCS / "pitfalls.md").read_text(encoding="utf-8"))
    assert sum("assert " in block for block in blocks) == 7
    for block in blocks:
        exec(block, names)


@pytest.mark.usefixtures("_somewhere")
def test_the_calls_for_who_comes_from_other_frameworks_run(
    tiny_llama: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {
        "model": AutoModelForCausalLM.from_pretrained(tiny_llama),
        "tokenizer": AutoTokenizer.from_pretrained(tiny_llama),
    }
    blocks = PYTHON.findall((DOCS / "from-your-framework.md").read_text(encoding="utf-8"))
    assert len(blocks) == 2
    for block in blocks:
        exec(block, names)
    accuracy, difference, scores = capsys.readouterr().out.splitlines()
    assert 0 <= float(accuracy) <= 1
    assert float(difference) == names["run"]["multiblimp/word_order"].details["avg_perplexity_diff"]
    assert [float(score) for score in scores.split()] == pytest.approx([100, 1])


@pytest.mark.filterwarnings("ignore:'pin_memory' argument")  # of a machine without a GPU
@pytest.mark.usefixtures("_somewhere")
def test_the_page_of_the_python_api_runs(
    tiny_llama: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "checkpoints").mkdir()
    (tmp_path / "checkpoints" / "step-2000").symlink_to(tiny_llama)
    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    ids = tokenizer("लड़का घर जाता है।")["input_ids"]
    names: dict[str, Any] = {
        "model": AutoModelForCausalLM.from_pretrained(tiny_llama),
        "tokenizer": tokenizer,
        "arguments": TrainingArguments(
            output_dir="out", max_steps=2, save_steps=1, report_to="none"
        ),
        "texts": [{"input_ids": ids, "labels": ids}] * 4,
    }
    blocks = PYTHON.findall((DOCS / "python.md").read_text(encoding="utf-8"))
    assert len(blocks) == 6
    for block in blocks:
        exec(block, names)
    printed = capsys.readouterr().out
    assert "Run of checkpoints/step-2000" in printed
    assert "--model=no/such/folder does not exist." in printed
    assert Path(names["trainer"].state.best_model_checkpoint).is_dir()
    assert names["trainer"].state.best_metric > 0


def example(name: str) -> dict[str, Any]:
    """Names that an example defines; it does not run, since torch is loaded in this process."""
    return runpy.run_path(str(EXAMPLES / name))


@pytest.fixture
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder and a cache that nothing is in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))


@pytest.mark.usefixtures("_somewhere")
def test_the_gate_fails_for_a_model_that_is_clearly_too_low(
    tiny_llama: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert example("gate.py")["main"](str(tiny_llama)) == 1
    assert re.search(r"^[1-9]\d* of 16 cases are clearly below", capsys.readouterr().out, re.M)


@pytest.mark.usefixtures("_somewhere")
def test_training_evaluates_each_checkpoint(tiny_llama: Path, tmp_path: Path) -> None:
    texts = tmp_path / "texts.txt"
    texts.write_text("लड़का घर जाता है।\nलड़की घर जाती है।\n" * 3, encoding="utf-8")
    assert example("train.py")["main"](str(tiny_llama), str(texts), str(tmp_path / "out")) == 0
    results = sorted((tmp_path / "out" / "evaluations").rglob("evaluation_results.json"))
    assert len(results) == 2
    assert "multiblimp" in json.loads(results[0].read_text(encoding="utf-8"))


@pytest.mark.usefixtures("_somewhere")
def test_the_example_suite_is_measured(tiny_llama: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = EXAMPLES / "own_suite" / "conftest.py"
    spec = importlib.util.spec_from_file_location("proverbs_of_the_example", path)
    assert spec is not None
    assert spec.loader is not None
    suite = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, suite)
    spec.loader.exec_module(suite)
    run = kasauti.evaluate(tiny_llama, suites="proverbs", plugins=[suite])
    (measured,) = run.measurements
    assert (str(measured.case), measured.headline.n) == ("proverbs/endings", 10)
    assert measured.verdict in ("passed", "failed")


@pytest.mark.usefixtures("_somewhere")
def test_the_notebook_runs(tiny_llama: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "first_look.ipynb").read_text(encoding="utf-8"))
    first, *cells = [
        "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"
    ]
    assert first == 'MODEL = "gemma-3-270m"'
    names: dict[str, Any] = {"MODEL": str(tiny_llama)}
    for cell in cells:
        exec(cell, names)
    printed = capsys.readouterr().out
    assert "multiblimp/word_order" in printed
    assert "model:" in printed
