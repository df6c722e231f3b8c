"""Whole runs on a served model: the verdicts of a local run, and no key anywhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import kasauti
from kasauti.commands.schema import results_schema
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from tests.support import ROOT
from tests.support.runs import Evaluate, Run, distinct_sentences, environment
from tests.support.servers.served_model import NAME, ServedModel, serving

SECRET = "sk-7c1d90aa41f2e6"
KEY = {"KASAUTI_API_KEY": SECRET}
REMOTE = "remote, weights not verified"
PHENOMENA = ("word_order", "negation")
SELECTED = " or ".join(PHENOMENA)
CHOSEN = ("-m", "multiblimp", "-k", SELECTED, "--quick")
SENTENCES = distinct_sentences(case for case in minimal_pair_cases() if case.name in PHENOMENA)


@pytest.fixture(scope="module")
def served(tiny_llama: Path) -> Iterator[ServedModel]:
    with serving(tiny_llama, key=SECRET) as served:
        yield served


@pytest.fixture(scope="module")
def remote_run(run_pytest: Evaluate, served: ServedModel) -> Run:
    return run_pytest(*CHOSEN, f"--server={served.url}", "--showlocals", "-v", variables=KEY)


@pytest.fixture(scope="module")
def local_run(tiny_llama: Path, tmp_path_factory: pytest.TempPathFactory) -> kasauti.Run:
    folder = tmp_path_factory.mktemp("local")
    options: dict[str, Any] = {"quick": True, "no_store": True, "results_dir": folder}
    return kasauti.evaluate(tiny_llama, select=SELECTED, **options)


def test_scores_and_verdicts_equal_local_run(remote_run: Run, local_run: kasauti.Run) -> None:
    assert len(local_run.measurements) == len(PHENOMENA)
    for own in local_run.measurements:
        found = remote_run.run[str(own.case)]
        assert found.headline == own.headline
        assert found.outcomes == own.outcomes
        for mine, item in zip(found.items, own.items, strict=True):
            assert mine.scores == pytest.approx(item.scores, abs=1e-4)
    assert remote_run.work == {"computed": SENTENCES, "stored": 0}


def test_reports_say_that_the_weights_are_not_verified(
    remote_run: Run, served: ServedModel
) -> None:
    jsonschema.validate(remote_run.results, results_schema())
    config = remote_run.results["summary"]["model_config"]
    assert config["device"] == REMOTE
    assert config["server"] == served.url
    assert f"The model ran on {served.url}: {REMOTE}." in remote_run.output
    for name in ("report.md", "dashboard.html"):
        assert REMOTE in (remote_run.folder / name).read_text(encoding="utf-8")
    signature = remote_run.cases["word_order"]["signature"]
    assert f"device:{REMOTE}" in signature
    assert "software:vllm 0.32.0" in signature


def test_many_requests_share_few_connections(remote_run: Run, served: ServedModel) -> None:
    assert served.most_in_flight > 2
    assert served.connections <= 80
    # The first trial, then two requests for each one that is repeated.
    trials = len(served.posted()) - SENTENCES - 5
    assert trials % 2 == 0
    assert 2 <= trials <= 16


def files_under(*folders: Path) -> Iterator[tuple[Path, bytes]]:
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file():
                yield path, path.read_bytes()


def test_the_key_is_in_no_output_report_or_store(remote_run: Run) -> None:
    assert SECRET not in remote_run.output
    seen = 0
    # The reports, the store and the cache of the run.
    for path, content in files_under(remote_run.results_dir.parent):
        assert SECRET.encode() not in content, path
        seen += 1
    assert seen >= 6


def test_wrong_key_error_does_not_contain_key(
    served: ServedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "sk-wrong-0123456789"
    monkeypatch.setenv("KASAUTI_API_KEY", wrong)
    sentence = sentence_of(served.url, tmp_path)
    assert "Set the environment variable KASAUTI_API_KEY" in sentence
    assert wrong not in sentence


def test_a_killed_run_resumes(tiny_llama: Path, tmp_path: Path) -> None:
    store = tmp_path / "scores.sqlite"
    with serving(tiny_llama, seconds=0.02) as served:
        command = [
            *(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *CHOSEN),
            *(f"--server={served.url}", "--concurrency=2", f"--store={store}"),
            f"--results-dir={tmp_path / 'results'}",
        ]
        with (tmp_path / "output").open("w") as output:
            process = subprocess.Popen(
                command, cwd=ROOT, env=dict(environment(tmp_path)), stdout=output, stderr=output
            )
            deadline = time.monotonic() + 300
            while len(served.posted()) < 40 and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.02)
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        time.sleep(0.1)
        asked = len(served.posted())
        assert asked < SENTENCES
        served.seconds = 0.0
        run = kasauti.evaluate(
            server=served.url,
            select=SELECTED,
            quick=True,
            store=store,
            results_dir=tmp_path / "resumed",
        )
        # Of what was asked before, the first 16 were confirmed by a trial.
        assert run.work.stored >= 16
        assert run.work.computed == SENTENCES - run.work.stored
        trials = len(served.posted()) - asked - run.work.computed
        assert 7 <= trials <= 17


def test_several_models_and_workers_ask_once(
    run_pytest: Evaluate, tiny_llama: Path, remote_run: Run
) -> None:
    names = ("org/tiny-a", "tiny-b")
    with serving(tiny_llama, names=names) as served:
        run = run_pytest(
            *(*CHOSEN, "-n", "2", f"--server={served.url}"),
            *(f"--model={name}" for name in names),
        )
        scored = [each.body for each in served.posted() if "prompt_logprobs" in each.body]
    content = json.loads((run.folder / "comparison.json").read_text(encoding="utf-8"))
    assert content["models"] == ["tiny-a", "tiny-b"]
    for name in names:
        prompts = [tuple(body["prompt"]) for body in scored if body["model"] == name]
        # The trial has three texts; both workers may ask them, and one repeats two of them.
        assert len(set(prompts)) == SENTENCES + 3
        assert len(prompts) <= SENTENCES + 6 + 16


def evaluated(server: str, folder: Path, **options: Any) -> kasauti.Run:
    return kasauti.evaluate(
        server=server,
        no_store=True,
        results_dir=folder,
        **{"select": "word_order", "quick": True, **options},
    )


def sentence_of(server: str, folder: Path, **options: Any) -> str:
    with pytest.raises(kasauti.EvaluationError) as error:
        evaluated(server, folder, **options)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_evaluate_takes_a_server(tiny_llama: Path, tmp_path: Path, remote_run: Run) -> None:
    with serving(tiny_llama, "sglang") as served:
        run = evaluated(served.url, tmp_path, model=NAME, tokenizer=tiny_llama)
    assert run["multiblimp/word_order"].settings["scoring"] == "generate"
    accuracy = remote_run.cases["word_order"]["accuracy"]
    assert run["multiblimp/word_order"].headline.value == accuracy


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "adapter": ({"adapter": "x"}, "--adapter cannot be used with --server."),
    "dtype": ({"dtype": "float32"}, "Set the dtype where the server is started."),
    "batch tokens": ({"batch_tokens": 64}, "--batch-tokens cannot be used with --server."),
    "masked": ({"pll": "original"}, "Servers run no masked models"),
    "ray": ({"ray": "auto"}, "--ray cannot be used with --server"),
    "pickle": ({"allow_pickle": True}, "No weights are loaded here"),
    "another name": ({"model": "gpt"}, "does not serve gpt; it serves tiny-a, tiny-b."),
    "no name": ({}, "serves 2 models (tiny-a, tiny-b). Give one of them as --model."),
    "tokenizer": ({"tokenizer": "/no/such"}, "--tokenizer=/no/such does not exist."),
    "probes": (
        {"model": "tiny-a", "suites": "probes", "select": "number"},
        "The suite probes needs hidden states, and the server of tiny-a gives no hidden states",
    ),
    "fine-tuning": (
        {"model": "tiny-a", "suites": "indicglue", "select": "", "indicglue_mode": "full"},
        "needs fine-tuning, and the server of tiny-a gives no fine-tuning",
    ),
    "password": ({"server": "http://me:hunter2@127.0.0.1/v1"}, "--server has a user name"),
    "nobody there": ({"server": "http://127.0.0.1:9/v1"}, "Check that the server is running"),
}


@pytest.fixture(scope="module")
def two_served(tiny_llama: Path) -> Iterator[ServedModel]:
    with serving(tiny_llama, names=("tiny-a", "tiny-b")) as served:
        yield served


@pytest.mark.parametrize("case", list(REFUSED))
def test_options_incompatible_with_server_are_refused(
    case: str, two_served: ServedModel, tmp_path: Path
) -> None:
    options, sentence = REFUSED[case]
    given: dict[str, Any] = {"server": two_served.url, "folder": tmp_path, **options}
    found = sentence_of(**given)
    assert sentence in found
    assert "hunter2" not in found
    if "needs" in sentence:
        assert "It can be used for multiblimp, sanskrit and the others" in found


@pytest.mark.parametrize("option", ["tokenizer", "concurrency", "server_timeout"])
def test_options_of_a_server_need_one(option: str, tiny_llama: Path, tmp_path: Path) -> None:
    given: dict[str, Any] = {option: tiny_llama if option == "tokenizer" else 3}
    with pytest.raises(kasauti.EvaluationError, match="is for a served model|own tokenizer"):
        kasauti.evaluate(tiny_llama, no_store=True, results_dir=tmp_path, **given)


def test_a_chat_server_answers_and_does_not_score(tiny_llama: Path, tmp_path: Path) -> None:
    with serving(tiny_llama, "chat") as served:
        refused = sentence_of(served.url, tmp_path, model=NAME)
        run = evaluated(served.url, tmp_path, suites="zeroshot", select="classification", limit=3)
    assert "gives no usable log-probabilities of a prompt" in refused
    assert "It can be used for quiz, zeroshot with --answer-by=generation, and metrics" in refused
    assert run.measurements
    assert {each.settings["prompt"] for each in run.measurements} == {"chat"}
    assert run.model_config["device"] == REMOTE


def test_collecting_does_not_contact_server(run_pytest: Evaluate) -> None:
    run = run_pytest("-m", "multiblimp", "--server=http://127.0.0.1:9/v1", "--collect-only", "-q")
    assert run.exit_code == 0, run.output
    assert "word_order" in run.output
