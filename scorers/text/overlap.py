"""The overlap of answers with their references: BLEU, chrF++, ROUGE-L."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from kasauti.scorers.signature import signature
from kasauti.scorers.text.corpus_metrics import CorpusMetric, Counts, mean_metric

if TYPE_CHECKING:
    from sacrebleu.metrics.bleu import BLEUScore

JOINERS = "\u200c\u200d"  # part of words in Indian scripts


def bleu(answers: Sequence[str], references: Sequence[str]) -> CorpusMetric:
    """BLEU in per cent as documented: sacrebleu, tokenized by 13a, case kept."""
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(tokenize="13a", lowercase=False)
    alone = BLEU(tokenize="13a", lowercase=False, effective_order=True)
    parts = [
        alone.sentence_score(answer, [reference])
        for answer, reference in zip(answers, references, strict=True)
    ]
    counted = np.array([[*part.counts, *part.totals, part.sys_len, part.ref_len] for part in parts])

    def resampled(counts: Counts) -> float:
        summed = (counts @ counted).tolist()
        score: BLEUScore = BLEU.compute_bleu(
            summed[:4], summed[4:8], summed[8], summed[9], smooth_method="exp"
        )
        return float(score.score)

    # The library only has a signature after it has scored a corpus.
    metric.corpus_score(list(answers), [list(references)])
    items = tuple(float(part.score) for part in parts)
    return CorpusMetric("BLEU", items, resampled, str(metric.get_signature()))


def chrf(answers: Sequence[str], references: Sequence[str]) -> CorpusMetric:
    """chrF++ of the corpus in per cent, by sacrebleu: for scripts that 13a was not made for."""
    from sacrebleu.metrics.chrf import CHRF

    metric = CHRF(word_order=2)
    # What sacrebleu's own bootstrap resamples: n-grams of the answer, of the reference and common.
    counted = np.array(metric._extract_corpus_statistics(list(answers), [list(references)]))
    items = [
        float(metric.sentence_score(answer, [reference]).score)
        for answer, reference in zip(answers, references, strict=True)
    ]
    metric.corpus_score(list(answers), [list(references)])
    return CorpusMetric(
        "chrF++",
        tuple(items),
        lambda counts: float(metric._compute_f_score((counts @ counted).tolist())),
        str(metric.get_signature()),
        item_name="sentence_chrf++",
    )


def rouge_l(answers: Sequence[str], references: Sequence[str]) -> CorpusMetric:
    """The mean F1 of ROUGE-L as documented: rouge-score, stemmed, ASCII letters and digits only."""
    return _rouge("ROUGE_L", answers, references, tokenizer=None)


def unicode_rouge_l(answers: Sequence[str], references: Sequence[str]) -> CorpusMetric:
    """The mean F1 of ROUGE-L over words of every script, unstemmed."""
    return _rouge("ROUGE_L_unicode", answers, references, tokenizer=UnicodeWords())


class UnicodeWords:
    """Words are letters, marks and digits of any script: what rouge-score takes as a tokenizer."""

    def tokenize(self, text: str) -> list[str]:
        """The words of a text.

        >>> UnicodeWords().tokenize("बाज़ार, 3 चक्र।")
        ['बाज़ार', '3', 'चक्र']
        """
        folded = unicodedata.normalize("NFC", text.casefold())
        kept = [
            letter if unicodedata.category(letter)[0] in "LMN" or letter in JOINERS else " "
            for letter in folded
        ]
        return "".join(kept).split()


def _rouge(
    name: str,
    answers: Sequence[str],
    references: Sequence[str],
    *,
    tokenizer: UnicodeWords | None,
) -> CorpusMetric:
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rougeL"], use_stemmer=tokenizer is None, tokenizer=tokenizer)
    items = [
        float(scorer.score(reference, answer)["rougeL"].fmeasure)
        for answer, reference in zip(answers, references, strict=True)
    ]
    settings = {
        "metric": "rougeL.f1",
        "stemmed": "yes" if tokenizer is None else "no",
        "tokens": "ascii" if tokenizer is None else "unicode",
        "rouge-score": version("rouge-score"),
    }
    return mean_metric(name, items, signature=signature(settings))
