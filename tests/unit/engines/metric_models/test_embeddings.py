"""Similarities: real vectors of the packaged model, each computed once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kasauti.engines.metric_models.embeddings import DEFAULT, Embedder, find_embedding_model
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.store.score_store import ScoreStore

CYCLE = "Credit expands and contracts, and the market follows it."
SAME = "The market follows the expansion and contraction of credit."
OTHER = "My cat likes to sleep on the warm window sill."


@pytest.fixture
def embedder(tmp_path: Path) -> Embedder:
    try:
        return Embedder(DEFAULT, ScoreStore(tmp_path / "s.sqlite"))
    except EngineError as error:
        pytest.skip(str(error))


def test_paraphrases_are_similar(embedder: Embedder, tmp_path: Path, monkeypatch) -> None:
    pairs = [(CYCLE, SAME), (CYCLE, OTHER), (CYCLE, CYCLE), (CYCLE, ""), (" ", " ")]
    same, other, itself, empty, nothing = embedder.similarities(pairs)
    assert same > 0.8
    assert 0 <= other < 0.2
    assert itself == pytest.approx(1.0)
    assert (empty, nothing) == (0.0, 0.0)
    # A second run finds the vectors in the store, and a batch does not change them.
    again = Embedder(DEFAULT, ScoreStore(tmp_path / "s.sqlite"))
    monkeypatch.setattr(Embedder, "_encode", lambda *_: pytest.fail("embedded again"))
    assert again.similarities(pairs) == [same, other, itself, empty, nothing]


def test_only_new_texts_are_embedded_and_the_longest_first(tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "modules.json").write_text("[]")
    embedder = Embedder(str(folder), ScoreStore(tmp_path / "s.sqlite"))
    seen: list[list[str]] = []

    def encode(_: Embedder, texts: list[str]) -> np.ndarray:
        seen.append(texts)
        return np.array([[1.0, 0.0] if "a" in text else [0.0, 1.0] for text in texts], np.float32)

    monkeypatch.setattr(Embedder, "_encode", encode)
    assert embedder.similarities([("a", "aaa"), ("a", "bb")]) == [1.0, 0.0]
    assert embedder.similarities([("aaa", "cccc"), ("a", "a")]) == [0.0, 1.0]
    assert seen == [["aaa", "bb", "a"], ["cccc"]]
    # Another model's vectors are never served.
    (folder / "modules.json").write_text("[1]")
    Embedder(str(folder), ScoreStore(tmp_path / "s.sqlite")).similarities([("a", "aaa")])
    assert seen[-1] == ["aaa", "a"]


def test_a_folder_without_an_embedding_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="is not a folder with a sentence-transformers model"):
        find_embedding_model(str(tmp_path))
