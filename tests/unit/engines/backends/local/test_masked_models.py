"""The local backend scores a masked model once, by the metric asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.masked.scorer import MaskedScorer
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.support.masked_models import TEXTS, masked_model, one_at_a_time


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model, tokenizer = masked_model("bert")
    model.save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def run(folder: Path, tmp_path: Path):
    """Scores texts in a fresh backend, as a new process would; the store is shared."""

    def score(texts=TEXTS, **settings):
        store = ScoreStore(tmp_path / "scores.sqlite")
        source = ModelSource.find(str(folder))
        backend = LocalBackend(
            ModelRequest(source=source, store=store, batch_tokens=64, **settings)
        )
        done: list[int] = []
        scores = backend.score_texts(texts, lambda count, **_: done.append(count))
        assert sum(done) == len(texts)
        store.close()
        return scores, backend.work

    return score


def test_scores_a_masked_model_by_word(run) -> None:
    model, tokenizer = masked_model("bert")
    scores, work = run([*TEXTS, TEXTS[0]])
    assert (work.computed, work.stored) == (len(TEXTS), 0)
    assert scores[0] == scores[-1]
    for text, score in zip(TEXTS, scores, strict=False):
        expected, tokens = one_at_a_time(model, tokenizer, text, "within_word_l2r")
        assert score.logprob == pytest.approx(expected, abs=1e-4)
        assert score.tokens == tokens


def test_a_second_run_computes_nothing_and_loads_no_model(run, monkeypatch) -> None:
    first, _ = run()
    monkeypatch.setattr(
        "kasauti.engines.sources.loading.load_model", lambda *_: pytest.fail("loaded the model")
    )
    second, work = run()
    assert second == first
    assert (work.computed, work.stored) == (0, len(TEXTS))


def test_the_metric_is_part_of_the_key(run) -> None:
    by_word, _ = run()
    original, work = run(pll="original")
    assert work.stored == 0
    assert by_word != original
    assert run(["घर"])[1].stored == 0
    assert run(["घर"], pll="original")[1].stored == 0  # though the masks are the same


def test_work_of_an_interrupted_pass_is_kept(run, monkeypatch) -> None:
    whole = MaskedScorer.scores

    def interrupted(self, sentences):
        yield next(whole(self, sentences))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(MaskedScorer, "scores", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run()
    _, work = run()
    assert work.stored > 0
    assert work.computed + work.stored == len(TEXTS)


def test_settings_name_the_metric_and_no_bos(folder: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    backend = LocalBackend(
        ModelRequest(source=ModelSource.find(str(folder)), store=store, pll="original")
    )
    settings = backend.settings()
    store.close()
    assert settings["pll"] == "original"
    assert "bos" not in settings
