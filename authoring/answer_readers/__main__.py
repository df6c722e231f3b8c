"""Print how often the answer readers of zero-shot tasks and names read a reply as a person does.

The readers were written with access to the replies of dev.jsonl; those of
heldout.jsonl were only scored.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from authoring.answer_readers.corpus import HALVES, TASKS, TOPICS, Reply, read_replies
from kasauti.data.indicglue.named_sentences import type_names
from kasauti.data.zeroshot.items import topic_names
from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.names import read_names
from kasauti.scorers.answers.topics import read_topic
from kasauti.scorers.answers.written_numbers import format_number
from kasauti.scorers.statistics.intervals import wilson

LETTERS = "ABCDE"


def main(given: Sequence[str] | None = None) -> None:
    """Print the table, and the misread replies where these are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m authoring.answer_readers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--misread", action="store_true", help="list the misread replies of the first half"
    )
    arguments = parser.parse_args(given)
    for half in HALVES:
        replies = read_replies(half)
        sys.stdout.write("\n".join(table(half, replies)) + "\n\n")
    if arguments.misread:
        sys.stdout.write("\n".join(misread_lines(read_replies(HALVES[0]))) + "\n")


def read(reply: Reply) -> object:
    """Read a reply by the reader of its task, in the form of a person's reading."""
    match reply.task:
        case "letter":
            letters = LETTERS[: len(reply.choices)]
            return read_letter(reply.text, letters, choices=reply.choices).lenient
        case "number":
            return format_number(read_final_number(reply.text).lenient)
        case "topic":
            return read_topic(reply.text, TOPICS, names=topic_names()).lenient
        case _:
            return read_names(reply.text, reply.sentence.split(), type_names())[0]


def expected(reply: Reply) -> object:
    """A person's reading; of names, the tags that say the same."""
    if reply.task != "names" or not isinstance(reply.reading, tuple):
        return reply.reading
    words = reply.sentence.split()
    tags = ["O"] * len(words)
    for name, kind in reply.reading:
        parts = name.split()
        for start in range(len(words) - len(parts) + 1):
            if words[start : start + len(parts)] == parts:
                tags[start : start + len(parts)] = [f"B-{kind}"] + [f"I-{kind}"] * (len(parts) - 1)
    return tuple(tags)


def is_read(reply: Reply) -> bool:
    """Return whether the reader reads the reply as a person does."""
    return read(reply) == expected(reply)


def table(half: str, replies: Sequence[Reply]) -> Iterator[str]:
    """The share of replies that are read as a person does, by task and together."""
    yield f"{half}: read as a person does"
    for name in (*TASKS, "all"):
        chosen = [is_read(reply) for reply in replies if name in (reply.task, "all")]
        if chosen:
            share = sum(chosen) / len(chosen)
            interval = wilson(sum(chosen), len(chosen))
            yield f"  {name:<7} {sum(chosen):4d} of {len(chosen):4d}  {share:.3f}  ({interval})"


def misread_lines(replies: Sequence[Reply]) -> Iterator[str]:
    """Each misread reply with both readings."""
    for reply in replies:
        if not is_read(reply):
            yield f"{reply.id} ({reply.kind}): expected {expected(reply)}, got {read(reply)}"
            yield f"    {reply.text!r}"


if __name__ == "__main__":
    main()
