"""Fit the quiz judge's weights: those in scorers/claimed.py and in scorers/factual.py.

Questions with claims have the former, which are fitted to judge_fit.jsonl; all others the latter, by
the first answers of judge_dev.jsonl.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kasauti.data.quiz_cases import SHIPPED, quiz_cases
from kasauti.data.quiz_claims import parse_claims
from kasauti.data.quiz_facts import JudgedAnswer, read_judged
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.store.score_store import opened
from kasauti.scorers.claim_reading import read_claims
from kasauti.scorers.claimed import signs, statements_of
from kasauti.scorers.factual import Embed, Vectors, evidence, not_a_statement, texts_to_embed

STRENGTH = 0.3  # the inverse of the regularization
LOST = 0.12  # the share of right answers that the limit rejects
FIRST = 183  # of judge_dev.jsonl: those that a developer of the judge did not write
FOLDS, REPEATS = 10, 5


class Answers:
    """Judged answers that are statements, and what is written for their questions."""

    def __init__(self, name: str, store_path: Path, *, first: int | None = None) -> None:
        cases = quiz_cases(SHIPPED)
        self._facts, self._claims = cases[0].facts, cases[0].claims
        self._further = cases[0].statements
        self._references = {each.text: each.reference for c in cases for each in c.questions}
        self.answers = [
            each
            for each in read_judged(SHIPPED / name)[:first]
            if not not_a_statement(each.question, each.answer)
        ]
        self._vectors = self._embedded(store_path)

    def by_claims(self, each: JudgedAnswer) -> tuple[float, ...]:
        """The values of `Signs`."""
        reading = read_claims(each.answer, parse_claims(self._claims[each.question]))
        known = statements_of(self._facts[each.question], self._further.get(each.question))
        reference = self._references[each.question]
        return astuple(
            signs(
                each.question, each.answer, reading, known, reference=reference, embed=self._embed
            )
        )

    def by_facts(self, each: JudgedAnswer) -> tuple[float, ...]:
        """The values of `Evidence`."""
        facts, reference = self._facts[each.question], self._references[each.question]
        return astuple(
            evidence(each.question, each.answer, facts, reference=reference, embed=self._embed)
        )

    @property
    def _embed(self) -> Embed:
        return lambda wanted: np.stack([self._vectors[text] for text in wanted])

    def _embedded(self, store_path: Path) -> Mapping[str, Vectors]:
        texts = list(
            dict.fromkeys(
                text
                for each in self.answers
                for text in texts_to_embed(
                    each.answer,
                    (statements_of(self._facts[each.question], self._further.get(each.question)),),
                    self._references[each.question],
                )
            )
        )
        with opened(store_path) as store:
            return dict(zip(texts, Embedder(DEFAULT, store).vectors(texts), strict=True))


def fit(
    answers: Sequence[JudgedAnswer],
    values: Callable[[JudgedAnswer], tuple[float, ...]],
    *,
    lost: float,
) -> None:
    """Print the weights, the limit, and the errors by question-wise cross-validation."""
    rows = np.array([values(each) for each in answers])
    right = np.array([each.right for each in answers])
    model = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=1000))
    found = np.mean(
        [
            cross_val_predict(
                model,
                rows,
                right,
                groups=[each.question for each in answers],
                cv=GroupKFold(FOLDS, shuffle=True, random_state=seed),
                method="predict_proba",
            )[:, 1]
            for seed in range(REPEATS)
        ],
        axis=0,
    )
    limit = float(np.quantile(found[right], lost))
    accepted = [a.kind for a, score in zip(answers, found, strict=True) if score >= limit]
    wrong = {kind: count for kind, count in Counter(accepted).items() if kind.startswith("wrong")}
    model.fit(rows, right)
    scaler, regression = model[0], model[1]
    weights = regression.coef_[0] / scaler.scale_
    intercept = float(regression.intercept_[0] - (weights * scaler.mean_).sum())
    shown = ", ".join(f"{weight:.3f}" for weight in weights)
    sys.stdout.write(
        f"answers {len(answers)}, AUC {roc_auc_score(right, found):.3f}, limit {limit:.3f}, "
        f"accepted wrong ones {sum(found[~right] >= limit)} of {(~right).sum()}: {wrong}\n"
        f"WEIGHTS = Weights({intercept:.3f}, ({shown}))\nLEAST = {limit:.3f}\n"
    )


def main(store_path: Path) -> None:
    """Both fits."""
    sys.stdout.write("scorers/claimed.py, by judge_fit.jsonl:\n")
    fresh = Answers("judge_fit.jsonl", store_path)
    fit(fresh.answers, fresh.by_claims, lost=LOST)
    sys.stdout.write("scorers/factual.py, by judge_dev.jsonl:\n")
    developed = Answers("judge_dev.jsonl", store_path, first=FIRST)
    fit(developed.answers, developed.by_facts, lost=LOST)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else ":memory:"))
