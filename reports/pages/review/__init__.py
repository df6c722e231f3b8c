"""Pages of a blind reading: one offline file with the texts and without key or verdict."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from kasauti.records.review import ANSWER_COLUMNS, ReviewSample
from kasauti.reports.pages.offline_page import embed, offline_page
from kasauti.text.visible import visible

SHOWN = ("question", "reference", "answer")


def review_page(sample: ReviewSample, *, title: str) -> str:
    """Return the page. Of each pair it has the two sentences, in their random order, alone."""
    items = [
        {
            "item": item.item,
            "texts": {
                "text-a": visible(item.sentence_a),
                "text-b": visible(item.sentence_b),
            },
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


def label_page(rows: Sequence[dict[str, str]]) -> str:
    """Return the page on which a person says of each answer whether it is right.

    rows: objects with question, reference and answer, as labels.jsonl has them.
    """
    items = [
        {
            "item": str(number),
            "texts": {f"text-{name}": visible(row[name]) for name in SHOWN},
            "row": row,
            "language": row.get("language"),
        }
        for number, row in enumerate(rows)
    ]
    sample = hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()[:12]
    return offline_page(
        "review/labels.html",
        styles=["review/style.css"],
        scripts=["review/page.js"],
        data=embed({"sample": sample, "items": items, "labels": True}),
        title="Is this answer right?",
    )
