"""The benchmark's tools compute the same on tiny models, and the floor does nothing else."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
import torch
import transformers as hf

from bench.figures.catalogue import _random_bert
from bench.running.comparison import errors_of, share_equal
from bench.tools import floor, peers, plain, probes, suite
from bench.tools.profile import OfAnswers, OfSentences
from bench.tools.workload import Item, Workload, sentences
from kasauti.engines.passes.tokens import encode
from tests.support.tiny_models import save_tiny_model

PAIRS: list[Item] = [(f"{number} घर जाता है।", f"{number} घर जाते है।") for number in range(5)]


@pytest.fixture(scope="module")
def workload(tmp_path_factory: pytest.TempPathFactory) -> Workload:
    config = hf.LlamaConfig(
        vocab_size=400, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, max_position_embeddings=512,
    )  # fmt: skip
    folder = save_tiny_model(tmp_path_factory.mktemp("bench") / "llama", config)
    return Workload("made", str(folder), tuple(PAIRS), len(PAIRS))


def test_suite_peers_and_loop_match_reference(workload: Workload) -> None:
    pytest.importorskip("minicons")
    exact = plain.Reference(workload).run(PAIRS, 1)
    assert len(exact) == 2 * len(PAIRS)
    tools = (suite.Sentences, plain.Loop, peers.Minicons)
    for found in [tool(workload).run(PAIRS, 3) for tool in tools]:
        assert errors_of(found, exact).largest < 1e-3
    assert errors_of(exact[1:], exact[:-1]).largest > 1e-3


def test_reference_ignores_float32_casts() -> None:
    numbers = torch.arange(3, dtype=torch.float64) / 3
    with plain.InFloat64():
        found = [numbers.float(), numbers.to(torch.float32), numbers.to(dtype=torch.float32)]
        softmax = torch.softmax(numbers, dim=0, dtype=torch.float32)
    assert all(torch.equal(each, numbers) for each in found)
    assert torch.equal(softmax, torch.softmax(numbers, dim=0))
    assert not torch.equal(numbers.float().double(), numbers)


def test_the_reference_computes_norms_in_float64(
    workload: Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = plain.Reference(workload).run(PAIRS, 1)
    monkeypatch.setattr(plain, "InFloat64", nullcontext)
    rounded = plain.Reference(workload).run(PAIRS, 1)
    assert 0 < errors_of(rounded, exact).largest < 1e-4


def test_lm_eval_agrees_with_the_reference(workload: Workload) -> None:
    pytest.importorskip("lm_eval.models.huggingface")
    exact = plain.Reference(workload).run(PAIRS, 1)
    assert errors_of(peers.LmEval(workload).run(PAIRS, 3), exact).largest < 1e-3


def test_masked_models_are_scored_by_one_method(tmp_path: Path) -> None:
    pytest.importorskip("minicons")
    pairs: list[Item] = [("The boys annoyingly read.", "The boy annoyingly reads it.")]
    made = Workload("made", str(_random_bert(tmp_path)), tuple(pairs), 1)
    exact = plain.MaskedReference(made).run(pairs, 1)
    for found in [tool(made).run(pairs, 2) for tool in (suite.Sentences, peers.MiniconsMasked)]:
        assert errors_of(found, exact).largest < 1e-3


def test_answers_are_equal(workload: Workload) -> None:
    prompts: list[Item] = [("घर",), ("The boys read a book",), ("मैंने राम को देखा। और",)]
    ours = suite.Answers(workload).run(prompts, 0)
    assert any(ours)
    assert peers.Generate(workload).run(prompts, 2) == ours


def test_probes_of_both_ways_agree(workload: Workload) -> None:
    examples: list[Item] = [
        (f"{word} घर {verb} है।", "0", str(len(word)), label, word)
        for index, word in enumerate(
            ["राम", "घोड़ा", "लड़का", "सीता", "गाय", "लड़की", "मोर", "नदी"] * 2
        )
        for verb, label in [("जाता", "m"), ("जाती", "f")][index // 8 :][:1]
    ]
    ours = probes.OnePass(workload).run(examples, 0)
    theirs = probes.PassPerLayer(workload).run(examples, 4)
    assert len(ours) == 3 * 5 * 5  # layers, folds, strengths
    assert share_equal(theirs, ours) > 0.9


def test_the_floor_has_the_products_of_distinct_tokens_alone(
    workload: Workload, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = []

    class Counted(floor.Product):
        def __init__(self, weight: torch.Tensor, *, reordered: bool) -> None:
            super().__init__(weight, reordered=reordered)
            self.multiply, self.of = self.of, self.counted
            self.shape = tuple(weight.shape)

        def counted(self, states: torch.Tensor) -> torch.Tensor:
            done.append((len(states), self.shape))
            return self.multiply(states)

    monkeypatch.setattr(floor, "Product", Counted)
    tool = floor.Floor(workload)
    assert tool.run(PAIRS, 0) == []
    backend = suite.backend_of(workload)
    sequences = encode(backend.tokenizer, sentences(PAIRS), prefix=backend.prefix)
    prefixes = {tuple(ids[:stop]) for ids in sequences for stop in range(1, len(ids))}
    weights = [
        tuple(module.weight.shape)
        for module in backend.model.base_model.modules()
        if isinstance(module, torch.nn.Linear)
    ]
    head = tuple(backend.model.get_output_embeddings().weight.shape)
    assert sorted(done) == sorted((len(prefixes), shape) for shape in [*weights, head])
    parameters = sum(each.numel() for each in backend.model.parameters())
    assert tool.facts == {"distinct_tokens": len(prefixes), "parameters": parameters}


@pytest.mark.parametrize("tool", [OfSentences, OfAnswers])
def test_a_profile_has_shares_of_the_time(
    workload: Workload, tool: type[OfSentences | OfAnswers]
) -> None:
    shares = dict(tool(workload).run(PAIRS[:1], 0))
    assert "matrix products" in shares
    assert sum(shares.values()) <= 1 + 1e-6
