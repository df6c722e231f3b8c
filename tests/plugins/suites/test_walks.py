"""One item of each kind walks from its file to JSON, table and pages with few calls between "
"rooms."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from tests.support import ROOT
from tests.support.runs import Evaluate
from tests.support.walks import VARIABLE

PAIR: dict[str, str] = {
    "id": "walk-1",
    "phenomenon": "agreement",
    "good": "लड़का घर जाता था।",
    "bad": "लड़का घर जाता थी।",
    "language": "hi",
}
QUESTION = "Which river walks past the old mill?"
ITEM = {
    "id": "walk-1",
    "answer": 1,
    "en": {"question": QUESTION, "choices": ["None", "The long one", "The dry one", "Both"]},
}
WORDS = ("घर", "कमरा", "पेड़", "बाग़", "खेत", "गाँव", "शहर", "बाज़ार", "मकान", "आँगन", "तालाब", "किला")
EXAMPLES: list[dict[str, Any]] = [
    {"task": "case", "sentence": f"{word} {marker} यहाँ।", "start": 0, "end": end, "label": label,
     "lemma": word}
    for word in WORDS
    for label, marker in (("dative", "को"), ("locative", "में"))
    for end in [len(f"{word} {marker}")]
]  # fmt: skip


def write_packs(folder: Path) -> None:
    """Write a pack with one item for each suite; a probe needs several examples."""
    quiz, zeroshot = folder / "quiz", folder / "zeroshot"
    quiz.mkdir()
    zeroshot.mkdir()
    topic = {"unit": "unit-01", "chapter": "chapter-01", "topic": "topic-01"}
    asked = {"question": QUESTION, "reference_answer": "The long one, as the miller knows."}
    contents: dict[Path, list[Any]] = {
        folder / "walked.jsonl": [PAIR],
        folder / "examples.jsonl": EXAMPLES,
        zeroshot / "arc.jsonl": [ITEM],
        quiz / "quiz_data.json": [[{**topic, "questions": [asked]}]],
    }
    for path, lines in contents.items():
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        path.write_text(text, encoding="utf-8")
    copyfile(ROOT / "data" / "quiz" / "hindi_seasons" / "persona.toml", quiz / "persona.toml")


@dataclass(frozen=True)
class Route:
    """One item: the options of a run that has it, the texts it is known by, and its limit."""

    options: tuple[str, ...]
    marks: tuple[str, ...]
    most: int


ROUTES = {
    "pair": Route(
        ("-m", "multiblimp", "-k", "walked", "--pairs={folder}/walked.jsonl"),
        (PAIR["id"], PAIR["good"], PAIR["bad"]),
        20,
    ),
    "quiz question": Route(
        ("-m", "quiz", "-k", "topic-01", "--quiz-data={folder}/quiz", "--max-new-tokens=4"),
        (QUESTION,),
        25,
    ),
    "zero-shot item": Route(
        ("-m", "zeroshot", "-k", "arc", "--zeroshot-data={folder}/zeroshot"),
        (QUESTION,),
        20,
    ),
    "probe example": Route(
        ("-m", "probes", "-k", "examples", "--probe-data={folder}/examples.jsonl"),
        (EXAMPLES[0]["sentence"],),
        20,
    ),
}


@pytest.mark.parametrize("name", ROUTES)
def test_item_crosses_few_modules(
    name: str, run_pytest: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    write_packs(tmp_path)
    route, file = ROUTES[name], tmp_path / "walk.json"
    options = [option.format(folder=tmp_path) for option in route.options]
    run = run_pytest(
        *("-p", "tests.support.walks", f"--model={tiny_llama}", *options),
        variables={VARIABLE: json.dumps({"marks": route.marks, "file": str(file)})},
    )
    assert file.is_file(), run.output
    walk = json.loads(file.read_text(encoding="utf-8"))
    crossings = [" -> ".join(each) for each in walk["crossings"]]
    assert walk["calls"] > len(crossings) > 5, run.output  # the item was seen on its way
    assert len(crossings) <= route.most, "\n".join([str(len(crossings)), *crossings])
