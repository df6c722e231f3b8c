"""No broken model ends in a traceback or hangs: each is refused with one sentence."""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path

import pytest

from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.generation import prompts
from kasauti.engines.protocol.errors import EngineError
from kasauti.engines.sources.adapters import check_adapter
from kasauti.engines.sources.gguf import header
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.sources.request import ModelRequest
from kasauti.engines.store.score_store import ScoreStore
from tests.faults.models.attempts import BROKEN, LONG, TEXTS, ask, fault
from tests.faults.models.broken_checkpoints import Broken
from tests.faults.models.damage import keys, pickled
from tests.faults.models.sound_models import make_all


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_all(tmp_path_factory.mktemp("sound"))


@pytest.fixture
def copy(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A copy of a sound model, which a test may damage."""
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    return lambda base: Path(shutil.copytree(sound / base, tmp_path / "tiny"))


def test_the_table_is_large_and_has_no_name_twice() -> None:
    assert len(BROKEN) >= 80
    assert len({each.name for each in BROKEN}) == len(BROKEN)


# Libraries may warn before they fail.
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.name)
def test_broken_model_is_refused_with_clear_error(
    broken: Broken, sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "SECONDS", 1.0)
    assert fault(broken, sound) == ""


@pytest.mark.parametrize("base", ["llama", "sharded", "gpt2", "bert", "gguf", "adapter"])
def test_valid_model_is_accepted(base: str, sound: Path, copy) -> None:
    ask(base, copy(base), "texts", sound=sound)


def test_valid_model_answers(sound: Path, copy) -> None:
    ask("llama", copy("llama"), "answer", sound=sound)


def test_adapter_from_newer_peft_works_with_warning(sound: Path, copy) -> None:
    folder = copy("adapter")
    keys("adapter_config.json", a_new_setting=True)(folder)
    with pytest.warns(UserWarning, match="a_new_setting"):
        ask("adapter", folder, "texts", sound=sound)


def test_a_pickled_adapter_is_used_if_the_user_says_so(sound: Path, copy) -> None:
    folder = copy("adapter")
    before = adapted_scores(sound, folder)
    pickled("adapter_model.bin", "adapter_model.safetensors")(folder)
    assert check_adapter(str(folder), allow_pickle=True) == folder
    assert adapted_scores(sound, folder, allow_pickle=True) == before


def test_a_tokenizer_may_be_larger_than_its_model(sound: Path, copy) -> None:
    """As that of Gemma 3 is: only the tokens of the texts count."""
    folder = copy("llama")
    content = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    first, start = content["added_tokens"][0], len(content["model"]["vocab"])
    content["added_tokens"] += [
        {**first, "id": start + number, "content": f"<extra {number}>"} for number in range(200)
    ]
    (folder / "tokenizer.json").write_text(json.dumps(content), encoding="utf-8")
    ask("llama", folder, "texts", sound=sound)


def test_sentences_beyond_rope_positions_warn_once(sound: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    backend = LocalBackend(ModelRequest(source=ModelSource.find(str(sound / "llama")), store=store))
    with pytest.warns(UserWarning, match="2 sentences are longer than the 64 positions") as told:
        scores = backend.score_texts([*TEXTS, LONG, LONG + "घर"])
    assert len(told) == 1
    assert scores[2].tokens > 64


def test_a_sentence_of_exactly_all_positions_is_scored(sound: Path, tmp_path: Path) -> None:
    store = ScoreStore(tmp_path / "scores.sqlite")
    for base in ("gpt2", "llama"):
        backend = LocalBackend(
            ModelRequest(source=ModelSource.find(str(sound / base)), store=store)
        )
        assert backend.score_texts(["x" * 64])[0].tokens == 64
    with pytest.raises(EngineError, match="has 65 tokens, but the model has 64 positions"):
        LocalBackend(
            ModelRequest(source=ModelSource.find(str(sound / "gpt2")), store=store)
        ).score_texts(["x" * 65])


def test_a_template_that_never_ends_is_stopped(
    sound: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    monkeypatch.setattr(prompts, "SECONDS", 0.5)
    (endless,) = [each for each in BROKEN if each.name == "a template that never ends"]
    assert fault(endless, sound) == ""
    for thread in threading.enumerate():
        if thread.name == "chat template":
            thread.join(5)
            assert not thread.is_alive()


def test_valid_gguf_header_is_parsed_to_end(sound: Path) -> None:
    path = sound / "gguf" / "tiny.gguf"
    header.check_start(path)
    header.check_header(path, name="tiny")
    (tensors,) = struct.unpack("<Q", path.read_bytes()[8:16])
    assert tensors == 12


def adapted_scores(sound: Path, adapter: Path, *, allow_pickle: bool = False) -> list[float]:
    options = LoadOptions(adapter=adapter, allow_pickle=allow_pickle)
    store = ScoreStore(adapter.parent / "scores.sqlite")
    backend = LocalBackend(
        ModelRequest(source=ModelSource.find(str(sound / "llama")), load=options, store=store)
    )
    return [score.logprob for score in backend.score_texts(TEXTS)]
