"""Questions with options: a text that one of several options completes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.errors import DataError
from kasauti.data.indicglue.rows import Row, named_rows
from kasauti.data.indicglue.splits import FileContent

GAP = "<MASK>"
# More unusable questions than this are not slips: it is probably another kind of file.
MOST_UNUSABLE = 0.1


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """What stands before and after the place of the option, the options, and the right one.

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
        """What is asked and what is right, to be read."""
        return f"{self.before}{GAP}{self.after}", self.answer

    def parted(self, option: str) -> tuple[str, str]:
        """The text before the option, and the option with the text after it."""
        return self.before, option + self.after.replace(GAP, option)

    def filled(self, option: str) -> str:
        return "".join(self.parted(option))


class UnusableError(Exception):
    """Why a row is no question that can be asked, and the remedy."""


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
        raise DataError(f"{path}, question {number} {why}")
    if not questions:
        raise DataError(f"{path} has no questions. Give a file with at least one.")
    if len({each.id for each in questions}) != len(questions):
        raise DataError(f"{path} uses an id twice. Give each question an id of its own.")
    return FileContent(tuple(questions), _repair(path, unusable))


def checked_options(options: object) -> tuple[str, ...]:
    """At least two different options."""
    if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
        raise UnusableError("has no list of options. Give at least two strings.")
    choices = tuple(each.strip() for each in options)
    if len(choices) < 2 or len(set(choices)) != len(choices) or not all(choices):
        raise UnusableError("needs at least two different options. Correct them.")
    return choices


def checked_answer(answer: object, options: Iterable[str]) -> str:
    """The answer, which must be an option."""
    if not isinstance(answer, str) or answer.strip() not in options:
        raise UnusableError(f"has the answer {answer!r}, which is not an option. Correct it.")
    return answer.strip()


def text_field(row: Row, name: str) -> str:
    """A text that must be there."""
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
