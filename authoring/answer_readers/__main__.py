"""Print how often the readers of zero-shot answers and names read a reply as a person does.

The readers were written with access to the replies of dev.jsonl; those of heldout.jsonl were only
scored, those of outside.jsonl were scored once and then used as well.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial

from authoring.answer_readers.corpus import HALVES, OUTSIDE, TASKS, Reply, read_replies
from kasauti.data.indicglue.named_sentences import type_names
from kasauti.data.zeroshot.items import topic_names
from kasauti.data.zeroshot.languages import language
from kasauti.fixtures.suites.zeroshot.translation import is_in_script
from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.names import read_names
from kasauti.scorers.answers.topics import read_topic
from kasauti.scorers.answers.translations import read_translation
from kasauti.scorers.answers.written_numbers import format_number
from kasauti.scorers.statistics.intervals import wilson
from kasauti.scorers.text.translation import sentence_chrf

LETTERS = "ABCDE"
SAME_TRANSLATION = 0.98  # chrF++


def main(given: Sequence[str] | None = None) -> None:
    """Print the table, and the misread replies where these are asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m authoring.answer_readers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--misread", action="store_true", help="list the misread replies of dev and outside"
    )
    arguments = parser.parse_args(given)
    outside = read_replies(OUTSIDE)
    sets = {half: read_replies(half) for half in HALVES}
    for kind in dict.fromkeys(reply.kind for reply in outside):
        sets[f"{OUTSIDE}, {kind}"] = [reply for reply in outside if reply.kind == kind]
    for name, replies in sets.items():
        sys.stdout.write("\n".join(table(name, replies)) + "\n\n")
    if arguments.misread:
        opened = [*read_replies(HALVES[0]), *outside]
        sys.stdout.write("\n".join(misread_lines(opened)) + "\n")


def read(reply: Reply) -> object:
    """Read a reply by the reader of its task, in the form of a person's reading."""
    match reply.task:
        case "letter":
            letters = LETTERS[: len(reply.choices)]
            return read_letter(reply.text, letters, choices=reply.choices).lenient
        case "number":
            return format_number(read_final_number(reply.text).lenient)
        case "topic":
            return read_topic(reply.text, reply.topics, names=topic_names()).lenient
        case "translation":
            in_script = partial(is_in_script, language(reply.language))
            return read_translation(reply.text, reply.source, in_script)
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
    """Return True if the reader reads the reply as a person does; a translation nearly so."""
    if reply.task == "translation":
        found, right = str(read(reply)), str(expected(reply))
        return sentence_chrf([found], [right])[0] >= SAME_TRANSLATION
    return read(reply) == expected(reply)


def table(name: str, replies: Sequence[Reply]) -> Iterator[str]:
    """The share of replies that are read as a person does, by task and together."""
    lengths = sorted(len(reply.text) for reply in replies)
    middle, longest = lengths[len(lengths) // 2], lengths[-1]
    yield f"{name}: read as a person does (median {middle} characters, at most {longest})"
    for task in (*TASKS, "all"):
        chosen = [is_read(reply) for reply in replies if task in (reply.task, "all")]
        if chosen:
            share = sum(chosen) / len(chosen)
            interval = wilson(sum(chosen), len(chosen))
            yield f"  {task:<11} {sum(chosen):4d} of {len(chosen):4d}  {share:.3f}  ({interval})"


def misread_lines(replies: Sequence[Reply]) -> Iterator[str]:
    """Each misread reply with both readings."""
    for reply in replies:
        if not is_read(reply):
            yield f"{reply.id} ({reply.kind}): expected {expected(reply)}, got {read(reply)}"
            yield f"    {reply.text!r}"


if __name__ == "__main__":
    main()
