"""Reading thresholds, strictly: what is missing, unknown or misspelt is an error."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.files import files_in, is_folder
from kasauti.inputs.rows import toml_tables
from kasauti.records import HOLDS, KINDS
from kasauti.text.languages import bcp47, iso639_3, languages
from kasauti.thresholds.entries import MINIMUM_N, Bands, ThresholdEntry

SHIPPED = Path(__file__).parent
BANDS = ("fair", "good", "excellent")
DEFAULT = "default"
LANGUAGE = "language"  # [language.hin.fair] is for every case in Hindi
FIELDS = {"direction": str, "value": float, "source": str, "reason": str}
OPTIONAL = ("kind", "minimum_n", "languages")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """All thresholds by their key, such as `suite.case.band`."""

    entries: Mapping[str, ThresholdEntry]

    def __getitem__(self, key: str) -> ThresholdEntry:
        if key not in self.entries:
            raise KasautiError(
                f"There is no threshold {key}. Add it to thresholds/{key.split('.')[0]}.toml."
            )
        return self.entries[key]

    def bands(self, suite: str, case: str, language: str | None = None) -> Bands:
        """The bands of a case: each its own, else its language's, else the suite's default one.

        language: BCP 47 or ISO 639-3.
        """
        owners = [case]
        if language is not None:
            short = bcp47(language)
            owners += [f"{LANGUAGE}.{code}" for code in dict.fromkeys([iso639_3(short), short])]
        return Bands({band: self._first(suite, owners, band) for band in BANDS})

    def _first(self, suite: str, owners: Sequence[str], band: str) -> ThresholdEntry:
        keys = (f"{suite}.{owner}.{band}" for owner in owners)
        return self[next((key for key in keys if key in self.entries), f"{suite}.{DEFAULT}.{band}")]

    def refuse_unknown(self, suite: str, known: Collection[str]) -> None:
        """Refuse a threshold of the suite whose whole key is not among the known ones."""
        for key in self.entries:
            if key.startswith(f"{suite}.") and key not in known:
                nearest = get_close_matches(key, sorted(known), n=3, cutoff=0)
                raise KasautiError(
                    f"The threshold {key} is not one of {suite}'s, probably a typo. "
                    f"Rename it, for example to: {', '.join(nearest)}."
                )


def band_keys(suite: str, cases: Iterable[str]) -> set[str]:
    """The keys of a suite whose cases have bands; a language may have its own, measured or not."""
    by_language = (f"{LANGUAGE}.{code}" for code in languages())
    return {
        f"{suite}.{owner}.{band}" for owner in (DEFAULT, *cases, *by_language) for band in BANDS
    }


def load_thresholds(
    folder: Path | None = None,
    *,
    more: Sequence[Path] = (),
    suites: Iterable[str] | None = None,
) -> Thresholds:
    """The shipped thresholds, then those of the files `more`, then those in `folder`.

    A later one replaces an earlier one of the same key. A file is named after its suite, which
    must be one of `suites`: by default those that have a shipped file or one in `more`.
    """
    files = [*sorted(SHIPPED.glob("*.toml")), *more]
    known = set(suites) if suites is not None else {path.stem for path in files}
    own = [] if folder is None else _files_in(folder)
    for path in (*more, *own):
        if path.stem not in known:
            raise KasautiError(
                f"{path} is not named after a suite. "
                f"Rename it to one of: {', '.join(f'{suite}.toml' for suite in sorted(known))}."
            )
    shipped = (entry for path in files for entry in _read_tables(path))
    given = (
        # A copied file must not pass for the documented one.
        replace(entry, kind="given", source=f"{path.parent}: {entry.source}")
        for path in own
        for entry in _read_tables(path)
    )
    return Thresholds({entry.key: entry for entry in (*shipped, *given)})


def _files_in(folder: Path) -> list[Path]:
    if not is_folder(folder):
        raise KasautiError(f"--thresholds={folder} is not a folder. Give a folder of TOML files.")
    files = files_in(folder, "*.toml")
    if not files:
        raise KasautiError(f"--thresholds={folder} has no TOML file. Give one per suite.")
    return files


def _read_tables(path: Path) -> Iterator[ThresholdEntry]:
    return _read_table(path, path.stem, toml_tables(path))


def _read_table(path: Path, key: str, table: Mapping[str, object]) -> Iterator[ThresholdEntry]:
    if table and all(isinstance(value, dict) for value in table.values()):
        for name, inner in table.items():
            assert isinstance(inner, dict)
            yield from _read_table(path, f"{key}.{name}", inner)
    else:
        yield _threshold(path, key, table)


def _threshold(path: Path, key: str, table: Mapping[str, object]) -> ThresholdEntry:
    for name in table:
        if name not in FIELDS and name not in OPTIONAL:
            known = ", ".join((*FIELDS, *OPTIONAL))
            raise KasautiError(f"{path}: {key} has the unknown field {name}. Use {known}.")
    for name, kind in FIELDS.items():
        value = table.get(name)
        if isinstance(value, bool) or not isinstance(value, (kind, int) if kind is float else kind):
            raise KasautiError(f"{path}: {key} has no {name}. Give its {name}.")
        if isinstance(value, str) and not value.strip():
            raise KasautiError(f"{path}: {key} has an empty {name}. Give its {name}.")
    if table["direction"] not in HOLDS:
        raise KasautiError(
            f"{path}: {key} has the direction {table['direction']!r}. Use {', '.join(HOLDS)}."
        )
    _check_optional(path, key, table)
    number = float(table["value"])  # type: ignore[arg-type]
    if not math.isfinite(number):
        raise KasautiError(f"{path}: {key} has the value {number}. Give a finite number.")
    codes = tuple(bcp47(each) for each in table.get("languages", ()))  # type: ignore[attr-defined]
    return ThresholdEntry(key=key, **{**table, "value": number, "languages": codes})  # type: ignore[arg-type]


def _check_optional(path: Path, key: str, table: Mapping[str, object]) -> None:
    kind, least = table.get("kind", "ours"), table.get("minimum_n", MINIMUM_N)
    if kind not in KINDS:
        raise KasautiError(f"{path}: {key} has the kind {kind!r}. Use {', '.join(KINDS)}.")
    named = table.get("languages", [])
    if not isinstance(named, list) or not all(bcp47(str(each)) in languages() for each in named):
        raise KasautiError(f"{path}: {key} has the languages {named!r}. Give codes, as ['hi'].")
    if isinstance(least, bool) or not isinstance(least, int) or least < 0:
        raise KasautiError(
            f"{path}: {key} has the minimum_n {least!r}. Give a number of items, for example 30."
        )
