"""The documented face of the metrics, and the models behind it."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
import transformers as hf

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.metric_models.bert_scores import BertScores
from kasauti.engines.metric_models.perplexity import answer_losses
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from kasauti.scorers.text.corpus_metrics import AnswerLosses, BertF1
from kasauti.scorers.text.metrics import ALL, METRICS, Config, EvaluationConfig, Evaluator
from tests.support import ROOT
from tests.support.tiny_models import save_tiny_model

PREDICTIONS = ["hello world", "", "The boys read a book at home."]
REFERENCES = ["hello world", "a word", "The boys read the book."]
CONTEXT = 64


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    config = hf.GPT2Config(
        vocab_size=400, n_positions=CONTEXT, n_embd=32, n_layer=2, n_head=2, bos_token_id=0,
        eos_token_id=1,
    )  # fmt: skip
    return save_tiny_model(tmp_path_factory.mktemp("models") / "gpt2", config)


@pytest.fixture(scope="module")
def engine(tiny: Path) -> LocalBackend:
    return LocalBackend(
        ModelRequest(source=ModelSource.find(str(tiny)), store=ScoreStore(Path(":memory:")))
    )


def evaluator(*metrics: str, **models) -> Evaluator:
    return Evaluator(Config(EvaluationConfig(metrics=metrics, **models)))


class FixedModels:
    """Stands in for the models: every answer has the same figures."""

    def bertscore(self, answers: Sequence[str], references: Sequence[str]) -> BertF1:
        return BertF1([0.25] * len(answers), {"bertscore": "fixed"}, ("BERTScore is fixed.",))

    def perplexity(self, answers: Sequence[str]) -> AnswerLosses:
        count = len(answers)
        return AnswerLosses([-2.0] * count, [1] * count, {"model": "fixed"}, truncated=1)


@pytest.mark.parametrize("name", METRICS)
def test_the_evaluator_gives_the_value_of_each_computed_metric(name: str) -> None:
    metric = ALL[name].compute(PREDICTIONS, REFERENCES, FixedModels())
    scorer = Evaluator(Config(EvaluationConfig(metrics=[name])), models=FixedModels())

    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        assert scorer.score(PREDICTIONS, REFERENCES) == {name: metric.value}
    assert [str(each.message) for each in given] == list(metric.notices)


def test_computed_metrics_keep_their_settings_and_notices() -> None:
    bert = ALL["BERTScore"].compute(PREDICTIONS, REFERENCES, FixedModels())
    fluency = ALL["Perplexity"].compute(PREDICTIONS, REFERENCES, FixedModels())

    assert (bert.value, bert.signature) == (0.25, "bertscore:fixed")
    assert bert.notices == ("BERTScore is fixed.",)
    assert fluency.value == pytest.approx(math.exp(2))
    (notice,) = fluency.notices
    assert "1 of 3 answers exceed the context of fixed and were truncated" in notice


def test_evaluator_has_documented_interface() -> None:
    public = [name for name in dir(Evaluator) if not name.startswith("_")]

    assert public == ["score"]
    assert [name for name in vars(evaluator("BLEU")) if not name.startswith("_")] == []


def test_results_come_in_the_configured_order() -> None:
    scores = evaluator("ROUGE_L", "bleu").score(["hello world"], ["hello world"])

    assert list(scores) == ["ROUGE_L", "BLEU"]
    assert scores["ROUGE_L"] == 1
    assert all(type(value) is float for value in scores.values())


def test_all_four_metrics_give_their_figures(tiny: Path) -> None:
    scorer = evaluator(
        *METRICS, bertscore_model="all-MiniLM-L6-v2", bertscore_rescaling=False,
        perplexity_model=str(tiny),
    )  # fmt: skip
    with pytest.warns(UserWarning, match="run on the CPU") as given:
        scores = scorer.score(REFERENCES, REFERENCES)

    assert len(given) == 1
    assert list(scores) == list(METRICS)
    assert scores["BLEU"] == pytest.approx(100)
    assert scores["BERTScore"] == pytest.approx(1, abs=1e-5)
    assert scores["Perplexity"] > 1


def test_mismatched_lengths_and_no_predictions_are_refused() -> None:
    with pytest.raises(ValueError, match="2 predictions and 1 references"):
        evaluator("BLEU").score(["a", "b"], ["a"])
    with pytest.raises(ValueError, match="no predictions"):
        evaluator("BLEU").score([], [])


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(ValueError, match="METEOR is not a metric"):
        evaluator("METEOR")


def test_unrequested_metric_loads_nothing() -> None:
    code = (
        "import sys\n"
        "from kasauti.scorers.text.metrics import Config, EvaluationConfig, Evaluator\n"
        "scores = Evaluator(Config(EvaluationConfig(metrics=['BLEU']))).score(['a'], ['a'])\n"
        "heavy = {'torch', 'transformers', 'bert_score', 'rouge_score'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_without_a_hub_the_embedded_models_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)

    with pytest.warns(UserWarning) as given:  # noqa: PT030 - two of them, looked at below
        evaluator("BERTScore").score(["a word"], ["a word"])
    slow, embedded = (str(each.message) for each in given)
    assert "run on the CPU" in slow
    assert "all-MiniLM-L6-v2" in embedded


def plain_loss(folder: Path, ids: list[int]) -> float:
    model = hf.AutoModelForCausalLM.from_pretrained(folder)
    tokens = torch.tensor([ids])
    with torch.no_grad():
        loss = model(tokens, labels=tokens).loss
    assert loss is not None
    return float(loss) * (len(ids) - 1)


def test_losses_equal_model_losses(engine: LocalBackend, tiny: Path) -> None:
    losses = answer_losses(engine, PREDICTIONS)
    tokenizer = engine.tokenizer

    for text, score in zip(PREDICTIONS, losses.scores, strict=True):
        ids = tokenizer(text, add_special_tokens=False)["input_ids"] if text else [1]
        assert score.tokens == len(ids)
        assert -score.logprob == pytest.approx(plain_loss(tiny, [0, *ids]), abs=1e-4)
    assert losses.truncated == 0


def test_an_empty_answer_counts_as_the_end_token(engine: LocalBackend) -> None:
    empty, blank = answer_losses(engine, ["", " \n"]).scores

    assert empty == blank
    assert empty.tokens == 1
    assert math.isfinite(empty.logprob)


def test_an_answer_beyond_the_context_is_truncated_and_counted(engine: LocalBackend) -> None:
    losses = answer_losses(engine, ["लड़का घर जाता है। " * 40, "short"])

    assert losses.truncated == 1
    assert losses.scores[0].tokens == CONTEXT - 1


def test_bertscore_equals_library() -> None:
    from bert_score import score

    ours = BertScores("all-MiniLM-L6-v2", rescale=False)
    _, _, expected = score(
        ["the cat sat", "hello there"], ["a dog ran", "hello world"],
        model_type=str(ours.folder), num_layers=6, lang="en", device="cpu",
    )  # fmt: skip

    found = ours.f1(["the cat sat", "hello there"], ["a dog ran", "hello world"])
    assert found == pytest.approx(expected.tolist(), abs=1e-6)


def test_an_empty_answer_has_no_bertscore() -> None:
    scores = BertScores("all-MiniLM-L6-v2", rescale=False).f1(["", "a cat"], ["a cat", "a cat"])

    assert scores[0] == 0
    assert scores[1] == pytest.approx(1, abs=1e-5)


def test_long_answer_is_truncated_to_model_positions() -> None:
    (score,) = BertScores("all-MiniLM-L6-v2", rescale=False).f1(["word " * 2000], ["word"])

    assert 0 < score <= 1


def test_a_missing_rescaling_baseline_is_an_error() -> None:
    with pytest.raises(EngineError, match="no rescaling baseline for --bertscore-model=all-MiniLM"):
        BertScores("all-MiniLM-L6-v2", rescale=True)


def test_local_copy_of_known_model_has_layer_and_baseline(tmp_path: Path) -> None:
    from tests.support.masked_models import wordpiece

    folder = tmp_path / "bert-base-uncased"
    torch.manual_seed(0)
    tokenizer = hf.PreTrainedTokenizerFast(
        tokenizer_object=wordpiece(), pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]",
        unk_token="[UNK]",
    )  # fmt: skip
    config = hf.BertConfig(
        vocab_size=len(tokenizer), hidden_size=16, num_hidden_layers=12, num_attention_heads=2,
        intermediate_size=32,
    )  # fmt: skip
    hf.BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)

    scores = BertScores(str(folder), rescale=True)
    assert scores.layers == 9  # which the library's authors chose for this model
    assert scores.baseline is not None
    (same,) = scores.f1(["The boys read"], ["The boys read"])
    assert same == pytest.approx(1, abs=1e-5)  # a perfect score stays one when it is rescaled
    (empty,) = scores.f1([""], ["The boys read"])
    assert empty < 0  # and none is below that of unrelated texts
