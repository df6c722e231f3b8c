"""Runs that are held against a baseline, in one process and in several."""

from __future__ import annotations

import json
import shutil
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from tests.plugins.gates.flips import changes_by_template, worse_p
from tests.support.runs import Evaluate, Run

CHOSEN = ("-k", "word_order or negation or binding")
Comparing = Callable[..., Run]


@pytest.fixture(scope="session")
def noisy_llama(tiny_llama: Path) -> Path:
    """The tiny model with noise on its weights, so that some pairs flip."""
    import torch
    from transformers import AutoModelForCausalLM

    folder = tiny_llama.with_name("noisy-llama")
    shutil.copytree(tiny_llama, folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for weights in model.parameters():
            noise = torch.randn(weights.shape, generator=generator)
            weights.add_(noise * weights.std() * 0.5)
    model.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def saved(evaluate: Evaluate, plain_run: Run, warm_store: Path) -> Path:
    """The baseline of three phenomena."""
    path = warm_store.parent / "saved.json"
    run = evaluate(*CHOSEN, f"--save-baseline={path}", store=warm_store)
    assert run.exit_code == 1  # a model below its thresholds has a baseline too
    assert f"Baseline: {path} (3 cases)" in run.output
    return path


@pytest.fixture(scope="session")
def changed(saved: Path) -> Path:
    """A baseline in which word_order was all right, negation other data, and one case more."""
    content = json.loads(saved.read_text(encoding="utf-8"))
    cases = {each["case"].partition("/")[2]: each for each in content["cases"]}
    items = cases["word_order"]["outcomes"]["items"]
    cases["word_order"] |= {"value": 1.0, "outcomes": {"kind": "right", "items": items}}
    items.update(dict.fromkeys(items, True))
    cases["negation"]["settings"]["data"] = "hindi-core@00000000"
    del cases["binding"]
    gone = [
        {**cases["word_order"], "case": f"{suite}/word_order_gone"}
        for suite in ("multiblimp", "sanskrit")
    ]
    path = saved.with_name("changed.json")
    path.write_text(json.dumps({**content, "cases": [*cases.values(), *gone]}), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def against_changed(
    evaluate: Evaluate, changed: Path, easy_thresholds: Path, warm_store: Path
) -> Run:
    return evaluate(
        *CHOSEN, f"--baseline={changed}", f"--thresholds={easy_thresholds}", store=warm_store
    )


@pytest.fixture(scope="session")
def noisy_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("noisy") / "scores.sqlite"


@pytest.fixture(scope="session")
def noisy_run(
    evaluate: Evaluate, plain_run: Run, noisy_llama: Path, easy_thresholds: Path, noisy_store: Path
) -> Run:
    return evaluate(
        f"--baseline={plain_run.folder / 'evaluation_results.json'}",
        *("--max-drop=0.02", f"--thresholds={easy_thresholds}"),
        f"--junitxml={noisy_store.parent / 'junit.xml'}",
        model=noisy_llama,
        store=noisy_store,
    )


def regression_of(run: Run) -> dict[str, Any]:
    found = run.results["regression"]
    assert isinstance(found, dict)
    return found


def test_a_baseline_keeps_the_outcomes_of_the_run(saved: Path, plain_run: Run) -> None:
    cases = json.loads(saved.read_text(encoding="utf-8"))["cases"]
    assert [case["case"].partition("/")[2] for case in cases] == [
        "word_order",
        "negation",
        "binding",
    ]
    for case in cases:
        result = plain_run.cases[case["case"].partition("/")[2]]
        assert case["value"] == result["accuracy"]
        assert case["outcomes"] == result["outcomes"]
        assert case["outcomes"]["items"] == {
            # Documented pairs that are only shown have no outcome.
            pair["id"]: pair["right"]
            for pair in result["items"]
            if "right" in pair
        }
        assert case["settings"] == result["settings"]


def test_every_case_of_both_runs_has_a_test(noisy_run: Run, plain_run: Run) -> None:
    compared = [f"multiblimp/{name}" for name in (*plain_run.cases, "all_items")]
    assert list(regression_of(noisy_run)) == compared
    outcomes = noisy_run.outcomes()
    assert outcomes["passed"] + outcomes["failed"] == 14 + 15


def test_all_items_are_compared_at_once(noisy_run: Run, plain_run: Run) -> None:
    *cases, together = regression_of(noisy_run).values()
    assert together["n"] == sum(case["n"] for case in cases)
    assert together["lost"] == sum(case["lost"] for case in cases)
    assert together["won"] == sum(case["won"] for case in cases)
    assert together["now"] == noisy_run.results["multiblimp"]["overall"]["accuracy"]
    both = zip(plain_run.cases.values(), noisy_run.cases.values(), strict=True)
    nets = [net for before, now in both for net in changes_by_template(before, now)]
    assert together["p"] == pytest.approx(worse_p(nets))


def test_figures_follow_from_the_items_of_both_runs(noisy_run: Run, plain_run: Run) -> None:
    flips = 0
    for name, before in plain_run.cases.items():
        now, found = noisy_run.cases[name], regression_of(noisy_run)[f"multiblimp/{name}"]
        earlier, later = before["outcomes"]["items"], now["outcomes"]["items"]
        lost = [item for item in earlier if earlier[item] and not later[item]]
        won = [item for item in earlier if later[item] and not earlier[item]]
        flips += len(lost) + len(won)
        assert [flip["id"] for flip in found["flips"]["lost"]] == lost
        assert [flip["id"] for flip in found["flips"]["won"]] == won
        assert (found["lost"], found["won"]) == (len(lost), len(won))
        assert (found["before"], found["now"]) == (before["accuracy"], now["accuracy"])
        assert found["change"] == pytest.approx(now["accuracy"] - before["accuracy"])
        p = worse_p(changes_by_template(before, now))
        assert found["p"] == pytest.approx(p)
        assert found["cases"] == 15
        assert found["p_holm"] <= min(1.0, 15 * p) + 1e-12
        worse = found["change"] < 0 and found["p_holm"] <= 0.05
        assert found["verdict"] == (
            "failed" if worse or found["change"] < -0.02 - 1e-9 else "passed"
        )
    assert flips > 20  # or this noise would show nothing


def test_drop_beyond_maximum_is_reported_with_flips(noisy_run: Run) -> None:
    failed = {
        name: case for name, case in regression_of(noisy_run).items() if case["verdict"] == "failed"
    }
    assert failed
    assert noisy_run.outcomes()["failed"] == len(failed)
    assert noisy_run.exit_code == 1
    for name, case in failed.items():
        scores = f"{case['before']:.3f} before, {case['now']:.3f} now (n = {case['n']}, "
        start = f"{name}: accuracy {scores}"
        _, _, message = noisy_run.output.partition(start)
        message = message.partition("____")[0]
        assert f"sign-flip permutation, one-sided p = {case['p']:.4f}, corrected over 15" in message
        assert f"p = {case['p_holm']:.4f}): a drop of more than 0.02, compared with " in message
        for flip in [*case["flips"]["lost"][:10], *case["flips"]["won"][:10]]:
            assert f"{flip['id']}  {flip['text']}" in message
            assert flip["text"]
        assert f"(n = {case['n']}, 15 cases at once, alpha 0.05)." in message
        least = case["smallest_detectable_drop"]
        if least is not None:
            assert f"Detectable drop (80 % power): {least:.3f} (n = " in message
        else:
            assert "No drop of this case alone is reliably detectable (n = " in message


def test_reports_of_a_compared_run_follow_the_schema(noisy_run: Run, against_changed: Run) -> None:
    schema = results_schema()
    for run in (noisy_run, against_changed):
        jsonschema.validate(run.results, schema, jsonschema.Draft202012Validator)
    _, _, table = noisy_run.output.partition("Compared with baseline ")
    case = regression_of(noisy_run)["multiblimp/word_order"]
    (row,) = (line for line in table.splitlines() if line.startswith("  word_order "))
    figures = [f"{case[name]:.3f}" for name in ("before", "now")]
    assert row.split()[1:4] == [*figures, f"{case['change']:+.3f}"]
    assert row.endswith("regressed" if case["verdict"] == "failed" else "no clear drop")


def test_junit_xml_holds_the_comparisons(noisy_run: Run, noisy_store: Path) -> None:
    tree = ElementTree.parse(noisy_store.parent / "junit.xml")
    told = {
        properties["case"]: properties
        for test in tree.iter("testcase")
        if (properties := {each.get("name"): each.get("value") for each in test.iter("property")})
    }
    for name, case in regression_of(noisy_run).items():
        assert float(told[f"regression/{name}"]["value"] or "") == case["change"]


def test_several_workers_compare_as_one_process_does(
    evaluate: Evaluate,
    noisy_run: Run,
    plain_run: Run,
    noisy_llama: Path,
    easy_thresholds: Path,
    noisy_store: Path,
) -> None:
    run = evaluate(
        *("-n", "2", f"--baseline={plain_run.folder / 'evaluation_results.json'}"),
        *("--max-drop=0.02", f"--thresholds={easy_thresholds}"),
        model=noisy_llama,
        store=noisy_store,
    )
    assert run.outcomes() == noisy_run.outcomes(), run.output
    assert run.results["regression"] == noisy_run.results["regression"]
    assert list(regression_of(run)) == list(regression_of(noisy_run))
    assert run.exit_code == noisy_run.exit_code


def test_a_significant_drop_is_red(against_changed: Run) -> None:
    case = regression_of(against_changed)["multiblimp/word_order"]
    assert (case["before"], case["verdict"], case["threshold"]["value"]) == (1.0, "failed", None)
    assert case["p_holm"] == case["p"] <= 0.05  # the only one that could be compared
    assert "clearly worse, compared with changed.json" in against_changed.output
    assert against_changed.exit_code == 1


def test_changed_measurement_fails_without_comparison(against_changed: Run) -> None:
    assert (
        "multiblimp/negation is not the same measurement as in changed.json"
        in against_changed.output
    )
    assert "data was hindi-core@00000000 and is hindi-core@" in against_changed.output
    assert "multiblimp/negation" not in regression_of(against_changed)


def test_missing_case_is_red(against_changed: Run) -> None:
    assert "multiblimp/word_order_gone is in changed.json" in against_changed.output
    assert "sanskrit/word_order_gone" not in against_changed.output  # its suite was not asked for
    assert against_changed.outcomes() == {"passed": 3, "failed": 1, "errors": 3}


def test_a_new_case_is_listed(against_changed: Run) -> None:
    case = regression_of(against_changed)["multiblimp/word_order"]
    assert case["new_cases"] == ["multiblimp/binding"]
    assert "Not in the baseline changed.json" in against_changed.output
    assert "): multiblimp/binding." in against_changed.output


@pytest.fixture(scope="session")
def finished(run_pytest: Evaluate) -> Comparing:
    """Compare two files, on a machine without models."""

    def run(*arguments: str) -> Run:
        absent = ("-p", "tests.plugins.intruders.without_models")
        chosen = ("-m", "regression", "--model=/no/model")
        return run_pytest(*chosen, *absent, *arguments, fresh=True)

    return run


def test_two_finished_runs_are_compared_without_a_model(
    finished: Comparing, noisy_run: Run, plain_run: Run
) -> None:
    files = [run.folder / "evaluation_results.json" for run in (plain_run, noisy_run)]
    run = finished(f"--baseline={files[0]}", f"--candidate={files[1]}", "--max-drop=0.02")
    compared, expected = regression_of(run), regression_of(noisy_run)
    assert compared == expected
    assert "Margins: smaller in" in run.output
    assert run.exit_code == 1
    assert set(run.results) == {"kasauti_results", "regression", "summary"}


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "two workers"])
def test_run_compared_with_itself_passes(
    finished: Comparing, saved: Path, plain_run: Run, workers: tuple[str, ...]
) -> None:
    candidate = plain_run.folder / "evaluation_results.json"
    run = finished(f"--baseline={saved}", f"--candidate={candidate}", "--max-drop=0", *workers)
    assert run.exit_code == 0
    assert run.outcomes() == {"passed": 4}
    assert all(case["change"] == 0 for case in regression_of(run).values())


def test_finished_runs_are_compared_case_by_case_on_demand(
    finished: Comparing, saved: Path
) -> None:
    run = finished(f"--baseline={saved}", f"--candidate={saved}", "-k", "negation")
    assert list(regression_of(run)) == ["multiblimp/negation"]
    assert regression_of(run)["multiblimp/negation"]["cases"] == 1


def test_a_case_that_the_candidate_lacks_is_red(
    finished: Comparing, saved: Path, changed: Path
) -> None:
    run = finished(f"--baseline={changed}", f"--candidate={saved}")
    assert "multiblimp/word_order_gone is in changed.json" in run.output
    assert "sanskrit/word_order_gone" not in run.output  # no case of that suite is there
    assert run.outcomes() == {"failed": 1, "errors": 3}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--baseline=/no/main.json", "--all"],
            "--baseline=/no/main.json does not exist. Create it by running",
        ),
        (["--baseline=SAVED", "-m", "regression"], "none is selected. Select some"),
        (["--baseline=SAVED", "-m", "lint_data"], "none is selected. Select some"),
        (["--baseline=SAVED", "-m", "probes"], "None of the selected cases is in the baseline"),
        (["--baseline=SAVED", "--model=other", "--all"], "--baseline is for a single model"),
    ],
)
def test_options_without_comparison_are_refused(
    run_pytest: Evaluate, saved: Path, tiny_llama: Path, arguments: list[str], sentence: str
) -> None:
    arguments = [each.replace("SAVED", str(saved)) for each in arguments]
    run = run_pytest(f"--model={tiny_llama}", *arguments)
    assert run.exit_code == 4
    assert sentence in " ".join(run.output.split())
    assert "Traceback" not in run.output
    assert not list(run.results_dir.rglob("evaluation_results.json"))


def test_test_file_includes_its_comparisons(
    run_pytest: Evaluate, saved: Path, tiny_llama: Path
) -> None:
    both = (f"--baseline={saved}", f"--model={tiny_llama}")
    run = run_pytest("tests/evaluation/test_multiblimp.py", "--collect-only", "-q", *both)
    assert run.output.count("::test_no_regression[multiblimp/") == 4
    assert run.output.rfind("test_model_prefers") < run.output.find("test_no_regression")
