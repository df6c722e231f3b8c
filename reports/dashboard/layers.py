"""What the layers tell: a small curve for each task, and one map of all tasks and layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasauti.reports.dashboard.markup import Markup, element, joined, number, shortened
from kasauti.reports.dashboard.table import scrolling, spaced, table

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 150, 30, 8, 22
LEGEND = (
    ("accuracy", "accuracy, with its 95 % interval"),
    ("control", "control task (random labels by word)"),
    ("letters", "letters of the span alone"),
    ("threshold", "bar"),
)

Cases = Sequence[Mapping[str, Any]]


def layer_views(cases: Cases) -> Markup | None:
    """The map and the curves of the cases that have layers; nothing where none has."""
    probed = [case for case in cases if case["details"].get("layer_results")]
    if not probed:
        return None
    return joined(
        element("h3", "Accuracy by task and layer"),
        layer_map(probed),
        element("h3", "Layer curves"),
        element("ul", *(_legend(name, told) for name, told in LEGEND), class_="legend"),
        element("div", *(layer_curve(case) for case in probed), class_="curves"),
    )


def layer_map(cases: Cases) -> Markup:
    """A table, so that it can be read cell by cell; the shade of a cell is its accuracy."""
    columns = sorted(
        {layer for case in cases for layer in case["details"]["layer_results"]}, key=int
    )
    head = element(
        "tr",
        element("th", "task", scope="col"),
        *(element("th", layer, scope="col") for layer in columns),
    )
    rows = [_map_row(case, columns) for case in cases]
    caption = element("caption", "Per cent right at each layer; the chosen layer is outlined.")
    content = joined(caption, element("thead", head), element("tbody", *rows))
    return scrolling(element("table", content, class_="heat"), "Layer map")


def layer_curve(case: Mapping[str, Any]) -> Markup:
    """One task: accuracy with its interval, the control task, the letters, the bar."""
    details = case["details"]
    layers: Mapping[str, Mapping[str, Any]] = details["layer_results"]
    name = case["case"].partition("/")[2]
    results = list(layers.values())
    highs = [(place, each["interval"]["high"]) for place, each in enumerate(results)]
    lows = [(place, each["interval"]["low"]) for place, each in enumerate(results)]
    count = len(results)
    letters = details.get("baselines", {}).get("character_ngrams")
    best = str(details.get("best_layer"))
    parts = [
        *_axes(list(layers)),
        element("polygon", class_="band", points=_points([*highs, *reversed(lows)], count)),
        _level("threshold", case.get("bar")),
        _level("letters", letters),
        element("polyline", class_="control", points=_series(results, "control_accuracy")),
        element("polyline", class_="accuracy", points=_series(results, "accuracy")),
        _dot(list(layers).index(best), layers[best]["accuracy"], count) if best in layers else None,
    ]
    told = (
        f"{name}: {shortened(details['best_accuracy'])}, chosen layer {best}"
        if best in layers
        else name
    )
    picture = element(
        "svg", *parts, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=f"{told}, by layer"
    )
    caption = element("figcaption", element("b", spaced(name)), told.removeprefix(name))
    return element("figure", caption, picture, _layer_table(name, layers), class_="curve")


def _layer_table(name: str, layers: Mapping[str, Mapping[str, Any]]) -> Markup:
    """The figures behind a curve, on demand."""
    keys = ("accuracy", "control_accuracy", "selectivity", "macro_f1", "codelength")
    rows = [[layer, *(number(result.get(key)) for key in keys)] for layer, result in layers.items()]
    header = ("layer", *(spaced(key) for key in keys))
    inner = table(f"{name} by layer", header, rows, numeric=frozenset(range(1, len(header))))
    return element("details", element("summary", "Figures"), inner)


def _map_row(case: Mapping[str, Any], columns: Sequence[str]) -> Markup:
    details = case["details"]
    cells = []
    for layer in columns:
        result = details["layer_results"].get(layer)
        if result is None:
            cells.append(element("td"))
            continue
        share = result["accuracy"]
        # Squared: most layers are near the top, and there the shades have to differ.
        chosen = " chosen" if layer == str(details.get("best_layer")) else ""
        mark = element("data", str(round(100 * share)), value=repr(share))
        cells.append(element("td", mark, class_=f"shade{round(10 * share**2)}{chosen}"))
    return element("tr", element("th", spaced(case["case"].partition("/")[2]), scope="row"), *cells)


def _legend(name: str, told: str) -> Markup:
    line = element("line", class_=name, x1=0, x2=26, y1=6, y2=6)
    return element("li", element("svg", line, width=26, height=12, aria_hidden="true"), " ", told)


def _axes(names: Sequence[str]) -> list[Markup]:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = _point(0, share, 1)
        parts.append(element("line", class_="grid", x1=LEFT, x2=WIDTH, y1=y, y2=y))
        text = f"{share:.2f}".rstrip("0").rstrip(".")
        parts.append(element("text", text, x=LEFT - 5, y=y + 3.5, text_anchor="end"))
    step = 1 + len(names) // 12  # so that the numbers of a deep model do not touch
    for place in range(0, len(names), step):
        x, _ = _point(place, 0.0, len(names))
        parts.append(element("text", names[place], x=x, y=HEIGHT - 6, text_anchor="middle"))
    return parts


def _level(name: str, share: float | None) -> Markup | None:
    if share is None:
        return None
    _, y = _point(0, share, 1)
    return element("line", class_=name, x1=LEFT, x2=WIDTH, y1=y, y2=y)


def _dot(place: int, share: float, count: int) -> Markup:
    x, y = _point(place, share, count)
    return element("circle", class_="chosen", cx=x, cy=y, r=4)


def _series(results: Sequence[Mapping[str, Any]], key: str) -> str:
    return _points([(place, each[key]) for place, each in enumerate(results)], len(results))


def _points(values: Sequence[tuple[int, float]], count: int) -> str:
    points = [_point(place, value, count) for place, value in values]
    return " ".join(f"{x},{y}" for x, y in points)


def _point(place: int, share: float, count: int) -> tuple[float, float]:
    x = LEFT + (WIDTH - LEFT) * (place + 0.5) / count
    y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
    return round(x, 1), round(y, 1)
