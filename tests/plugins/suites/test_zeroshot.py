"""Runs of the zero-shot tasks: what is asked, what is recorded, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import validate

from kasauti.commands.schema import results_schema
from tests.support.runs import Evaluate, Run, without_work


@pytest.fixture(scope="module")
def zeroshot(run_pytest: Evaluate, tiny_llama: Path) -> Evaluate:
    def run(*arguments: str, **places: Path) -> Run:
        return run_pytest("-m", "zeroshot", f"--model={tiny_llama}", *arguments, **places)

    return run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("zeroshot") / "scores.sqlite"


@pytest.fixture(scope="module")
def written(zeroshot: Evaluate, store: Path) -> Run:
    """Every task, answered in words; but for the passages, which are longer than the model."""
    given = ["--language=hi,eng", "--limit=10", "--max-new-tokens=8"]
    return zeroshot(*given, "-k", "not belebele", store=store)


@pytest.fixture(scope="module")
def compared(zeroshot: Evaluate, store: Path) -> Run:
    """The tasks with choices, answered by likelihood."""
    return zeroshot("--language=hi", "--answer-by=likelihood", store=store)


def test_each_task_and_language_is_a_test_matching_schema(written: Run) -> None:
    section = written.results["zeroshot"]
    assert set(section) == {
        *("translation/en-hi", "translation/hi-en", "average"),
        *("translation/en-sa", "translation/sa-en"),  # one side is English
        *(
            f"{task}/{code}"
            for task in ("classification", "mmlu", "arc", "truthfulqa", "mgsm")
            for code in ("hi", "en")
        ),
    }
    assert sum(written.outcomes().values()) == len(section) - 1
    validate(written.results, results_schema())


def test_items_record_prompt_answer_and_parsed_value(written: Run) -> None:
    case = written.results["zeroshot"]["mmlu/hi"]
    assert len(case["items"]) == case["total"] == 10
    assert case["correct"] == sum(item["right"] for item in case["items"])
    for item in case["items"]:
        (prompt,) = item["texts"]
        assert prompt.startswith("Solve the following multiple choice question.")
        assert "given" in item
        assert item["right"] == (item["details"]["parsed"] == item["expected"])
        assert item["details"]["tokens"] <= 8
        assert case["outcomes"]["items"][item["id"]] is item["right"]
    assert {figure["metric"] for figure in case["figures"]} >= {
        *("format_adherence", "strict_accuracy", "unread", "cut_off", "repetition"),
    }
    # Guessing among four choices reaches six of ten in 2.0 % of runs, and five in 7.8 %.
    assert case["threshold"]["value"] == pytest.approx(6 / 10)
    assert "max_new_tokens:8" in case["signature"]


def test_a_translation_is_scored_with_its_signature(written: Run) -> None:
    case = written.results["zeroshot"]["translation/en-hi"]
    assert case["outcomes"]["kind"] == "score"
    mean = sum(case["outcomes"]["items"].values()) / 10
    assert case["sentence_chrf++"] == pytest.approx(mean)
    assert "nw:2" in case["chrf_signature"]
    assert case["chrf_signature"] in case["signature"]
    assert case["baselines"]["the source itself"] < 0.1  # another script
    assert case["verdict"] == "failed"  # a random model translates nothing
    assert "zeroshot/translation/en-hi: chrF++ " in written.output


def test_by_likelihood_the_likeliest_topic_or_text_is_chosen(compared: Run) -> None:
    section = compared.results["zeroshot"]
    tasks = ("classification", "mmlu", "arc", "truthfulqa", "belebele")
    assert set(section) == {"average", *(f"{task}/hi" for task in tasks)}
    validate(compared.results, results_schema())
    for name, by in (("classification/hi", "logprobs"), ("belebele/hi", "per_byte")):
        for item in section[name]["items"]:
            likelihoods = item["details"][by]
            assert item["given"] == max(likelihoods, key=likelihoods.get)
    letters = [
        max(logprobs, key=logprobs.get) == item["expected"]
        for item in section["mmlu/hi"]["items"]
        if (logprobs := item["details"]["logprobs"])
    ]
    figures = {figure["metric"]: figure["value"] for figure in section["mmlu/hi"]["figures"]}
    assert figures["accuracy_by_letter"] == pytest.approx(sum(letters) / len(letters))
    assert compared.results["summary"]["overall_scores"]["zeroshot_avg"] == pytest.approx(
        sum(case["accuracy"] for name, case in section.items() if name != "average") / 5
    )


def test_a_second_run_computes_nothing(zeroshot: Evaluate, compared: Run, store: Path) -> None:
    again = zeroshot("--language=hi", "--answer-by=likelihood", store=store)
    assert again.work["computed"] == 0
    found, expected = (without_work(run.results["zeroshot"]) for run in (again, compared))
    assert found == expected


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--tasks=mgsm", "--answer-by=likelihood"], "The task mgsm has no choices to compare."),
        (["--language=bn"], "--language=bn: no case is in Bengali (bn)."),
        (
            ["--zeroshot-data=nobody/nothing"],
            "--zeroshot-data=nobody/nothing is neither a local folder nor on the hub",
        ),
    ],
)
def test_invalid_options_give_one_line_error(
    zeroshot: Evaluate, arguments: list[str], told: str
) -> None:
    run = zeroshot(*arguments)
    assert run.exit_code == 4
    assert told in run.output
    assert "Traceback" not in run.output


def test_a_misspelt_bar_is_refused(zeroshot: Evaluate, tmp_path: Path) -> None:
    (tmp_path / "zeroshot.toml").write_text(
        '[mmlu.alpha]\ndirection = "at most"\nvalue = 0.1\nsource = "x"\nreason = "y"\n',
        encoding="utf-8",
    )
    run = zeroshot(f"--thresholds={tmp_path}")
    assert run.exit_code == 4
    assert (
        "The threshold zeroshot.mmlu.alpha is not one of zeroshot's, probably a typo." in run.output
    )
