"""What the layers tell: a small curve for each task, and one map of all tasks and layers."""

from __future__ import annotations

from collections.abc import Sequence

from kasauti.records import Layer, Layers, Measurement
from kasauti.reports.dashboard.markup import Markup, element, joined, number
from kasauti.reports.dashboard.table import scrolling, table
from kasauti.reports.layer_table import layer_table
from kasauti.reports.text import shortened, spaced

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 320, 150, 30, 8, 22
LEGEND = (
    ("accuracy", "accuracy, with its 95 % interval"),
    ("control", "control task (random labels by word)"),
    ("letters", "baseline that sees no layer"),
    ("threshold", "threshold"),
)

Probed = tuple[Measurement, Layers]


def layer_views(cases: Sequence[Measurement]) -> Markup | None:
    """The map and the curves of the cases that have layers; nothing where none has."""
    probed = [(case, case.layers) for case in cases if case.layers]
    if not probed:
        return None
    header, rows = layer_table(cases)
    numeric = frozenset(range(1, len(header)))
    return joined(
        table("Each task beside its baselines", header, rows, numeric=numeric) if rows else None,
        element("h3", "Accuracy by task and layer"),
        layer_map(probed),
        element("h3", "Layer curves"),
        element("ul", *(_legend(name, label) for name, label in LEGEND), class_="legend"),
        element("div", *(layer_curve(*each) for each in probed), class_="curves"),
    )


def layer_map(probed: Sequence[Probed]) -> Markup:
    """A table, so that it can be read cell by cell; the shade of a cell is its accuracy."""
    columns = sorted({layer.layer for _, layers in probed for layer in layers.results})
    head = element(
        "tr",
        element("th", "task", scope="col"),
        *(element("th", str(layer), scope="col") for layer in columns),
    )
    rows = [_map_row(case, layers, columns) for case, layers in probed]
    caption = element("caption", "Per cent right at each layer; the chosen layer is outlined.")
    content = joined(caption, element("thead", head), element("tbody", *rows))
    return scrolling(element("table", content, class_="heat"), "Layer map")


def layer_curve(case: Measurement, layers: Layers) -> Markup:
    """One task: accuracy with its interval, the control task, the baseline, the threshold."""
    name, results = case.case.name, layers.results
    count = len(results)
    highs = [(index, layer.interval.high) for index, layer in enumerate(results)]
    lows = [(index, layer.interval.low) for index, layer in enumerate(results)]
    chosen = [
        (index, layer.accuracy)
        for index, layer in enumerate(results)
        if layer.layer == layers.chosen
    ]
    bar = case.headline.bar
    parts = [
        *_axes([str(layer.layer) for layer in results]),
        element("polygon", class_="band", points=_points([*highs, *reversed(lows)], count)),
        _level("threshold", bar.value if bar else None),
        _level("letters", layers.baseline),
        _series("control", [layer.control_accuracy for layer in results]),
        _series("accuracy", [layer.accuracy for layer in results]),
        *(_dot(index, share, count) for index, share in chosen),
    ]
    message = f": {shortened(case.headline.value)}, chosen layer {layers.chosen}"
    picture = element(
        "svg",
        *parts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=f"{name}{message}, by layer",
    )
    caption = element("figcaption", element("b", spaced(name)), message)
    return element("figure", caption, picture, _layer_table(name, results), class_="curve")


def _layer_table(name: str, results: Sequence[Layer]) -> Markup:
    """The figures behind a curve, on demand."""
    header = ("layer", "accuracy", "control accuracy", "selectivity", "macro f1", "codelength")
    rows = [
        [
            str(layer.layer),
            number(layer.accuracy),
            number(layer.control_accuracy),
            number(layer.selectivity),
            number(layer.macro_f1),
            number(layer.codelength),
        ]
        for layer in results
    ]
    inner = table(f"{name} by layer", header, rows, numeric=frozenset(range(1, len(header))))
    return element("details", element("summary", "Figures"), inner)


def _map_row(case: Measurement, layers: Layers, columns: Sequence[int]) -> Markup:
    shares = {layer.layer: layer.accuracy for layer in layers.results}
    cells = []
    for layer in columns:
        if layer not in shares:
            cells.append(element("td"))
            continue
        share = shares[layer]
        # Squared: most layers are near the top, and there the shades have to differ.
        chosen = " chosen" if layer == layers.chosen else ""
        mark = element("data", str(round(100 * share)), value=repr(share))
        cells.append(element("td", mark, class_=f"shade{round(10 * share**2)}{chosen}"))
    return element("tr", element("th", spaced(case.case.name), scope="row"), *cells)


def _legend(name: str, label: str) -> Markup:
    line = element("line", class_=name, x1=0, x2=26, y1=6, y2=6)
    return element("li", element("svg", line, width=26, height=12, aria_hidden="true"), " ", label)


def _axes(names: Sequence[str]) -> list[Markup]:
    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = _point(0, share, 1)
        parts.append(element("line", class_="grid", x1=LEFT, x2=WIDTH, y1=y, y2=y))
        text = f"{share:.2f}".rstrip("0").rstrip(".")
        parts.append(element("text", text, x=LEFT - 5, y=y + 3.5, text_anchor="end"))
    step = 1 + len(names) // 12  # so that the numbers of a deep model do not touch
    for index in range(0, len(names), step):
        x, _ = _point(index, 0.0, len(names))
        parts.append(element("text", names[index], x=x, y=HEIGHT - 6, text_anchor="middle"))
    return parts


def _level(name: str, share: float | None) -> Markup | None:
    if share is None:
        return None
    _, y = _point(0, share, 1)
    return element("line", class_=name, x1=LEFT, x2=WIDTH, y1=y, y2=y)


def _dot(index: int, share: float, count: int) -> Markup:
    x, y = _point(index, share, count)
    return element("circle", class_="chosen", cx=x, cy=y, r=4)


def _series(name: str, shares: Sequence[float]) -> Markup:
    points = _points(list(enumerate(shares)), len(shares))
    return element("polyline", class_=name, points=points)


def _points(values: Sequence[tuple[int, float]], count: int) -> str:
    points = [_point(index, value, count) for index, value in values]
    return " ".join(f"{x},{y}" for x, y in points)


def _point(index: int, share: float, count: int) -> tuple[float, float]:
    x = LEFT + (WIDTH - LEFT) * (index + 0.5) / count
    y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
    return round(x, 1), round(y, 1)
