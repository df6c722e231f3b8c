"""Records of cases for comparing them, and the check that two are the same measurement."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kasauti.records import (
    LIMIT,
    LOWER_IS_BETTER,
    UNTIL,
    CaseId,
    Direction,
    Measurement,
    Provenance,
)
from kasauti.records.items import OutcomeKind

ALL_ITEMS = "all_items"

# What may differ between two runs that are compared: what a model runs on, and the model.
LIBRARIES = {"torch", "transformers", "tokenizers", "peft", "bitsandbytes"}
RUNS_ON = {"device", "kasauti", "engine"} | LIBRARIES
# Of a quiz, how the model was trained is a fact about the model, too.
FREE = RUNS_ON | {"model", "weights", "adapter", "tokenizer", "dtype", "code", "approach"}
# How a kind of model is scored: the other kind has another setting.
BY_KIND = {"bos", "pll"}
# What a tokenizer brings: its first token, its chat template. Another tokenizer has its own for the
# same purpose; only having none where there could be one is another method.
BY_TOKENIZER = {"bos", "prompt"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseRecord:
    """The score of a case and the outcome of each of its items."""

    case: CaseId
    metric: str
    value: float
    n: int
    direction: Direction
    kind: OutcomeKind
    items: Mapping[str, float]  # right: 1 or 0
    settings: Mapping[str, str]
    signature: str
    language: str | None = None
    clusters: Mapping[str, str] = field(default_factory=dict)  # of items that change together

    @property
    def lower_is_better(self) -> bool:
        return self.direction in LOWER_IS_BETTER

    @classmethod
    def of(cls, measurement: Measurement) -> CaseRecord:
        """Return the record of a measurement; higher is better if no threshold says otherwise."""
        headline, outcomes = measurement.headline, measurement.outcomes
        if outcomes is None:
            raise ValueError(f"{measurement.case} has no outcomes by item to compare.")
        return cls(
            case=measurement.case,
            metric=headline.metric,
            value=headline.value,
            n=len(outcomes.items) if headline.n is None else headline.n,
            direction=headline.threshold.direction if headline.threshold else "at least",
            kind=outcomes.kind,
            items=outcomes.items,
            settings=measurement.settings,
            signature=measurement.signature,
            language=measurement.language,
            clusters=_clusters_of(measurement),
        )


def records_of(measurements: Iterable[Measurement]) -> dict[CaseId, CaseRecord]:
    """Return the records of the cases that have outcomes and are not comparisons themselves."""
    return {
        each.case: CaseRecord.of(each)
        for each in measurements
        if each.outcomes is not None and each.change is None
    }


def pools(cases: Iterable[CaseRecord]) -> dict[CaseId, list[CaseRecord]]:
    """The right-or-wrong cases of a suite, or of a user's data pack in it, under one name.

    Together they can show what none of them has enough items to show.
    """
    groups: dict[CaseId, list[CaseRecord]] = {}
    for record in cases:
        case = record.case
        if record.kind == "right" and not case.is_part:
            name = f"{case.pack}/{ALL_ITEMS}" if case.pack else ALL_ITEMS
            groups.setdefault(CaseId(case.suite, name), []).append(record)
    return {name: group for name, group in groups.items() if len(group) > 1}


def is_whole(case: CaseId) -> bool:
    """Return True for the case that pools all items of a suite or of a data pack."""
    return case.name.rpartition("/")[2] == ALL_ITEMS


def pool(name: CaseId, cases: Sequence[CaseRecord]) -> CaseRecord:
    """The items of several right-or-wrong cases as one, scored by their share of right ones."""
    items = {
        name_pooled_item(case.case, item): value
        for case in cases
        for item, value in case.items.items()
    }
    settings = dict(set.intersection(*(set(case.settings.items()) for case in cases)))
    languages = {case.language for case in cases}
    return CaseRecord(
        case=name,
        metric="accuracy",
        value=sum(items.values()) / len(items),
        n=len(items),
        direction="at least",
        kind="right",
        items=items,
        settings=settings,
        signature=Provenance(settings).signature,
        language=languages.pop() if len(languages) == 1 else None,
        clusters={
            name_pooled_item(case.case, item): f"{case.case} {cluster}"
            for case in cases
            for item, cluster in case.clusters.items()
        },
    )


def name_pooled_item(case: CaseId, item: str) -> str:
    """Return an id that is unique among the items of all cases."""
    return f"{case} {item}"


def _clusters_of(measurement: Measurement) -> dict[str, str]:
    """Return the cluster of each item that has one, by what the headline's interval is over."""
    if (over := measurement.headline.clusters) is None:
        return {}
    labels = {item.id: item.clusters.get(over.by[0]) for item in measurement.items}
    return {item: label for item, label in labels.items() if label}


def changes_between(before: CaseRecord, now: CaseRecord) -> list[float]:
    """By how much each item is better now, in the order of the items before."""
    if before.items.keys() != now.items.keys():
        raise ValueError(f"the runs of {now.case} have different items")
    sign = -1 if now.kind == "score" and now.lower_is_better else 1
    return [sign * (now.items[item] - value) for item, value in before.items.items()]


def sum_clusters(changes: Sequence[float], clusters: Sequence[int] | None) -> list[float]:
    """The summed change of each cluster; of each item without clusters."""
    if clusters is None:
        return list(changes)
    sums = dict.fromkeys(clusters, 0.0)
    for cluster, change in zip(clusters, changes, strict=True):
        sums[cluster] += change
    return list(sums.values())


def shared_clusters(before: CaseRecord, now: CaseRecord) -> list[int] | None:
    """The cluster of each item as a number; an item without one is a cluster of its own."""
    names = {**before.clusters, **now.clusters}  # a baseline file may have none
    if len({names.get(item, (item,)) for item in before.items}) == len(before.items):
        return None
    numbers: dict[object, int] = {}
    return [numbers.setdefault(names.get(item, (item,)), len(numbers)) for item in before.items]


def differences(before: CaseRecord, now: CaseRecord) -> list[str]:
    """Return the reasons why two cases are not the same measurement."""
    limits = [each.settings.get(LIMIT, "all") for each in (before, now)]
    if limits[0] != limits[1]:
        # The one reason to give: all else follows from it.
        return [f"--limit: the items measured were {limits[0]} and are {limits[1]}"]
    if any(UNTIL in each.settings for each in (before, now)):
        return [
            "--until=decided: only as many items were scored as the verdict needed, so that the "
            "runs cannot be compared item by item"
        ]
    found = [
        f"{name} was {_show(earlier)} and is {_show(later)}"
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


def measurement_digest(record: CaseRecord) -> str:
    """Return what two records share if they are the same measurement, whatever the model."""
    free = FREE | BY_KIND | BY_TOKENIZER
    settings = sorted((k, _measure(v)) for k, v in record.settings.items() if k not in free)
    told = (record.metric, record.direction, record.kind, settings, sorted(record.items))
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


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
    """A setting without what it ran on, where it is itself the signature of another model."""
    if value is None or "|" not in value:
        return value
    parts = value.split("|")
    return "|".join(part for part in parts if part.partition(":")[0] not in RUNS_ON)


def _show(value: str | None) -> str:
    return "not set" if value is None else value
