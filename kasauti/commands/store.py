"""List, merge and prune score stores.

kasauti store info                              the models in the default store
kasauti store merge jobs/*/scores.sqlite all.sqlite
                                                put the results of several stores into the last
kasauti store prune --model=runs/old            drop the results of a model
kasauti store prune --older-than=90             drop models without new results for 90 days
kasauti store prune --unknown                   drop results without a recorded model
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from kasauti.commands import say
from kasauti.engines.store.upkeep import (
    UNKNOWN,
    ModelEntry,
    StoreInfo,
    drop,
    merge,
    prune,
    store_info,
)
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.user_cache import cache_folder

SIZES = ("bytes", "kB", "MB", "GB", "TB")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="info|merge|prune")
    info = actions.add_parser("info", help="the models whose results a store holds")
    merging = actions.add_parser("merge", help="put the results of stores into another")
    pruning = actions.add_parser("prune", help="drop the results of models")
    for each in (info, pruning):
        each.add_argument(
            "--store", type=Path, metavar="FILE", help="default: the one in the cache folder"
        )
    merging.add_argument("sources", nargs="+", type=Path, metavar="SOURCE", help="left as they are")
    merging.add_argument("target", type=Path, metavar="TARGET", help="created where it is missing")
    chosen = pruning.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--model", metavar="NAME", help="as `info` names it, or its weights")
    chosen.add_argument("--older-than", type=int, metavar="DAYS", help="without new results since")
    chosen.add_argument("--unknown", action="store_true", help="whose model was not recorded")


def run(arguments: argparse.Namespace) -> int:
    if arguments.action == "merge":
        return _merge(arguments.sources, arguments.target)
    say(_lines(arguments))
    return 0


def _lines(arguments: argparse.Namespace) -> Iterator[str]:
    path = arguments.store or cache_folder() / "scores.sqlite"
    info = store_info(path)
    yield from _list_models(info) if arguments.action == "info" else _prune(info, arguments)


def _merge(sources: list[Path], target: Path) -> int:
    """Merge the stores and return the exit code: 1 if any two of them contradict each other."""
    conflicts: set[bytes] = set()
    for source in sources:
        done = merge(source, target)
        conflicts |= done.conflicts
        damaged = f", {done.damaged} damaged and left out" if done.damaged else ""
        say([f"{source}: {done.added} added to {target}, {done.known} already there{damaged}."])
        if done.conflicts:
            say(
                [
                    f"{source}: {_count(len(done.conflicts))} contradicted {target}; neither value "
                    "was kept, and the next run computes them again."
                ]
            )
    if conflicts:
        # A later source may have brought one of the two values back.
        drop(target, conflicts)
    return 1 if conflicts else 0


def _list_models(info: StoreInfo) -> Iterator[str]:
    yield f"{info.path}: {_count(info.results)}, {_size(info.file_bytes)}"
    for model in info.models:
        settings = model.settings
        known = [f"{name} {settings[name]}" for name in ("weights", "dtype") if name in settings]
        when = f"last written {model.written[:10]}" if model.written else ""
        parts = (_count(model.results), _size(model.value_bytes), *known, when)
        yield f"  {_name(model)}: {', '.join(part for part in parts if part)}"


def _prune(info: StoreInfo, arguments: argparse.Namespace) -> Iterator[str]:
    chosen = [model for model in info.models if _is_chosen(model, arguments)]
    if not chosen:
        raise KasautiError(
            f"{info.path} has no results of such a model. "
            f"Run: kasauti store info --store {info.path}"
        )
    dropped = prune(info.path, [model.owner for model in chosen])
    for model in chosen:
        yield f"{_name(model)}: {_count(model.results)} dropped"
    yield f"{info.path}: {_count(dropped)} dropped, {_size(info.path.stat().st_size)} left."


def _is_chosen(model: ModelEntry, arguments: argparse.Namespace) -> bool:
    if arguments.unknown:
        return model.owner == UNKNOWN
    if arguments.model is not None:
        return arguments.model in (model.owner.name, model.settings.get("weights"))
    if not model.written:
        return False
    age = datetime.now().astimezone() - datetime.fromisoformat(model.written)
    return age > timedelta(days=arguments.older_than)


def _name(model: ModelEntry) -> str:
    return model.owner.name or "model not recorded"


def _count(results: int) -> str:
    return "1 result" if results == 1 else f"{results:,} results"


def _size(count: float) -> str:
    """Return a number of bytes for people.

    >>> _size(12), _size(1_234_567)
    ('12 bytes', '1.2 MB')
    """
    power = 0
    while count >= 1000 and power < len(SIZES) - 1:
        count, power = count / 1000, power + 1
    return f"{count:.0f} {SIZES[power]}" if power == 0 else f"{count:.1f} {SIZES[power]}"
