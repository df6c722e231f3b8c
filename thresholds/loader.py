"""Reading the bars, strictly: what is missing, unknown or misspelt is an error."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kasauti.thresholds.bars import HOLDS, Bands, Threshold, ThresholdError

SHIPPED = Path(__file__).parent
BANDS = ("fair", "good", "excellent")
DEFAULT = "default"
FIELDS = {"direction": str, "value": float, "source": str, "reason": str}


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All bars by their key, `suite.case.band`."""

    bars: Mapping[str, Threshold]

    def __getitem__(self, key: str) -> Threshold:
        if key not in self.bars:
            raise ThresholdError(
                f"There is no threshold {key}. Add it to thresholds/{key.split('.')[0]}.toml."
            )
        return self.bars[key]

    def bands(self, suite: str, case: str) -> Bands:
        """The bands of a case: each its own where it has one, else the suite's default one."""
        owners = {
            band: case if f"{suite}.{case}.{band}" in self.bars else DEFAULT for band in BANDS
        }
        return Bands({band: self[f"{suite}.{owner}.{band}"] for band, owner in owners.items()})

    def refuse_unknown_cases(self, suite: str, cases: Iterable[str]) -> None:
        """A bar for a case or a band that does not exist is a misspelling, not a wish."""
        known = {DEFAULT, *cases}
        for key in self.bars:
            owner, _, rest = key.partition(".")
            case, _, band = rest.rpartition(".")
            if owner == suite and case not in known:
                raise ThresholdError(
                    f"The threshold {key} belongs to no case of {suite}. "
                    f"Rename it to one of: {', '.join(sorted(known))}."
                )
            if owner == suite and band not in BANDS:
                raise ThresholdError(
                    f"The threshold {key} is for no band. Call it one of: {', '.join(BANDS)}."
                )


def load_thresholds(folder: Path | None = None) -> Thresholds:
    """The shipped bars; those in `folder` take the place of the shipped ones of the same key."""
    bars = {bar.key: bar for bar in _read_folder(SHIPPED)}
    if folder is not None:
        if not folder.is_dir():
            raise ThresholdError(f"--thresholds={folder} is not a folder. Give a folder of TOML.")
        suites = {path.stem for path in SHIPPED.glob("*.toml")}
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise ThresholdError(f"--thresholds={folder} holds no TOML file. Give one a suite.")
        for path in files:
            if path.stem not in suites:
                raise ThresholdError(
                    f"{path} names no suite. Call it one of: {', '.join(sorted(suites))}.toml."
                )
        bars |= {bar.key: bar for bar in _read_folder(folder)}
    return Thresholds(bars)


def _read_folder(folder: Path) -> Iterator[Threshold]:
    for path in sorted(folder.glob("*.toml")):
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ThresholdError(f"{path} is not TOML ({error}). Correct it.") from None
        yield from _read_tables(path, path.stem, tables)


def _read_tables(path: Path, key: str, table: Mapping[str, object]) -> Iterator[Threshold]:
    if table and all(isinstance(value, dict) for value in table.values()):
        for name, inner in table.items():
            assert isinstance(inner, dict)
            yield from _read_tables(path, f"{key}.{name}", inner)
    else:
        yield _threshold(path, key, table)


def _threshold(path: Path, key: str, table: Mapping[str, object]) -> Threshold:
    for name in table:
        if name not in FIELDS:
            raise ThresholdError(
                f"{path}: {key} has the unknown field {name}. Use {', '.join(FIELDS)}."
            )
    for name, kind in FIELDS.items():
        value = table.get(name)
        if isinstance(value, bool) or not isinstance(value, (kind, int) if kind is float else kind):
            raise ThresholdError(f"{path}: {key} has no {name}. Give its {name}.")
        if isinstance(value, str) and not value.strip():
            raise ThresholdError(f"{path}: {key} has an empty {name}. Give its {name}.")
    if table["direction"] not in HOLDS:
        raise ThresholdError(
            f"{path}: {key} has the direction {table['direction']!r}. Use {', '.join(HOLDS)}."
        )
    number = float(table["value"])  # type: ignore[arg-type]
    if not math.isfinite(number):
        raise ThresholdError(f"{path}: {key} has the value {number}. Give a finite number.")
    return Threshold(key=key, **{**table, "value": number})  # type: ignore[arg-type]
