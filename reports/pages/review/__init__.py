"""The page of a blind reading: one offline file with the sentences and without the key."""

from __future__ import annotations

from kasauti.records.review import ANSWER_COLUMNS, ReviewSample
from kasauti.reports.pages.offline_page import embed, offline_page
from kasauti.text.visible import visible


def review_page(sample: ReviewSample, *, title: str) -> str:
    """Return the page. Of each pair it has the two sentences, in their random order, alone."""
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
    return offline_page(
        "review/page.html",
        styles=["review/style.css"],
        scripts=["review/page.js"],
        data=embed(content),
        title=title,
    )
