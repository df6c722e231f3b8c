"""A figure: a value with its sample size, its interval, and what its threshold says of it."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.records.numbers import Count, Finite, Interval, Positive
from kasauti.records.thresholds import Threshold, Verdict

# The kinds of clusters that intervals are over: those that contain others come first.
NESTING = (
    *("cluster", "template", "frame", "paradigm"),
    *("topic", "passage", "sentence", "lemma", "group"),
)
# The share of lemmas, in the cells of one contrast, of which every form is right.
WHOLE_PARADIGMS = "whole_paradigms"
# Below this share of n, further items of the same clusters hardly narrow the interval.
SPARSE = 1 / 3


@dataclass(frozen=True, slots=True)
class Clusters:
    """The clusters that a figure's interval is over, and what they do to its sample size.

    by, counts: the kinds of clusters (template), and how many there are of each.
    effective_n: so many independent items would say as much; design_effect: n divided by it.
    item_interval: for other items of the same clusters, where the figure's own is for other
    clusters too.
    """

    by: tuple[str, ...]
    counts: tuple[Positive, ...]
    effective_n: Finite
    design_effect: Finite
    item_interval: Interval

    @property
    def advice(self) -> str:
        """Return what would narrow the interval, where it is not more items; else nothing."""
        if self.design_effect <= 1 / SPARSE:
            return ""
        n = self.effective_n * self.design_effect
        return (
            f"{n:.0f} items from {self} say as much as {self.effective_n:.0f} independent ones. "
            f"More {self.by[0]}s would narrow the interval, more items of these would not."
        )

    def __str__(self) -> str:
        """Return the clusters in words: 8 templates."""
        named = zip(self.counts, self.by, strict=True)
        return " × ".join(f"{count} {kind}{'' if count == 1 else 's'}" for count, kind in named)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; without a verdict it stands beside others and is not judged.

    why_shown: why no threshold applies, where the verdict is `shown`.
    of: how many items there are, where the verdict was looked for after `n` of them.
    clusters: what the interval is clustered by; None where it is over single items.
    missed: whether a figure that is too close to call fails its test: its value misses the
    threshold, or all of its interval had to meet it.
    """

    metric: str
    value: Finite
    n: Count | None = None
    interval: Interval | None = None
    threshold: Threshold | None = None
    verdict: Verdict | None = None
    band: str | None = None
    why_shown: str = ""
    of: Count | None = None
    clusters: Clusters | None = None
    missed: bool = False

    @property
    def red(self) -> bool:
        """Return whether the figure fails its test."""
        return self.verdict in ("failed", "undecided") or self.missed

    @property
    def met(self) -> bool:
        """Return whether the figure meets its threshold, clearly or too close to call."""
        return self.verdict in ("passed", "too close to call") and not self.missed

    @property
    def sample(self) -> str:
        """The number of items: 360, or 96 of 360; empty where it is not known."""
        if self.n is None:
            return ""
        return str(self.n) if self.of is None else f"{self.n} of {self.of}"

    def __str__(self) -> str:
        """Say what was measured, how surely, and what was required."""
        sample = [] if self.n is None else [f"n = {self.sample}"]
        if self.interval is not None:
            over = f" over {self.clusters}" if self.clusters else ""
            sample.append(f"95 % interval {self.interval}{over}")
        message = f"{self.metric} {self.value:.3f}"
        message += f" ({', '.join(sample)})" if sample else ""
        if self.verdict == "shown":
            return f"{message} is shown, not judged: {self.why_shown}"
        if self.threshold is None or self.threshold.value is None:
            return f"{message}."
        side = "above" if self.threshold.lower_is_better else "below"
        judged, ending = self.verdict, ""
        if judged == "too close to call":
            judged = "passed" if self.threshold.allows(self.value) else "failed"
            ending = " It is too close to call: the interval contains the threshold."
        outcome = {
            "passed": "meets the threshold",
            "failed": f"is {side} the threshold",
            "undecided": "is undecided: too few items were scored to judge it by the threshold",
            None: "has the threshold",
        }[judged]
        required = f"{self.threshold.required}: {self.threshold} ({self.threshold.source})"
        return f"{message} {outcome} for {required}.{ending}"
