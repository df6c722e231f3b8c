"""A blind reading as lines of the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasauti.analysis.review import Agreement, ReadItem, Review
from kasauti.reports.terminal.table import table_lines
from kasauti.reports.wording.text import count_text, interval_text
from kasauti.text.visible import on_one_line

VOTES = ("good", "bad", "both", "neither")
HEADER = ("pairs", "agreed", "95 % interval", *VOTES, "natural")


def review_lines(review: Review) -> Iterator[str]:
    """The agreement by phenomenon and template, that of the readers, and the pairs to drop."""
    read = review.overall.pairs
    names = ", ".join(map(on_one_line, review.readers))
    yield (
        f"{count_text(len(review.readers), 'reader')} ({names}), {count_text(read, 'pair')} read, "
        f"{review.unread} not answered by anyone."
    )
    yield ""
    yield from _table("phenomenon", [*review.by_phenomenon, review.overall])
    if review.by_template:
        yield ""
        yield from _table("template", review.by_template)
    yield ""
    yield (
        "agreed: pairs of which more than half of the readers chose the good sentence and no "
        "other. good, bad, both, neither: all votes. natural: mean rating, 1 to 3."
    )
    yield from _alphas(review)
    yield ""
    yield f"{count_text(len(review.to_drop), 'pair')} to drop (no agreement, or unnatural):"
    yield from _pairs(review.to_drop)
    yield f"{count_text(len(review.disputed), 'other pair')} without full agreement:"
    yield from _pairs(review.disputed)


def _alphas(review: Review) -> Iterator[str]:
    if len(review.readers) < 2:
        yield "Krippendorff's alpha needs at least two readers."
        return
    for what, alpha in (("choices", review.alpha), ("naturalness", review.naturalness_alpha)):
        shown = "not defined (no two different answers)" if alpha is None else f"{alpha:.3f}"
        yield f"Krippendorff's alpha of the {what}: {shown}."


def _pairs(items: Sequence[ReadItem]) -> Iterator[str]:
    for read in items:
        votes = ", ".join(f"{count} {name}" for name, count in read.votes().items() if count)
        unnatural = ", unnatural" if read.unnatural else ""
        name = f"{on_one_line(read.item.pair)} ({on_one_line(read.item.phenomenon)})"
        yield f"  {name}: {votes}{unnatural}"
        for name, text in (("A", read.item.sentence_a), ("B", read.item.sentence_b)):
            sign = "good" if name == read.item.good else "bad"
            yield f"    {sign:4}  {on_one_line(text)}"
        for answer in read.answers:
            if answer.comment:
                yield f"    {on_one_line(answer.reader)}: {on_one_line(answer.comment)}"


def _table(first: str, rows: Sequence[Agreement]) -> Iterator[str]:
    head, lines = table_lines((first, *HEADER), [_row(row) for row in rows])
    yield from (*head, *lines)


def _row(row: Agreement) -> tuple[str, ...]:
    return (
        row.name,
        str(row.pairs),
        f"{row.agreed / row.pairs:.3f}",
        interval_text(row.interval),
        *(str(row.votes[name]) for name in VOTES),
        "" if row.naturalness is None else f"{row.naturalness:.2f}",
    )
