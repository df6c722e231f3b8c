"""Balance the generated Hindi sets, and write the table of baselines.

    python -m authoring.hindi.balance choose full --text FOLDER
    python -m authoring.hindi.generate full
    python -m authoring.hindi.balance table --text FOLDER

`choose` stores which drafts of the grammar a set is made of, so that no baseline is far from
chance, not even one that has read other text. What is stored are numbers; the set can be generated
without the text. `table` measures all baselines on all sets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path

from authoring.hindi.balance.baselines import TABLE, BaselineRow, write_table
from authoring.hindi.balance.improve import improve
from authoring.hindi.balance.judges import Judge, prefers_shorter, sign
from authoring.hindi.balance.ngrams import NgramModel, class_trigram, ngram_baseline, word_bigram
from authoring.hindi.balance.outside_text import outside_sentences
from authoring.hindi.generate import fill, stored_choices
from authoring.hindi.sets import SETS, GeneratedSet
from kasauti.data.lint.frequency import word_frequency
from kasauti.data.pairs import Pair, by_phenomenon, read_pairs
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE
from kasauti.scorers.pairs.baselines import bigram, shorter_wins, unigram, words_of


def main() -> None:
    """Choose the drafts of a set, or write the table of baselines."""
    parser = argparse.ArgumentParser(
        prog="python -m authoring.hindi.balance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("step", choices=["choose", "table"])
    parser.add_argument("name", nargs="?", default="full", choices=list(SETS), help="the set")
    parser.add_argument("--phenomenon", help="choose the drafts of this phenomenon alone")
    parser.add_argument("--text", type=Path, required=True, help="the folder of public text")
    arguments = parser.parse_args()
    sentences = outside_sentences(arguments.text)
    models = (word_bigram(sentences), class_trigram(sentences))
    if arguments.step == "choose":
        choose(SETS[arguments.name], models, only=arguments.phenomenon)
    else:
        table(models)


def choose(
    generated: GeneratedSet, models: Sequence[NgramModel], *, only: str | None = None
) -> None:
    """Store the numbers of the drafts that keep every baseline near chance."""
    judges = [prefers_shorter, _frequency_judge(), *map(_model_judge, models)]
    judges = [lru_cache(maxsize=None)(judge) for judge in judges]
    core = by_phenomenon(_gated(read_pairs(HINDI_CORE)))
    choices: dict[str, Sequence[int]] = {}
    for phenomenon in generated.phenomena:
        if only in (None, phenomenon):
            slots = fill(generated, phenomenon, judges=judges)
            beside = [(pair.good, pair.bad) for pair in core.get(phenomenon, ())]
            improve(slots, judges, beside=beside)
            choices |= {slot.key: slot.numbers for slot in slots}
        else:
            start = f"{phenomenon}/"
            stored = stored_choices(generated).items()
            choices |= {key: numbers for key, numbers in stored if key.startswith(start)}
    lines = [
        f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(numbers)}"
        for key, numbers in choices.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    generated.choices_path.write_text(text, encoding="utf-8", newline="\n")
    print(f"written to {generated.choices_path}; now generate the set")


def _frequency_judge() -> Judge:
    frequency = lru_cache(maxsize=None)(word_frequency(["हिंदी"]))

    def mean(sentence: str) -> float:
        words = words_of(sentence)
        return round(sum(map(frequency, words)) / len(words), 9)

    return lambda good, bad: sign(mean(good) - mean(bad))


def _model_judge(model: NgramModel) -> Judge:
    return lambda good, bad: sign(model.score(good) - model.score(bad))


def table(models: Sequence[NgramModel]) -> None:
    """Measure every baseline on every set."""
    files = {"core": HINDI_CORE} | {name: each.path for name, each in SETS.items()}
    rows = [
        BaselineRow(name, phenomenon, len(pairs), tuple(_accuracies(pairs, models)))
        for name, path in files.items()
        if path.exists()
        for phenomenon, pairs in by_phenomenon(_gated(read_pairs(path))).items()
    ]
    write_table(TABLE, rows)
    outside = [row for row in rows if not all(0.4 <= figure <= 0.6 for figure in row.accuracies)]
    print(f"written to {TABLE}; outside 0.40 to 0.60: {len(outside)} of {len(rows)}")
    for row in outside:
        print(row.pair_set, row.phenomenon, *(f"{figure:.3f}" for figure in row.accuracies))


def _gated(pairs: Sequence[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair.gated]


def _accuracies(pairs: Sequence[Pair], models: Sequence[NgramModel]) -> list[float]:
    sentences = [(pair.good, pair.bad) for pair in pairs]
    frequency: Callable[[str], float] = word_frequency([good for good, _ in sentences])
    scores = [shorter_wins(sentences), unigram(sentences, frequency), bigram(sentences)]
    scores += [ngram_baseline(sentences, model) for model in models]
    return [score.accuracy for score in scores]


if __name__ == "__main__":
    main()
