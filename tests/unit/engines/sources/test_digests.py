"""The digest of a large file is kept until anything about the file changes."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from kasauti.engines.sources import digests
from kasauti.engines.sources.digests import TOKENIZER, fingerprint, sha256

CONTENT = b"weights" * 100


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder, for files of any size."""
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(digests, "LARGE", 1)
    # The files of these tests are new; only one test is about that.
    monkeypatch.setattr(digests, "SECONDS_UNTOUCHED", -1.0)
    return tmp_path / "cache"


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were read to compute a digest."""
    read: list[Path] = []
    compute = digests._compute

    def watched(path: Path) -> str:
        read.append(path)
        return compute(path)

    monkeypatch.setattr(digests, "_compute", watched)
    return read


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "model.safetensors"
    path.write_bytes(CONTENT)
    return path


def test_a_file_is_read_once(cache: Path, reads: list[Path], weights: Path) -> None:
    digests = {sha256(weights) for _ in range(3)}
    assert digests == {hashlib.sha256(CONTENT).hexdigest()}
    assert reads == [weights]


def test_a_link_to_the_file_needs_no_second_reading(
    cache: Path, reads: list[Path], weights: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link.safetensors"
    link.symlink_to(weights)
    assert sha256(weights) == sha256(link)
    assert reads == [weights]


def same_size_and_time(path: Path) -> None:
    before = path.stat()
    path.write_bytes(CONTENT.swapcase())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def another_file_in_its_place(path: Path) -> None:
    other = path.with_name("other")
    before = path.stat()
    other.write_bytes(CONTENT.swapcase())
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.rename(path)


def more_content(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"!")


@pytest.mark.parametrize("change", [same_size_and_time, another_file_in_its_place, more_content])
def test_a_changed_file_is_read_again(
    cache: Path, weights: Path, change: Callable[[Path], None]
) -> None:
    before = sha256(weights)
    change(weights)
    assert sha256(weights) == hashlib.sha256(weights.read_bytes()).hexdigest() != before


def test_a_file_that_has_just_changed_is_not_kept(
    cache: Path, reads: list[Path], weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "SECONDS_UNTOUCHED", 3600.0)
    assert sha256(weights) == sha256(weights)
    assert reads == [weights, weights]


def test_a_file_that_changes_while_it_is_read_is_not_kept(
    cache: Path, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compute = digests._compute

    def slow(path: Path) -> str:
        digest = compute(path)
        more_content(path)
        return digest

    monkeypatch.setattr(digests, "_compute", slow)
    sha256(weights)
    monkeypatch.setattr(digests, "_compute", compute)
    assert sha256(weights) == hashlib.sha256(weights.read_bytes()).hexdigest()


def test_small_files_leave_no_cache(
    cache: Path, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "LARGE", len(CONTENT) + 1)
    sha256(weights)
    assert not cache.exists()


@pytest.mark.parametrize("column", ["stamp", "digest", "checksum"])
def test_a_damaged_entry_is_not_used(
    cache: Path, reads: list[Path], weights: Path, column: str
) -> None:
    right = sha256(weights)
    with closing(sqlite3.connect(cache / "digests.sqlite")) as connection, connection:
        connection.execute(f"UPDATE digests SET {column} = 'x' || substr({column}, 2)")
        connection.execute(f"UPDATE digests SET {column} = replace({column}, 'a', 'b')")
    assert sha256(weights) == right
    assert len(reads) == 2


def test_invalid_cache_is_ignored(cache: Path, weights: Path) -> None:
    cache.mkdir()
    (cache / "digests.sqlite").write_bytes(b"not a database" * 100)
    assert sha256(weights) == hashlib.sha256(CONTENT).hexdigest()


def test_uncreatable_cache_folder_is_ignored(cache: Path, weights: Path) -> None:
    cache.write_text("a file")
    assert sha256(weights) == hashlib.sha256(CONTENT).hexdigest()


def test_processes_that_start_together_share_the_cache(cache: Path, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.bin" for number in range(20)]
    for file in files:
        file.write_bytes(file.name.encode())
    code = (
        "import sys; from pathlib import Path; from kasauti.engines.sources import digests\n"
        "digests.LARGE, digests.SECONDS_UNTOUCHED = 1, -1.0\n"
        "for name in sys.argv[1:]: print(digests.sha256(Path(name)))"
    )
    command = [sys.executable, "-c", code, *map(str, files)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    told = {process.communicate(timeout=60)[0] for process in started}
    assert told == {"".join(f"{hashlib.sha256(f.read_bytes()).hexdigest()}\n" for f in files)}
    with closing(sqlite3.connect(cache / "digests.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM digests").fetchone() == (len(files),)


ONLINE = '{\n  "is_local": true,\n  "local_files_only": false,\n  "pad_token": "<pad>"\n}\n'


def test_tokenizer_digest_ignores_loading_notes(tmp_path: Path) -> None:
    digests = []
    for flag, local in (("false", "true"), ("true", "true"), ("true", "false")):
        content = ONLINE.replace('only": false', f'only": {flag}').replace(
            'local": true', f'local": {local}'
        )
        (tmp_path / "tokenizer_config.json").write_text(content)
        digests.append(fingerprint(tmp_path, TOKENIZER))
    assert len(set(digests)) == 1


@pytest.mark.parametrize(
    "other",
    [
        ONLINE.replace("<pad>", "<eos>"),
        # A chat template that happens to contain the words.
        ONLINE.replace("<pad>", r"{\"local_files_only\": true}"),
        ONLINE.replace("<pad>", r"{\"local_files_only\": false}"),
    ],
)
def test_other_tokenizer_settings_change_digest(tmp_path: Path, other: str) -> None:
    digests = set()
    for content in (ONLINE, other, ONLINE.replace("<pad>", r"{\"is_local\": false}")):
        (tmp_path / "tokenizer_config.json").write_text(content)
        digests.add(fingerprint(tmp_path, TOKENIZER))
    assert len(digests) == 3


def change(path: Path, **settings: object) -> None:
    content = json.loads(path.read_text())
    path.write_text(json.dumps(content | settings, indent=1))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model folder with all that one can contain."""
    folder = tmp_path / "model"
    folder.mkdir()
    save_file({"a": np.ones(3, np.float32), "b": np.zeros((2, 2), np.float32)}, folder / SINGLE)
    for name in (*SETTINGS, "vocab.json", "special_tokens_map.json", "tokenizer.json"):
        (folder / name).write_text('{"model_type": "llama"}')
    for name in ("merges.txt", "bpe.codes", "chat_template.jinja", "spiece.model", "unknown.dat"):
        (folder / name).write_text("content")
    return folder


SINGLE = "model.safetensors"
SETTINGS = ("config.json", "generation_config.json", "tokenizer_config.json", "added_tokens.json")
FILES = (
    *(*SETTINGS, "vocab.json", "special_tokens_map.json", "tokenizer.json", "merges.txt"),
    *("bpe.codes", "chat_template.jinja", "spiece.model", "unknown.dat", SINGLE),
)


def both(folder: Path) -> tuple[str, str]:
    return fingerprint(folder, but=TOKENIZER), fingerprint(folder, TOKENIZER)


@pytest.mark.parametrize("name", FILES)
def test_every_file_changes_digest(model: Path, name: str) -> None:
    before = both(model)
    content = (model / name).read_bytes()
    (model / name).write_bytes(content[:-2] + b"x" + content[-1:])
    assert both(model) != before
    (model / name).unlink()
    assert both(model) != before


@pytest.mark.parametrize(
    "name",
    ["modeling_own.py", "adapter_config.json", "model.safetensors.index.json", "new.safetensors",
     ".hidden.safetensors", "readme.safetensors"],
)  # fmt: skip
def test_additional_file_changes_digest(model: Path, name: str) -> None:
    before = both(model)
    (model / name).write_text("{}")
    assert both(model) != before


@pytest.mark.parametrize(
    "name", ["parts/attention.py", "parts/words.txt", "words.csv", ".words", "README.md", "latest"]
)
def test_every_file_that_code_may_read_counts(model: Path, name: str) -> None:
    (model / "modeling_own.py").write_text("scale = open('words.csv').read()")
    (model / name).parent.mkdir(exist_ok=True)
    before = both(model)
    (model / name).write_text("2")
    assert both(model) != before


@pytest.mark.parametrize("name", ["scores.sqlite-wal", "run.log", "__pycache__/a.pyc", ".git/HEAD"])
def test_what_changes_while_code_runs_does_not_count(model: Path, name: str) -> None:
    (model / "modeling_own.py").write_text("scale = 2")
    (model / name).parent.mkdir(exist_ok=True)
    before = both(model)
    (model / name).write_text("2")
    assert both(model) == before


@pytest.mark.parametrize(
    "name",
    ["README.md", "training_args.bin", "optimizer.pt", "rng_state_0.pth", "trainer_state.json",
     "train.log", ".gitattributes", "LICENSE", "plot.png", "model.gguf", "eval_results.json"],
)  # fmt: skip
def test_unread_files_do_not_change_digest(model: Path, name: str) -> None:
    before = both(model)
    (model / name).write_text("anything")
    assert both(model) == before


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("config.json", {"transformers_version": "5.0", "_name_or_path": "x", "dtype": "float32"}),
        ("generation_config.json", {"transformers_version": "5.0"}),
        ("tokenizer_config.json", {"is_local": True, "name_or_path": "/home/a/model"}),
    ],
)
def test_version_notes_do_not_change_digest(
    model: Path, name: str, note: dict[str, object]
) -> None:
    before = both(model)
    change(model / name, **note)
    assert both(model) == before


def test_version_counts_if_tokenizer_depends_on_it(model: Path) -> None:
    change(model / "tokenizer_config.json", fix_mistral_regex=True)
    change(model / "config.json", transformers_version="4.57.0")
    before = both(model)
    change(model / "config.json", transformers_version="5.1.0")
    assert both(model) != before


def test_shards_order_and_metadata_do_not_change_digest(model: Path) -> None:
    tensors = load_file(model / SINGLE)
    before = both(model)
    save_file(dict(reversed(tensors.items())), model / SINGLE, metadata={"format": "pt"})
    assert both(model) == before
    (model / SINGLE).unlink()
    names = {
        each: f"model-0000{number}-of-00002.safetensors" for number, each in enumerate("ab", 1)
    }
    for tensor, name in names.items():
        save_file({tensor: tensors[tensor]}, model / name)
    index = model / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {"total_size": 28}, "weight_map": names}))
    assert both(model) == before
    for wrong in (names | {"a": names["b"]}, {"a": names["a"]}, names | {"c": names["b"]}):
        index.write_text(json.dumps({"weight_map": wrong}))
        assert both(model) != before


@pytest.mark.parametrize(
    "tensors",
    [
        {"a": np.ones(3, np.float32), "b": np.zeros((4, 1), np.float32)},
        {"a": np.ones(3, np.float32), "b": np.zeros((2, 2), np.int32)},
        {"b": np.ones(3, np.float32), "a": np.zeros((2, 2), np.float32)},
        {"a": np.ones(3, np.float32)},
    ],
)
def test_names_shapes_and_dtypes_change_digest(model: Path, tensors: dict[str, Any]) -> None:
    before = both(model)
    save_file(tensors, model / SINGLE)
    assert both(model) != before
