"""A missing optional package is one sentence with the command that installs it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from kasauti.engines.finetuning.tuner import FineTuner
from kasauti.engines.metric_models.bert_scores import bert_scores
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.protocol.errors import EngineError, require
from kasauti.engines.protocol.training import Example, TrainingConfig, TrainingSet
from kasauti.engines.sources.adapters import check_adapter
from kasauti.engines.store.score_store import ScoreStore


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch):
    """Makes a package look as if it were not installed."""
    return lambda module: monkeypatch.setitem(sys.modules, module, None)


def test_an_installed_package_is_accepted_without_importing_it() -> None:
    sys.modules.pop("this", None)
    require("this", "zen", needed_by="Wisdom")
    assert "this" not in sys.modules


def test_an_adapter_needs_peft(without, tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text('{"peft_type": "LORA"}')
    save_file({"weight": np.zeros(1)}, tmp_path / "adapter_model.safetensors")
    assert check_adapter(str(tmp_path)) == tmp_path
    without("peft")
    with pytest.raises(EngineError) as error:
        check_adapter(str(tmp_path))
    assert str(error.value) == (
        "An adapter needs peft, which is not installed. Run: pip install 'kasauti[adapters]'"
    )


def test_semantic_similarity_needs_sentence_transformers(without, tmp_path: Path) -> None:
    without("sentence_transformers")
    with pytest.raises(
        EngineError, match=r"sentence-transformers, which is not .* 'kasauti\[quiz\]'"
    ):
        Embedder(DEFAULT, ScoreStore(tmp_path / "s.sqlite"))


@pytest.mark.parametrize("name", [None, DEFAULT])
def test_bertscore_needs_bert_score(without, name: str | None) -> None:
    without("bert_score")
    with pytest.raises(EngineError, match=r"BERTScore needs bert-score.*'kasauti\[metrics\]'"):
        bert_scores(name, rescale=False)


@pytest.mark.parametrize("module", ["accelerate", "peft"])
def test_fine_tuning_needs_its_packages(without, module: str) -> None:
    without(module)
    examples = (Example("a", (0,)),)
    with pytest.raises(EngineError, match=rf"needs {module}, .*'kasauti\[indicglue\]'"):
        FineTuner(None).tune(  # type: ignore[arg-type]
            TrainingSet(examples, (), examples, 2), TrainingConfig(epochs=1, seed=0)
        )
