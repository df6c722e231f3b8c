"""Evaluating from Python: the same run as on the command line, as one function call."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import pytest

from kasauti.__main__ import arguments
from kasauti.engines.sources.model_source import ModelSource
from kasauti.fixtures.session.errors import FATAL
from kasauti.fixtures.session.models import IN_MEMORY
from kasauti.fixtures.session.signals import pass_on
from kasauti.inputs.errors import KasautiError
from kasauti.options import Options
from kasauti.records import Run
from kasauti.usage import mistake

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

# Exit codes of a finished run: green, red, or with nothing to judge.
MEASURED = (
    pytest.ExitCode.OK,
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.NO_TESTS_COLLECTED,
)
NOTHING = "No test measured anything. Check the suites and the selection."
REFUSED = {
    pytest.ExitCode.INTERRUPTED: "The run was interrupted. Run it again: scores are stored.",
    pytest.ExitCode.INTERNAL_ERROR: "pytest or a plugin failed. Pass verbose=True to see how.",
}


class EvaluationError(KasautiError):
    """An evaluation that measured nothing.

    reason: the fact; remedy: the last sentence of the message, if that has several.

    >>> EvaluationError("--model=x does not exist. Check the path.").remedy
    'Check the path.'
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        *facts, last = re.split(r"(?<=[.!?])\s+(?=\S)", str(self))
        self.reason: str = " ".join(facts) or last
        self.remedy: str = last if facts else ""


def evaluate(
    model: str | os.PathLike[str] | PreTrainedModel | None = None,
    *,
    suites: str | Sequence[str] = "multiblimp",
    tokenizer: str | os.PathLike[str] | PreTrainedTokenizerBase | None = None,
    server: str = "",
    select: str = "",
    name: str = "",
    verbose: bool = False,
    plugins: Sequence[object] = (),
    **options: Unpack[Options],
) -> Run:
    """Evaluate a model and return the run: every measurement, with totals and verdicts.

    model: what --model takes (a checkpoint folder, a GGUF file, a hub name, the name of an
    embedded model), or a model in memory with its `tokenizer`; then nothing is saved or loaded.
    server: the URL of a server that runs the model; then `model` is a name that it serves (None
    for its only one), and `tokenizer` a folder or a name.
    suites: the markers of suites, as a list or as pytest's -m takes them.
    select: as pytest's -k takes it.
    name: what reports call a model in memory.
    verbose: whether to print what the command prints.
    plugins: pytest plugins, for example with suites of your own.
    options: the options of the command line: `pairs_set="full"` is --pairs-set=full, True a flag,
    a list an option that is given several times.

    Raise EvaluationError, with its reason and remedy, where nothing was measured.
    """
    served = [f"--server={server}"] if server else []
    if server and isinstance(tokenizer, str | os.PathLike):
        served.append(f"--tokenizer={os.fspath(tokenizer)}")
        tokenizer = None
    caller = _Caller(_source(model, tokenizer, name, server=server))
    given = [f"--model={os.fspath(model)}"] if isinstance(model, str | os.PathLike) else []
    command = [
        # Modules that are imported already cannot be rewritten, and need not be.
        "--assert=plain",
        "-m",
        suites if isinstance(suites, str) else " or ".join(suites),
        *(["-k", select] if select else []),
        *given,
        *served,
        *command_line(options),
    ]
    output = nullcontext() if verbose else redirect_stdout(io.StringIO())
    with output, _own_state():
        code = pytest.main(arguments(command), plugins=[caller, *plugins])
    if caller.interrupt is not None:
        pass_on(caller.interrupt)
    if code not in MEASURED or not caller.runs:
        reason = caller.reason or REFUSED.get(pytest.ExitCode(code), NOTHING)
        raise EvaluationError(reason)
    return caller.runs[0]


def command_line(options: Mapping[str, object]) -> list[str]:
    """Return keyword options as the command line writes them.

    >>> command_line({"pairs_set": "full", "no_store": True, "pairs": ["a.tsv", "b.tsv"]})
    ['--pairs-set=full', '--no-store', '--pairs=a.tsv', '--pairs=b.tsv']
    """
    written = []
    for name, value in options.items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool) or value is None:
            written += [option] if value else []
        elif isinstance(value, list | tuple):
            written += [f"{option}={each}" for each in value]
        else:
            written.append(f"{option}={value}")
    return written


class _Caller:
    """A pytest plugin that passes in the model and collects the run."""

    def __init__(self, source: ModelSource | None) -> None:
        self.source = source
        self.runs: list[Run] = []
        self.reason = ""
        self.interrupt: KeyboardInterrupt | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_cmdline_parse(self) -> Generator[None, pytest.Config | None, pytest.Config | None]:
        try:
            return (yield)
        except pytest.UsageError as error:
            self.reason = mistake(str(error))
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_cmdline_main(self, config: pytest.Config) -> Generator[None, object, object]:
        if self.source is not None:
            config.stash[IN_MEMORY] = self.source
        try:
            result = yield
        except (pytest.UsageError, KasautiError) as error:
            self.reason = str(error)
            raise
        self.reason = config.stash.get(FATAL, "")
        return result

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        # pytest swallows it; what called the evaluation (a training) is to end as well.
        if isinstance(excinfo.value, KeyboardInterrupt):
            self.interrupt = excinfo.value

    def pytest_kasauti_finished(self, run: Run) -> None:
        self.runs.append(run)


def _source(
    model: str | os.PathLike[str] | PreTrainedModel | None,
    tokenizer: str | os.PathLike[str] | PreTrainedTokenizerBase | None,
    name: str,
    *,
    server: str,
) -> ModelSource | None:
    """Return the model in memory, or None if a name or a path was given."""
    if server and (tokenizer is not None or not isinstance(model, str | os.PathLike | None)):
        raise EvaluationError(
            "A served model runs on its server. Give the names of the model and of its tokenizer, "
            "or leave out server=…."
        )
    if server:
        return None
    if model is None:
        raise EvaluationError("There is no model to evaluate. Give one, or server=URL.")
    if isinstance(model, str | os.PathLike):
        if tokenizer is not None:
            raise EvaluationError(
                f"{model} comes with its own tokenizer. Pass one only with a model in memory."
            )
        return None
    if tokenizer is None or isinstance(tokenizer, str | os.PathLike):
        raise EvaluationError("A model in memory needs its tokenizer. Pass tokenizer=….")
    called = name or Path(str(model.config.name_or_path)).name or "model-in-memory"
    return ModelSource.of_model(model, tokenizer, name=called)


@contextmanager
def _own_state() -> Iterator[None]:
    """Leave the caller's random numbers as they were, and score without its autocast."""
    import random

    import numpy as np

    torch = import_module("torch") if find_spec("torch") else None
    before, of_numpy = random.getstate(), np.random.get_state()
    try:
        with ExitStack() as kept:
            if torch:
                kept.enter_context(torch.random.fork_rng())
                # Autocast of the caller: results are stored under the model's own dtype.
                for kind in ("cpu", *(["cuda"] if torch.cuda.is_available() else [])):
                    kept.enter_context(torch.autocast(kind, enabled=False))
            yield
    finally:
        random.setstate(before)
        np.random.set_state(of_numpy)
