"""The entailment model: a real cross-encoder of tiny size, and what is refused as one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
import transformers as hf

from kasauti.engines.metric_models.entailment import Entailment
from kasauti.engines.protocol.errors import EngineError
from tests.support.masked_models import masked_tokenizer

LABELS = {0: "contradiction", 1: "entailment", 2: "neutral"}
PAIRS = [("राम घर गया", "राम गया"), ("राम घर गया", "सीता गयी")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random model with three labels."""
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("models") / "tiny-nli"
    tokenizer = masked_tokenizer("wordpiece")
    config = hf.BertConfig(
        vocab_size=300, hidden_size=32, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, id2label=LABELS, label2id={v: k for k, v in LABELS.items()},
    )  # fmt: skip
    hf.BertForSequenceClassification(config).save_pretrained(path)
    tokenizer.save_pretrained(path)
    return path


def test_probabilities_follow_label_names(folder: Path) -> None:
    found = Entailment(str(folder), device="cpu").probabilities(PAIRS)
    model = hf.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = hf.AutoTokenizer.from_pretrained(folder)
    for pair, inference in zip(PAIRS, found, strict=True):
        with torch.inference_mode():
            logits = model(**tokenizer(*pair, return_tensors="pt")).logits[0]
        shares = logits.softmax(-1).tolist()
        assert (inference.contradicts, inference.entails) == pytest.approx(shares[:2], abs=1e-4)


def test_empty_input_loads_no_model(folder: Path) -> None:
    assert Entailment(str(folder)).probabilities([]) == []


def test_non_entailment_model_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="is not a folder with a config.json"):
        Entailment(str(tmp_path / "nowhere"))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["id2label"] = {"0": "LABEL_0", "1": "LABEL_1"}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(EngineError, match="has no labels entailment and contradiction"):
        Entailment(str(tmp_path))
