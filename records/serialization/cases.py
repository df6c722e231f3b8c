"""One measured case as JSON: as files hold it, and as it travels between processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import msgspec

from kasauti.inputs.errors import RecordError
from kasauti.records.case_id import CaseId
from kasauti.records.changes import Change, FlippedItem
from kasauti.records.figures import Figure
from kasauti.records.items import Item
from kasauti.records.measurements import Layers, Measurement, Slice
from kasauti.records.numbers import Interval
from kasauti.records.tokenization import Tokenization

Json = dict[str, Any]

# Named alike in a measurement and in a file, where what is empty is left out.
ALIKE = (
    *("chosen", "language", "unit", "score_name", "level", "model"),
    *("notes", "reasons", "message"),
)
# The fields that every case may have; what else stands there is the suite's own.
COMMON = {
    *("case", "metric", "value", "n", "of", "interval", "clusters", "band", "threshold"),
    "why_shown",
    *("headline_verdict", "verdict", "missed", "red", "signature", "settings", "figures", "slices"),
    *("layer_results", "layers", "tokenization", "parent", "explanation", "outcomes", "items"),
    *ALIKE,
}
# A case that is a comparison with a baseline has this field, and the others too.
COMPARED = "compared"
OF_CHANGE = {
    *("compared_metric", "before", "now", "test", "p", "p_holm", "cases", "drop"),
    *("smallest_detectable_drop", "lost", "won", "flips", "new_cases", "alpha", COMPARED),
}
# What comes of a value that a record cannot have.
INVALID = (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError, RecursionError)


def pack(measurement: Measurement) -> str:
    """Return the measurement as it travels between processes, all of it."""
    return msgspec.json.encode(measurement, enc_hook=_plain).decode()


def unpack(text: str) -> Measurement:
    """Return the measurement that `pack` wrote."""
    return msgspec.json.decode(text, type=Measurement)


def validate(measurement: Measurement) -> None:
    """Raise if a value is not what its type says, or a name is that of a field of every case."""
    if taken := COMMON & {*measurement.details, measurement.headline.metric}:
        raise ValueError(
            f"{measurement.case} calls a detail or its metric {min(taken)}, which every case has "
            "already. Give it another name."
        )
    msgspec.convert(builtins(measurement), Measurement)


def case_json(measurement: Measurement) -> Json:
    """Return a case of a file: the suite's own figures, then what every case has.

    The work is left out, so that equal runs have equal cases; the summary has its total.
    """
    headline, layers = measurement.headline, measurement.layers
    alike = {name: getattr(measurement, name) for name in ALIKE}
    further = {
        "figures": [_figure_json(each) for each in measurement.figures],
        "slices": _slices_json(measurement.slices),
        "layer_results": layers and _layer_results(layers),
        "layers": layers and {"chosen": layers.chosen, "baseline": layers.baseline},
        **builtins(alike),
        "tokenization": tokenization_json(measurement.tokenization),
        "parent": measurement.parent and str(measurement.parent),
        "explanation": measurement.explanation and _filled(measurement.explanation),
        "outcomes": _outcomes_json(measurement),
        "items": items_json(measurement.items),
    }
    return {
        headline.metric: headline.value,
        **builtins(measurement.details),
        "case": str(measurement.case),
        **_figure_json(headline),
        "band": headline.band,
        "headline_verdict": headline.verdict,
        "verdict": measurement.verdict,
        "red": measurement.red,
        "signature": measurement.signature,
        "settings": dict(measurement.settings),
        **(_change_json(measurement.change) if measurement.change else {}),
        **{name: value for name, value in further.items() if value},
    }


def items_json(items: Iterable[Item | FlippedItem]) -> list[Json]:
    """Return items as files hold them, without what they do not have."""
    return [_filled(each) for each in items]


def interval_json(interval: Interval | None) -> Json | None:
    """Return the ends of an interval, or None."""
    return builtins(interval)  # type: ignore[no-any-return]


def tokenization_json(found: Tokenization | None) -> Json | None:
    """Return the counts, and what they come to; null is what is not known."""
    if found is None:
        return None
    return {
        "texts": found.texts,
        "tokens": found.tokens,
        "words": found.words,
        "utf8_bytes": found.utf8_bytes,
        "unknown_tokens": found.unknown,
        "byte_tokens": found.pieces,
        "tokens_per_word": found.per_word,
        "tokens_per_byte": found.per_byte,
        "unknown_or_byte_share": found.broken,
    }


def read_measurement(content: Mapping[str, Any]) -> Measurement:
    """Return the measurement that `case_json` wrote."""
    name = content.get("case", "a case") if isinstance(content, Mapping) else "a case"
    try:
        return msgspec.convert(_measurement_fields(content), Measurement)
    except INVALID as error:
        raise RecordError(f"{name} has a missing or invalid value: {error}") from None


def builtins(value: object) -> Any:
    """Return a record as dicts, lists and scalars."""
    return msgspec.to_builtins(value, enc_hook=_plain)


def _plain(value: object) -> Json:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not a builtin type")


@cache
def _defaults(kind: type) -> Json:
    factories = {each.name: each.default_factory for each in fields(kind)}
    made = {name: make() for name, make in factories.items() if make is not MISSING}
    return made | {e.name: e.default for e in fields(kind) if e.default is not MISSING}


def _filled(record: Any) -> Json:
    """Return the fields that differ from their defaults: there may be 100,000 items."""
    defaults = _defaults(record.__class__)
    return {
        name: value
        for name, value in builtins(record).items()
        if name not in defaults or value != defaults[name]
    }


def _figure_json(figure: Figure) -> Json:
    threshold = figure.threshold and _filled(figure.threshold)
    optional = {
        "of": figure.of,
        "clusters": builtins(figure.clusters),
        "band": figure.band,
        "why_shown": figure.why_shown,
        "missed": figure.missed,
    }
    return {
        "metric": figure.metric,
        "value": figure.value,
        "n": figure.n,
        "interval": interval_json(figure.interval),
        "threshold": threshold and {"band": threshold.pop("required"), **threshold},
        "verdict": figure.verdict,
        **{name: value for name, value in optional.items() if value},
    }


def _figure(content: Mapping[str, Any]) -> Json:
    threshold = content.get("threshold")
    return {**content, "threshold": threshold and {**threshold, "required": threshold["band"]}}


def _outcomes_json(measurement: Measurement) -> Json | None:
    found = measurement.outcomes
    if found is None or found.kind == "score":
        return builtins(found)  # type: ignore[no-any-return]
    return {"kind": found.kind, "items": {item: value == 1 for item, value in found.items.items()}}


def _outcomes(content: Mapping[str, Any] | None) -> Json | None:
    """Return outcomes as numbers: an item that is right has the outcome true in a file."""
    if content is None:
        return None
    found = content["items"].items()
    items = {item: int(value) if value in (True, False) else value for item, value in found}
    return {**content, "items": items}


def _slices_json(slices: Iterable[Slice]) -> Json:
    found: Json = {}
    for each in slices:
        figures: Json = {"accuracy": each.accuracy, "correct": each.correct, "total": each.total}
        figures["interval"] = interval_json(each.interval)
        found.setdefault(each.tag, {})[each.value] = figures
    return found


def _slices(content: Mapping[str, Mapping[str, Any]]) -> Iterator[Json]:
    for tag, values in content.items():
        for value, figures in values.items():
            yield {**figures, "tag": tag, "value": value}


def _layer_results(layers: Layers) -> Json:
    results = {str(each.layer): builtins(each) for each in layers.results}
    for each in results.values():
        del each["layer"]
    return results


def _layers(content: Mapping[str, Any]) -> Json | None:
    if "layer_results" not in content:
        return None
    results = content["layer_results"].items()
    return {
        **content["layers"],
        "results": [{**figures, "layer": int(layer)} for layer, figures in results],
    }


def _change_json(change: Change) -> Json:
    content = builtins(change)
    del content["metric"], content["flips_lost"], content["flips_won"]
    return {
        **content,
        COMPARED: str(change.compared),
        "compared_metric": change.metric,
        "flips": {"lost": items_json(change.flips_lost), "won": items_json(change.flips_won)},
    }


def _change(content: Mapping[str, Any]) -> Json:
    return {
        **content,
        COMPARED: _case_id(content[COMPARED]),
        "metric": content["compared_metric"],
        "flips_lost": content["flips"]["lost"],
        "flips_won": content["flips"]["won"],
    }


def _measurement_fields(content: Mapping[str, Any]) -> Json:
    """Return a case of a file in the shape of a measurement; its types are not yet checked."""
    known = COMMON | OF_CHANGE if COMPARED in content else COMMON
    shown = (content["metric"], content["value"])
    tokens = content.get("tokenization")
    if tokens is not None:
        renamed = {"unknown": tokens["unknown_tokens"], "pieces": tokens["byte_tokens"]}
        tokens = {**tokens, **renamed}
    return {
        **{name: content[name] for name in (*ALIKE, "items", "explanation") if name in content},
        "case": _case_id(content["case"]),
        "headline": _figure({**content, "verdict": content.get("headline_verdict")}),
        "provenance": {"settings": content["settings"]},
        "figures": [_figure(each) for each in content.get("figures", ())],
        "outcomes": _outcomes(content.get("outcomes")),
        "details": {
            name: value
            for name, value in content.items()
            if name not in known and (name, value) != shown
        },
        "slices": list(_slices(content.get("slices", {}))),
        "layers": _layers(content),
        "tokenization": tokens,
        "parent": _case_id(content["parent"]) if "parent" in content else None,
        "change": _change(content) if COMPARED in content else None,
    }


def _case_id(value: object) -> CaseId:
    return CaseId.parse(msgspec.convert(value, str))
