"""`python -m bench.quiz_judge`: train the shipped quiz's judge and print its error rates.

It is trained on the references, the statements, the contradictions of the facts, and the answers
of judge_dev.jsonl, judge_others.jsonl and judge_more.jsonl. The threshold is chosen on
judge_limit.jsonl, whose writers wrote none of these. judge_heldout.jsonl and judge_fresh.jsonl are
not used. It takes about half an hour on two cores. With --limits, skip training and evaluate the
existing judge.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file
from sklearn.metrics import roc_auc_score
from torch import Tensor
from torch.nn import functional
from transformers import AutoModel, AutoTokenizer

from bench.judge_examples import Example, answer_examples, statement_examples
from kasauti.commands.quiz_judge import as_asked
from kasauti.data.quiz_cases import JUDGE, SHIPPED, quiz_cases
from kasauti.data.quiz_facts import read_judged
from kasauti.engines.metric_models.answer_judge import (
    BIAS,
    DOWN,
    HEAD,
    SCALE,
    UP,
    AnswerJudge,
    encode,
    pooled,
)
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder, find_embedding_model
from kasauti.engines.store.score_store import IN_MEMORY, opened
from kasauti.fixtures.suites.quiz.judging import FactJudge
from kasauti.scorers.agreement import CLAIMS, LEAST

LIMIT = "judge_limit.jsonl"
EPOCHS, BATCH, RATE, DECAY, WARM_UP, SMOOTHING = 4, 32, 1e-3, 0.01, 0.06, 0.02
RANK, FIRST_LAYER = 16, 2  # of the updates; the layers below stay as they are
SORTED_TOGETHER = 30  # batches, to reduce padding
TINY = 1e-9  # in place of a score of 0
WEIGHTS = (0.0, 0.75, 1.25, 1.75)
SHOWN = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7)


class LowRank(torch.nn.Module):
    """A frozen linear layer plus a trainable low-rank update."""

    def __init__(self, layer: torch.nn.Linear) -> None:
        super().__init__()
        self.layer = layer
        width = layer.in_features
        self.down = torch.nn.Parameter(torch.randn(RANK, width) / width**0.5)
        self.up = torch.nn.Parameter(torch.zeros(layer.out_features, RANK))

    def forward(self, states: Tensor) -> Tensor:
        changed = self.layer.weight + SCALE * self.up @ self.down
        return functional.linear(states, changed, self.layer.bias)


class Trained(torch.nn.Module):
    """The model with its updates and the head."""

    def __init__(self) -> None:
        super().__init__()
        model = AutoModel.from_pretrained(find_embedding_model(DEFAULT))
        self.model = model.requires_grad_(False)
        for layer in self.model.encoder.layer[FIRST_LAYER:]:
            attention = layer.attention
            dense = (attention.output, layer.intermediate, layer.output)
            for owner, name in (
                *((attention.self, name) for name in ("query", "key", "value")),
                *((owner, "dense") for owner in dense),
            ):
                setattr(owner, name, LowRank(getattr(owner, name)))
        self.dropout = torch.nn.Dropout(0.1)
        self.head = torch.nn.Linear(2 * self.model.config.hidden_size, 1)

    def forward(self, inputs: dict[str, Tensor]) -> Tensor:
        states = self.model(**inputs).last_hidden_state.float()
        logits: Tensor = self.head(self.dropout(pooled(states, inputs)))
        return logits.squeeze(1)

    def save(self, path: Path) -> None:
        """What is trained, in half precision, under the names of the layers."""
        tensors = {HEAD: self.head.weight[0], BIAS: self.head.bias[0]}
        for name, module in self.model.named_modules():
            if isinstance(module, LowRank):
                tensors |= {name + DOWN: module.down, name + UP: module.up}
        save_file({name: each.detach().half() for name, each in tensors.items()}, path)


def train(path: Path) -> None:
    """Each epoch sees all answers and one half of the statements, alternating."""
    torch.manual_seed(0)
    model = Trained()
    answers, statements = answer_examples(), statement_examples()
    half = len(statements) // 2
    epochs = []
    for number in range(EPOCHS):
        drawn = random.Random(number // 2).sample(statements, len(statements))
        epochs.append(answers + (drawn[half:] if number % 2 else drawn[:half]))
    _fit(model, epochs)
    model.save(path)


def _fit(model: Trained, epochs: Sequence[Sequence[Example]]) -> None:
    """Train on the parts in turn; the rate rises at the start and then falls to nearly nothing."""
    chance = random.Random(0)
    tokenizer = AutoTokenizer.from_pretrained(find_embedding_model(DEFAULT))
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=DECAY)
    steps = sum(-(-len(part) // BATCH) for part in epochs)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
    )
    model.train()
    for epoch, part in enumerate(epochs):
        total = 0.0
        for number, batch in enumerate(_batches(part, chance), start=1):
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(encode(tokenizer, [(each.true, each.answer) for each in batch]))
            right = torch.tensor([float(each.right) for each in batch])
            smoothed = right * (1 - 2 * SMOOTHING) + SMOOTHING
            loss = functional.binary_cross_entropy_with_logits(logits.float(), smoothed)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
            if not number % 25:
                print(f"epoch {epoch}, batch {number}: loss {total / number:.3f}", flush=True)


def _batches(part: Sequence[Example], chance: random.Random) -> Iterator[list[Example]]:
    """In random order, answers of similar length together."""
    shuffled = chance.sample(part, len(part))
    size = BATCH * SORTED_TOGETHER
    batches = []
    for start in range(0, len(shuffled), size):
        some = sorted(shuffled[start : start + size], key=lambda e: len(e.true) + len(e.answer))
        batches += [some[index : index + BATCH] for index in range(0, len(some), BATCH)]
    chance.shuffle(batches)
    return iter(batches)


def print_limits(path: Path) -> None:
    """Print the error rates on judge_limit.jsonl, by weight of the claims and by threshold."""
    answers = read_judged(SHIPPED / LIMIT)
    right = np.array([each.right for each in answers])
    asked = as_asked(answers, quiz_cases(SHIPPED))
    with opened(IN_MEMORY) as store:
        embedder = Embedder(DEFAULT, store, device="cpu")
        trained = AnswerJudge(path, store, device="cpu")
        claims = FactJudge(embedder).judge(asked)
        together = FactJudge(embedder, None, trained).judge(asked)
    scores = np.array([each.score for each in together])
    _print_errors("claims alone", right, np.array([each.right for each in claims]))
    verdicts = np.where([each.right for each in claims], CLAIMS, -CLAIMS)
    odds = np.log(np.maximum(scores, TINY) / (1 - scores)) - verdicts
    for weight in WEIGHTS:
        area = roc_auc_score(right, odds + weight / CLAIMS * verdicts)
        print(f"claims weigh {weight:.2f}: AUC {area:.3f}")
    for limit in sorted({*SHOWN, LEAST}):
        _print_errors(f"threshold {limit:.2f}", right, scores >= limit)


def _print_errors(name: str, right: NDArray[np.bool_], accepted: NDArray[np.bool_]) -> None:
    lost, wrong = (~accepted[right]).mean(), accepted[~right].mean()
    print(f"{name}: rejects {lost:.1%} of {right.sum()}, accepts {wrong:.1%} of {(~right).sum()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", action="store_true", help="skip training")
    path = SHIPPED / JUDGE
    if not parser.parse_args().limits:
        train(path)
    print_limits(path)


if __name__ == "__main__":
    main()
