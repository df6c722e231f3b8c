"""A template or a lemma that is in too many pairs is found."""

from __future__ import annotations

from authoring.hindi.shares import find_dominant
from kasauti.data.pairs import Pair


def test_a_dominant_template_or_lemma_is_found():
    pairs = [
        Pair(
            id=f"p-{n}",
            phenomenon="agreement",
            good=f"a{n} b.",
            bad=f"a{n} c.",
            tags={"template": "x" if n < 4 else f"t{n}"},
            lemmas=("word",) if n < 3 else (f"l{n}",),
        )
        for n in range(12)
    ]

    assert [(f.where, f.rule, f.fact) for f in find_dominant(pairs)] == [
        ("agreement", "dominant_template", "template x is in 4 of 12 pairs"),
        ("agreement", "dominant_lemma", "lemma word is in 3 of 12 pairs"),
    ]
