"""The overlap of answers with their references: BLEU, chrF++, ROUGE-L."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from string import punctuation
from typing import TYPE_CHECKING

import numpy as np

from kasauti.records import Provenance
from kasauti.scorers.statistics.bootstrap import Counts
from kasauti.scorers.text.corpus_metrics import CorpusMetric, mean_metric

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
    counted = np.array([_chrf_counts(*each) for each in zip(answers, references, strict=True)])
    items = [
        float(metric.sentence_score(answer, [reference]).score)
        for answer, reference in zip(answers, references, strict=True)
    ]
    metric.corpus_score(list(answers), [list(references)])
    return CorpusMetric(
        "chrF++",
        tuple(items),
        lambda counts: _chrf_score((counts @ counted).tolist()),
        str(metric.get_signature()),
        item_name="sentence_chrf++",
    )


def _chrf_counts(answer: str, reference: str) -> list[int]:
    """The n-grams of the answer, of the reference and of both, for each length.

    sacrebleu has a corpus score and no public way to add up sentences, which a resample needs.
    """
    found: list[int] = []
    for mine, theirs in zip(_chrf_ngrams(answer), _chrf_ngrams(reference), strict=True):
        # As in sacrebleu: where the reference has none of a length, the answer's do not count.
        found += [mine.total() if theirs else 0, theirs.total(), (mine & theirs).total()]
    return found


def _chrf_ngrams(text: str) -> list[Counter[str]]:
    """One to six letters, then one and two words; punctuation is split off one end of a word."""
    from sacrebleu.metrics.helpers import extract_all_char_ngrams, extract_word_ngrams

    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return [*extract_all_char_ngrams(text, 6), *(extract_word_ngrams(words, n) for n in (1, 2))]


def _chrf_score(counts: Sequence[int]) -> float:
    """F2 of the mean precision and recall, over the lengths that both sides have."""
    lengths = [
        each
        for each in zip(counts[::3], counts[1::3], counts[2::3], strict=True)
        if each[0] and each[1]
    ]
    precision = sum(both / mine for mine, _, both in lengths) / max(1, len(lengths))
    recall = sum(both / theirs for _, theirs, both in lengths) / max(1, len(lengths))
    return 100 * (5 * precision * recall / (4 * precision + recall)) if recall else 0.0


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
    return mean_metric(name, items, signature=Provenance(settings).signature)
