"""The page of a blind reading: one offline file with the sentences and without the key."""

from __future__ import annotations

from pathlib import Path
from string import Template

from kasauti.records.review import ANSWER_COLUMNS, ReviewSample
from kasauti.records.visible import visible
from kasauti.reports.dashboard.markup import joined
from kasauti.reports.offline_page import content_policy, embedded

FOLDER = Path(__file__).parent


def review_page(sample: ReviewSample, *, title: str) -> str:
    """The page as text. Of each pair it has the two sentences, in their random order, alone."""
    style, script = (_read(name) for name in ("style.css", "page.js"))
    items = [
        {
            "item": item.item,
            "a": visible(item.sentence_a),
            "b": visible(item.sentence_b),
            "language": item.language,
        }
        for item in sample.items
    ]
    content = {"sample": sample.sample, "columns": ANSWER_COLUMNS, "items": items}
    return Template(_read("template.html")).substitute(
        policy=joined(content_policy(style, script)),
        title=joined(title),
        style=style,
        data=embedded(content),
        script=script,
    )


def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
