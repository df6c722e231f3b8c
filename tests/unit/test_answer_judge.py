"""The trained judge: its weight updates, caching, and invalid files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModel, AutoTokenizer

from kasauti.data.quiz_cases import JUDGE, SHIPPED
from kasauti.engines.metric_models.answer_judge import AnswerJudge
from kasauti.engines.metric_models.embeddings import DEFAULT, find_embedding_model
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import IN_MEMORY, ScoreStore, opened

WIDTH = 384
LAYER = "encoder.layer.3.intermediate.dense"
PAIRS = [
    ("What do prices do in a slump? Prices fall.", "They go down."),
    ("What do prices do in a slump? Prices fall.", "They rise, and then they rise further still."),
    ("Why?", "Because."),
]


@pytest.fixture
def store():
    with opened(IN_MEMORY) as opened_store:
        yield opened_store


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A judge with a random head and a random change to one layer."""
    torch.manual_seed(3)
    path = tmp_path_factory.mktemp("judge") / JUDGE
    tensors = {
        "head.weight": torch.randn(2 * WIDTH),
        "head.bias": torch.randn(()),
        f"{LAYER}.down": torch.randn(4, WIDTH) / 20,
        f"{LAYER}.up": torch.randn(4 * WIDTH, 4) / 20,
    }
    save_file(tensors, path)
    return path


def by_hand(path: Path, true: str, answer: str) -> float:
    """One pair without the engine: the change is added to the output of the layer."""
    base = find_embedding_model(DEFAULT)
    model, changes = AutoModel.from_pretrained(base).eval(), load_file(path)

    def add_change(_: object, inputs: tuple[torch.Tensor], output: torch.Tensor) -> torch.Tensor:
        return output + 2 * (inputs[0] @ changes[f"{LAYER}.down"].T) @ changes[f"{LAYER}.up"].T

    model.get_submodule(LAYER).register_forward_hook(add_change)
    inputs = AutoTokenizer.from_pretrained(base)(true, answer, return_tensors="pt")
    with torch.inference_mode():
        states = model(**inputs).last_hidden_state[0]
    of_answer = states[inputs["token_type_ids"][0] == 1].mean(dim=0)
    logit = torch.cat([states[0], of_answer]) @ changes["head.weight"] + changes["head.bias"]
    return float(torch.sigmoid(logit))


def test_it_computes_what_its_file_says(weights: Path, store: ScoreStore) -> None:
    found = AnswerJudge(weights, store, device="cpu").probabilities(PAIRS)
    expected = [by_hand(weights, *pair) for pair in PAIRS]
    assert found == pytest.approx(expected, abs=1e-4)
    assert max(found) - min(found) > 0.01  # otherwise nothing would be compared


def test_a_judgement_does_not_depend_on_what_is_judged_with_it(
    weights: Path, store: ScoreStore
) -> None:
    many = PAIRS * 12 + [("A long text. " * 40, f"Answer {number}.") for number in range(12)]
    random.Random(0).shuffle(many)
    together = dict(
        zip(many, AnswerJudge(weights, store, device="cpu").probabilities(many), strict=True)
    )
    with opened(IN_MEMORY) as other:
        alone = AnswerJudge(weights, other, device="cpu").probabilities([PAIRS[1]])
    assert together[PAIRS[1]] == pytest.approx(alone[0], abs=1e-5)


def test_what_was_judged_before_is_not_computed_again(weights: Path, store: ScoreStore) -> None:
    first = AnswerJudge(weights, store, device="cpu")
    expected = first.probabilities(PAIRS)
    second = AnswerJudge(weights, store, device="cpu")
    assert second.probabilities(PAIRS) == expected
    assert "_model" not in vars(second)


def test_another_judge_does_not_get_its_judgements(
    weights: Path, tmp_path: Path, store: ScoreStore
) -> None:
    other = tmp_path / JUDGE
    save_file(load_file(weights) | {"head.bias": torch.tensor(9.0)}, other)
    judges = [AnswerJudge(path, store, device="cpu") for path in (weights, other)]
    assert judges[0].name != judges[1].name
    found = [judge.probabilities(PAIRS) for judge in judges]
    assert all(one != two for one, two in zip(*found, strict=True))


@pytest.mark.parametrize(
    "broken",
    [
        b"not safetensors",
        {"head.weight": torch.zeros(2 * WIDTH)},
        {
            "head.weight": torch.zeros(2 * WIDTH),
            "head.bias": torch.zeros(()),
            "encoder.layer.77.x.up": torch.zeros(2, 2),
        },
    ],
)
def test_an_invalid_file_is_named_in_the_error(broken, tmp_path: Path, store: ScoreStore) -> None:
    path = tmp_path / JUDGE
    if isinstance(broken, bytes):
        path.write_bytes(broken)
    else:
        save_file(broken, path)
    with pytest.raises(EngineError, match=r"judge\.safetensors cannot be loaded .*Restore"):
        AnswerJudge(path, store, device="cpu").probabilities(PAIRS)


def test_a_judge_that_returns_nan_is_an_error(
    weights: Path, tmp_path: Path, store: ScoreStore
) -> None:
    path = tmp_path / JUDGE
    save_file(load_file(weights) | {"head.bias": torch.tensor(float("nan"))}, path)
    with pytest.raises(EngineError, match="returned NaN"):
        AnswerJudge(path, store, device="cpu").probabilities(PAIRS)


def test_the_shipped_judge_tells_up_from_down(store: ScoreStore) -> None:
    true = "What happens to prices in a bear market? Prices fall a long way. Most shares lose."
    up, down = AnswerJudge(SHIPPED / JUDGE, store, device="cpu").probabilities(
        [(true, "Prices rise a long way."), (true, "Prices drop a long way.")]
    )
    assert up < down
