"""Growth of a run with its pairs: seconds, memory and report, with a model of two layers."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.many_languages import write_model, write_pairs
from bench.running.commands import MEBIBYTE, run

SIZES = (300, 3_000, 30_000)


@dataclass(frozen=True, slots=True)
class Size:
    """A run of so many pairs, in a process of its own."""

    pairs: int
    seconds: float
    peak_mib: float
    report_mib: float  # all files that it wrote
    store_mib: float


def measure_growth(sizes: Sequence[int] = SIZES) -> list[Size]:
    """Runs of one file of pairs each, with nothing stored."""
    with tempfile.TemporaryDirectory(prefix="kasauti-bench-") as name:
        folder = Path(name)
        model = write_model(folder / "model")
        return [_size(folder / str(size), model, size) for size in sizes]


def _size(folder: Path, model: Path, pairs: int) -> Size:
    folder.mkdir()
    (file,) = write_pairs(folder, languages=1, pairs=pairs)
    store, results = folder / "scores.sqlite", folder / "results"
    ran = run(
        [
            *(sys.executable, "-m", "kasauti", "-m", "multiblimp", "-k", file.stem),
            *(f"--pairs={file}", f"--model={model}", f"--store={store}"),
            *(f"--results-dir={results}", "-p", "no:cacheprovider", "--exit-zero", "--tb=no"),
        ],
        folder,
    )
    written = sum(path.stat().st_size for path in results.rglob("*") if path.is_file())
    return Size(
        pairs,
        round(ran.seconds, 2),
        round(ran.peak_mib),
        round(written / MEBIBYTE, 2),
        round(store.stat().st_size / MEBIBYTE, 2),
    )
