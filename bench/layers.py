"""The vectors of every layer: one pass for all, compared with the documented pass per layer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from kasauti.data.probe_cases import probe_cases
from kasauti.engines.hidden_states.spans import TextSpan, Vectors, align
from kasauti.engines.local import LocalBackend
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened

SPANS = 24


@dataclass(frozen=True, slots=True)
class ExtractionRow:
    """One method to get the vectors: sentences through the model, and spans per second."""

    name: str
    passes: int
    spans_per_s: float


@dataclass(frozen=True, slots=True)
class Extraction:
    """Both methods on one model."""

    name: str
    spans: int
    rows: tuple[ExtractionRow, ExtractionRow]
    max_abs_diff: float


def extract_layers(name: str, backend: LocalBackend) -> Extraction:
    """Time both methods on a few of the shipped probe examples."""
    examples = [each for case in probe_cases() for each in case.task.examples[::100]]
    spans = [TextSpan(each.sentence, each.start, each.end) for each in examples[:SPANS]]
    scratch = Path(tempfile.mkdtemp(prefix="kasauti-bench-"))
    with opened(scratch / "vectors.sqlite") as store:
        source = ModelSource.of_model(backend.model, backend.tokenizer, name=name)
        fresh = LocalBackend(source, LoadOptions(), store)
        _ = fresh.identity  # computed once per session, so it is not timed
        started = time.perf_counter()
        ours = fresh.read_vectors(spans, pool="last")
        seconds = time.perf_counter() - started
        passes = fresh.work.computed
    started = time.perf_counter()
    theirs, loop_passes = _pass_per_layer(backend, spans)
    loop_seconds = time.perf_counter() - started
    return Extraction(
        name,
        len(spans),
        (
            ExtractionRow("kasauti", passes, len(spans) / seconds),
            ExtractionRow("loop", loop_passes, len(spans) / loop_seconds),
        ),
        float(np.abs(ours - theirs).max()),
    )


def _pass_per_layer(backend: LocalBackend, spans: Sequence[TextSpan]) -> tuple[Vectors, int]:
    """Every sentence through the whole model once for every layer, as the framework documents."""
    layers = backend.model.config.get_text_config().num_hidden_layers + 1
    found = []
    with torch.no_grad():
        for layer in range(layers):
            vectors = []
            for aligned in align(
                backend.tokenizer, spans, prefix=backend.prefix, special_tokens=False
            ):
                tokens = torch.from_numpy(aligned.ids.astype(np.int64))[None]
                states = backend.model(tokens, output_hidden_states=True).hidden_states
                vectors.append(states[layer][0, aligned.stop - 1].numpy())
            found.append(vectors)
    return np.array(found).swapaxes(0, 1), layers * len(spans)
