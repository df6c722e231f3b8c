"""Reordered weights give the same products, only inside their context, and never old ones."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.passes import lm_head, reordered
from kasauti.engines.passes.lm_head import Head
from kasauti.engines.passes.reordered import ReorderedWeight, reordered_layers, worth_reordering

ENOUGH = reordered.LEAST_TOKENS
needs_onednn = pytest.mark.skipif(
    not torch.backends.mkldnn.is_available(), reason="this build of torch is without oneDNN"
)


def network() -> torch.nn.Sequential:
    torch.manual_seed(0)
    layers = torch.nn.Linear(16, 24), torch.nn.ReLU(), torch.nn.Linear(24, 8, bias=False)
    model = torch.nn.Sequential(*layers)
    model.requires_grad_(requires_grad=False)
    return model


def is_reordered(model: torch.nn.Sequential) -> list[bool]:
    return ["forward" in vars(layer) for layer in model if isinstance(layer, torch.nn.Linear)]


@needs_onednn
@given(
    outputs=st.integers(1, 70),
    inputs=st.integers(1, 70),
    shape=st.lists(st.integers(0, 5), min_size=1, max_size=3),
    with_bias=st.booleans(),
)
def test_product_equals_torch(outputs, inputs, shape, with_bias) -> None:
    generator = torch.Generator().manual_seed(outputs * 71 + inputs)
    weight = torch.randn(outputs, inputs, generator=generator)
    bias = torch.randn(outputs, generator=generator) if with_bias else None
    states = torch.randn(*shape, inputs, generator=generator)
    expected = torch.nn.functional.linear(states.double(), weight.double(), _double(bias)).float()
    torch.testing.assert_close(
        ReorderedWeight(weight).multiply(states, bias), expected, atol=1e-4, rtol=1e-4
    )


def _double(bias: torch.Tensor | None) -> torch.Tensor | None:
    return None if bias is None else bias.double()


@needs_onednn
def test_product_of_non_contiguous_states() -> None:
    weight, states = torch.randn(9, 12), torch.randn(4, 6, 12).transpose(0, 1)[::2]
    expected = torch.nn.functional.linear(states, weight)
    torch.testing.assert_close(ReorderedWeight(weight).multiply(states), expected)


@needs_onednn
def test_layers_are_reordered_inside_the_context_only() -> None:
    model, states = network(), torch.randn(3, 16)
    plain = model(states)
    with reordered_layers(model, tokens=ENOUGH):
        assert is_reordered(model) == [True, True]
        torch.testing.assert_close(model(states), plain)
    assert is_reordered(model) == [False, False]


@needs_onednn
def test_an_error_leaves_the_model_as_it_was() -> None:
    model = network()
    with pytest.raises(ZeroDivisionError), reordered_layers(model, tokens=ENOUGH):
        raise ZeroDivisionError
    assert is_reordered(model) == [False, False]


@needs_onednn
def test_weights_that_were_trained_since_are_used() -> None:
    model, states = network(), torch.randn(3, 16)
    with reordered_layers(model, tokens=ENOUGH):
        before = model(states)
    for parameter in model.parameters():
        parameter.mul_(2.0)
    plain = model(states)
    with reordered_layers(model, tokens=ENOUGH):
        torch.testing.assert_close(model(states), plain)
        assert not torch.allclose(plain, before)


def little_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reordered, "available_memory", lambda: 8.0)


def few_tokens(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reordered, "LEAST_TOKENS", ENOUGH + 1)


def without_onednn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(torch.backends.mkldnn, "is_available", lambda: False)


@pytest.mark.parametrize("unsuited", [little_memory, few_tokens, without_onednn])
def test_layers_are_not_reordered_without_benefit(unsuited, monkeypatch) -> None:
    unsuited(monkeypatch)
    model = network()
    with reordered_layers(model, tokens=ENOUGH):
        assert is_reordered(model) == [False, False]


@needs_onednn
def test_a_head_with_long_sums_is_not_reordered(monkeypatch: pytest.MonkeyPatch) -> None:
    head = Head(torch.nn.Linear(16, 9), lambda logits: logits)
    with head.reordered(tokens=ENOUGH):
        assert head._reordered
    assert not head._reordered
    monkeypatch.setattr(reordered, "MOST_TERMS", 15)
    with head.reordered(tokens=ENOUGH):
        assert not head._reordered


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float64])
def test_other_precisions_keep_their_own_products(dtype: torch.dtype) -> None:
    assert not worth_reordering(torch.zeros(4, 4, dtype=dtype), tokens=ENOUGH)


@needs_onednn
def test_layer_patched_by_other_library_is_untouched() -> None:
    model = network()
    model[0].forward = lambda states: states[..., :1].expand(-1, 24)
    changed = model[0].forward
    with reordered_layers(model, tokens=ENOUGH):
        assert model[0].forward is changed
        assert "forward" in vars(model[2])
    assert model[0].forward is changed


def test_available_memory_is_in_bytes() -> None:
    memory = reordered.available_memory()
    assert memory == float("inf") or 2**26 < memory < 2**45


@needs_onednn
def test_a_head_asks_onednn_for_few_numbers_of_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps a program for each, so that a long run would take ever more memory."""
    asked: set[int] = set()

    class Watched(ReorderedWeight):
        def multiply(self, states: torch.Tensor, bias: torch.Tensor | None = None) -> torch.Tensor:
            asked.add(len(states))
            return super().multiply(states, bias)

    monkeypatch.setattr(lm_head, "ReorderedWeight", Watched)
    monkeypatch.setattr(lm_head, "POSITIONS", 40)
    layer = torch.nn.Linear(16, 9)
    head = Head(layer, lambda logits: logits)
    with torch.inference_mode(), head.reordered(tokens=ENOUGH):
        for positions in (1, 31, 32, 33, 50, 64):
            hidden = torch.randn(positions, 16)
            every = torch.arange(positions)
            expected = torch.log_softmax(layer(hidden), dim=1)[:, 3]
            found = head.logprobs(hidden, every, torch.full((positions,), 3))
            torch.testing.assert_close(found, expected)
    assert asked == {32, 64}
