"""The correction of a judge that is tried on its own labels."""

from __future__ import annotations

from bench.statistics.suites.labelled import split_rows, voice_rows
from kasauti.scorers.judging.calibration import JudgedLabel


def labels(*, guessing: bool) -> list[JudgedLabel]:
    """Labels of a judge that calls every third wrong answer right, or every third of any kind."""
    return [
        JudgedLabel(
            f"question {number // 2}",
            right := number % 2 == 0,
            "right" if (right and not guessing) or number // 2 % 3 == 0 else "wrong",
        )
        for number in range(240)
    ]


def test_each_half_of_the_questions_is_corrected_by_the_other() -> None:
    rows = list(split_rows(labels(guessing=False)))
    assert [row[0] for row in rows] == ["first", "second"]
    assert sum(int(row[1]) for row in rows) == sum(int(row[2]) for row in rows) == 240
    for *_, truth, raw, corrected, interval in rows:
        low, high = map(float, interval.split(" to "))
        assert float(truth) == 0.5
        assert float(raw) > 0.6
        assert low < float(truth) < high < float(raw)
        assert abs(float(corrected) - 0.5) < 0.08


def test_guessing_judge_corrects_nothing() -> None:
    for row in split_rows(labels(guessing=True)):
        assert row[-1] == "0.00 to 1.00"


def test_long_plain_answers_have_less_voice_per_100_words() -> None:
    rows = {row[:2]: (float(row[2]), float(row[3])) for row in voice_rows()}
    density, markers = rows["right_in_voice and wrong_in_voice", "right_long"]
    assert density >= 0.95
    assert density > markers + 0.3
    density, markers = rows["right_in_voice", "right_long"]
    assert density >= 0.9
    assert markers < 0.5  # the documented score prefers the long plain ones
