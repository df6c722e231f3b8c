"""No text breaks the answer readers, and the documented format is always read."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from kasauti.scorers.answers.final_numbers import read_final_number
from kasauti.scorers.answers.letters import read_letter
from kasauti.scorers.answers.topics import read_topic
from kasauti.scorers.answers.written_numbers import convert_digits, find_numbers, read_number

LETTERS = ("A", "B", "C", "D")
TOPICS = ("science/technology", "travel", "politics", "sports", "health")
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
# Reasoning that has no mark of its own.
reasoning = st.text().filter(lambda text: "#" not in text)


def indian(number: int) -> str:
    """Groups of lakhs and crores."""
    head, tail = str(number)[:-3], str(number)[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


@given(st.integers(-(10**12), 10**12))
def test_number_is_read_with_any_digit_grouping(number: int) -> None:
    sign, size = ("-" if number < 0 else ""), abs(number)
    written = [
        str(size), f"{size:,}", indian(size), f"{size:,}".replace(",", "\u00a0"),
        f"{size:,}".replace(",", "'"), f"{size}.00", f"{size:,}.50"[:-3],
    ]  # fmt: skip
    for each in written:
        assert read_number(sign + each) == number, each
        assert read_number((sign + each).translate(DEVANAGARI)) == number, each
        assert find_numbers(f"There are {sign}{each} of them.") == [number], each


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_a_decimal_comma_is_a_decimal_point(whole: int, hundredths: int) -> None:
    expected = Decimal(f"{whole}.{hundredths:02d}")
    assert read_number(f"{whole},{hundredths:02d}") == expected
    assert read_number(f"{whole:,}.{hundredths:02d}") == expected
    european = f"{whole:,}".replace(",", ".")
    assert read_number(f"{european},{hundredths:02d}") == expected


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    find_numbers(text)
    answer = read_final_number(text)
    assert answer.strict is None or answer.lenient == answer.strict
    letter = read_letter(text, LETTERS)
    assert letter.lenient in (*LETTERS, None)
    assert read_topic(text, TOPICS).lenient in (*TOPICS, None)
    assert len(convert_digits(text)) == len(text)


@given(reasoning, st.sampled_from(LETTERS), st.sampled_from(["", " ", "\n", "\nQuestion: next?"]))
def test_the_documented_format_is_read_strictly(before: str, letter: str, after: str) -> None:
    answer = read_letter(f"{before} #### {letter}{after}", LETTERS)
    assert (answer.strict, answer.lenient) == (letter, letter)


@given(reasoning, st.integers(-(10**9), 10**9))
def test_the_documented_number_is_read_strictly(before: str, number: int) -> None:
    for written in (str(number), f"{number:,}", str(number).translate(DEVANAGARI)):
        answer = read_final_number(f"{before} #### {written}")
        assert answer.strict == answer.lenient == number
