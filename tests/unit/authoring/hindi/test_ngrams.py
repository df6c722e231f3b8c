"""The n-gram baselines: likelihoods that add up, and what they learn from text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.hindi.balance.ngrams import (
    EDGE,
    class_trigram,
    ngram_baseline,
    tokens_of,
    word_bigram,
)

TEXT = ["राम घर गया।", "सीता घर गई।", "राम बाज़ार गया।", "वह घर में है।"]
WORDS = st.lists(st.sampled_from(["क", "ख", "ग", "घ"]), min_size=1, max_size=5).map(" ".join)


def test_seen_order_is_more_likely_than_unseen_one():
    model = word_bigram(TEXT)

    assert model.score("राम घर गया।") > model.score("घर राम गया।")
    assert ngram_baseline([("राम घर गया।", "घर राम गया।")], model).accuracy == 1.0


def test_classes_carry_over_to_words_that_were_never_seen():
    words = [f"{stem}{ending}" for stem in "कखगचछज" for ending in ("ता", "ती")]
    model = class_trigram([f"वह {word} है।" for word in words])

    assert model.score("वह डरता है।") > model.score("वह है डरता।")


def test_spelling_variants_are_normalized():
    assert tokens_of("वे जाएँगे, ख़ुद।") == tokens_of("वे जाएंगे खुद")


@given(st.lists(WORDS, min_size=1, max_size=8), st.lists(st.sampled_from("कखगघङ"), max_size=2))
def test_the_likelihoods_after_a_context_add_up_to_at_most_one(text, context):
    model = word_bigram(text)
    vocabulary = {gram[-1] for gram in model.counts if len(gram) == 1}

    likelihoods = [model._likelihood(tuple(context[-1:]), token) for token in vocabulary]

    assert EDGE in vocabulary
    assert 0 < math.fsum(likelihoods) <= 1 + 1e-9


def test_model_needs_text():
    with pytest.raises(ValueError, match="needs at least one sentence"):
        word_bigram(["।", ""])
