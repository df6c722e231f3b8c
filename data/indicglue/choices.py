"""Questions with options: cloze, COPA (cause and effect), and titles of texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.indicglue.rows import Row, named_rows, same_everywhere
from kasauti.data.indicglue.splits import FileContent
from kasauti.data.indicglue.zero_shot import connectives, shipped_wording
from kasauti.inputs.errors import KasautiError

GAP = "<MASK>"
# More unusable questions than this are not slips: it is probably another kind of file.
MOST_UNUSABLE = 0.1

COPA_CHOICES = ("choice1", "choice2")
SENTENCE_END = " ।.?!|"
COPA_LABELS = ("0", "1")
UNANSWERED = "-1"
# Our titles are JSONL with `text`, `options` and `answer`. Published section titles and headlines
# have a field for each option: the field of the text, of the right letter, and what stands before
# the letters of the options.
PUBLISHED_TITLES = (
    ("sectionText", "correctTitle", "title"),
    ("content", "correctOption", "option"),
)
LETTERS = "ABCD"


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """The text before and after the place of the option, the options, and the right one.

    bare: `before` without the question's own text, which shows how likely each option is by
    itself; None where there is no such thing.
    """

    id: str
    before: str
    after: str
    options: tuple[str, ...]
    answer: str
    bare: str | None = None

    @property
    def shown(self) -> tuple[str, str]:
        """The question and the right answer, for people."""
        return f"{self.before}{GAP}{self.after}", self.answer

    def split_at(self, option: str) -> tuple[str, str]:
        """The text before the option, and the option with the text after it."""
        return self.before, option + self.after.replace(GAP, option)

    def fill(self, option: str) -> str:
        return "".join(self.split_at(option))


class UnusableError(Exception):
    """A row that cannot be asked as a question, with the remedy."""


Parse = Callable[[str, Row], ChoiceQuestion]


def read_questions(path: Path, parse: Parse) -> FileContent[ChoiceQuestion]:
    """The questions of a file. Those of a published collection that cannot be asked are left out.

    `parse` makes a question of an id and a row, or raises UnusableError.
    """
    questions: list[ChoiceQuestion] = []
    unusable: list[tuple[int, str]] = []
    for number, row in named_rows(path):
        name = row.get("id", number)
        try:
            questions.append(parse(str(name), row))
        except UnusableError as error:
            unusable.append((number, str(error)))
    total = len(questions) + len(unusable)
    if unusable and (path.suffix == ".jsonl" or len(unusable) > MOST_UNUSABLE * total):
        number, why = unusable[0]
        raise KasautiError(f"{path}, question {number} {why}")
    if not questions:
        raise KasautiError(f"{path} has no questions. Give a file with at least one.")
    if len({each.id for each in questions}) != len(questions):
        raise KasautiError(f"{path} uses an id twice. Give each question an id of its own.")
    return FileContent(tuple(questions), _repair(path, unusable))


def check_options(options: object) -> tuple[str, ...]:
    """At least two different options."""
    if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
        raise UnusableError("has no list of options. Give at least two strings.")
    choices = tuple(each.strip() for each in options)
    if len(choices) < 2 or len(set(choices)) != len(choices) or not all(choices):
        raise UnusableError("needs at least two different options. Correct them.")
    return choices


def check_answer(answer: object, options: Iterable[str]) -> str:
    if not isinstance(answer, str) or answer.strip() not in options:
        raise UnusableError(f"has the answer {answer!r}, which is not an option. Correct it.")
    return answer.strip()


def text_field(row: Row, name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str) or not value.strip():
        raise UnusableError(f"has no {name}. Give its {name}.")
    return value.strip()


def _repair(path: Path, unusable: list[tuple[int, str]]) -> str:
    if not unusable:
        return ""
    number, why = unusable[0]
    one = len(unusable) == 1
    return (
        f"{path.name} has {len(unusable)} question{'' if one else 's'} that cannot be asked, left "
        f"out; {'it' if one else 'the first'}, number {number}, {why.partition('. ')[0]}."
    )


def read_cloze(path: Path) -> FileContent[ChoiceQuestion]:
    """The questions of our JSONL, of IndicGLUE's JSON, or of the hub's Parquet files."""
    return read_questions(path, _cloze_question)


def _cloze_question(name: str, row: Row) -> ChoiceQuestion:
    question = row.get("question")
    if not isinstance(question, str) or GAP not in question:
        raise UnusableError(f"has no {GAP}. Mark the gap with it.")
    options = check_options(row.get("options"))
    answer = check_answer(row.get("answer"), options)
    before, _, after = question.strip().partition(GAP)
    return ChoiceQuestion(name, before, after, options, answer)


def read_copa(path: Path) -> FileContent[ChoiceQuestion]:
    """The questions of a file; none where it has no answers, as in the published test files."""
    content = read_questions(path, _copa_question)
    places = [
        str(each.options.index(each.answer)) if each.answer else UNANSWERED
        for each in content.items
    ]
    if why := same_everywhere(places, none=UNANSWERED):
        return FileContent((), f"{path.name} has no answers ({why}).")
    if UNANSWERED in places:
        without = content.items[places.index(UNANSWERED)].id
        raise KasautiError(f"{path}, question {without} has no label. Write 0 or 1.")
    return content


def _copa_question(name: str, row: Row) -> ChoiceQuestion:
    premise = text_field(row, "premise").rstrip(SENTENCE_END)
    options = check_options([text_field(row, choice) for choice in COPA_CHOICES])
    words = connectives()
    word = words.get(text_field(row, "question"))
    if word is None:
        raise UnusableError(f"asks for {row['question']!r}. Write {' or '.join(words)}.")
    label = row.get("label")
    if label is not None and str(label) not in (*COPA_LABELS, UNANSWERED):
        raise UnusableError(f"has the label {label!r}. Write 0 or 1.")
    answer = options[COPA_LABELS.index(str(label))] if str(label) in COPA_LABELS else ""
    before = shipped_wording("copa").ask(premise, connective=word)
    return ChoiceQuestion(name, f"{before} ", "", options, answer, f"{word} ")


def read_titles(path: Path, task: str) -> FileContent[ChoiceQuestion]:
    """The questions of a file of the task `section_titles` or `headline_prediction`."""
    wording = shipped_wording(task)

    def question(name: str, row: Row) -> ChoiceQuestion:
        text, options, answer = _title_parts(row)
        before, bare = f"{wording.ask(text)} ", f"{wording.ask('')} "
        return ChoiceQuestion(name, before, "", options, answer, bare.lstrip())

    return read_questions(path, question)


def _title_parts(row: Row) -> tuple[str, tuple[str, ...], str]:
    for text, right, option in PUBLISHED_TITLES:
        if text in row:
            titles = {f"{option}{letter}": row.get(f"{option}{letter}") for letter in LETTERS}
            options = check_options(list(titles.values()))
            # Written as titleA, optionA or A.
            letter = str(row.get(right)).strip().removeprefix(option)
            if letter not in LETTERS or len(letter) != 1:
                raise UnusableError(f"has no {right}. Give {option}A, {option}B, …")
            return text_field(row, text), options, options[LETTERS.index(letter)]
    options = check_options(row.get("options"))
    return text_field(row, "text"), options, check_answer(row.get("answer"), options)
