"""Whole runs of own questions: answers of a file without a model, the gate, the one pass."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from tests.support.runs import Evaluate, Run

TAGS = ("north", "south")
ROWS = [
    {"question": f"What is {n} + 1?", "reference": n + 1, "tags": [TAGS[n % 2]]} for n in range(40)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("qa")
    answers = {
        "right": [
            {"question": each["question"], "prediction": str(each["reference"])} for each in ROWS
        ],
        "wrong": [{"question": each["question"], "prediction": "0"} for each in ROWS],
    }
    for name, rows in {"sums": ROWS, **answers}.items():
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    (folder / "suite.toml").write_text('data = "sums.jsonl"\nthreshold = 0.5\n', encoding="utf-8")
    return folder


def run(evaluate: Evaluate, folder: Path, model: Path, *arguments: str) -> Run:
    return evaluate(
        "-m", "qa", f"--model={model}", f"--questions={folder / 'suite.toml'}", *arguments
    )


@pytest.fixture(scope="module")
def right(run_pytest: Evaluate, folder: Path, tiny_llama: Path) -> Run:
    predictions = f"--predictions={folder / 'right.jsonl'}"
    save = f"--save-baseline={folder / 'base.json'}"
    return run(run_pytest, folder, tiny_llama, predictions, save)


def test_answers_of_a_file_are_judged_without_a_model(right: Run) -> None:
    assert right.exit_code == 0, right.output
    assert right.outcomes() == {"passed": 2}
    assert right.work == {"computed": 0, "stored": 0}
    assert "loading" not in right.output
    case = right.results["qa"]["suite/north"]
    assert case["accuracy"] == 1.0
    assert case["answers_by"].startswith("right.jsonl@")
    jsonschema.validate(right.results, results_schema())


def test_worse_answers_are_a_regression(
    run_pytest: Evaluate, right: Run, folder: Path, tiny_llama: Path
) -> None:
    predictions = f"--predictions={folder / 'wrong.jsonl'}"
    found = run(run_pytest, folder, tiny_llama, predictions, f"--baseline={folder / 'base.json'}")
    assert found.exit_code == 1
    assert "asked:    What is 0 + 1?" in found.output
    assert found.outcomes()["failed"] == 5  # two thresholds, two regressions and that of all items


def test_model_answers_all_questions_in_one_pass(
    run_pytest: Evaluate, folder: Path, tiny_llama: Path
) -> None:
    found = run(run_pytest, folder, tiny_llama, "--max-new-tokens=4", "--limit=3")
    assert found.exit_code == 1
    assert found.work == {"computed": 6, "stored": 0}
    assert "answers truncated at 4 tokens" in found.output
    jsonschema.validate(found.results, results_schema())


def test_answers_of_a_file_are_refused_where_no_suite_reads_them(
    run_pytest: Evaluate, folder: Path, tiny_llama: Path
) -> None:
    predictions = f"--predictions={folder / 'right.jsonl'}"
    found = run_pytest("-m", "sanskrit", f"--model={tiny_llama}", predictions)
    assert found.exit_code == 4
    assert "sanskrit reads no answers from a file" in found.output


def test_model_that_would_judge_itself_is_refused_in_one_sentence(
    run_pytest: Evaluate, folder: Path, tiny_llama: Path
) -> None:
    questions = folder / "judged.toml"
    questions.write_text('data = "sums.jsonl"\ncheck = "judge"\n', encoding="utf-8")
    model, judge = f"--model={tiny_llama}", f"--judge={tiny_llama}"
    found = run_pytest("-m", "qa", f"--questions={questions}", model, judge)
    assert found.exit_code == 4
    assert "is the model under test" in found.output
    assert "answer_judges.py" not in found.output
