"""A measurement: what one evaluation test found out, with all that a report says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kasauti.records.case_id import CaseId
from kasauti.records.changes import Change
from kasauti.records.figures import Figure
from kasauti.records.items import Item, Outcomes
from kasauti.records.numbers import Count, Finite, Interval, Positive
from kasauti.records.thresholds import WORST_FIRST, Verdict
from kasauti.records.tokenization import Tokenization

# The setting of a case of which only some items were measured (--limit).
LIMIT = "limit"
UNTIL = "until"
NO_THRESHOLD = "It has no threshold."


@dataclass(frozen=True, slots=True)
class Work:
    """The number of sequences that were computed, and of those that came from the store.

    worker: the process of pytest-xdist that counted them; empty where there is one process.
    """

    computed: Count = 0
    stored: Count = 0
    worker: str = ""

    def __add__(self, other: Work) -> Work:
        worker = self.worker or other.worker
        return Work(self.computed + other.computed, self.stored + other.stored, worker)


@dataclass(frozen=True, slots=True)
class Provenance:
    """From what a measurement can be repeated, and what it cost."""

    settings: Mapping[str, str]
    work: Work | None = None

    @property
    def signature(self) -> str:
        """All settings in one line, in the order of their names.

        >>> Provenance({"data": "hindi-core@4e1c", "bos": "<bos>"}).signature
        'bos:<bos>|data:hindi-core@4e1c'
        """
        return "|".join(f"{name}:{self.settings[name]}" for name in sorted(self.settings))


@dataclass(frozen=True, slots=True)
class Slice:
    """The accuracy over the items that have one value of a tag."""

    tag: str
    value: str
    correct: Count
    total: Positive
    interval: Interval

    @property
    def accuracy(self) -> float:
        return self.correct / self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """The result of a probe on one layer of a model; 0 are the embeddings."""

    layer: Count
    accuracy: Finite
    correct: Count
    total: Count
    interval: Interval
    macro_f1: Finite
    control_accuracy: Finite
    selectivity: Finite
    codelength: Finite
    compression: Finite
    selectivity_interval: Interval | None = None
    codelength_interval: Interval | None = None  # for other orders of the same examples


@dataclass(frozen=True, slots=True)
class Layers:
    """All probed layers, the one that was chosen, and a baseline that sees no layer."""

    results: tuple[Layer, ...]
    chosen: Count
    baseline: Finite | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """A case in plain words, for a person who meets it for the first time.

    tests: what is tested.
    decided: when an item counts as right.
    reason: why the threshold is what it is; empty where there is none.
    """

    tests: str
    decided: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One case, measured.

    headline: the figure that the case is known by; its verdict may be stricter than its own
    threshold asks, where further figures have thresholds too.
    message: what a failed test says.
    reasons: why the case is red, where its figures alone do not tell.
    details: figures that only this suite has, under their documented names.
    chosen: what was chosen (inner key) where what was right (outer key), counted.
    language: of the texts, BCP 47; tokenization: what the model's tokenizer makes of them.
    unit: what the items' `scores` are.
    score_name: what the items' `score` is.
    level, parent: the place of the case in a tree of cases, where the suite has one.
    change: the comparison with a baseline, where the case is one.
    model: which of several models it is about; empty where there is one.
    explanation: what the case tests, in words.
    """

    case: CaseId
    headline: Figure
    provenance: Provenance
    message: str = ""
    reasons: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    items: tuple[Item, ...] = ()
    outcomes: Outcomes | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    slices: tuple[Slice, ...] = ()
    layers: Layers | None = None
    chosen: Mapping[str, Mapping[str, Count]] = field(default_factory=dict)
    language: str | None = None
    tokenization: Tokenization | None = None
    unit: str = ""
    score_name: str = "score"
    level: str = ""
    parent: CaseId | None = None
    change: Change | None = None
    model: str = ""
    explanation: Explanation | None = None

    @property
    def is_by_language(self) -> bool:
        """True if the case counts for its language: no comparison, nor a part of other cases."""
        if self.language is None or self.change or self.case.is_part:
            return False
        return self.outcomes is not None and self.outcomes.kind == "right"

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all figures; shown where no threshold applies to any of them."""
        verdicts = {each.verdict for each in (self.headline, *self.figures)}
        return next((each for each in WORST_FIRST if each in verdicts), "shown")

    @property
    def red(self) -> bool:
        """Return whether the case fails its test; a case that is only shown does not."""
        return any(each.red for each in (self.headline, *self.figures))

    @property
    def met(self) -> bool:
        """Return whether all thresholds are met, clearly or too close to call."""
        return not self.red and self.verdict != "shown"

    @property
    def why_shown(self) -> str:
        """The reason why no threshold applies; empty where one does."""
        if self.verdict != "shown":
            return ""
        reasons = [each.why_shown for each in (self.headline, *self.figures) if each.why_shown]
        return " ".join(dict.fromkeys(reasons)) or NO_THRESHOLD

    @property
    def why_red(self) -> tuple[str, ...]:
        """A sentence for each threshold that was not met; nothing where all were."""
        if not self.red:
            return ()
        missed = (each for each in (self.headline, *self.figures) if each.red)
        return self.reasons or tuple(map(str, missed))

    @property
    def signature(self) -> str:
        return self.provenance.signature

    @property
    def settings(self) -> Mapping[str, str]:
        return self.provenance.settings
