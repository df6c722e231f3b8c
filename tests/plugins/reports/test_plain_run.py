"""One plain run: what it tells on the terminal and what it writes."""

from __future__ import annotations

import csv
import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from scipy import stats

from kasauti.commands.schema import results_schema
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.support.runs import Run, distinct_sentences

CASES = minimal_pair_cases()
GOOD, BAD = 0, 1  # the sides of a pair
CLOSE = "too close to call"


def perplexity(pair: dict[str, Any], side: int) -> float:
    details = pair["details"]
    return math.exp(-details["logprobs"][side] / details["tokens"][side])


def test_fourteen_phenomena_run_and_are_reported(plain_run: Run) -> None:
    outcomes = plain_run.outcomes()
    assert sum(outcomes.get(each, 0) for each in ("passed", "failed", CLOSE)) == 14
    assert list(plain_run.cases) == [case.name for case in CASES]
    assert len(CASES) == 14


def test_documented_pairs_are_shown_and_counted_apart(plain_run: Run) -> None:
    for case in CASES:
        result = plain_run.cases[case.name]
        apart = [item for item in result["items"] if "right" not in item]
        assert [item["id"] for item in apart] == [pair.id for pair in case.documented]
        assert all(len(item["scores"]) == 2 for item in apart)
        assert result["total"] == len(case.pairs) >= 60
        if apart:
            correct = sum(perplexity(item, GOOD) < perplexity(item, BAD) for item in apart)
            assert result["documented"] == {"correct": correct, "total": len(apart)}
        else:
            assert "documented" not in result


def test_a_model_below_a_bar_makes_the_run_red(plain_run: Run) -> None:
    verdicts = [case["verdict"] for case in plain_run.cases.values()]
    assert plain_run.exit_code == 1
    assert plain_run.outcomes()["failed"] == verdicts.count("failed") > 0
    assert plain_run.outcomes().get("passed", 0) == verdicts.count("passed")


def test_results_follow_the_schema(plain_run: Run) -> None:
    schema = results_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(plain_run.results, schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_figures_follow_from_the_pairs(plain_run: Run, case: Any) -> None:
    result = plain_run.cases[case.name]
    pairs = [item for item in result["items"] if "right" in item]
    assert [pair["texts"] for pair in pairs] == [[pair.good, pair.bad] for pair in case.pairs]
    good, bad = ([perplexity(pair, side) for pair in pairs] for side in (GOOD, BAD))
    assert [pair["scores"][GOOD] for pair in pairs] == pytest.approx(good)
    assert [pair["scores"][BAD] for pair in pairs] == pytest.approx(bad)
    assert [pair["right"] for pair in pairs] == [g < b for g, b in zip(good, bad, strict=True)]
    margins = np.subtract(np.log(bad), np.log(good))
    assert [pair["score"] for pair in pairs] == pytest.approx(margins)
    differences = np.subtract(bad, good)
    assert result["avg_perplexity_diff"] == pytest.approx(np.mean(differences))
    assert result["std_perplexity_diff"] == pytest.approx(np.std(differences))
    correct = sum(pair["right"] for pair in pairs)
    assert (result["correct"], result["total"]) == (correct, len(pairs))
    assert result["accuracy"] == correct / len(pairs) == result["conventions"]["perplexity"]
    expected = stats.binomtest(correct, len(pairs)).proportion_ci(method="wilson")
    clusters = result["clusters"]
    same_templates = clusters["item_interval"]
    assert (same_templates["low"], same_templates["high"]) == pytest.approx(tuple(expected))
    assert clusters["effective_n"] * clusters["design_effect"] == pytest.approx(len(pairs))
    assert clusters["counts"] == [len({pair["clusters"]["template"] for pair in pairs})]
    assert result["interval"]["low"] < result["accuracy"] < result["interval"]["high"]


def test_each_convention_follows_from_the_pairs(plain_run: Run) -> None:
    lengths = {
        "logprob": lambda text: 1,
        "char": len,
        "byte": lambda text: len(text.encode("utf-8")),
    }
    for case in plain_run.cases.values():
        for convention, length in lengths.items():
            right = []
            for pair in case["items"][: case["total"]]:
                pair_of = zip(pair["details"]["logprobs"], pair["texts"], strict=True)
                good, bad = (logprob / length(text) for logprob, text in pair_of)
                right.append(good > bad)
            assert case["conventions"][convention] == sum(right) / len(right)


def test_overall_is_derived_from_the_cases(plain_run: Run) -> None:
    overall = plain_run.results["multiblimp"]["overall"]
    correct = sum(case["correct"] for case in plain_run.cases.values())
    total = sum(len(case.pairs) for case in CASES)
    assert (overall["correct"], overall["total"]) == (correct, total)
    assert overall["accuracy"] == correct / total
    summary = plain_run.results["summary"]
    assert summary["overall_scores"] == {"multiblimp_accuracy": correct / total}


def test_every_distinct_sentence_is_computed_once(plain_run: Run) -> None:
    assert plain_run.work == {"computed": distinct_sentences(CASES), "stored": 0}


def test_signatures_say_how_to_repeat_the_measurement(plain_run: Run, tiny_llama: Path) -> None:
    for name, case in plain_run.cases.items():
        settings = dict(part.partition(":")[::2] for part in case["signature"].split("|"))
        pack = next(each.pack for each in CASES if each.name == name)
        assert settings["model"] == str(tiny_llama)
        assert settings["data"] == pack
        assert (settings["bos"], settings["convention"]) == ("<s>", "perplexity")
        assert {"weights", "tokenizer", "dtype", "torch", "transformers"} <= set(settings)


def test_csv_holds_the_figures_of_the_json(plain_run: Run) -> None:
    path = plain_run.folder / "evaluation_summary.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["case"]: row for row in csv.DictReader(file) if row["kind"] == "headline"}
    assert list(rows) == [f"multiblimp/{name}" for name in plain_run.cases]
    for name, case in plain_run.cases.items():
        row = rows[f"multiblimp/{name}"]
        assert float(row["value"]) == case["accuracy"]
        assert float(row["low"]) == case["interval"]["low"]
        assert int(row["n"]) == case["total"]
        assert (row["band"], row["verdict"]) == (case["band"], case["verdict"])


def test_html_is_self_contained_and_names_every_phenomenon(plain_run: Run) -> None:
    html = (plain_run.folder / "report.html").read_text(encoding="utf-8")
    assert not re.findall(r"<(?:link|script|img)[^>]+(?:href|src)=\"(?!data:)[^\"]", html)
    assert not (plain_run.folder / "assets").exists()
    assert all(case.name in html for case in CASES)


def test_html_shows_worst_items_and_mentions_dashboard(plain_run: Run) -> None:
    html = (plain_run.folder / "report.html").read_text(encoding="utf-8")
    for case in plain_run.cases.values():
        wrong = [pair for pair in case["items"] if pair.get("right") is False]
        assert wrong  # or this model would show nothing
        assert min(wrong, key=lambda pair: pair["score"])["id"] in html
    assert "dashboard.html, in the folder of the run" in html
    assert (plain_run.folder / "dashboard.html").is_file()


def test_junit_xml_holds_the_headline_figures(plain_run: Run, warm_store: Path) -> None:
    tree = ElementTree.parse(warm_store.parent / "junit.xml")
    told = {}
    for test in tree.iter("testcase"):
        properties = {each.get("name"): each.get("value") for each in test.iter("property")}
        told[properties["case"]] = properties
    assert list(told) == [f"multiblimp/{name}" for name in plain_run.cases]
    for name, case in plain_run.cases.items():
        properties = told[f"multiblimp/{name}"]
        assert float(properties["value"] or "") == case["accuracy"]
        assert float(properties["high"] or "") == case["interval"]["high"]
        assert properties["n"] == str(case["total"])
        assert properties["verdict"] == case["verdict"]


def test_terminal_ends_with_the_table_and_the_report(plain_run: Run) -> None:
    _, _, tail = plain_run.output.partition(" evaluation ===")
    assert "multiblimp, threshold: at least 0.70" in tail
    lines = tail.splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("-----"))
    rows = [line.replace(CLOSE, "close").split() for line in lines[first + 1 :]]
    for (name, *cells), (case_name, case) in zip(rows, plain_run.cases.items(), strict=False):
        low, high = case["interval"]["low"], case["interval"]["high"]
        assert (name[:8], name[-8:]) == (case_name[:8], case_name[-8:])
        assert " ".join(cells).replace(" to ", "–").split() == [
            *(f"{case['accuracy']:.3f}", f"{low:.3f}–{high:.3f}", str(case["total"])),
            *(case["band"], case["verdict"].replace(CLOSE, "close")),
        ]
    overall = plain_run.results["multiblimp"]["overall"]
    assert rows[len(plain_run.cases)][:2] == ["overall", f"{overall['accuracy']:.3f}"]
    assert f"Reports in {plain_run.folder}: report.html, report.md, evaluation_results" in tail
    page = (plain_run.folder / "dashboard.html").as_uri()
    verdict, link = plain_run.output.strip().splitlines()[-2:]
    assert " is not at least 0.70" in verdict
    assert link == page
    assert f"{plain_run.work['computed']} sequences computed, 0 from the store." in tail


def test_table_notes_verdict_flips_by_convention(plain_run: Run) -> None:
    flips = {name: case["flips"] for name, case in plain_run.cases.items() if case["flips"]}
    assert flips  # of this model, some
    for name, conventions in flips.items():
        case = plain_run.cases[name]
        told = ", ".join(f"{each} ({case['conventions'][each]:.3f})" for each in conventions)
        now, then = ("passes", "fail") if case["accuracy"] >= 0.70 else ("fails", "pass")
        own = f"multiblimp/{name}: {now} by perplexity ({case['accuracy']:.3f})"
        assert f"{own}, would {then} by {told}." in plain_run.output


def test_failure_message_is_a_sentence(plain_run: Run) -> None:
    name, case = next(
        (name, case) for name, case in plain_run.cases.items() if case["verdict"] == "failed"
    )
    low, high = case["interval"]["low"], case["interval"]["high"]
    assert (
        f"multiblimp/{name}: accuracy {case['accuracy']:.3f} (n = {case['total']}, "
        f"95 % interval {low:.3f} to {high:.3f} over {case['clusters']['counts'][0]} templates) "
        "is below the threshold for fair: at least 0.700 (Hindi evaluation framework, "
        "Performance Benchmarks: MultiBLiMP, Poor < 70 %, "
        "Fair 70-80 %)." in plain_run.output
    )


def test_failure_shows_its_message_alone(plain_run: Run) -> None:
    assert "= FAILURES =" in plain_run.output
    for sign in ("Traceback", "AssertionError", "assert ", "measurement.passed"):
        assert sign not in plain_run.output


def test_failure_shows_the_three_worst_pairs(plain_run: Run) -> None:
    name, case = next(
        (name, case) for name, case in plain_run.cases.items() if case["verdict"] == "failed"
    )
    message = plain_run.output.partition(f"multiblimp/{name}: accuracy")[2].partition("____")[0]
    counted = [pair for pair in case["items"] if "right" in pair]
    worst = sorted(counted, key=lambda pair: pair["score"])[:3]
    assert re.findall(r"(hi-core-\S+): ", message) == [pair["id"] for pair in worst]
    for pair in worst:
        assert pair["note"] in message
        for side, star in ((GOOD, ""), (BAD, "* ")):
            scores = (
                f"(perplexity {pair['scores'][side]:.1f}, "
                f"log-probability {pair['details']['logprobs'][side]:.2f})"
            )
            assert f"{star}{pair['texts'][side]}  {scores}" in message


def test_progress_is_printed_as_lines_without_terminal(plain_run: Run) -> None:
    total = plain_run.work["computed"]
    lines = re.findall(r"scoring: (\d+) of (\d+) sentences", plain_run.output)
    assert "loading " in plain_run.output
    assert "Loading weights" not in plain_run.output
    assert lines[-1] == (str(total), str(total))
