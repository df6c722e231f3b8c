"""Train the same recipe with several seeds, and keep what each run says of each pair.

`python -m bench.statistics.seed_runs` takes about fifteen minutes of one core and writes
seed_runs.json beside this file, run by run; `python -m bench.statistics seeds` prints what follows.

The recipe: LoRA on gemma-3-270m, a dozen steps of eight Hindi sentences (the good ones of the
extended pairs). The seed decides the start of LoRA, which sentences are drawn, and their order.
Measured are 48 pairs of each phenomenon of the full set, which has other sentences. Two
runs more are another recipe, which is worse: the words of the texts are shuffled.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import kasauti
from kasauti.records import Run

KEPT = Path(__file__).with_name("seed_runs.json")
MODEL = "gemma-3-270m"
TEXTS = Path(kasauti.__file__).parents[1] / "data" / "hindi" / "pairs_extended.jsonl"
SEEDS, SHUFFLED = 6, 2
PAIRS, STEPS, BATCH, RATE = 48, 12, 8, 5e-4
DIGITS = 4  # of a margin, in nats per token


def texts_of(seed: int, *, shuffled: bool) -> list[str]:
    """Return the texts of a run, in their order."""
    rows = [json.loads(line) for line in TEXTS.read_text(encoding="utf-8").splitlines() if line]
    generator = random.Random(seed)
    drawn = generator.sample([row["good"] for row in rows], STEPS * BATCH)
    if not shuffled:
        return drawn
    words = [text.split() for text in drawn]
    for each in words:
        generator.shuffle(each)
    return [" ".join(each) for each in words]


def train(folder: Path, seed: int, *, shuffled: bool) -> tuple[Any, Any]:
    """Return the trained model, whole, and its tokenizer."""
    import torch
    from peft import LoraConfig, get_peft_model
    from transformers import AutoModelForCausalLM, AutoTokenizer

    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.padding_side = "right"
    whole = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    lora = LoraConfig(r=8, lora_alpha=16, target_modules="all-linear", task_type="CAUSAL_LM")
    model = get_peft_model(whole, lora)
    model.train()
    chosen = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(chosen, lr=RATE)
    texts = texts_of(seed, shuffled=shuffled)
    for step in range(STEPS):
        batch = [tokenizer.bos_token + each for each in texts[step * BATCH : (step + 1) * BATCH]]
        rows = tokenizer(batch, return_tensors="pt", padding=True, add_special_tokens=False)
        labels = rows["input_ids"].masked_fill(rows["attention_mask"] == 0, -100)
        model(**rows, labels=labels).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return model.merge_and_unload().eval(), tokenizer


def margins(run: Run) -> dict[str, list[float]]:
    """Return the margin of each pair, by case, in the order of the ids."""
    return {
        str(each.case): [
            round(item.score or 0.0, DIGITS) for item in sorted(each.items, key=lambda i: i.id)
        ]
        for each in run.measurements
    }


def templates(run: Run) -> dict[str, list[str]]:
    """Return the template of each pair, in the same order."""
    return {
        str(each.case): [
            item.clusters["template"] for item in sorted(each.items, key=lambda i: i.id)
        ]
        for each in run.measurements
    }


def measure(name: str, seed: int, *, work: str, shuffled: bool) -> Run:
    """Train one run and evaluate it."""
    from kasauti.engines.sources.model_source import ModelSource
    from kasauti.evaluation import evaluate

    model, tokenizer = train(ModelSource.find(MODEL).folder(), seed, shuffled=shuffled)
    options: dict[str, Any] = {"pairs_set": "full", "limit": PAIRS, "no_store": True}
    return evaluate(
        model, tokenizer=tokenizer, suites="multiblimp", name=name, results_dir=work, **options
    )


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", default="/tmp/seed-runs", help="folder of the reports")
    arguments = parser.parse_args(given)
    kept: dict[str, Any] = {"model": MODEL, "runs": {}}
    if KEPT.exists():  # delete it to begin anew
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
    names = [("seed", each, False) for each in range(SEEDS)]
    names += [("shuffled", each, True) for each in range(SHUFFLED)]
    for kind, seed, shuffled in names:
        name = f"{kind}-{seed}"
        if name in kept["runs"]:
            continue
        run = measure(name, seed, work=arguments.work, shuffled=shuffled)
        kept["templates"] = templates(run)
        kept["runs"][name] = margins(run)
        text = json.dumps(kept, ensure_ascii=False).replace("}, ", "},\n").replace("], ", "],\n")
        KEPT.write_text(text + "\n", encoding="utf-8")
        print(name, flush=True)


if __name__ == "__main__":
    main()
