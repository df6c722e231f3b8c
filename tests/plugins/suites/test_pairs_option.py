"""--pairs: the user's own files, in the three formats."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from kasauti.data.pairs import Pair, read_pairs, write_pairs
from tests.support import ROOT
from tests.support.runs import Evaluate, Run, without_work

PUBLIC = ROOT.parent / "shared" / "data"
needs_public_data = pytest.mark.skipif(
    not PUBLIC.is_dir(), reason=f"the public data is not at {PUBLIC}"
)
AGREEMENT = [("The boys read.", "The boys reads."), ("A girl runs home.", "A girl run home.")]


@pytest.fixture(scope="session")
def three_formats(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A file of each format; the TSV has a cell that must be quoted."""
    folder = tmp_path_factory.mktemp("pairs")
    own, blimp, multiblimp = folder / "own.jsonl", folder / "blimp.jsonl", folder / "multi.tsv"
    write_pairs(
        own,
        [
            Pair(id=f"a-{number}", phenomenon="agreement", good=good, bad=bad, gloss="number")
            for number, (good, bad) in enumerate(AGREEMENT)
        ],
    )
    rows = [
        {"sentence_good": good, "sentence_bad": bad, "UID": f"uid_{number}", "pairID": "0"}
        for number, (good, bad) in enumerate(AGREEMENT)
    ]
    blimp.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with multiblimp.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(["sen", "verb", "wrong_sen", "phenomenon", "lang"])
        writer.writerow(['He said "no".', "said", 'He say "no".', "SV-#", "eng"])
        writer.writerow(["I am\there.", "am", "I is\there.", "SV-P", "eng"])
    return [own, blimp, multiblimp]


@pytest.fixture(scope="session")
def run_of_three(
    evaluate: Evaluate, plain_run: Run, warm_store: Path, three_formats: list[Path]
) -> Run:
    thresholds = three_formats[0].parent / "multiblimp.toml"
    thresholds.write_text(
        '["own/agreement".fair]\ndirection = "at most"\nvalue = 1.0\nsource = "us"\nreason = "x"\n'
        "minimum_n = 1\n",
        encoding="utf-8",
    )
    files = [f"--pairs={path}" for path in three_formats]
    return evaluate(*files, f"--thresholds={thresholds.parent}", store=warm_store)


def own_cases(run: Run) -> dict[str, int]:
    return {name: case["total"] for name, case in run.cases.items() if "/" in name}


def test_each_phenomenon_of_each_file_is_a_case(run_of_three: Run, plain_run: Run) -> None:
    assert own_cases(run_of_three) == {
        "own/agreement": 2,
        "blimp/uid_0": 1,
        "blimp/uid_1": 1,
        "multi/SV-#": 1,
        "multi/SV-P": 1,
    }
    outcomes = run_of_three.outcomes()
    assert outcomes.get("passed", 0) + outcomes.get("failed", 0) == 14 + 1
    assert outcomes["shown"] == 4
    shipped = {name: case for name, case in run_of_three.cases.items() if "/" not in name}
    assert without_work(shipped) == without_work(plain_run.cases)


def test_sentences_come_through_unchanged(run_of_three: Run) -> None:
    (pair,) = run_of_three.run["multiblimp/multi/SV-#"].items
    assert pair.texts == ('He said "no".', 'He say "no".')
    (pair,) = run_of_three.run["multiblimp/multi/SV-P"].items
    assert pair.texts == ("I am\there.", "I is\there.")


def test_a_sentence_of_two_files_is_computed_once(run_of_three: Run) -> None:
    run = run_of_three.run
    cases = [run[f"multiblimp/{name}"] for name in own_cases(run_of_three)]
    texts = [text for case in cases for pair in case.items for text in pair.texts]
    distinct = set(texts)
    assert (len(texts), len(distinct)) == (12, 8)
    assert run_of_three.work["computed"] == len(distinct)


def test_own_cases_of_few_pairs_are_shown_without_a_band(run_of_three: Run) -> None:
    for name in own_cases(run_of_three).keys() - {"own/agreement"}:
        case = run_of_three.cases[name]
        assert (case["verdict"], case["band"]) == ("shown", None)
        assert case["why_shown"] == "The threshold needs at least 10 items."


def test_own_cases_can_have_bars_of_their_own(run_of_three: Run) -> None:
    case = run_of_three.cases["own/agreement"]
    assert (case["threshold"]["value"], case["threshold"]["source"]) == (1.0, "us")
    assert case["verdict"] == "passed"


def test_each_file_has_a_total_of_its_own(run_of_three: Run, plain_run: Run) -> None:
    suite = run_of_three.results["multiblimp"]
    assert suite["overall"] == plain_run.results["multiblimp"]["overall"]
    assert suite["own/overall"]["total"] == 2
    assert suite["blimp/overall"]["total"] == suite["multi/overall"]["total"] == 2


def test_results_with_own_files_follow_the_schema(run_of_three: Run) -> None:
    schema = results_schema()
    jsonschema.validate(run_of_three.results, schema, jsonschema.Draft202012Validator)


@needs_public_data
def test_public_files_run_as_they_are(evaluate: Evaluate) -> None:
    files = [
        PUBLIC / "blimp" / "wh_island.jsonl",
        PUBLIC / "multiblimp" / "eng.tsv",
        PUBLIC / "multiblimp" / "hin_gender_100.jsonl",
    ]
    # Of BLiMP's thousand pairs none is scored: reading them is what is shown here.
    chosen = ("eng/SV-P", "hin_gender_100/SV-G")
    run = evaluate(*[f"--pairs={path}" for path in files], "-k", "hin_gender_100 or eng/SV-P")
    expected = {
        f"{path.stem}/{phenomenon}": count
        for path in files
        for phenomenon, count in phenomena(path).items()
    }
    assert own_cases(run).items() <= expected.items()
    assert set(chosen) <= set(own_cases(run))


def phenomena(path: Path) -> dict[str, int]:
    names = [pair.phenomenon for pair in read_pairs(path)]
    return {name: names.count(name) for name in dict.fromkeys(names)}


def test_published_pairs_are_compared_by_log_probability(run_of_three: Run) -> None:
    conventions = {name: case["convention"] for name, case in run_of_three.cases.items()}
    assert conventions["own/agreement"] == conventions["binding"] == "perplexity"
    assert conventions["blimp/uid_0"] == conventions["multi/SV-P"] == "logprob"
    signature = run_of_three.cases["multi/SV-P"]["signature"]
    assert "convention:logprob" in signature


def test_what_asks_for_a_convention_gets_it_everywhere(
    evaluate: Evaluate, three_formats: list[Path], warm_store: Path
) -> None:
    files = [f"--pairs={path}" for path in three_formats]
    run = evaluate(*files, "-k", "own or multi/SV-P", "--pair-score=char", store=warm_store)
    assert {case["convention"] for case in run.cases.values()} == {"char"}


def test_pairs_of_two_equal_sentences_are_left_out_and_shown(
    evaluate: Evaluate, tmp_path: Path, warm_store: Path
) -> None:
    pairs = [
        Pair(id=str(number), phenomenon="agreement", good=good, bad=bad)
        for number, (good, bad) in enumerate([*AGREEMENT, ("Same.", "Same.")])
    ]
    write_pairs(tmp_path / "equal.jsonl", pairs)
    run = evaluate(f"--pairs={tmp_path / 'equal.jsonl'}", "-k", "equal", store=warm_store)
    case = run.cases["equal/agreement"]
    assert (case["total"], case["left_out"]) == (2, ["2"])
    assert "equal/agreement: left out 1 pair with two equal sentences: 2." in run.output
    jsonschema.validate(run.results, results_schema(), jsonschema.Draft202012Validator)
