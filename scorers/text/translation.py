"""Translations against their references, by sacrebleu: chrF++ and BLEU, as shares of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kasauti.scorers.statistics.bootstrap import mean_of, resample
from kasauti.scorers.text.corpus_metrics import CorpusMetric
from kasauti.scorers.text.overlap import bleu, chrf


@dataclass(frozen=True, slots=True)
class TranslationScore:
    """The scores of one direction, and the signatures from which they can be repeated."""

    sentences: tuple[float, ...]  # chrF++ of each sentence
    corpus_chrf: CorpusMetric
    corpus_bleu: CorpusMetric

    @property
    def chrf(self) -> float:
        """chrF++ of the corpus, as a share of one."""
        return self.corpus_chrf.value / 100

    @property
    def bleu(self) -> float:
        """BLEU of the corpus, as a share of one."""
        return self.corpus_bleu.value / 100

    @property
    def mean(self) -> float:
        return sum(self.sentences) / len(self.sentences)


@dataclass(frozen=True, slots=True)
class Advantage:
    """By how much a translation is better than a baseline, with a one-sided lower bound."""

    mean: float
    low: float  # the lower bound at the requested confidence


def score_translations(
    answers: Sequence[str], references: Sequence[str], *, spaced: bool
) -> TranslationScore:
    """chrF++ and BLEU of answers; `spaced`: whether the language separates words by spaces."""
    if not answers or len(answers) != len(references):
        raise ValueError(f"need a reference for each answer, got {len(references)}")
    letters = chrf(answers, references)
    words = bleu(answers, references, tokenize=bleu_tokenizer(spaced=spaced))
    return TranslationScore(tuple(each / 100 for each in letters.items), letters, words)


def sentence_chrf(answers: Sequence[str], references: Sequence[str]) -> tuple[float, ...]:
    from sacrebleu.metrics.chrf import CHRF

    chrf = CHRF(word_order=2)
    return tuple(
        chrf.sentence_score(answer, [reference]).score / 100
        for answer, reference in zip(answers, references, strict=True)
    )


def bleu_tokenizer(*, spaced: bool) -> str:
    """spBLEU's sentence pieces if they are downloaded, else a tokenizer that needs no network."""
    from sacrebleu.tokenizers.tokenizer_spm import SPM_MODELS
    from sacrebleu.utils import SACREBLEU_DIR

    name = Path(SPM_MODELS["flores200"]["url"]).name
    if Path(SACREBLEU_DIR, "models", name).is_file():
        return "flores200"
    # 13a only splits off ASCII punctuation and would leave a danda on its word.
    return "intl" if spaced else "char"


def advantage(
    scores: Sequence[float], baseline: Sequence[float], *, alpha: float, seed: int
) -> Advantage:
    """The mean gain over a baseline and its one-sided lower bound, by a paired bootstrap."""
    gains = np.array(scores) - np.array(baseline)
    drawn = resample(mean_of(gains), len(gains), seed=seed)
    return Advantage(float(gains.mean()), float(np.quantile(drawn, alpha)))
