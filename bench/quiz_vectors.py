"""Fit the weights of the judge by sentence vectors to judge_dev.jsonl: those in scorers/factual.py.

Then print what each limit for a balance of one fact (ALONE in scorers/claimed.py) costs there.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from kasauti.data.quiz_cases import SHIPPED, quiz_cases
from kasauti.data.quiz_claims import WrittenClaims, parse_claims
from kasauti.data.quiz_facts import JudgedAnswer, read_judged
from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder
from kasauti.engines.store.score_store import opened
from kasauti.scorers.claim_reading import read_claims
from kasauti.scorers.claimed import is_thin, judge_reading
from kasauti.scorers.factual import (
    WEIGHTS,
    Evidence,
    evidence,
    not_a_statement,
    texts_to_embed,
)

LOST = 0.12  # the share of right answers that the limit rejects
STRENGTH = 0.3  # the inverse of the regularization
LIMITS = (0.48, 0.6, 0.7, 0.8, 0.85, 0.9)  # where a single fact tips the balance


def fit(store_path: Path) -> None:
    """Print the weights, the limit, and the errors by question-wise cross-validation."""
    cases = quiz_cases(SHIPPED)
    facts = cases[0].facts
    references = {each.text: each.reference for case in cases for each in case.questions}
    answers = [
        each
        for each in read_judged(SHIPPED / "judge_dev.jsonl")
        if not not_a_statement(each.question, each.answer)
    ]
    with opened(store_path) as store:
        texts = list(
            dict.fromkeys(
                text
                for each in answers
                for text in texts_to_embed(
                    each.answer, facts[each.question], references[each.question]
                )
            )
        )
        vectors = dict(zip(texts, Embedder(DEFAULT, store).vectors(texts), strict=True))
    rows = np.array(
        [
            astuple(
                evidence(
                    each.question,
                    each.answer,
                    facts[each.question],
                    reference=references[each.question],
                    embed=lambda wanted: np.stack([vectors[text] for text in wanted]),
                )
            )
            for each in answers
        ]
    )
    right = np.array([each.right for each in answers])
    groups = [each.question for each in answers]
    model = make_pipeline(StandardScaler(), LogisticRegression(C=STRENGTH, max_iter=1000))
    folds = [GroupKFold(10, shuffle=True, random_state=seed) for seed in range(5)]
    found = np.mean(
        [
            cross_val_predict(model, rows, right, groups=groups, cv=fold, method="predict_proba")
            for fold in folds
        ],
        axis=0,
    )[:, 1]
    limit = float(np.quantile(found[right], LOST))
    kept = found >= limit
    accepted = [a.kind for a, yes in zip(answers, kept, strict=True) if yes and not a.right]
    sys.stdout.write(
        f"answers {len(answers)}, AUC {roc_auc_score(right, found):.3f}, limit {limit:.3f}, "
        f"accepted wrong ones {len(accepted)} of {(~right).sum()}: {sorted(accepted)}\n"
    )
    model.fit(rows, right)
    scaler, regression = model[0], model[1]
    weights = regression.coef_[0] / scaler.scale_
    intercept = float(regression.intercept_[0] - (weights * scaler.mean_).sum())
    shown = ", ".join(f"{weight:.3f}" for weight in weights)
    sys.stdout.write(f"WEIGHTS = Weights({intercept:.3f}, ({shown}))\nLEAST = {limit:.3f}\n")
    _limits(answers, [WEIGHTS(Evidence(*row)) for row in rows], cases[0].claims)


def _limits(
    answers: Sequence[JudgedAnswer], scores: Sequence[float], claims: WrittenClaims
) -> None:
    """Print the errors among statements for each limit, with the weights that are in use."""
    parsed = {each.question: parse_claims(claims[each.question]) for each in answers}
    readings = [read_claims(each.answer, parsed[each.question]) for each in answers]
    for limit in LIMITS:
        accepted = [
            score >= limit if is_thin(reading) else judge_reading(reading).right
            for reading, score in zip(readings, scores, strict=True)
        ]
        pairs = list(zip(answers, accepted, strict=True))
        lost = sum(each.right and not yes for each, yes in pairs)
        wrong = sum(yes and not each.right for each, yes in pairs)
        sys.stdout.write(f"ALONE = {limit:.2f}: {lost} right ones lost, {wrong} wrong accepted\n")


if __name__ == "__main__":
    fit(Path(sys.argv[1] if len(sys.argv) > 1 else ":memory:"))
