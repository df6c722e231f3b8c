"""Zero-shot prompting: the documented prompts letter by letter, and how replies are read."""

from __future__ import annotations

from typing import Any

from kasauti.data.zeroshot.prompts import (
    choice_prompt,
    classification_prompt,
    maths_prompt,
)
from kasauti.text.languages import language_name
from tests.support.specifications.shown import Requirement, Shown, each_requirement

LANGUAGES = ("hi", "sa", "en")
QUESTIONS = ("mmlu", "arc", "truthfulqa")
TOPICS = ["sports", "politics", "health", "travel", "science"]
SOLVE = (
    "Solve the following multiple choice question. Reason step-by-step and then write the final "
    "answer as a single letter.\n\nResponse format: <reasoning> #### <letter>\n\n---\n\n"
)
COUNT = (
    "Solve the following math problem. Reason step-by-step and then write the final answer as a "
    "number.\n\nResponse format: <reasoning> #### <number>\n\n---\n\n"
)


def case(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["zeroshot"][name]
    return found


def prompts(shown: Shown, name: str) -> list[str]:
    return [item["texts"][0] for item in case(shown, name)["items"]]


def figures(shown: Shown, name: str) -> set[str]:
    return {figure["metric"] for figure in case(shown, name)["figures"]}


REQUIREMENTS: list[tuple[Any, ...]] = [
    *((f"{task} is asked in {language_name(code)}",
       lambda s, n=f"{task}/{code}": case(s, n)["total"], 4)
      for task in ("classification", *QUESTIONS, "mgsm") for code in LANGUAGES),
    *((f"{task} in Hindi has the documented instruction",
       lambda s, n=f"{task}/hi": all(text.startswith(SOLVE) for text in prompts(s, n)))
      for task in QUESTIONS),
    *((f"the content of {task} is in the target language",
       lambda s, n=f"{task}/hi": all("\u0900" <= max(text.partition("---")[2]) <= "\u097f"
                                      for text in prompts(s, n)))
      for task in ("mmlu", "arc", "mgsm")),
    ("maths has the documented instruction",
     lambda s: all(text.startswith(COUNT) for text in prompts(s, "mgsm/hi"))),
    ("a topic is asked for with the documented instruction",
     lambda s: prompts(s, "classification/hi")[0].split("\n")[1:4],
     ["Reply with only the topic name.", "", "Text:"]),
    ("five topics are offered", lambda s: prompts(s, "classification/hi")[0].split("\n")[0]
     .count(","), 4),
    ("translation goes to English and from English",
     lambda s: {"translation/en-hi", "translation/hi-en"} <= set(s.results["zeroshot"])),
    ("translation names language and script",
     lambda s: prompts(s, "translation/en-hi")[0].split("\n")[0],
     "Translate the following text to the Hindi language; use the Devanagari script; reply only "
     "with the translation:"),
    ("the prompt of a choice is the documented one",
     lambda s: choice_prompt("Q?", ["x", "y"]), f"{SOLVE}Q?\nA. x\nB. y"),
    ("the prompt of a problem is the documented one", lambda s: maths_prompt("1+1?"),
     f"{COUNT}1+1?"),
    ("the prompt of a topic is the documented one",
     lambda s: classification_prompt("T", TOPICS),
     "Classify the following text into one of these topics: sports, politics, health, travel, "
     "science.\nReply with only the topic name.\n\nText:\nT"),
    *((f"{name} has format adherence apart from correctness",
       lambda s, n=name: "format_adherence" in figures(s, n))
      for name in ("mmlu/hi", "arc/sa", "truthfulqa/en", "mgsm/hi", "classification/hi")),
    *((f"{name} has the strict accuracy of the documented format",
       lambda s, n=name: "strict_accuracy" in figures(s, n)) for name in ("mmlu/hi", "mgsm/en")),
    *((f"{name} says what guessing gets", lambda s, n=name: case(s, n)["chance"], chance)
      for name, chance in (("mmlu/hi", 0.25), ("arc/sa", 0.25))),
    ("a language is told by its code", lambda s: case(s, "mgsm/sa")["language"], "sa"),
    ("decoding is greedy", lambda s: case(s, "arc/hi")["settings"]["decoding"], "greedy"),
    ("no example stands in a prompt",
     lambda s: all(text.count("---") == 1 for text in prompts(s, "mmlu/hi"))),
    ("the tasks have one average",
     lambda s: s.summary["overall_scores"]["zeroshot_avg"],
     lambda s: case(s, "average")["accuracy"]),
]  # fmt: skip


@each_requirement(REQUIREMENTS)
def test_prompting_is_as_documented(limited: Shown, asked: Requirement) -> None:
    expected = asked.expected(limited) if callable(asked.expected) else asked.expected
    assert asked.actual(limited) == expected
