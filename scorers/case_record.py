"""A finished case: what is kept of it, and whether two of them are the same measurement."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kasauti.scorers.signature import signature

# The key that tells a baseline file, and the version of its form.
BASELINE_FORMAT, BASELINE_VERSION = "kasauti_baseline", 1

ALL_ITEMS = "all_items"

Kind = Literal["right", "score"]
LOWER_IS_BETTER = ("at most", "less than")

# What may differ between two runs that are compared: what a model runs on, and the model.
RUNS_ON = {"device", "kasauti", "peft", "torch", "transformers"}
FREE = RUNS_ON | {"model", "weights", "adapter", "tokenizer", "dtype"}
# How a kind of model is scored: the other kind has another setting.
BY_KIND = {"bos", "pll"}
# What a tokenizer brings: its first token, its chat template. Another one has its own for the same
# purpose; only to have none where there could be one is another way to measure.
BY_TOKENIZER = {"bos", "prompt"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRecord:
    """The score of a case and the outcome of each of its items."""

    case: str
    metric: str
    value: float
    n: int
    direction: str
    kind: Kind
    items: Mapping[str, float]  # right: 1 or 0
    settings: Mapping[str, str]
    signature: str

    @property
    def lower_is_better(self) -> bool:
        return self.direction in LOWER_IS_BETTER

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> CaseRecord:
        """From what is recorded of a case or was kept of it; refuses what cannot be compared."""
        if not isinstance(record, Mapping):
            raise ValueError(f"{record!r} is no case")
        try:
            outcomes = record["outcomes"]
            case = cls(
                case=str(record["case"]),
                metric=str(record["metric"]),
                value=_finite(record["value"]),
                n=int(record["n"]),
                direction=str(record["direction"]),
                kind=outcomes["kind"],
                items={str(item): _finite(value) for item, value in outcomes["items"].items()},
                settings={str(key): str(value) for key, value in record["settings"].items()},
                signature=str(record["signature"]),
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"{record.get('case', 'a case')} lacks or garbles {error}") from None
        if case.kind not in ("right", "score") or not case.items:
            raise ValueError(f"{case.case} has no outcomes by item")
        if case.kind == "right" and not set(case.items.values()) <= {0.0, 1.0}:
            raise ValueError(f"{case.case} has items that are neither right nor wrong")
        return case

    def record(self) -> dict[str, Any]:
        """What a baseline keeps."""
        right = self.kind == "right"
        return {
            "case": self.case,
            "metric": self.metric,
            "value": self.value,
            "n": self.n,
            "direction": self.direction,
            "signature": self.signature,
            "settings": dict(self.settings),
            "outcomes": {
                "kind": self.kind,
                "items": {
                    item: bool(value) if right else value for item, value in self.items.items()
                },
            },
        }


def pools(cases: Iterable[CaseRecord]) -> dict[str, list[CaseRecord]]:
    """The right-or-wrong cases of a suite, or of a user's data pack in it, under a name for all.

    Together they show what none of them has the items to show.
    """
    groups: dict[str, list[CaseRecord]] = {}
    for case in cases:
        suite, _, name = case.case.partition("/")
        # A part of other cases, as `case:dative` is, is counted there.
        if case.kind == "right" and ":" not in name.partition("/")[0]:
            pack = name[: name.find("/") + 1]
            groups.setdefault(f"{suite}/{pack}{ALL_ITEMS}", []).append(case)
    return {name: group for name, group in groups.items() if len(group) > 1}


def pooled(name: str, cases: Sequence[CaseRecord]) -> CaseRecord:
    """The items of several right-or-wrong cases as one, scored by their share of right ones."""
    items = {
        pooled_item(case.case, item): value for case in cases for item, value in case.items.items()
    }
    settings = dict(set.intersection(*(set(case.settings.items()) for case in cases)))
    return CaseRecord(
        case=name,
        metric="accuracy",
        value=sum(items.values()) / len(items),
        n=len(items),
        direction="at least",
        kind="right",
        items=items,
        settings=settings,
        signature=signature(settings),
    )


def pooled_item(case: str, item: str) -> str:
    """What an item is called among those of other cases, whose ids may be the same."""
    return f"{case} {item}"


def differences(before: CaseRecord, now: CaseRecord) -> list[str]:
    """Why two cases are not the same measurement; empty where they are."""
    found = [
        f"{name} was {_told(earlier)} and is {_told(later)}"
        for name, earlier, later in (
            ("metric", before.metric, now.metric),
            ("direction", before.direction, now.direction),
            ("kind of outcome", before.kind, now.kind),
            *_settings(before.settings, now.settings),
        )
        if earlier != later
    ]
    if not found and before.items.keys() != now.items.keys():
        only = sorted(before.items.keys() ^ now.items.keys())
        found.append(f"{len(only)} items are in one run only, among them {only[0]}")
    return found


def _settings(
    before: Mapping[str, str], now: Mapping[str, str]
) -> list[tuple[str, str | None, str | None]]:
    """Each setting that must agree, as it was and as it is."""
    same_tokenizer = before.get("tokenizer") == now.get("tokenizer")
    compared = []
    for name in sorted((before.keys() | now.keys()) - FREE):
        earlier, later = before.get(name), now.get(name)
        if name in BY_KIND and (earlier is None or later is None):
            continue
        if name in BY_TOKENIZER and not same_tokenizer and "none" not in (earlier, later):
            continue
        compared.append((name, _measure(earlier), _measure(later)))
    return compared


def _measure(value: str | None) -> str | None:
    """A setting without what it runs on, where it is itself the signature of another model."""
    if value is None or "|" not in value:
        return value
    parts = value.split("|")
    return "|".join(part for part in parts if part.partition(":")[0] not in RUNS_ON)


def _told(value: str | None) -> str:
    return "not set" if value is None else value


def _finite(value: Any) -> float:
    number = float(value)
    if isinstance(value, str) or not math.isfinite(number):
        raise ValueError(f"the number {value!r}")
    return number
