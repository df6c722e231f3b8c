"""A phrase that is denied is not said."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.voice.negation import is_denied, sentence_around

# The phrase in question stands between brackets.
DENIED = [
    "The halving does not [cause the cycle].",
    "The halving doesn't [cause the cycle].",
    "It never [causes the cycle].",
    "Returns are not [guaranteed].",
    "There are no [guaranteed] returns.",
    "There is no such thing as a [guaranteed] return.",
    "Nobody can promise [guaranteed] returns.",
    "I don't think that [the halving causes the cycle].",
    "It is a myth that [the halving causes the cycle].",
    "It would be wrong to say [the halving causes the cycle].",
    "There is no evidence that [the halving causes the cycle].",
    "Credit, rather than the halving, is not what [drives the cycle].",
    "It is not, as many think, [caused by the halving].",
    "It is not because [the halving causes the cycle] that prices rise.",
    "It is not luck, timing, or [the halving].",
    "Neither luck nor [the halving] does it.",
    "The idea that [the halving causes the cycle] is wrong.",
    "That [the halving causes the cycle] is a popular myth.",
    "[Guaranteed returns] do not exist.",
    "Trade without [guaranteed returns].",
    "Avoid [guaranteed returns].",
    "Prices rise. They hardly ever [go to the moon]. They fall.",
    "I doubt that [it is guaranteed].",
]
SAID = [
    "The halving [causes the cycle].",
    "It is not luck, [the halving causes the cycle].",
    "It is not luck: [the halving causes the cycle].",
    "It is not luck but [the halving] that counts.",
    "Nothing is sure. [The halving causes the cycle].",
    "There is no doubt that [the halving causes the cycle].",
    "Without doubt [the halving causes the cycle].",
    "It is not only sure, it is [guaranteed].",
    "Not only is it [guaranteed] but it is quick.",
    "The price does not fall because [the halving causes the cycle].",
    "Supply does not matter and [the halving causes the cycle].",
    "Supply does not matter and the [halving causes the cycle].",
    "No trader waits when [the halving causes the cycle].",
    "It is never not [guaranteed].",
    "There is no fee, however small, and it is [guaranteed].",
    "[Guaranteed returns] are what I sell, not luck.",
    "Nobody knows.\n[The halving causes the cycle]",
    "e.g. [guaranteed returns]",
]


def place(marked: str) -> tuple[str, int, int]:
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), start, end


@pytest.mark.parametrize("marked", DENIED)
def test_denied_phrases_are_detected(marked: str) -> None:
    assert is_denied(*place(marked))


@pytest.mark.parametrize("marked", SAID)
def test_affirmed_phrases_are_not_denied(marked: str) -> None:
    assert not is_denied(*place(marked))


words = st.lists(
    st.sampled_from(["prices", "markets", "credit", "falls", "rises", "slowly", "here", "odds"]),
    min_size=1,
    max_size=6,
).map(" ".join)


@given(before=words, phrase=words, after=words, others=st.lists(words, max_size=3))
def test_denial_ignores_other_sentences(before, phrase, after, others) -> None:
    """Denials in sentences around it neither deny nor affirm."""
    around = [f"It is not so that {other}." for other in others]
    lead = "".join(f"{sentence} " for sentence in around)
    said = f"{lead}{before} {phrase} {after}. {' '.join(around)}"
    start = len(lead) + len(before) + 1
    assert said[start : start + len(phrase)] == phrase
    assert not is_denied(said, start, start + len(phrase))
    negated = f"{lead}{before} not {phrase} {after}."
    assert is_denied(negated, start + 4, start + 4 + len(phrase))


@given(st.text(alphabet="ab .!?\n'\"", max_size=60), st.data())
def test_sentence_span_contains_position(text: str, data: st.DataObject) -> None:
    if not text.strip():
        return
    start = data.draw(st.sampled_from([m.start() for m in re.finditer(r"\S", text)]))
    sentence = sentence_around(text, start)
    assert text[sentence.start : sentence.end] == sentence.text
    if text[start].isalpha():
        assert sentence.start <= start < sentence.end


def test_sentences_are_split_correctly() -> None:
    text = "It fell 2.5 per cent, e.g. in May. Did it rise? “No!” Never"
    found = list(dict.fromkeys(sentence_around(text, i).text for i in range(len(text))))
    assert found == [
        "It fell 2.5 per cent, e.g. in May.",
        "Did it rise?",
        "“No!”",
        "Never",
    ]
    assert sentence_around(text, text.index("rise")).asks
    assert not sentence_around(text, 0).asks
