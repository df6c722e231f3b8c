"""Selected work is computed once: by -k, in a second run, by several workers."""

from __future__ import annotations

import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.faults.store.chaos_store import damaged_store
from tests.support.runs import Evaluate, Run, assert_same_logprobs, distinct_sentences, without_work

CASES = len(minimal_pair_cases())
SENTENCES = distinct_sentences(minimal_pair_cases())
TELLS_WORK = ("-p", "tests.plugins.intruders.telling.tells_work")


@pytest.fixture(scope="session")
def second_run(evaluate: Evaluate, plain_run: Run, warm_store: Path) -> Run:
    assert plain_run.exit_code == 1
    return evaluate(store=warm_store)


@pytest.fixture(scope="session")
def two_workers(evaluate: Evaluate) -> Run:
    return evaluate("-n", "2", *TELLS_WORK)


@pytest.fixture(scope="session")
def case_marking(evaluate: Evaluate) -> Run:
    return evaluate("-k", "case_marking", *TELLS_WORK)


def test_selected_phenomena_run_alone(case_marking: Run) -> None:
    assert list(case_marking.cases) == [
        "case_marking_ergative",
        "case_marking_accusative",
        "case_marking_dative",
    ]
    outcomes = case_marking.outcomes()
    assert set(outcomes) <= {"passed", "failed", "too close to call"}
    assert sum(outcomes.values()) == 3


def test_only_the_selected_sentences_are_scored(case_marking: Run) -> None:
    chosen = [case for case in minimal_pair_cases() if "case_marking" in case.name]
    assert case_marking.work == {"computed": distinct_sentences(chosen), "stored": 0}


def test_items_are_not_held_in_memory_twice(case_marking: Run, two_workers: Run) -> None:
    for run in (case_marking, two_workers):
        assert all(case["items"] for case in run.cases.values())
        assert re.findall(r"held items of (\d+) tests", run.output) == ["0"]


def test_selection_does_not_change_a_score(case_marking: Run, plain_run: Run) -> None:
    for name, case in case_marking.cases.items():
        assert_same_logprobs(case["items"], plain_run.cases[name]["items"])


def test_a_second_run_computes_nothing(second_run: Run) -> None:
    assert second_run.work == {"computed": 0, "stored": SENTENCES}
    assert f"0 sequences computed, {SENTENCES} from the store." in second_run.output


def assert_same_results(run: Run, other: Run) -> None:
    found, expected = (without_work(each.results["multiblimp"]) for each in (run, other))
    assert found == expected


def test_a_second_run_gives_the_same_results(second_run: Run, plain_run: Run) -> None:
    assert_same_results(second_run, plain_run)
    assert second_run.exit_code == plain_run.exit_code


def test_two_workers_give_the_same_results(two_workers: Run, plain_run: Run) -> None:
    assert_same_results(two_workers, plain_run)
    assert list(two_workers.cases) == list(plain_run.cases)  # also in the same order
    assert two_workers.exit_code == plain_run.exit_code
    assert two_workers.outcomes() == plain_run.outcomes()


def test_two_workers_do_the_work_once(two_workers: Run) -> None:
    work = re.findall(r"work of (gw\d): (\d+) (\d+)", two_workers.output)
    assert [worker for worker, _, _ in work] == ["gw0", "gw1"]
    assert sorted(int(computed) for _, computed, _ in work) == [0, SENTENCES]
    assert sorted(int(stored) for _, _, stored in work) == [0, SENTENCES]
    assert two_workers.work == {"computed": SENTENCES, "stored": 0}


@pytest.fixture(scope="session")
def without_a_store(evaluate: Evaluate) -> Run:
    return evaluate("--no-store", "-n", "2", *TELLS_WORK)


def test_without_a_store_nothing_is_kept(without_a_store: Run) -> None:
    place = without_a_store.results_dir.parent
    assert without_a_store.work["computed"] > 0
    # How fast the model was may be kept, for estimates of later runs: no score is.
    assert {path.name for path in (place / "cache").rglob("*")} <= {"timings.json"}
    assert not [path for path in place.rglob("*") if "sqlite" in path.name]
    assert not list((place / "tmp").glob("kasauti*"))


def test_without_a_store_workers_still_share_their_work(without_a_store: Run) -> None:
    computed = [int(each) for each in re.findall(r"work of gw\d: (\d+)", without_a_store.output)]
    assert sorted(computed) == [0, without_a_store.work["computed"]], without_a_store.output


def test_a_damaged_store_is_set_aside_with_a_warning(evaluate: Evaluate, tmp_path: Path) -> None:
    store = tmp_path / "scores.sqlite"
    content = damaged_store(store)
    run = evaluate("-k", "word_order", store=store)
    (aside,) = tmp_path.glob("scores.sqlite.*.aside")
    assert aside.read_bytes() == content
    assert f"The score store {store} cannot be used" in run.output
    assert run.work["computed"] > 0


def test_damaged_results_are_recomputed_with_warning(
    evaluate: Evaluate, plain_run: Run, warm_store: Path, tmp_path: Path
) -> None:
    store = tmp_path / "scores.sqlite"
    assert plain_run.work["computed"] == SENTENCES
    with closing(sqlite3.connect(warm_store)) as warm:
        warm.execute("VACUUM INTO ?", [str(store)])
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute("UPDATE checked_results SET value = zeroblob(length(value))")
    run = evaluate(store=store)
    assert run.work == {"computed": SENTENCES, "stored": 0}
    # Each score is kept under its tokens and under its text; the prefix token is kept too, and what
    # the tokenizer makes of each case.
    damaged = 2 * SENTENCES + 1 + CASES
    assert run.output.count(f"The score store {store} had {damaged} damaged results") == 1
    assert_same_results(run, plain_run)


def test_run_continues_without_space_for_store(
    evaluate: Evaluate, plain_run: Run, tmp_path: Path
) -> None:
    full = ("-p", "tests.plugins.intruders.fills_the_disk", "--batch-tokens=512")
    run = evaluate(*full, store=tmp_path / "scores.sqlite")
    assert run.work == {"computed": SENTENCES, "stored": 0}
    assert run.exit_code == plain_run.exit_code
    assert run.output.count("can no longer be used (database or disk is full)") == 1, run.output
    for name, case in run.cases.items():
        assert_same_logprobs(case["items"], plain_run.cases[name]["items"])


def test_killed_run_resumes(evaluate: Evaluate, plain_run: Run, tmp_path: Path) -> None:
    store = tmp_path / "scores.sqlite"
    killer = ("-p", "tests.plugins.intruders.kills_itself", "--batch-tokens=512")
    killed = evaluate(*killer, store=store)
    assert killed.exit_code == -signal.SIGKILL
    resumed = evaluate("--batch-tokens=512", store=store)
    assert resumed.work["stored"] > 0
    assert resumed.work["computed"] > 0
    assert resumed.work["computed"] + resumed.work["stored"] == SENTENCES
    assert resumed.exit_code == plain_run.exit_code
    for name, case in resumed.cases.items():
        assert case["verdict"] == plain_run.cases[name]["verdict"]
        assert case["outcomes"] == plain_run.cases[name]["outcomes"]
        assert_same_logprobs(case["items"], plain_run.cases[name]["items"])
