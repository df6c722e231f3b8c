"""Runs of IndicGLUE: without training, after few examples, after all, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean, stdev

import pytest
from jsonschema import validate

from kasauti.commands.schema import results_schema
from kasauti.data.indicglue.tasks import TASKS
from tests.support.runs import Evaluate, Run

LABELS = ("sport", "india", "science")
WORDS = {"sport": "खेल मैदान", "india": "भारत दिल्ली", "science": "तारा ग्रह"}


@pytest.fixture(scope="module")
def indicglue(run_pytest: Evaluate, tiny_llama: Path) -> Evaluate:
    def run(*arguments: str, **places: Path) -> Run:
        return run_pytest("-m", "indicglue", f"--model={tiny_llama}", *arguments, **places)

    return run


@pytest.fixture(scope="module")
def zero_run(indicglue: Evaluate) -> Run:
    return indicglue()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small tasks of a user's own: one of each kind, in other forms than the shipped ones."""
    root = tmp_path_factory.mktemp("data")
    texts = [(f"{WORDS[label]} {n}", label) for n in range(12) for label in LABELS]
    _write(root / "bbc_hindi/train.csv", "text,label\n", [f"{t},{label}\n" for t, label in texts])
    _write(
        root / "bbc_hindi/test.csv", "text,label\n", [f"{t},{label}\n" for t, label in texts[:9]]
    )
    names = [f"राम{n} B-PER\nघर O\nगया O\n\n" for n in range(40)]
    _write(root / "soham_ner/train.conll", "", names)
    _write(root / "soham_ner/valid.conll", "", names[:4])
    _write(root / "soham_ner/test.conll", "टूटा -\n", names[:10])
    questions = [
        {"question": f"{n} <MASK> है", "options": ["सच", "झूठ", "शायद"], "answer": "सच"}
        for n in range(17)
    ]
    for split, rows in (("train", questions), ("test", questions[:5])):
        content = json.dumps({"cloze_data": rows}, ensure_ascii=False)
        _write(root / f"cloze_qa/{split}.json", content, [])
    return root


def _write(path: Path, head: str, lines: list[str]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(head + "".join(lines), encoding="utf-8")


def test_each_task_is_a_test_with_documented_results(zero_run: Run) -> None:
    assert sum(zero_run.outcomes().values()) == len(TASKS)
    validate(zero_run.results, results_schema())
    section = zero_run.results["indicglue"]
    assert set(section) == {*TASKS, "average"}
    news, names = section["bbc_hindi"], section["wikiann_ner"]
    right = [each["expected"] == each["details"]["predicted"][0] for each in news["items"]]
    assert news["accuracy"] == fmean(right)
    assert list(news["outcomes"]["items"].values()) == right
    assert set(news["other_methods"]) == {"per_character", "calibrated"}
    assert set(news["baselines"]) == {"random", "majority", "tfidf"}
    for task in ("copa", "section_titles", "headline_prediction"):
        assert set(section[task]["other_methods"]) == {"per_character", "calibrated"}
        assert section[task]["threshold"]["kind"] == "ours"
    assert set(section["cloze_qa"]["other_methods"]) == {"per_character"}
    assert section["bbc_hindi"]["threshold"]["kind"] == "documented"
    assert set(names["baselines"]) == {"random", "majority", "frequent_tag"}
    assert {"f1", "precision", "recall"} <= set(names)
    assert all("answer" in each["details"] for each in names["items"])
    assert section["iitp_movie_reviews"]["metric"] == "f1"


def test_averages_cover_only_measured_tasks(zero_run: Run) -> None:
    section = zero_run.results["indicglue"]
    for metric, tasks in (("accuracy", 5), ("f1", 6)):
        documented = [name for name, task in TASKS.items() if task.framework]
        found = [section[task][metric] for task in documented if metric in section[task]]
        assert len(found) == tasks
        assert section["average"][metric] == pytest.approx(fmean(found))
    overall = zero_run.results["summary"]["overall_scores"]["indicglue_avg"]
    assert overall == section["average"]["accuracy"]


def test_few_shot_trains_three_runs_once(indicglue: Evaluate, data: Path, tmp_path: Path) -> None:
    arguments = ("--indicglue-mode=few", "--shots=16", f"--indicglue-data={data}")
    store = tmp_path / "scores.sqlite"
    run = indicglue(*arguments, store=store)
    validate(run.results, results_schema())
    section = run.results["indicglue"]
    assert set(section) == {"bbc_hindi", "soham_ner", "cloze_qa", "average"}
    for case, metric in (("bbc_hindi", "accuracy"), ("soham_ner", "f1"), ("cloze_qa", "accuracy")):
        runs = section[case]["runs"]
        assert [(each["seed"], each["examples"], each["lora"]) for each in runs] == [
            (seed, 16, False) for seed in range(3)
        ]
        values = [each[metric] for each in runs]
        assert section[case][metric] == pytest.approx(fmean(values))
        assert section[case]["spread"][metric] == pytest.approx(stdev(values))
        assert section[case]["outcomes"]["kind"] == "score"
    assert "fine-tuning for bbc_hindi: 60 of 60 steps" in run.output
    repaired = "test.conll has 1 broken tag (- once; the first on line 1), read as O."
    assert repaired in run.output
    assert "holds nothing for inltkh_headlines, iitp_movie_reviews" in run.output
    again = indicglue(*arguments, store=store)
    assert again.work["computed"] == 0
    for case in ("bbc_hindi", "soham_ner", "cloze_qa"):
        assert again.results["indicglue"][case]["items"] == section[case]["items"]


def test_full_training_stops_when_dev_loss_rises(indicglue: Evaluate, data: Path) -> None:
    run = indicglue("--indicglue-mode=full", f"--indicglue-data={data}", "-k", "bbc or soham")
    section = run.results["indicglue"]
    (news,), (names,) = (section[case]["runs"] for case in ("bbc_hindi", "soham_ner"))
    assert news["examples"] == 32  # of 36: a tenth is held back where there is no dev file
    assert names["examples"] == 40
    assert "indicglue/bbc_hindi: there is no dev file" in run.output
    assert "indicglue/soham_ner: there is no dev file" not in run.output
    assert section["bbc_hindi"]["outcomes"]["kind"] == "right"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--indicglue-data=nowhere"], "--indicglue-data=nowhere is not a folder"),
        (["--shots=17"], "--shots"),
        (["--indicglue-mode=some"], "--indicglue-mode"),
    ],
)
def test_invalid_options_are_refused_at_once(
    indicglue: Evaluate, arguments: list[str], told: str
) -> None:
    run = indicglue(*arguments)
    assert run.exit_code == 4
    assert told in run.output
