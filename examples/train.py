"""Training with transformers, where every saved checkpoint is evaluated.

    python examples/train.py START TEXTS OUTPUT [marker of a suite]

START is a checkpoint folder or a hub name, TEXTS a file with one text per line. The figures are
in the Trainer's log beside the loss, and OUTPUT/evaluations has the reports of every checkpoint;
`kasauti trend OUTPUT/evaluations` draws them over the steps.
"""

from __future__ import annotations

import sys
from pathlib import Path

from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    Trainer,
    TrainingArguments,
)

from kasauti.callback import EvaluateOnSave


def main(start: str, texts: str, output: str, suite: str = "multiblimp") -> int:
    """Train for twenty steps and evaluate after ten and after twenty."""
    model = AutoModelForCausalLM.from_pretrained(start)
    tokenizer = AutoTokenizer.from_pretrained(start)
    lines = Path(texts).read_text(encoding="utf-8").splitlines()
    arguments = TrainingArguments(
        output_dir=output,
        max_steps=20,
        save_steps=10,
        logging_steps=10,
        per_device_train_batch_size=2,
        report_to="none",
        dataloader_pin_memory=False,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        train_dataset=[{"input_ids": tokenizer(line)["input_ids"]} for line in lines],
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm=False),
        processing_class=tokenizer,
    )
    trainer.add_callback(EvaluateOnSave(suites=suite, select="word_order"))
    trainer.train()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
