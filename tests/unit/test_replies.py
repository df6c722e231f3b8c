"""Final answers are read strictly by the documented format, and leniently as people would."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.zeroshot.topics import topic_names
from kasauti.scorers.replies.final_numbers import read_final_number
from kasauti.scorers.replies.letters import read_letter
from kasauti.scorers.replies.names import read_names
from kasauti.scorers.replies.topics import read_topic
from kasauti.scorers.replies.written_numbers import numbers_in, plain_digits, read_number

LETTERS = ("A", "B", "C", "D")
TOPICS = ("science/technology", "travel", "politics", "sports", "health")
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")


def indian(number: int) -> str:
    """Groups of lakhs and crores."""
    head, tail = str(number)[:-3], str(number)[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*groups, tail])


@given(st.integers(-(10**12), 10**12))
def test_a_number_is_read_however_its_digits_are_grouped(number: int) -> None:
    sign, size = ("-" if number < 0 else ""), abs(number)
    written = [
        str(size), f"{size:,}", indian(size), f"{size:,}".replace(",", "\u00a0"),
        f"{size:,}".replace(",", "'"), f"{size}.00", f"{size:,}.50"[:-3],
    ]  # fmt: skip
    for each in written:
        assert read_number(sign + each) == number, each
        assert read_number((sign + each).translate(DEVANAGARI)) == number, each
        assert numbers_in(f"There are {sign}{each} of them.") == [number], each


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_a_decimal_comma_is_a_decimal_point(whole: int, hundredths: int) -> None:
    expected = Decimal(f"{whole}.{hundredths:02d}")
    assert read_number(f"{whole},{hundredths:02d}") == expected
    assert read_number(f"{whole:,}.{hundredths:02d}") == expected
    european = f"{whole:,}".replace(",", ".")
    assert read_number(f"{european},{hundredths:02d}") == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,000", 1000), ("1.000", 1), ("1.000.000", 1_000_000), ("1,00,000", 100_000),
        ("12,34,567.5", Decimal("1234567.5")), ("0,5", Decimal("0.5")), ("०.२५", Decimal("0.25")),
        ("−7", -7), ("1,2,3", None), ("1,0000,0", None), ("1.2.3", None), ("", None), ("-", None),
        ("abc", None), ("1,", None), (".5", None),
    ],
)  # fmt: skip
def test_what_is_ambiguous_or_no_number(text: str, value: Decimal | int | None) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("₹1,00,000 in all", [100_000]),
        ("10-5 = 5, or -5?", [10, 5, 5, -5]),
        ("1,2,3", [1, 2, 3]),
        ("It costs $18.", [18]),
        ("3 x 4=12", [3, 4, 12]),
        ("कुल १,२०० रुपये", [1200]),
        ("no number", []),
    ],
)
def test_all_numbers_of_a_text(text: str, values: list[int]) -> None:
    assert numbers_in(text) == values


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    numbers_in(text)
    answer = read_final_number(text)
    assert answer.strict is None or answer.lenient == answer.strict
    letter = read_letter(text, LETTERS)
    assert letter.lenient in (*LETTERS, None)
    assert read_topic(text, TOPICS).lenient in (*TOPICS, None)
    assert len(plain_digits(text)) == len(text)


# Reasoning that has no mark of its own.
reasoning = st.text().filter(lambda text: "#" not in text)


@given(reasoning, st.sampled_from(LETTERS), st.sampled_from(["", " ", "\n", "\nQuestion: next?"]))
def test_the_documented_format_is_read_strictly(before: str, letter: str, after: str) -> None:
    answer = read_letter(f"{before} #### {letter}{after}", LETTERS)
    assert (answer.strict, answer.lenient) == (letter, letter)


@given(reasoning, st.integers(-(10**9), 10**9))
def test_the_documented_number_is_read_strictly(before: str, number: int) -> None:
    for written in (str(number), f"{number:,}", str(number).translate(DEVANAGARI)):
        answer = read_final_number(f"{before} #### {written}")
        assert answer.strict == answer.lenient == number


@pytest.mark.parametrize(
    ("reply", "strict", "lenient"),
    [
        ("Because of heat. #### B", "B", "B"),
        ("#### B\n\nQuestion 2 #### C", "B", "B"),
        ("####B", "B", "B"),
        ("#### (B)", None, "B"),
        ("#### B. heat", None, "B"),
        ("#### E", None, None),
        ("#### <letter>\nAnswer: C", None, "C"),
        ("Answer: B", None, "B"),
        ("The correct answer is (C).", None, "C"),
        ("The answer is **D**", None, "D"),
        ("उत्तर: ख", None, "B"),
        ("उत्तर: बी", None, "B"),
        ("सही उत्तर A है।", None, "A"),
        ("b", None, "B"),
        ("घ", None, "D"),
        ("I think it is A or B. So (B)", None, "B"),
        ("A. heat\nB. cold\nSo it must be B.", None, "B"),
        ("A. hot\nB. warm\nC. cold\nD. mild", None, None),
        ("A. hot\nB. warm\nC. cold\nThat leaves (C)", None, "C"),
        ("D. mild, for it is mild", None, "D"),
        ("A boy reads a book.", None, None),
        ("The answer is a matter of taste.", None, None),
        ("I do not know.", None, None),
        ("cold", None, "C"),
        ("", None, None),
    ],
)
def test_letters(reply: str, strict: str | None, lenient: str | None) -> None:
    answer = read_letter(reply, LETTERS, choices=("hot", "warm", "cold", "mild"))
    assert (answer.strict, answer.lenient) == (strict, lenient)


@pytest.mark.parametrize(
    ("reply", "strict", "lenient"),
    [
        ("16 - 7 = 9; 9 * 2 = 18 #### 18", 18, 18),
        ("#### १८", 18, 18),
        ("#### 1,00,000", 100_000, 100_000),
        ("#### $18", None, 18),
        ("#### 18 dollars a day for 7 days", None, 18),
        ("#### 18\n\nProblem: 5 + 5 #### 10", 18, 18),
        ("9 eggs are left, so she makes 18 dollars.", None, 18),
        ("The answer is 18. That was item 7.", None, 18),
        ("So the answer is 9 x 2 = 18", None, 18),
        ("Answer: 18\nI checked it 3 times.", None, 18),
        ("उत्तर: १८ रुपये", None, 18),
        ("1. Read the problem.\n2. Think.", None, None),
        ("18.", None, 18),
        ("1. First 9 eggs\n2. Then 18 dollars", None, 18),
        ("I cannot say.", None, None),
    ],
)
def test_numbers(reply: str, strict: int | None, lenient: int | None) -> None:
    answer = read_final_number(reply)
    assert (answer.strict, answer.lenient) == (strict, lenient)


@pytest.mark.parametrize(
    ("reply", "strict", "lenient"),
    [
        ("sports", "sports", "sports"),
        (" Science/Technology\n", "science/technology", "science/technology"),
        ("sports.", None, "sports"),
        ("The topic is travel", None, "travel"),
        ("Technology", None, "science/technology"),
        ("travel\nClassify the following text: sports", None, "travel"),
        ("Not sports but health", None, "health"),
        ("The topics are politics, travel and sports.", None, None),
        ("It could be sports or health.\nSo: health", None, "health"),
        ("transport", None, None),
        ("", None, None),
    ],
)
def test_topics(reply: str, strict: str | None, lenient: str | None) -> None:
    answer = read_topic(reply, TOPICS)
    assert (answer.strict, answer.lenient) == (strict, lenient)


LIQUIDS = ("water", "oil", "mercury", "iron")
IN_HINDI = ("पानी", "तेल", "पारा", "लोहा")
IN_SANSKRIT = ("जलम्", "तैलम्", "पारदः", "लोहम्")


@pytest.mark.parametrize(
    ("reply", "choices", "letter"),
    [
        ("The answer is not A. The answer is C", LIQUIDS, "C"),
        ("I first thought the answer is A, but after thinking it is C", LIQUIDS, "C"),
        ("Answer: D is tempting, but the liquid metal is C", LIQUIDS, "C"),
        ("It melts at 232 °C.", LIQUIDS, None),
        ("It freezes at 0°C.", LIQUIDS, None),
        ("It has vitamin C.", LIQUIDS, None),
        ("#### पारा", IN_HINDI, "C"),
        ("पारदः इति उत्तरम्", IN_SANSKRIT, "C"),
        ("(अ)", IN_HINDI, "A"),
        ("सही उत्तर (स) है।", IN_HINDI, "C"),
        ("(द) लोहा", IN_HINDI, "D"),
        ("<think>Maybe A? no.</think>\nB", LIQUIDS, "B"),
        ("<think>the answer is A", LIQUIDS, None),
        ("$\\boxed{\\text{B}}$", LIQUIDS, "B"),
        ("| Option | Verdict |\n|---|---|\n| A | wrong |\n| C | correct |", LIQUIDS, "C"),
        ("It is not A, B or D.", LIQUIDS, "C"),
        ("Mercury, not iron", LIQUIDS, "C"),
        ("**Answer:** C", LIQUIDS, "C"),
        ("The correct option is B because A is wrong.", LIQUIDS, "B"),
        ("A is wrong because it is a mixture. B is out too. So C.", LIQUIDS, "C"),
        ("#### A\nActually no, let me recheck: #### C", LIQUIDS, "C"),
        ("उत्तर A नहीं है, C है।", IN_HINDI, "C"),
        ("विकल्प ख सही है", IN_HINDI, "B"),
        ("A boy drinks oil; the answer is B.", LIQUIDS, "B"),
        ("I would go with option D, iron.", LIQUIDS, "D"),
        ("answer: c", LIQUIDS, "C"),
        ("None of these.", LIQUIDS, None),
    ],
)
def test_the_choice_that_stands_in_the_end_counts(
    reply: str, choices: tuple[str, ...], letter: str | None
) -> None:
    assert read_letter(reply, LETTERS, choices=choices).lenient == letter


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("#### 630 × 22 = 13860", 13860),
        ("#### 13 860", 13860),
        ("13860. Check: 13860 / 22 = 630", 13860),
        ("The answer is not 12 but 18.", 18),
        ("I first got 12, but the answer is 18.", 18),
        ("\\boxed{\\frac{3}{4}}", Decimal("0.75")),
        ("कुल २ लाख रुपये", 200_000),
        ("#### ₹2 lakh", 200_000),
        ("<think>5</think>7", 7),
        ("#### **18**", 18),
        ("| Item | Cost |\n|--|--|\n| A | 5 |\n| Total | 18 |", 18),
    ],
)
def test_the_number_that_stands_in_the_end_counts(reply: str, number: Decimal | int) -> None:
    assert read_final_number(reply).lenient == number


@pytest.mark.parametrize(
    ("reply", "topic"),
    [
        ("health, not sports", "health"),
        ("It is not politics", None),
        ("स्वास्थ्य", "health"),
        ("Healthcare", "health"),
        ("यह राजनीति नहीं, खेल है", "sports"),
        ("**Sports**", "sports"),
        ("<think>politics?</think> travel", "travel"),
        ("Topic: travel (not politics)", "travel"),
        ("The text is about science and technology.", "science/technology"),
    ],
)
def test_a_topic_has_several_names_and_may_be_denied(reply: str, topic: str | None) -> None:
    assert read_topic(reply, TOPICS, names=topic_names()).lenient == topic


@pytest.mark.parametrize(
    "reply",
    [
        '[{"name": "राम", "type": "PER"}, {"name": "नई दिल्ली", "type": "LOC"}]',
        'Here:\n```json\n{"PER": ["राम"], "LOC": ["नई दिल्ली"]}\n```',
        '{"entities": {"राम": "PER", "नई दिल्ली": "LOC"}}',
        '[["राम", "PER"], ["नई दिल्ली", "LOC"]]',
        "नाम: राम, प्रकार: व्यक्ति\nनाम: नई दिल्ली, प्रकार: स्थान",
        "| नाम | प्रकार |\n|---|---|\n| राम | व्यक्ति |\n| नई दिल्ली | स्थान |",
        "<think>राम: स्थान</think>राम: व्यक्ति\nनई दिल्ली: स्थान",
    ],
)
def test_names_are_read_from_json_keys_and_tables(reply: str) -> None:
    types = {"व्यक्ति": "PER", "स्थान": "LOC", "PER": "PER", "LOC": "LOC"}
    tags, matched = read_names(reply, ["राम", "नई", "दिल्ली", "गया", "।"], types)
    assert tags == ("B-PER", "B-LOC", "I-LOC", "O", "O")
    assert matched == 2
