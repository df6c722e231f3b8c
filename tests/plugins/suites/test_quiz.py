"""Whole runs of the quiz: a model that fails, and the same with an adapter that learned it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import peft
import pytest
import torch
import transformers as hf

from kasauti.commands import run_command
from kasauti.commands.schema import results_schema
from tests.support.data.quiz_packs import ANSWERS, PERSONA, write_pack
from tests.support.runs import Evaluate, Run
from tests.support.tiny_models import save_tiny_model

STEPS = 100


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pack(tmp_path_factory.mktemp("pack") / "tiny_quiz")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=64, intermediate_size=128, num_hidden_layers=2,
        num_attention_heads=4, bos_token_id=0, eos_token_id=1, pad_token_id=2,
    )  # fmt: skip
    return save_tiny_model(tmp_path_factory.mktemp("models") / "tiny", config)


@pytest.fixture(scope="module")
def adapter(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A LoRA that was trained until it knows the answers by heart."""
    torch.manual_seed(0)
    tokenizer = hf.AutoTokenizer.from_pretrained(model)
    rows = []
    for asked, told in ANSWERS.items():
        prompt = [0, *tokenizer(asked, add_special_tokens=False)["input_ids"]]
        answer = [*tokenizer(told, add_special_tokens=False)["input_ids"], 1]
        rows.append((prompt, answer))
    width = max(len(prompt) + len(answer) for prompt, answer in rows)
    ids = torch.full((len(rows), width), 2)
    labels = torch.full_like(ids, -100)
    for row, (prompt, answer) in enumerate(rows):
        ids[row, : len(prompt) + len(answer)] = torch.tensor(prompt + answer)
        labels[row, len(prompt) : len(prompt) + len(answer)] = torch.tensor(answer)
    targets = [
        "q_proj",
        "k_proj",
        "v_proj",
        "o_proj",
        "gate_proj",
        "up_proj",
        "down_proj",
        "lm_head",
    ]
    learner = peft.get_peft_model(
        hf.AutoModelForCausalLM.from_pretrained(model),
        peft.LoraConfig(r=32, lora_alpha=64, target_modules=targets, task_type="CAUSAL_LM"),
    )
    optimizer = torch.optim.AdamW(
        [each for each in learner.parameters() if each.requires_grad], lr=5e-3
    )
    for _ in range(STEPS):
        loss = learner(input_ids=ids, attention_mask=(ids != 2).long(), labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    folder = tmp_path_factory.mktemp("adapters") / "learned-dpo-v1"
    learner.save_pretrained(str(folder), save_embedding_layers=False)
    assert loss.item() < 0.05, "the adapter did not learn the answers"
    return folder


@pytest.fixture(scope="module")
def quiz(run_pytest: Evaluate, model: Path, pack: Path) -> Evaluate:
    def run(*arguments: str, **places: Path) -> Run:
        return run_pytest(
            f"--model={model}", f"--quiz-data={pack}", "--max-new-tokens=60", *arguments, **places
        )

    return run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("store") / "scores.sqlite"


@pytest.fixture(scope="module")
def failed(quiz: Evaluate) -> Run:
    return quiz("-m", "quiz")


@pytest.fixture(scope="module")
def passed(quiz: Evaluate, adapter: Path, store: Path) -> Run:
    """In two workers: levels whose topics another worker has asked."""
    return quiz("-m", "quiz", "-n2", f"--adapter={adapter}", "--approach=dpo", store=store)


def test_failed_topics_skip_later_levels(failed: Run) -> None:
    assert failed.exit_code == 1
    assert failed.outcomes() == {"failed": 2, "skipped": 3}
    assert "Early termination: only 0 of 2 topics passed." in failed.output
    assert "[FAIL] tiny (unspecified): Acc=0.0%, " in failed.output
    # Two questions of topics; those of the later levels were not even generated.
    assert failed.work == {"computed": 2, "stored": 0}
    report = failed.results["quiz"]["report"]
    assert report["early_termination"]
    assert report["failed_topics"] == ["unit-01/chapter-01/topic-01", "unit-01/chapter-01/topic-02"]
    (markdown,) = failed.folder.glob("eval_*.md")
    assert "Early termination" in markdown.read_text(encoding="utf-8")
    (content,) = failed.folder.glob("eval_????-??-??T??-??-??.json")
    told = json.loads(content.read_text(encoding="utf-8"))
    assert {**told, "timestamp": ""} == {**report, "timestamp": ""}


def test_an_adapter_that_learned_the_answers_passes(passed: Run) -> None:
    assert passed.exit_code == 0, passed.output
    # Too few questions to be sure.
    # A library may warn in a slow run; everywhere else a warning fails the comparison.
    assert {**passed.outcomes(), "warning": 0} == {"too close to call": 5, "warning": 0}
    assert not any(each.red for each in passed.run.measurements)
    assert "[PASS] learned-dpo-v1 (dpo): Acc=100.0%, Voice=1.00, Violations=0" in passed.output
    assert passed.work == {"computed": 4, "stored": 0}
    for name in passed.results["quiz"].keys() - {"report", "average"}:
        case = passed.results["quiz"][name]
        assert case["items"]
        for item in case["items"]:
            (question,) = item["texts"]
            assert item["given"] == ANSWERS[question]
            assert item["details"]["finished"]


@pytest.mark.parametrize("run", ["failed", "passed"])
def test_results_match_their_schema(run: str, request: pytest.FixtureRequest) -> None:
    schema = results_schema()
    jsonschema.validate(request.getfixturevalue(run).results, schema)


def test_the_final_assessment_alone_asks_only_its_questions(
    quiz: Evaluate, adapter: Path, passed: Run, store: Path
) -> None:
    final = quiz("-k", "final_assessment", f"--adapter={adapter}", "-v", store=store)
    assert final.exit_code == 0, final.output
    assert final.outcomes() == {"too close to call": 1}
    assert not final.run["quiz/final_assessment"].red
    assert final.work == {"computed": 0, "stored": 1}
    assert set(final.results["quiz"]) == {"final_assessment", "average", "report"}
    assert "test_answers_are_right_and_in_the_voice[final_assessment]" in final.output


def test_two_runs_can_be_compared(
    failed: Run, passed: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = [str(run.folder / "evaluation_results.json") for run in (failed, passed)]
    assert run_command("compare", [*runs, f"--out={tmp_path / 'page.html'}"]) == 0
    # The first run ended early: only the two topics were asked in both.
    told = capsys.readouterr().out
    topics = [line.split() for line in told.splitlines() if line.startswith("  unit-01/")]
    rows = [cells[1:4] for cells in topics]
    assert rows == [[n, "0.000", "1.000"] for n in ("1", "1", "2")], told  # the last: both


def test_invalid_persona_is_refused_before_run(
    run_pytest: Evaluate, model: Path, tmp_path: Path
) -> None:
    folder = write_pack(tmp_path / "quiz", persona=PERSONA.replace("weight = 2", "weight = -2"))
    run = run_pytest("-m", "quiz", f"--model={model}", f"--quiz-data={folder}")
    assert run.exit_code == 4
    assert "markers 1 has the weight -2. Give a number above 0." in run.output
    assert "Traceback" not in run.output
