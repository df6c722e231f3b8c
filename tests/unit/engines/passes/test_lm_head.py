"""The blocked head gives the log-softmax, whatever the block borders."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from kasauti.engines.passes import lm_head as head
from kasauti.engines.passes.lm_head import Head


def plain(logits: torch.Tensor, sources: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return torch.log_softmax(logits.double(), dim=1)[sources, targets].float()


def layer_of(weight: torch.Tensor, bias: torch.Tensor | None = None) -> torch.nn.Module:
    layer = torch.nn.Linear(weight.shape[1], weight.shape[0], bias=bias is not None)
    layer.load_state_dict({"weight": weight} | ({} if bias is None else {"bias": bias}))
    return layer.requires_grad_(requires_grad=False)


@pytest.mark.parametrize("vocabulary", [1, 7, head.WORDS - 1, head.WORDS, head.WORDS + 1, 5000])
@pytest.mark.parametrize("with_bias", [False, True])
def test_equals_log_softmax(vocabulary: int, with_bias: bool) -> None:
    generator = torch.Generator().manual_seed(vocabulary)
    weight = torch.randn(vocabulary, 16, generator=generator)
    bias = torch.randn(vocabulary, generator=generator) if with_bias else None
    hidden = torch.randn(12, 16, generator=generator)
    sources = torch.tensor([0, 0, 3, 11, 7])  # unsorted, repeated, with gaps
    targets = torch.randint(vocabulary, (5,), generator=generator)
    ours = Head(layer_of(weight, bias), lambda logits: logits).logprobs(hidden, sources, targets)
    logits = hidden @ weight.T + (0 if bias is None else bias)
    torch.testing.assert_close(ours, plain(logits, sources, targets), atol=1e-5, rtol=0)


def test_large_logits_do_not_overflow() -> None:
    hidden, weight = torch.full((1, 1), 1.0), torch.tensor([[-5e3], [5e3], [4.9e3]])
    ours = Head(layer_of(weight), lambda logits: logits).logprobs(
        hidden, torch.tensor([0, 0]), torch.tensor([1, 0])
    )
    torch.testing.assert_close(ours, torch.tensor([0.0, -1e4]))


@pytest.mark.parametrize(
    ("setting", "adjusted"),
    [
        ({"final_logit_softcapping": 3.0}, lambda x: torch.tanh(x / 3) * 3),
        ({"logit_scale": 0.25}, lambda x: x * 0.25),
        ({"logits_scaling": 4.0}, lambda x: x / 4),
    ],
    ids=["softcap", "scale", "divisor"],
)
def test_adjusts_logits_as_the_architecture_does(setting, adjusted) -> None:
    layer = torch.nn.Linear(8, 3000, bias=False)
    model = SimpleNamespace(get_output_embeddings=lambda: layer)
    hidden = torch.randn(4, 8, generator=torch.Generator().manual_seed(1)) * 20
    sources, targets = torch.tensor([0, 1, 2, 3]), torch.tensor([5, 0, 2999, 1])
    head = Head.of(model, SimpleNamespace(**setting))  # type: ignore[arg-type]
    assert head is not None
    with torch.inference_mode():
        ours = head.logprobs(hidden, sources, targets)
        expected = plain(adjusted(layer(hidden)), sources, targets)
    torch.testing.assert_close(ours, expected, atol=1e-4, rtol=0)
