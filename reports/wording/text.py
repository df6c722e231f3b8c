"""Figures and text as a person reads them, alike in every report."""

from __future__ import annotations

from kasauti.records import Figure, Interval, Threshold

# A sign for each verdict, so that none is shown by its colour alone.
SIGNS = {"passed": "✓", "failed": "✗", "too close to call": "≈", "undecided": "?", "shown": "○"}
CHANGES = {"worse": "▼", "better": "▲"}  # that are significant
SMALLEST_P = 0.0001
RANKS = (
    "rank: where the model may stand; with 95 % confidence all true ranks lie in these intervals "
    "at once (each two models compared, with the same correction)."
)


def number_text(value: float, *, digits: int = 3) -> str:
    """A figure as people write it: whole numbers whole, others to some digits, none in powers."""
    if isinstance(value, int):
        return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
    text = f"{value:.{digits}f}" if abs(value) < 100 else f"{value:,.1f}".replace(",", "\u202f")
    return text.replace("-", "−")


def p_value(p: float) -> str:
    """A p-value to four digits; none is zero.

    >>> p_value(0.03125), p_value(1e-9)
    ('0.0312', '< 0.0001')
    """
    return f"{p:.4f}" if p >= SMALLEST_P else f"< {SMALLEST_P}"


def rank_text(ranks: tuple[int, int]) -> str:
    """Return the ranks that a model may have.

    >>> rank_text((1, 3)), rank_text((2, 2))
    ('1-3', '2')
    """
    return "-".join(map(str, dict.fromkeys(ranks)))


def interval_text(interval: Interval | None) -> str:
    """Both ends; nothing where there is no interval."""
    return f"{number_text(interval.low)} to {number_text(interval.high)}" if interval else ""


def sample_text(figure: Figure) -> str:
    """Return the number of items of a figure: 360, or 96 of 360."""
    if figure.n is None:
        return ""
    of = "" if figure.of is None else f" of {number_text(figure.of)}"
    return f"{number_text(figure.n)}{of}"


def threshold_text(threshold: Threshold | None) -> str:
    """Return "at least 0.70", or the name of a threshold without a value (no significant drop).

    The example of a specification is called one.
    """
    if threshold is None:
        return ""
    if threshold.value is None:
        return threshold.required
    digits = 2 if round(threshold.value, 2) == threshold.value else 3
    required = f"{threshold.direction} {number_text(float(threshold.value), digits=digits)}"
    return f"{required} (example)" if threshold.kind == "example" else required


def verdict_text(verdict: str | None) -> str:
    return f"{SIGNS[verdict]} {verdict}" if verdict else ""


def minute(date: str) -> str:
    """Return a date in ISO format to the minute.

    >>> minute("2026-01-02T03:04:05+00:00")
    '2026-01-02 03:04'
    """
    return date[:16].replace("T", " ")


def name_text(name: str) -> str:
    """A name of the data as words: `character_ngrams` is "character ngrams"."""
    return name.replace("_", " ")


def count_text(count: int, what: str) -> str:
    """So many of something.

    >>> count_text(1, "test"), count_text(2, "test")
    ('1 test', '2 tests')
    """
    return f"{number_text(count)} {what}{'' if count == 1 else 's'}"


def squeeze(name: str, room: int) -> str:
    """A name of at most so many characters: its middle is left out, names differ at their ends.

    >>> squeeze("subject_verb_agreement_gender", 24), squeeze("binding", 24)
    ('subject_ver…ement_gender', 'binding')
    """
    if len(name) <= room:
        return name
    end = room // 2
    return f"{name[: room - end - 1]}…{name[-end:]}" if end else name[:room]
