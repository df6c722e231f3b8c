"""The overlap of answers with their references: BLEU, chrF++, ROUGE-L."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from string import punctuation
from typing import TYPE_CHECKING

from kasauti.records import Provenance
from kasauti.scorers.text.corpus_metrics import CorpusMetric, Metric, mean_metric

if TYPE_CHECKING:
    from kasauti.scorers.statistics.bootstrap import Counts, Floats

JOINERS = "\u200c\u200d"  # part of words in Indian scripts


def bleu(
    answers: Sequence[str], references: Sequence[str], *, tokenize: str = "13a"
) -> CorpusMetric:
    """BLEU in per cent as documented: sacrebleu, tokenized by 13a, case kept."""
    import numpy as np
    from sacrebleu.metrics.bleu import BLEU

    metric = BLEU(tokenize=tokenize, lowercase=False)
    alone = BLEU(tokenize=tokenize, lowercase=False, effective_order=True)
    parts = [
        alone.sentence_score(answer, [reference])
        for answer, reference in zip(answers, references, strict=True)
    ]
    counted = [[*part.counts, *part.totals, part.sys_len, part.ref_len] for part in parts]
    # The library only has a signature after it has scored a corpus.
    metric.corpus_score(list(answers), [list(references)])
    return CorpusMetric(
        "BLEU",
        tuple(float(part.score) for part in parts),
        _of_sums(_bleu_scores, np.array(counted, dtype=float)),
        str(metric.get_signature()),
    )


def _of_sums(score: Callable[[Floats], Floats], counted: Floats) -> Callable[[Counts], Floats]:
    """Return what scores drawn corpora by the sums of their answers' counts, [items, columns]."""
    return lambda counts: score(counts @ counted)


def _bleu_scores(sums: Floats) -> Floats:
    """BLEU of each row of summed counts, as sacrebleu's `compute_bleu` has it, smoothed by `exp`.

    sacrebleu scores one corpus at a time, which takes too long for 10,000 draws.
    """
    import numpy as np

    matched, totals, length, expected = sums[:, :4], sums[:, 4:8], sums[:, 8], sums[:, 9]
    missing = matched == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        smoothed = 1 / 2.0 ** np.cumsum(missing, axis=1)
        precisions = 100 * np.where(missing, smoothed, matched) / totals
        penalty = np.exp(np.minimum(0.0, 1 - expected / length))
        scores = penalty * np.exp(np.log(precisions).mean(axis=1))
    defined = totals.all(axis=1) & ~missing.all(axis=1)
    return np.where(defined, scores, 0.0)


def chrf(answers: Sequence[str], references: Sequence[str]) -> CorpusMetric:
    """chrF++ of the corpus in per cent, by sacrebleu: for scripts that 13a was not made for."""
    import numpy as np
    from sacrebleu.metrics.chrf import CHRF

    metric = CHRF(word_order=2)
    counted = [_chrf_counts(*each) for each in zip(answers, references, strict=True)]
    items = [
        float(metric.sentence_score(answer, [reference]).score)
        for answer, reference in zip(answers, references, strict=True)
    ]
    metric.corpus_score(list(answers), [list(references)])
    return CorpusMetric(
        "chrF++",
        tuple(items),
        _of_sums(_chrf_scores, np.array(counted, dtype=float)),
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


def _chrf_scores(sums: Floats) -> Floats:
    """F2 of the mean precision and recall of each row, over the lengths that both sides have."""
    import numpy as np

    mine, theirs, both = sums[:, ::3], sums[:, 1::3], sums[:, 2::3]
    used = (mine > 0) & (theirs > 0)
    lengths = np.maximum(1, used.sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.where(used, both / mine, 0.0).sum(axis=1) / lengths
        recall = np.where(used, both / theirs, 0.0).sum(axis=1) / lengths
        scores = 100 * (5 * precision * recall / (4 * precision + recall))
    return np.where(recall > 0, scores, 0.0)


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


METRICS = (
    Metric(
        "BLEU",
        lambda answers, references, _: bleu(answers, references),
        "How many words and word sequences the answers share with their references (sacrebleu's "
        "corpus score, in per cent).",
    ),
    Metric(
        "ROUGE_L",
        lambda answers, references, _: rouge_l(answers, references),
        "The longest common sequence of words of answer and reference (rouge-score, mean F1). Its "
        "tokenizer knows ASCII letters and digits alone.",
    ),
    Metric(
        "ROUGE_L_unicode",
        lambda answers, references, _: unicode_rouge_l(answers, references),
        "The longest common sequence of words of answer and reference, over words of every script "
        "(rouge-score without stemming, mean F1). It is the one that is judged where the "
        "references are not in Latin script.",
        other_scripts=True,
    ),
    Metric(
        "chrF++",
        lambda answers, references, _: chrf(answers, references),
        "How many character and word sequences the answers share with their references "
        "(sacrebleu's corpus score, in per cent). It is the one that is judged where the "
        "references are not in Latin script.",
        other_scripts=True,
    ),
)
