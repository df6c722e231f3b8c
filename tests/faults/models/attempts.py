"""Asking a model of which something may be broken, and what comes of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.adapters import check_adapter
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.faults.models.broken_checkpoints import (
    ANSWERS,
    CONFIGS,
    POSITIONS,
    TOKENIZERS,
    WEIGHT_FILES,
    Broken,
    Question,
)
from tests.faults.models.broken_gguf import ADAPTERS, GGUF
from tests.support.hangs import HangError, limited

BROKEN = [*WEIGHT_FILES, *CONFIGS, *TOKENIZERS, *ANSWERS, *POSITIONS, *GGUF, *ADAPTERS]
TEXTS = ["लड़का घर जाता है।", "लड़का घर जाती है।"]
LONG = "लड़का घर जाता है। " * 40


@contextmanager
def damaged(broken: Broken, sound: Path) -> Iterator[Path]:
    """A folder with a copy of the sound model, `tiny`, to which it happened."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(sound / broken.base, Path(place, "tiny")))
        broken.damage(folder)
        os.environ["KASAUTI_CACHE"] = str(Path(place, "cache"))
        try:
            yield folder
        finally:
            del os.environ["KASAUTI_CACHE"]


def refusal(broken: Broken, sound: Path) -> str:
    """The message that the model is refused with, "" where it is not."""
    with damaged(broken, sound) as folder:
        try:
            with limited():
                ask(broken.base, folder, broken.question, sound=sound)
        except EngineError as error:
            return str(error)
    return ""


def ask(base: str, folder: Path, question: Question, *, sound: Path) -> None:
    """Find the model, load it and ask it, as a run does."""
    adapter = check_adapter(str(folder)) if base == "adapter" else None
    path = {"adapter": sound / "llama", "gguf": folder / "tiny.gguf"}.get(base, folder)
    store = ScoreStore(folder.parent / "scores.sqlite")
    try:
        backend = LocalBackend(
            ModelRequest(
                source=ModelSource.find(str(path)), load=LoadOptions(adapter=adapter), store=store
            )
        )
        backend.capabilities()
        match question:
            case "answer":
                backend.answer([Prompt("Why?", system="Be brief.", max_new_tokens=2)])
            case "long text":
                backend.score_texts([*TEXTS, LONG])
            case "texts":
                backend.score_texts(TEXTS)
        backend.settings()
    finally:
        store.close()


def fault(broken: Broken, sound: Path) -> str:
    """Return a sentence if the model was not refused as it should be, else ""."""
    try:
        message = refusal(broken, sound)
    except HangError as error:
        return f"hang: {error}"
    except BaseException as error:
        # Everything that is not the one error of the engines, the panics of Rust included.
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"traceback: {type(error).__name__}: {error}"
    if not message:
        return "accepted"
    if len(message.splitlines()) != 1:
        return f"more than one line: {message}"
    if broken.names not in message:
        return f"does not name {broken.names!r}: {message}"
    return ""
