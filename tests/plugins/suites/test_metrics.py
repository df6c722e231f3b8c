"""Whole runs of the generative metrics, on files of answers and on a model's own."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from kasauti.commands.schema import results_schema
from tests.support.data.quiz_packs import ANSWERS, PERSONA, question
from tests.support.runs import Evaluate, Run

ENGLISH = [
    ("1", "The market moves in cycles.", "The market moves in long cycles."),
    ("2", "", "Interest rates matter more than opinions."),
    ("3", "Prices rose <script>alert(1)</script>", "Prices rose because demand rose."),
]
ENGLISH += [(f"rate {number}", "Rates rise.", "Rates rise slowly.") for number in range(7)]
SUBJECTS = ("बाज़ार", "नदी", "हवा", "रेल", "बिल्ली", "गाड़ी", "पतंग", "घड़ी", "भीड़", "कहानी", "नाव", "गेंद")
VERBS = (
    "चढ़ता",
    "बहती",
    "रुकती",
    "छूटती",
    "सोती",
    "मुड़ती",
    "उड़ती",
    "टूटती",
    "बढ़ती",
    "बदलती",
    "डूबती",
    "उछलती",
)
HINDI = [
    (f"{number}", f"{subject} {verb} है।", f"{subject} धीरे से {verb} है।")
    for number, (subject, verb) in enumerate(zip(SUBJECTS, VERBS, strict=True), start=1)
]


def write(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    lines = [
        json.dumps({"id": name, "prediction": said, "reference": meant}, ensure_ascii=False)
        for name, said, meant in rows
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def english_run(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path_factory: pytest.TempPathFactory
) -> Run:
    folder = tmp_path_factory.mktemp("answers")
    predictions = write(folder / "english.jsonl", ENGLISH)
    worse = write(folder / "worse.jsonl", [(name, "no", meant) for name, _, meant in ENGLISH])
    return run_pytest(
        *("-m", "metrics", f"--model={tiny_llama}", f"--perplexity-model={tiny_llama}"),
        f"--predictions={predictions}",
        f"--against={worse}",
    )


def test_each_metric_is_measured_and_judged(english_run: Run) -> None:
    cases = english_run.results["metrics"]

    assert {"BLEU", "ROUGE_L", "BERTScore", "Perplexity"} <= set(cases)
    assert cases["Perplexity"]["threshold"]["direction"] == "at most"
    assert cases["Perplexity"]["Perplexity"] > 1
    assert cases["BLEU"]["threshold"]["kind"] == "example"
    assert cases["BLEU"]["verdict"] == "too close to call"


def test_examples_of_another_model_do_not_judge(english_run: Run) -> None:
    cases = english_run.results["metrics"]

    assert [cases[name]["verdict"] for name in ("BERTScore", "Perplexity")] == ["shown"] * 2
    assert cases["BERTScore"]["why_shown"] == (
        "The threshold is for roberta-large, and all-MiniLM-L6-v2 has another scale."
    )
    assert cases["Perplexity"]["why_shown"].startswith("The threshold is for gpt-neo-125M, and")


def test_custom_threshold_judges_any_model(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    (tmp_path / "thresholds").mkdir()
    (tmp_path / "thresholds" / "metrics.toml").write_text(
        '[default.Perplexity]\ndirection = "at most"\nvalue = 1.5\n'
        'source = "our trial"\nreason = "a test"\n',
        encoding="utf-8",
    )
    run = run_pytest(
        *("-m", "metrics", "-k", "Perplexity", f"--model={tiny_llama}"),
        *(f"--perplexity-model={tiny_llama}", f"--thresholds={tmp_path / 'thresholds'}"),
        f"--predictions={write(tmp_path / 'english.jsonl', ENGLISH)}",
    )

    assert run.results["metrics"]["Perplexity"]["verdict"] == "failed"
    assert run.exit_code == pytest.ExitCode.TESTS_FAILED


def test_the_results_keep_to_their_schema(english_run: Run) -> None:
    jsonschema.validate(english_run.results, results_schema())


def test_figures_equal_those_of_libraries(english_run: Run) -> None:
    import sacrebleu

    expected = sacrebleu.corpus_bleu([said for _, said, _ in ENGLISH], [[m for *_, m in ENGLISH]])
    assert english_run.results["metrics"]["BLEU"]["BLEU"] == pytest.approx(expected.score)


def test_two_files_are_compared_in_pairs(english_run: Run) -> None:
    comparison = english_run.results["metrics"]["ROUGE_L"]["comparison"]

    assert comparison["with"].startswith("worse.jsonl@")
    assert comparison["difference"] > 0
    assert 0 < comparison["p"] <= 1
    assert "by the paired bootstrap" in english_run.output


def test_work_of_metric_models_is_counted(english_run: Run) -> None:
    answers, references = ({row[place] for row in ENGLISH} for place in (1, 2))
    # BERTScore encodes answers and references, then the one answer of --against and the references
    # again; perplexity reads the answers of both files.
    encoded = len(answers | references) + 1 + len(references)
    assert english_run.work["computed"] == encoded + len(answers) + 1


def test_the_embedded_model_is_named(english_run: Run) -> None:
    assert "BERTScore uses the embedded all-MiniLM-L6-v2" in english_run.output


def test_other_scripts_get_their_own_figures(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    path = write(tmp_path / "hindi.jsonl", HINDI)
    run = run_pytest(
        *("-m", "metrics", "-k", "BLEU or ROUGE_L or chrF++", f"--model={tiny_llama}"),
        f"--predictions={path}",
    )

    cases = run.results["metrics"]
    assert set(cases) == {"BLEU", "ROUGE_L", "ROUGE_L_unicode", "chrF++"}
    assert cases["ROUGE_L"]["ROUGE_L"] == 0
    assert [cases[name]["verdict"] for name in ("BLEU", "ROUGE_L")] == ["shown"] * 2
    why = "Its tokenizer drops every letter that is not ASCII; ROUGE_L_unicode keeps them."
    assert f"metrics/ROUGE_L: shown, not judged. {why}" in run.output
    for name in ("ROUGE_L_unicode", "chrF++"):
        assert cases[name]["verdict"] == "passed"
        assert cases[name]["threshold"]["band"] == "better than the reference of another question"
        assert cases[name]["threshold"]["value"] < cases[name]["value"]
    assert cases["ROUGE_L_unicode"]["value"] > 0.5


def test_shuffled_answers_fail_in_other_scripts(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    answers = [said for _, said, _ in HINDI]
    rows = [
        (name, said, meant)
        for (name, _, meant), said in zip(HINDI, answers[3:] + answers[:3], strict=True)
    ]
    run = run_pytest(
        *("-m", "metrics", "-k", "chrF++ or ROUGE_L_unicode", f"--model={tiny_llama}"),
        f"--predictions={write(tmp_path / 'hindi.jsonl', rows)}",
    )

    assert run.outcomes() == {"failed": 2}


def test_chrf_is_corpus_level_with_signature(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    import sacrebleu

    run = run_pytest(
        *("-m", "metrics", "-k", "chrF++", f"--model={tiny_llama}"),
        f"--predictions={write(tmp_path / 'hindi.jsonl', HINDI)}",
    )

    expected = sacrebleu.corpus_chrf(
        [said for _, said, _ in HINDI], [[meant for *_, meant in HINDI]], word_order=2
    )
    case = run.results["metrics"]["chrF++"]
    assert case["value"] == pytest.approx(expected.score)
    assert case["score_name"] == "sentence_chrf++"
    assert "nw:2" in case["by"]["chrF++"]


def test_the_models_own_answers_are_measured(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    (tmp_path / "final_assessment.json").write_text(
        json.dumps({"questions": [question("Why do cycles turn?")]}),
        encoding="utf-8",
    )
    (tmp_path / "persona.toml").write_text(PERSONA, encoding="utf-8")
    run = run_pytest(
        *("-m", "metrics", "-k", "ROUGE_L", f"--model={tiny_llama}", "--max-new-tokens=4"),
        f"--quiz-data={tmp_path}",
    )

    (item,) = run.results["metrics"]["ROUGE_L"]["items"]
    assert item["expected"] == ANSWERS["Why do cycles turn?"]
    assert run.results["metrics"]["ROUGE_L"]["answers_by"] == "the model under test"
    assert run.work["computed"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--predictions=nowhere.jsonl"], "nowhere.jsonl does not exist"),
        (["--against=README.md"], "Give --predictions=FILE too"),
        (["--bertscore-model=all-MiniLM-L6-v2", "-k", "BERTScore"], "no rescaling baseline"),
    ],
)
def test_bad_input_gives_one_line_error(
    run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    if "-k" in arguments:
        arguments = [*arguments, f"--predictions={write(tmp_path / 'p.jsonl', ENGLISH)}"]
    run = run_pytest("-m", "metrics", f"--model={tiny_llama}", *arguments)

    assert run.exit_code == pytest.ExitCode.USAGE_ERROR
    assert message in run.output
    assert "Traceback" not in run.output
