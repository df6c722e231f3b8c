"""Which gates a measurement missed, each in a sentence."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

Measurement = Mapping[str, Any]

RED = ("failed", "inconclusive")
HOLDS = {
    "at least": operator.ge,
    "more than": operator.gt,
    "at most": operator.le,
    "less than": operator.lt,
}


def red(measurements: Iterable[Measurement]) -> list[Measurement]:
    """The measurements that make the run red."""
    return [each for each in measurements if each["verdict"] in RED]


def missed_gates(measurement: Measurement) -> list[str]:
    """What a red case missed: its headline's bar, those of its further figures, or its baseline."""
    if measurement["bar"] is None or "p_holm" in measurement["details"]:
        return [_drop(measurement)]
    figures = [each for each in measurement.get("figures", []) if each["verdict"] in RED]
    # The verdict of a case is that of all its bars: its headline may have met its own.
    own = [] if figures and _meets(measurement) else [measurement]
    return [_sentence(each) for each in own + figures]


def p_value(p: float, *, sign: str = "") -> str:
    """A p-value to four digits; none is nothing.

    >>> p_value(0.03125), p_value(1e-9)
    ('0.0312', '< 0.0001')
    """
    return f"{sign}{p:.4f}" if p >= 0.0001 else "< 0.0001"


def _meets(figure: Measurement) -> bool:
    return bool(HOLDS[figure["direction"]](figure["value"], figure["bar"]))


def _sentence(figure: Measurement) -> str:
    sample = [] if figure["n"] is None else [f"n = {figure['n']}"]
    if figure["low"] is not None:
        sample.append(f"95 % interval {figure['low']:.3f} to {figure['high']:.3f}")
    surety = f" ({', '.join(sample)})" if sample else ""
    outcome = "misses" if figure["verdict"] == "failed" else "is inconclusive: its interval holds"
    return (
        f"{figure['metric']} {figure['value']:.3f}{surety} {outcome} the bar, "
        f"{figure['direction']} {figure['bar']:.3f} ({figure['source']})."
    )


def _drop(measurement: Measurement) -> str:
    """What a comparison with the baseline found."""
    details = measurement["details"]
    if "p_holm" not in details:
        return f"{measurement['metric']} {measurement['value']:.3f}: {measurement['required']}."
    return (
        f"{details['metric']} {details['before']:.3f} before, {details['now']:.3f} now "
        f"(n = {measurement['n']}, p {p_value(details['p'], sign='= ')}, with Holm's correction "
        f"{p_value(details['p_holm'])}); asked for: {_asked(measurement)} "
        f"({measurement['source']})."
    )


def _asked(measurement: Measurement) -> str:
    if measurement["bar"] is None:
        return str(measurement["required"])
    return (
        f"{measurement['required']}, and a change of "
        f"{measurement['direction']} {measurement['bar']:g}"
    )
