"""A run that lost something or evaluated nothing is red; one that runs nothing writes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.fake_backend import default_options
from tests.support.runs import Evaluate, Run

INTRUDERS = "tests.plugins.intruders"


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_a_run_that_lost_an_outcome_is_red(
    evaluate: Evaluate,
    green_run: Run,
    warm_store: Path,
    easy_thresholds: Path,
    workers: tuple[str, ...],
) -> None:
    run = evaluate(
        "-p",
        f"{INTRUDERS}.loses_an_outcome",
        f"--thresholds={easy_thresholds}",
        *workers,
        store=warm_store,
    )
    assert green_run.exit_code == 0
    assert run.outcomes() == {"passed": 13}
    assert run.exit_code == 1
    (complaint,) = re.findall(r"1 selected test reported no outcome: .*", run.output)
    assert complaint.endswith("[word_order].")


def test_a_run_in_which_all_was_skipped_is_red(evaluate: Evaluate) -> None:
    run = evaluate("-p", f"{INTRUDERS}.skips_everything")
    assert run.outcomes() == {"skipped": 14}
    assert run.exit_code == 1
    assert "Nothing was evaluated: no test recorded a measurement." in run.output


def test_a_run_that_selects_nothing_is_not_green(evaluate: Evaluate) -> None:
    assert evaluate("-k", "binding and control").exit_code == 5
    named = evaluate("-k", "no_such_phenomenon")
    assert named.exit_code == 4
    assert "ERROR: Nothing is called no_such_phenomenon (-k)." in named.output


@pytest.fixture(scope="session")
def collection(run_pytest: Evaluate) -> Run:
    return run_pytest(
        *("-m", "multiblimp", "--collect-only", "-q"),
        *("-p", f"{INTRUDERS}.without_models"),
        *("-p", f"{INTRUDERS}.telling.tells_modules"),
        "--no-store",
        fresh=True,
    )


def test_collecting_needs_no_model(collection: Run) -> None:
    assert collection.exit_code == 0
    assert re.search(r"\b14(/\d+)? tests collected", collection.output)
    assert "test_model_prefers_the_grammatical_sentence[case_marking_dative]" in collection.output


def test_collecting_writes_nothing(collection: Run) -> None:
    place = collection.results_dir.parent
    assert [path.name for path in place.iterdir()] == ["tmp"]
    assert not list((place / "tmp").glob("kasauti*"))


def test_collecting_imports_nothing_heavy(run_pytest: Evaluate) -> None:
    tells_modules = ("-p", f"{INTRUDERS}.telling.tells_modules")
    run = run_pytest("--collect-only", "-q", *tells_modules, fresh=True)
    modules = set(run.output.rpartition("modules: ")[2].split())
    assert "kasauti" in modules
    heavy = {"torch", "transformers", "peft", "numpy", "scipy", "sklearn", "hypothesis", "anyio"}
    assert not modules & heavy


@pytest.mark.parametrize("option", ["--help", "--version", "--markers", "--fixtures"])
def test_asking_pytest_needs_no_model_and_writes_nothing(run_pytest: Evaluate, option: str) -> None:
    run = run_pytest(option, "--model=/no/such/model")
    assert run.exit_code == 0
    assert not run.results_dir.exists()


def test_every_option_is_in_the_help_and_explained(run_pytest: Evaluate) -> None:
    output = run_pytest("--help").output
    options = {f"--{name.replace('_', '-')}" for name in vars(default_options())}
    assert len(options) > 40
    # An option and what stands beside or below it, up to the next one.
    entries = dict(re.findall(r"^  (--[\w-]+)(.*(?:\n {10,}.*)*)", output, re.MULTILINE))
    assert options <= entries.keys()
    unexplained = {option for option in options if len(entries[option].split()) < 4}
    assert not unexplained


def test_the_suites_own_tests_write_no_results(run_pytest: Evaluate) -> None:
    own_tests = "tests/unit/scorers/statistics/test_intervals.py"
    run = run_pytest(own_tests, "--model=/no/such/model", fresh=True)
    assert run.exit_code == 0
    assert not run.results_dir.exists()
    assert "evaluation ===" not in run.output


def test_a_folder_of_results_is_never_written_twice(tmp_path: Path) -> None:
    from kasauti.fixtures.recording.run_report import new_folder

    folders = [new_folder(tmp_path / "results") for _ in range(3)]
    assert len(set(folders)) == 3
    assert all(folder.is_dir() for folder in folders)
