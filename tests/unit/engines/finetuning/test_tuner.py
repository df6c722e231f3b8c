"""Fine-tuning: it learns, repeats itself, resumes, and leaves the model under test alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.finetuning.encoding import CUT_OFF, IGNORED, collate, encode_examples
from kasauti.engines.finetuning.tuner import FineTuner
from kasauti.engines.protocol.backend import Advance
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.protocol.training import (
    LORA_ABOVE,
    Example,
    FineTuned,
    TrainingConfig,
    TrainingSet,
)
from kasauti.engines.sources.digests import fingerprint
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.support.masked_models import masked_model
from tests.support.runs import save_tiny_llama

GOOD, BAD = "यह किताब अच्छी है", "वह घर बुरा था"
RATE = 5e-3  # a tiny random model has everything to learn


def example(number: int) -> Example:
    return Example(f"{GOOD if number % 2 else BAD} {number}", (number % 2,))


TRAIN = tuple(example(number) for number in range(16))
ASKED = tuple(Example(example(number).text) for number in range(100, 112))
# A dev set with the opposite labels, so that the first epoch stays the best.
OPPOSITE = tuple(Example(each.text, (1 - each.labels[0],)) for each in TRAIN)
TRAINING_SET = TrainingSet(TRAIN, (), ASKED, 2)
CONFIG = TrainingConfig(epochs=4, seed=1, learning_rate=RATE)

MakeBackend = Callable[..., LocalBackend]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_llama(tmp_path_factory.mktemp("model") / "tiny", hidden_size=32)


@pytest.fixture
def make_backend(model: Path, tmp_path: Path) -> MakeBackend:
    def make(
        folder: Path = model, *, store: str = "scores.sqlite", **options: object
    ) -> LocalBackend:
        return LocalBackend(
            ModelRequest(
                source=ModelSource.find(str(folder)),
                load=LoadOptions(device="cpu", **options),  # type: ignore[arg-type]
                store=ScoreStore(tmp_path / store),
            )
        )

    return make


def chosen(fine_tuned: FineTuned) -> list[int]:
    return [int(scores[0].argmax()) for scores in fine_tuned.scores]


RIGHT = [number % 2 for number in range(100, 112)]


@pytest.mark.parametrize(("lora_above", "lora"), [(LORA_ABOVE, False), (0, True)])
def test_separable_task_is_learned_fully_and_by_lora(
    make_backend: MakeBackend, lora_above: int, lora: bool
) -> None:
    config = TrainingConfig(epochs=8, seed=0, learning_rate=RATE, lora_above=lora_above)
    steps: list[int] = []
    fine_tuned = make_backend().fine_tune(
        TRAINING_SET, config, lambda count, **_: steps.append(count)
    )
    assert chosen(fine_tuned) == RIGHT
    assert fine_tuned.lora is lora
    assert fine_tuned.epochs == 8
    assert sum(steps) == config.steps(len(TRAIN)) == 16
    for scores in fine_tuned.scores:
        assert np.exp(scores).sum() == pytest.approx(1, abs=1e-5)


def test_every_span_gets_its_own_label(make_backend: MakeBackend) -> None:
    def named(number: int, *, labels: bool) -> Example:
        words = ["राम" if number % 2 else "किताब", f"घर{number}", "जाता"]
        ends = np.cumsum([len(word) + 1 for word in words])
        spans = tuple(
            (int(end) - len(word) - 1, int(end) - 1) for word, end in zip(words, ends, strict=True)
        )
        return Example(" ".join(words), (number % 2 + 1, 0, 0) if labels else (), spans)

    train = tuple(named(number, labels=True) for number in range(16))
    asked = tuple(named(number, labels=False) for number in (50, 51))
    config = TrainingConfig(epochs=10, seed=0, learning_rate=RATE)
    fine_tuned = make_backend().fine_tune(TrainingSet(train, (), asked, 3), config)
    assert [scores.argmax(-1).tolist() for scores in fine_tuned.scores] == [[1, 0, 0], [2, 0, 0]]


def test_training_is_deterministic_per_seed(
    make_backend: MakeBackend,
) -> None:
    one, two = (make_backend(store=name).fine_tune(TRAINING_SET, CONFIG) for name in ("one", "two"))
    assert np.array_equal(one.scores, two.scores)
    other = make_backend().fine_tune(
        TRAINING_SET, TrainingConfig(epochs=4, seed=2, learning_rate=RATE)
    )
    assert not np.array_equal(one.scores, other.scores)


def test_model_under_test_is_unchanged(make_backend: MakeBackend, model: Path) -> None:
    backend = make_backend()
    before = {name: each.clone() for name, each in backend.model.state_dict().items()}
    files = fingerprint(model)
    (score,) = backend.score_texts(["यह किताब"])
    backend.fine_tune(TRAINING_SET, CONFIG)
    assert fingerprint(model) == files
    after = backend.model.state_dict()
    assert all(torch.equal(after[name], before[name]) for name in before)
    assert not any(
        each.requires_grad and each.grad is not None for each in backend.model.parameters()
    )
    fresh = make_backend(store="fresh")
    assert fresh.score_texts(["यह किताब"]) == [score]


def test_a_stored_result_is_not_trained_again(
    make_backend: MakeBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_backend()
    fine_tuned = first.fine_tune(TRAINING_SET, CONFIG)
    assert (first.work.computed, first.work.stored) == (len(ASKED), 0)
    monkeypatch.setattr(FineTuner, "_train", lambda *_: pytest.fail("trained again"))
    second, steps = make_backend(), list[int]()
    again = second.fine_tune(TRAINING_SET, CONFIG, lambda count, **_: steps.append(count))
    assert np.array_equal(fine_tuned.scores, again.scores)
    assert (again.epochs, again.lora) == (fine_tuned.epochs, fine_tuned.lora)
    assert (second.work.computed, second.work.stored) == (0, len(ASKED))
    assert sum(steps) == 8


@pytest.mark.parametrize("change", ["training_set", "config", "model"])
def test_another_training_set_config_or_model_is_trained_again(
    make_backend: MakeBackend, tmp_path: Path, change: str
) -> None:
    make_backend().fine_tune(TRAINING_SET, CONFIG)
    training_set = (
        TrainingSet(TRAIN[:-1], (), ASKED, 2) if change == "training_set" else TRAINING_SET
    )
    config = TrainingConfig(epochs=3, seed=1, learning_rate=RATE) if change == "config" else CONFIG
    backend = make_backend()
    if change == "model":
        backend = make_backend(save_tiny_llama(tmp_path / "other", hidden_size=16))
    backend.fine_tune(training_set, config)
    assert backend.work.computed == len(ASKED)


class KilledError(Exception):
    """Ends a training."""


def kill_at(step: int) -> Advance:
    seen = 0

    def advance(count: int, **_: object) -> None:
        nonlocal seen
        seen += count
        if seen == step:
            raise KilledError

    return advance


@pytest.mark.parametrize("lora_above", [LORA_ABOVE, 0])
def test_killed_run_resumes_from_last_epoch(
    make_backend: MakeBackend, tmp_path: Path, lora_above: int
) -> None:
    config = TrainingConfig(epochs=6, seed=1, learning_rate=RATE, lora_above=lora_above, patience=2)
    training_set = TrainingSet(TRAIN, OPPOSITE, ASKED, 2)
    whole = make_backend(store="whole").fine_tune(training_set, config)
    assert whole.epochs == 3
    with pytest.raises(KilledError):
        make_backend().fine_tune(training_set, config, kill_at(5))  # in the third epoch
    checkpoints = sorted(tmp_path.glob("scores.sqlite.finetuning/*/checkpoint-*"))
    assert [path.name for path in checkpoints] == ["checkpoint-2", "checkpoint-4"]  # best and last
    (checkpoints[0].parent / "checkpoint-6").mkdir()  # whose writing was cut short
    steps: list[int] = []
    resumed = make_backend().fine_tune(training_set, config, lambda count, **_: steps.append(count))
    assert steps[0] == 4
    assert sum(steps) == 12
    assert resumed.epochs == 3  # it knows that the second epoch was no better, too
    assert np.array_equal(whole.scores, resumed.scores)
    assert [path.name for path in tmp_path.glob("scores.sqlite.finetuning/*")] == ["lock"]


def test_training_stops_early_without_dev_improvement(make_backend: MakeBackend) -> None:
    training_set = TrainingSet(TRAIN, OPPOSITE, tuple(Example(each.text) for each in OPPOSITE), 2)
    steps: list[int] = []
    config = TrainingConfig(epochs=20, seed=1, patience=2, learning_rate=RATE)
    fine_tuned = make_backend().fine_tune(
        training_set, config, lambda count, **_: steps.append(count)
    )
    assert fine_tuned.epochs == 3
    assert sum(steps) == 40

    rights = [each.labels[0] for each in OPPOSITE]
    loss = -np.mean(
        [scores[0, right] for scores, right in zip(fine_tuned.scores, rights, strict=True)]
    )
    # The first epoch was loaded again, which is still near ln 2; the third is far above it.
    assert loss < 0.75


def test_adapter_is_included_in_training(
    make_backend: MakeBackend, model: Path, tmp_path: Path
) -> None:
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM

    torch.manual_seed(0)
    base = AutoModelForCausalLM.from_pretrained(model)
    peft = get_peft_model(base, LoraConfig(target_modules=["q_proj"], init_lora_weights=False))
    peft.save_pretrained(str(tmp_path / "adapter"))
    without = make_backend().fine_tune(TRAINING_SET, CONFIG)
    adapted = make_backend(adapter=tmp_path / "adapter").fine_tune(TRAINING_SET, CONFIG)
    assert not np.allclose(without.scores, adapted.scores)


def test_a_masked_model_is_trained_as_well(make_backend: MakeBackend, tmp_path: Path) -> None:
    for saved in masked_model("bert"):
        saved.save_pretrained(tmp_path / "bert")
    backend = make_backend(tmp_path / "bert")
    config = TrainingConfig(epochs=8, seed=0, learning_rate=RATE)
    assert chosen(backend.fine_tune(TRAINING_SET, config)) == RIGHT


def test_last_token_of_text_or_span_is_classified(make_backend: MakeBackend) -> None:
    backend = make_backend()
    text = "राम घर"
    whole, spans = encode_examples(
        backend, [Example(text, (1,)), Example(text, (2, 3), ((0, 3), (4, 6)))], longest=100
    )
    assert whole.ids[0] == backend.prefix
    assert whole.indices.tolist() == [len(whole.ids) - 1]
    offsets = backend.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    ends = [stop for _, stop in offsets["offset_mapping"]]
    assert [ends[index - 1] for index in spans.indices] == [3, 6]


def test_long_text_keeps_ends_and_ignores_cut_off_spans(
    make_backend: MakeBackend,
) -> None:
    backend = make_backend()
    text = " ".join(f"शब्द{number}" for number in range(50))
    (full,) = encode_examples(backend, [Example(text)], longest=10_000)
    (whole,) = encode_examples(backend, [Example(text)], longest=40)
    assert whole.ids.tolist() == [*full.ids[:10], *full.ids[-30:]]
    spans = ((0, 5), (len(text) - 5, len(text)))
    (cut,) = encode_examples(backend, [Example(text, (1, 2), spans)], longest=40)
    assert cut.ids.tolist() == full.ids[:40].tolist()
    assert cut.indices.tolist() == [cut.indices[0], CUT_OFF]
    assert cut.labels.tolist() == [1, IGNORED]
    fine_tuned = backend.fine_tune(
        TrainingSet(TRAIN, (), (Example(text, (), spans),), 2),
        TrainingConfig(epochs=1, seed=0, longest=40),
    )
    assert np.isnan(fine_tuned.scores[0]).tolist() == [[False, False], [True, True]]


def test_the_digest_of_a_training_set_stays_the_same() -> None:
    """It is part of the store's keys: results of earlier versions must be found."""
    small = TrainingSet((Example("a", (1,)),), (), (Example("b", (), ((0, 1),)),), 2)
    assert small.digest() == ("47a8dc63eb699aaf52bb3b6c3274b36c2ac27cd6e74cb94ef80d7658835172cc")


def test_batches_are_padded_at_the_end(make_backend: MakeBackend) -> None:
    examples = encode_examples(
        make_backend(), [Example("घर", (1,)), Example(GOOD, (0,))], longest=99
    )
    batch = collate(examples, padding=2)
    short = len(examples[0].ids)
    assert batch["input_ids"][0, short:].unique().tolist() == [2]
    assert batch["attention_mask"].sum(1).tolist() == [len(each.ids) for each in examples]


def test_a_tokenizer_without_offsets_is_refused(
    make_backend: MakeBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = make_backend()
    monkeypatch.setattr(type(backend.tokenizer), "is_fast", False)
    with pytest.raises(EngineError, match="Save it as a fast tokenizer"):
        encode_examples(backend, [Example("घर")], longest=10)


def test_a_model_with_random_weights_is_not_trained(make_backend: MakeBackend) -> None:
    untrained = make_backend().untrained()
    assert "fine-tuning" not in untrained.capabilities()
    with pytest.raises(EngineError, match="random weights is not fine-tuned"):
        untrained.fine_tune(TRAINING_SET, CONFIG)
