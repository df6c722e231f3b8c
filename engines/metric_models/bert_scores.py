"""BERTScore by the bert-score library."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kasauti.engines.metric_models.embeddings import DEFAULT as EMBEDDED
from kasauti.engines.metric_models.embeddings import find_embedding_model
from kasauti.engines.protocol.errors import EngineError, first_line, require
from kasauti.engines.protocol.phases import phase, without_bars
from kasauti.engines.sources import digests, files
from kasauti.engines.sources.loading import resolve_device
from kasauti.engines.sources.model_source import ModelSource

DOCUMENTED = "roberta-large"
LANGUAGE = "en"  # of the rescaling baselines, as documented
BATCH = 32


class BertScores:
    """The F1 of answers and references by one model, which is loaded when first needed."""

    def __init__(
        self, name: str, *, rescale: bool, device: str = "auto", allow_pickle: bool = False
    ) -> None:
        require("bert_score", "metrics", needed_by="BERTScore")
        self.name = name
        self.folder = _folder(name, allow_pickle=allow_pickle)
        self.layers = _layers(self.folder, name)
        self.baseline = _baseline(self.folder, name) if rescale else None
        self._device = device

    def f1(self, answers: Sequence[str], references: Sequence[str]) -> list[float]:
        """The F1 of each answer; 0 (before rescaling) for an empty one."""
        filled = [
            index
            for index, texts in enumerate(zip(answers, references, strict=True))
            if all(text.strip() for text in texts)
        ]
        scores = [self._rescale(0.0)] * len(answers)
        if filled:
            _, _, found = self._scorer.score(
                [answers[index] for index in filled],
                [references[index] for index in filled],
                batch_size=BATCH,
            )
            for index, score in zip(filled, found.tolist(), strict=True):
                scores[index] = score
        return scores

    def other_scale(self) -> str:
        """Return a note if the documented figures are on another scale, else an empty string."""
        if Path(self.name).name != DOCUMENTED:
            return (
                f"The threshold is for {DOCUMENTED}, and {Path(self.name).name} has another scale."
            )
        return "" if self.baseline else "The threshold is for rescaled values, and these are not."

    def settings(self) -> dict[str, str]:
        """Return the settings that a reader needs to repeat the measurement."""
        digest = digests.fingerprint(self.folder)
        return {
            "bertscore": f"{Path(self.name).name}@{digest}",
            "layer": str(self.layers),
            "rescaled": "yes" if self.baseline else "no",
            "bert-score": version("bert-score"),
        }

    def _rescale(self, score: float) -> float:
        if self.baseline is None:
            return score
        with warnings.catch_warnings():
            # The library makes a tensor of a read-only array, which it does not write to.
            warnings.filterwarnings("ignore", "The given NumPy array is not writable")
            at_zero = float(self._scorer.baseline_vals[2])
        return (score - at_zero) / (1 - at_zero)

    @cached_property
    def _scorer(self) -> Any:
        from bert_score import BERTScorer

        try:
            with phase(f"loading {Path(self.name).name}"), without_bars():
                scorer: Any = BERTScorer(
                    model_type=str(self.folder),
                    num_layers=self.layers,
                    lang=LANGUAGE,
                    device=resolve_device(self._device),
                    rescale_with_baseline=self.baseline is not None,
                    baseline_path=str(self.baseline) if self.baseline else None,
                )
        except Exception as error:
            # The library may fail in any way on a model that it does not expect.
            raise EngineError(
                f"--bertscore-model={self.name} cannot be loaded ({first_line(error)}). "
                "Pass an encoder such as roberta-large, or a folder with one."
            ) from error
        # A tokenizer without a maximum length would send more tokens than the model has positions.
        positions = json.loads((self.folder / "config.json").read_text(encoding="utf-8")).get(
            "max_position_embeddings", 512
        )
        tokenizer = scorer._tokenizer
        tokenizer.model_max_length = min(tokenizer.model_max_length, positions - 2)
        return scorer


def _folder(name: str, *, allow_pickle: bool) -> Path:
    if name == EMBEDDED:
        return find_embedding_model(name)
    return ModelSource.find(name, allow_pickle=allow_pickle).folder()


def _layers(folder: Path, name: str) -> int:
    """The layer that the library recommends for a model of this name, else the last."""
    from bert_score.utils import model2layers

    known = model2layers.get(name) or model2layers.get(folder.name)
    layers = known or files.read_config(folder).get("num_hidden_layers")
    if not isinstance(layers, int):
        raise EngineError(
            f"{folder / 'config.json'} does not say how many layers the model has. "
            "Pass an encoder such as roberta-large as --bertscore-model."
        )
    return layers


def _baseline(folder: Path, name: str) -> Path:
    """The library's baseline for a model of this name; without one, scores cannot be rescaled."""
    import bert_score

    shipped = Path(bert_score.__file__).parent / "rescale_baseline" / LANGUAGE
    for known in (name, folder.name):
        path = shipped / f"{known}.tsv"
        if path.is_file():
            return path
    raise EngineError(
        f"There is no rescaling baseline for --bertscore-model={name}. "
        "Pass --no-bertscore-rescaling to use unscaled scores."
    )


def bert_scores(
    name: str | None, *, rescale: bool, device: str = "auto", allow_pickle: bool = False
) -> tuple[BertScores, str]:
    """The scores by the given model, by default the documented one, else the embedded one.

    Also a notice, which is not empty if the embedded fallback is used.
    """
    if name is not None:
        return BertScores(name, rescale=rescale, device=device, allow_pickle=allow_pickle), ""
    try:
        return BertScores(DOCUMENTED, rescale=rescale, device=device), ""
    except EngineError:
        notice = (
            f"BERTScore uses the embedded {EMBEDDED}, without rescaling, because the documented "
            f"{DOCUMENTED} is not available; the scores of the two are not comparable. "
            "Pass --bertscore-model=FOLDER to use another model."
        )
        return BertScores(EMBEDDED, rescale=False, device=device), notice
