"""The runs that the checks of the specifications share, as few as possible."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.data.sanskrit.records import ISOLATED
from tests.support.data.quiz_packs import write_pack
from tests.support.runs import Evaluate, save_tiny_llama
from tests.support.specifications.shown import SUITES, Shown

SUBJECTS = ("लड़का", "राम", "मोहन", "किसान", "आदमी", "राजा")
PUBLISHED = "sen\twrong_sen\tphenomenon\tlang\n" + "".join(
    f"{each} जाता है\t{each} जाती है\tSV-G\thin\n" for each in SUBJECTS
)


@pytest.fixture(scope="session")
def long_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny model with a context that holds every prompt."""
    folder = save_tiny_llama(tmp_path_factory.mktemp("models") / "long-llama", hidden_size=32)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["max_position_embeddings"] = 4096
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def limited(
    run_pytest: Evaluate, long_llama: Path, tmp_path_factory: pytest.TempPathFactory
) -> Shown:
    """Every suite with four items per case."""
    published = tmp_path_factory.mktemp("published") / "hin.tsv"
    published.write_text(PUBLISHED, encoding="utf-8")
    run = run_pytest(
        *("-m", " or ".join(SUITES), "--limit=4", "--max-new-tokens=8", "--no-early-termination"),
        *(f"--model={long_llama}", f"--perplexity-model={long_llama}", f"--pairs={published}"),
        *("--random-init", f"--pairs={ISOLATED}"),
    )
    return Shown(run)


@pytest.fixture(scope="session")
def quiz_options(tmp_path_factory: pytest.TempPathFactory, long_llama: Path) -> tuple[str, ...]:
    """A folder with the documented files and a persona, asked of the tiny model."""
    pack = write_pack(tmp_path_factory.mktemp("quiz") / "tiny_quiz")
    return (
        *("-m", "quiz", f"--quiz-data={pack}", "--max-new-tokens=8", "--approach=dpo"),
        *(f"--model={long_llama}", "--no-early-termination"),
    )


@pytest.fixture(scope="session")
def quiz(run_pytest: Evaluate, quiz_options: tuple[str, ...]) -> Shown:
    """The first model of a training."""
    return Shown(run_pytest(*quiz_options))


@pytest.fixture(scope="session")
def retrained(
    run_pytest: Evaluate,
    quiz: Shown,
    quiz_options: tuple[str, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> Shown:
    """The third model of a training, of which the first two failed."""
    place = tmp_path_factory.mktemp("retrained")
    line = json.loads((quiz.run.results_dir / "history.jsonl").read_text(encoding="utf-8"))
    for weights in ("first", "second"):
        line["settings"]["weights"] = weights
        with (place / "history.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    return Shown(run_pytest(*quiz_options, "-k", "final_assessment", results_dir=place))


@pytest.fixture(scope="session")
def documented(
    run_pytest: Evaluate, long_llama: Path, tmp_path_factory: pytest.TempPathFactory
) -> Shown:
    """The four documented files without a persona; units and the final assessment cannot fail."""
    pack = write_pack(tmp_path_factory.mktemp("quiz") / "documented")
    (pack / "persona.toml").unlink()
    (chapter,) = json.loads((pack / "chapter_tests.json").read_text(encoding="utf-8"))
    del chapter["with_topics"]
    (pack / "chapter_tests.json").write_text(json.dumps([chapter]), encoding="utf-8")
    unit = {"unit": "unit-01", "questions": chapter["questions"]}
    (pack / "unit_exams.json").write_text(json.dumps([unit]), encoding="utf-8")
    thresholds = tmp_path_factory.mktemp("thresholds")
    (thresholds / "quiz.toml").write_text(
        "".join(
            f'[{level}.accuracy]\ndirection = "at least"\nvalue = 0.0\nminimum_n = 1\n'
            'source = "none"\nreason = "a test"\n'
            for level in ("unit", "final")
        ),
        encoding="utf-8",
    )
    place = tmp_path_factory.mktemp("place")
    run = run_pytest(
        *("-m", "quiz", f"--quiz-data={pack}", "--max-new-tokens=8", "--no-early-termination"),
        *(f"--model={long_llama}", f"--thresholds={thresholds}", "--quiz-gate=report"),
        f"--output={place}",
        results_dir=place,
    )
    return Shown(run)
