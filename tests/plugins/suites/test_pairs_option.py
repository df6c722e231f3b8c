"""--pairs: the user's own files, in the three formats."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import jsonschema
import pytest
from tokenizers import Tokenizer, normalizers

from authoring.pair_files import write_pairs
from kasauti.commands.schema import results_schema
from kasauti.data.pairs import Pair, read_pairs
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
    assert set(outcomes) <= {"passed", "failed", "too close to call", "shown"}
    assert outcomes.pop("shown") == 4
    assert sum(outcomes.values()) == 14 + 1
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
        language = "English" if name.startswith("multi/") else "not known"
        assert case["why_shown"] == (
            f"The threshold is for Hindi, and the language here is {language}. "
            "--thresholds gives one."
        )


def test_custom_cases_can_have_custom_thresholds(
    run_of_three: Run, three_formats: list[Path]
) -> None:
    case = run_of_three.cases["own/agreement"]
    source = f"{three_formats[0].parent}: us"
    assert (case["threshold"]["value"], case["threshold"]["source"]) == (1.0, source)
    assert case["verdict"] == "passed"


def test_each_file_has_its_own_total(run_of_three: Run, plain_run: Run) -> None:
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


def test_requested_convention_applies_to_all_cases(
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


def test_ties_from_mark_stripping_tokenizer_are_reported(
    evaluate: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    model = shutil.copytree(tiny_llama, tmp_path / "model")
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()])
    tokenizer.save(str(model / "tokenizer.json"))
    run = evaluate("-k", "number_agreement or word_order", model=model)
    case = run.cases["number_agreement"]
    same = [item for item in case["items"] if item["scores"][0] == item["scores"][1]]
    assert case["ties"] == len(same) > 10
    assert f"{len(same)} of {case['total']} are ties, which count as wrong" in case["notes"][0]
    assert case["notes"][0] in run.output
    assert run.cases["word_order"]["ties"] == 0
    assert not [note for note in run.cases["word_order"].get("notes", []) if "ties" in note]
