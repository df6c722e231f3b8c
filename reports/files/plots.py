"""Plots for papers: each as SVG and PNG, with the data behind it as CSV."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasauti.analysis.trend.tracks import CaseTrend, Trend
from kasauti.records import Interval, Measurement, Run
from kasauti.reports.files.writing import csv_text, write_text_whole
from kasauti.reports.pages.trend.content import Columns, columns_of
from kasauti.text.visible import on_one_line

STYLE: Any = {"font.size": 9, "svg.hashsalt": "kasauti", "svg.fonttype": "none"}
WIDTH, ROW, FRAME = 6.3, 0.24, 1.2  # inches: the text width of a page, a row of names, the rest
# Latin letters first; the others where they are installed, for names in Devanagari.
FONTS = ("DejaVu Sans", "Noto Sans Devanagari", "Noto Sans")
DOTS = 300  # per inch, as printers want them


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot with its data; `draw` is given the axes of matplotlib."""

    name: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    height: float
    draw: Callable[[Any], None]


def write_plots(folder: Path, found: Iterable[Plot]) -> list[Path]:
    """Write plots, and return the pictures; without any, matplotlib is not imported."""
    plots = list(found)
    if not plots:
        return []
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.font_manager import fontManager

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    fonts = {"font.family": [each for each in FONTS if each in fontManager.get_font_names()]}
    with mpl.rc_context(STYLE | fonts), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # of a script without a font; the CSV has it
        for plot in plots:
            path = folder / plot.name
            write_text_whole(path.with_suffix(".csv"), csv_text([plot.header, *plot.rows]))
            figure = Figure(figsize=(WIDTH, plot.height), layout="constrained")
            plot.draw(figure.add_subplot())
            figure.savefig(path.with_suffix(".svg"), metadata={"Date": None})
            figure.savefig(path.with_suffix(".png"), dpi=DOTS)
            written += [path.with_suffix(".svg"), path.with_suffix(".png")]
    return written


def plots_of(run: Run) -> Iterator[Plot]:
    """Yield the scores of each suite, language and level, layers, and the matrices of choices."""
    for name, measured in run.by_suite().items():
        metrics = dict.fromkeys(each.headline.metric for each in measured if each.change is None)
        for metric in metrics:
            cases = [each for each in measured if each.headline.metric == metric]
            figures = [each.headline for each in cases]
            rows = [
                (each.case.name, figure.value, figure.interval)
                for each, figure in zip(cases, figures, strict=True)
            ]
            yield _scores(f"{name}-{metric}", metric, rows)
        if probed := [each for each in measured if each.layers]:
            yield _layers(f"{name}-layers", probed)
        if levelled := [each for each in measured if each.level]:
            yield _levels(f"{name}-levels", levelled)
        yield from (_matrix(each) for each in measured if each.chosen and not each.case.is_part)
        found = run.suite(name).languages.get("by_language", {})
        if len(found) > 1:
            accuracies = [
                (code, row["accuracy"], Interval(**row["interval"])) for code, row in found.items()
            ]
            yield _scores(f"{name}-languages", "accuracy", accuracies)


def _scores(name: str, metric: str, rows: Sequence[tuple[str, float, Interval | None]]) -> Plot:
    """Points with their 95 % intervals, the first on top."""
    data = [
        (case, value, *((interval.low, interval.high) if interval else ("", "")))
        for case, value, interval in rows
    ]

    def draw(axes: Any) -> None:
        for height, (_, value, interval) in enumerate(rows):
            if interval:
                axes.plot([interval.low, interval.high], [height] * 2, color="0.5", linewidth=1)
            axes.plot([value], [height], "o", color="black", markersize=4)
        axes.set_yticks(range(len(rows)), [_label(case) for case, *_ in rows])
        axes.invert_yaxis()
        axes.set_xlabel(_label(f"{metric}, with 95 % interval"))

    return Plot(_file(name), ("case", metric, "low", "high"), data, FRAME + ROW * len(rows), draw)


def _layers(name: str, probed: Sequence[Measurement]) -> Plot:
    curves = {str(each.case.name): each.layers.results for each in probed if each.layers}
    data = [
        (case, layer.layer, layer.accuracy, layer.interval.low, layer.interval.high)
        for case, layers in curves.items()
        for layer in layers
    ]

    def draw(axes: Any) -> None:
        for index, (case, layers) in enumerate(curves.items()):
            dashes = ("-", "--", ":", "-.")[index % 4]  # told apart without colours, too
            depths = [layer.layer for layer in layers]
            accuracies = [layer.accuracy for layer in layers]
            axes.plot(depths, accuracies, dashes, label=_label(case), linewidth=1)
        axes.set_xlabel("layer")
        axes.set_ylabel("accuracy")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.figure.legend(loc="outside lower center", fontsize=7, ncols=3)

    return Plot(_file(name), ("case", "layer", "accuracy", "low", "high"), data, 4.0, draw)


def _levels(name: str, cases: Sequence[Measurement]) -> Plot:
    """A ring for each case in the row of its level, and their mean as a line."""
    levels: dict[str, list[float]] = {}
    for each in cases:
        levels.setdefault(each.level, []).append(each.headline.value)
    data = [(each.level, each.case.name, each.headline.value) for each in cases]

    def draw(axes: Any) -> None:
        for height, values in enumerate(levels.values()):
            ring = {"markerfacecolor": "none", "markeredgecolor": "0.4"}
            axes.plot(values, [height] * len(values), "o", markersize=5, **ring)
            axes.plot([sum(values) / len(values)] * 2, [height - 0.35, height + 0.35], color="k")
        named = [f"{_label(level)} ({len(values)})" for level, values in levels.items()]
        axes.set_yticks(range(len(levels)), named)
        axes.set_ylim(len(levels) - 0.5, -0.5)
        axes.set_xlim(-0.02, 1.02)
        axes.set_xlabel(_label(f"{cases[0].headline.metric}; the line is the mean of a level"))

    height = FRAME + 2 * ROW * len(levels)
    return Plot(_file(name), ("level", "case", cases[0].headline.metric), data, height, draw)


def trend_plots(trend: Trend) -> Iterator[Plot]:
    """Yield every case over the checkpoints of all trainings, with its threshold."""
    columns = columns_of(trend.series)
    for case in trend.cases:
        if not case.case.is_part:
            yield _trend(case, trend, columns)


def _trend(case: CaseTrend, trend: Trend, columns: Columns) -> Plot:
    lines = [
        (
            series.name,
            [(at, each) for at, each in zip(places, track.points, strict=True) if each],
        )
        for series, places, track in zip(trend.series, columns.places, case.tracks, strict=True)
        if track and places
    ]
    across = columns.steps or range(len(columns.labels))
    data = [
        (
            name,
            columns.labels[place],
            each.value,
            *((each.interval.low, each.interval.high) if each.interval else ("", "")),
        )
        for name, points in lines
        for place, each in points
    ]

    def draw(axes: Any) -> None:
        for index, (name, points) in enumerate(lines):
            at = [across[place] for place, _ in points]
            values = [each.value for _, each in points]
            style = {"marker": "os^D"[index % 4], "markersize": 4, "label": _label(name)}
            (line,) = axes.plot(at, values, ("-", "--", ":", "-.")[index % 4], **style)
            for where, (_, each) in zip(at, points, strict=True):
                if each.interval:
                    ends = [each.interval.low, each.interval.high]
                    axes.plot([where] * 2, ends, color=line.get_color(), alpha=0.5, linewidth=1)
        if case.threshold and case.threshold.value is not None:
            axes.axhline(case.threshold.value, color="0.5", linewidth=1, label="threshold")
        if not columns.steps:
            axes.set_xticks(across, map(_label, columns.labels), rotation=45, ha="right")
        axes.set_xlabel("step" if columns.steps else "checkpoint")
        axes.set_ylabel(_label(f"{case.case.name}: {case.metric}"))
        axes.figure.legend(loc="outside lower center", fontsize=7, ncols=3)

    header = ("training", "checkpoint", case.metric, "low", "high")
    return Plot(_file(f"trend-{case.case}"), header, data, 3.5, draw)


def _matrix(measured: Measurement) -> Plot:
    chosen = measured.chosen
    names = sorted({*chosen, *(name for row in chosen.values() for name in row)})
    counts = [[chosen.get(right, {}).get(each, 0) for each in names] for right in names]
    data = [(right, *row) for right, row in zip(names, counts, strict=True)]

    size = 9 if len(names) <= 12 else 6  # points

    def draw(axes: Any) -> None:
        shares = [[each / max(1, sum(row)) for each in row] for row in counts]
        axes.imshow(shares, cmap="Greys", vmin=0, vmax=1)
        for height, row in enumerate(counts):
            for across, count in enumerate(row):
                ink = "white" if shares[height][across] > 0.5 else "black"
                place = {"ha": "center", "va": "center", "color": ink, "fontsize": size}
                axes.text(across, height, str(count or ""), **place)
        labels = [_label(each) for each in names]
        axes.set_xticks(range(len(names)), labels, rotation=60, ha="right", fontsize=size)
        axes.set_yticks(range(len(names)), labels, fontsize=size)
        axes.set_xlabel("chosen")
        axes.set_ylabel("right")

    name = _file(f"{measured.case}-chosen")
    height = min(FRAME + 0.4 * len(names), WIDTH)  # a square cannot be wider than the page
    return Plot(name, ("right", *names), data, height, draw)


def _label(text: str) -> str:
    # matplotlib takes what stands between two dollar signs for a formula.
    return on_one_line(text).replace("$", r"\$")


def _file(name: str) -> str:
    """Return a name that every system takes for a file, without a dot."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)
