"""The hub's model card: the figures as its `model-index`, by the hub's own classes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import read_text
from kasauti.records import Measurement, Run
from kasauti.reports.exports.target import Target, exported_cases
from kasauti.reports.files.writing import write_text_whole
from kasauti.reports.wording.text import count_text
from kasauti.text.visible import on_one_line, visible

if TYPE_CHECKING:
    from huggingface_hub import EvalResult, ModelCard

TASK = "text-generation"
DATASET = "kasauti"  # the first part of the names of our data sets
TEXT = "\n# {model}\n"


def to_model_card(run: Run, target: Target) -> str:
    """Put the figures into the card at `out`; without `out`, return the block for a card."""
    results = eval_results(run)
    if target.out is None:
        return _block(run, results)
    card = _card(target.out, run)
    data: Any = card.data  # the hub's stubs do not tell a model's head from another's
    # What other tools measured stays; what we measured before is replaced.
    found = data.eval_results or []
    others = [each for each in found if not each.dataset_type.startswith(f"{DATASET}/")]
    data.model_name = data.model_name or visible(run.model)
    data.eval_results = [*others, *results]
    write_text_whole(target.out, str(card))
    return f"Model card: {count_text(len(results), 'figure')} in {target.out}"


def eval_results(run: Run) -> list[EvalResult]:
    """A result per case: its value, with the interval, the number of items and the signature."""
    return [_result(run, each) for each in exported_cases(run)]


def _result(run: Run, measurement: Measurement) -> EvalResult:
    from huggingface_hub import EvalResult

    case, headline = measurement.case, measurement.headline
    title = run.suite(case.suite).title
    return EvalResult(
        task_type=TASK,
        task_name=visible(title),
        dataset_type=f"{DATASET}/{case.suite}",
        dataset_name=visible(f"{title}: {case.name}"),
        dataset_config=visible(case.name),
        dataset_revision=measurement.settings.get("data"),
        metric_type=visible(headline.metric),
        metric_value=headline.value,
        metric_name=visible(headline.metric),
        metric_args=_arguments(measurement),
    )


def _arguments(measurement: Measurement) -> dict[str, Any]:
    headline = measurement.headline
    arguments: dict[str, Any] = {"signature": visible(measurement.signature)}
    if headline.n is not None:
        arguments["n"] = headline.n
    if headline.interval:
        arguments["interval_95"] = [headline.interval.low, headline.interval.high]
    return arguments


def _block(run: Run, results: list[EvalResult]) -> str:
    from huggingface_hub import ModelCardData

    data = ModelCardData(model_name=visible(run.model), eval_results=results)
    return f"---\n{data.to_yaml()}\n---"


def _card(path: Path, run: Run) -> ModelCard:
    """The card that is there, or a new one."""
    from huggingface_hub import ModelCard

    if not path.exists():
        return ModelCard(f"---\n{{}}\n---\n{TEXT.format(model=visible(run.model))}")
    if path.suffix != ".md":
        raise KasautiError(f"{path} exists and is not a .md file. Give another --out.")
    text = read_text(path)
    try:
        return ModelCard(text)
    except Exception as error:  # whatever YAML and the hub's classes make of a file
        raise KasautiError(
            f"{path} is not a model card that can be read ({on_one_line(error, longest=200)}). "
            "Correct its YAML header, or give another --out."
        ) from None
