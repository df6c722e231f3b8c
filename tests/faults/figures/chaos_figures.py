"""Score every architecture and adapter: `python -m tests.faults.figures.chaos_figures [NAME]`.

All that transformers and peft have and that can be built tiny, compared with a plain loop. Exits
with 1 where a figure is accepted that is not the loop's.
"""

from __future__ import annotations

import logging
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from transformers.utils.logging import disable_progress_bar

from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.memory import MemoryCheckpoint
from tests.faults.figures.plain_loop import verdict
from tests.faults.figures.tiny_adapters import TYPES, adapted_model
from tests.faults.figures.tiny_architectures import (
    CannotBuildError,
    Task,
    architectures,
    has_decoder_setting,
    tiny_model,
)
from tests.support.tiny_models import tiny_tokenizer

TASKS: tuple[Task, ...] = ("causal", "masked")
Attempt = Callable[[], str]


def main(arguments: Sequence[str]) -> int:
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    disable_progress_bar()
    wrong = 0
    for family, attempts in (("architectures", _architectures()), ("adapters", _adapters())):
        found: Counter[str] = Counter()
        for name, attempt in attempts:
            if not all(part in name for part in arguments):
                continue
            try:
                told = attempt()
            except CannotBuildError:
                told = "not built"
            outcome = told.partition(":")[0]
            found[outcome] += 1
            if outcome == "WRONG" or arguments:
                sys.stdout.write(f"{name}: {told}\n")
        wrong += found["WRONG"]
        tried = found["right"] + found["refused"] + found["WRONG"]
        sys.stdout.write(
            f"{family}: {tried}, {found['right']} right, {found['refused']} refused, "
            f"{found['WRONG']} wrong ({found['not built']} cannot be built tiny)\n"
        )
    return 1 if wrong else 0


def _architectures() -> Iterator[tuple[str, Attempt]]:
    for task in TASKS:
        for model_type in architectures(task):
            yield f"{task} {model_type}", _scored(task, model_type)
            if task == "causal" and has_decoder_setting(model_type):
                yield f"{task} {model_type} decoder", _scored(task, model_type, is_decoder=True)


def _scored(task: Task, model_type: str, **settings: Any) -> Attempt:
    return lambda: verdict(task, tiny_model(task, model_type, **settings))


def _adapters() -> Iterator[tuple[str, Attempt]]:
    for kind in TYPES:
        yield kind, _adapted(kind)


def _adapted(kind: str) -> Attempt:
    def attempt() -> str:
        adapted = adapted_model(kind)
        try:
            scored = MemoryCheckpoint(adapted, tiny_tokenizer(), LoadOptions()).load_model()
        except EngineError as error:
            return f"refused: {error}"
        return verdict("causal", scored, reference=adapted)

    return attempt


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
