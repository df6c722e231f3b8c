"""The words that pairs from a treebank need are those of the lexicon."""

from __future__ import annotations

from authoring.hindi.treebank_words import OUTPUT, treebank_words


def test_committed_words_are_current() -> None:
    assert OUTPUT.read_text(encoding="utf-8") == treebank_words()
