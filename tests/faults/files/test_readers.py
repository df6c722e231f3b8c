"""Files from outside: read or refused in a sentence, whatever they are and contain."""

from __future__ import annotations

import errno
import hashlib
import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kasauti.data.pairs import read_pairs
from kasauti.fixtures.suites.metrics.cases import answers_in
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.inputs import files as outside_files
from kasauti.inputs import rows as files
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import refuse_pipes
from tests.faults.files.attacks import NO_FILES, replace_by
from tests.faults.files.chaos_readers import attack, is_one_line
from tests.faults.files.readers import OURS, Reader, jsonl, readers
from tests.support.hangs import limited

PAIR = {"id": "1", "phenomenon": "p", "good": "a", "bad": "b"}
NAMES = sorted(readers())


@pytest.mark.parametrize("name", NAMES)
def test_a_valid_file_is_read(name: str, tmp_path: Path) -> None:
    reader = readers()[name]
    reader.read(tmp_path, reader.write(tmp_path))


def refusal(reader: Reader, folder: Path, path: Path) -> str | None:
    """The message that refuses the file; None where it is read."""
    try:
        reader.read(folder, path)
    except OURS as error:
        return str(error)
    return None


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("name", NAMES)
def test_non_file_is_refused(
    name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside_files, "PATIENCE", 0.05)
    reader = readers()[name]
    path = reader.write(tmp_path)
    replace_by(kind, path)
    with limited():
        message = refusal(reader, tmp_path, path)
    if message is None:
        # A folder need not have this language: what is not a file is not there. A damaged line
        # of a history is left out.
        assert name == "FLORES" or (name, kind) == ("history", "a line of 20 MB")
    else:
        assert is_one_line(message)
        assert str(tmp_path) in message


@pytest.mark.parametrize("name", NAMES)
def test_spoiled_files_are_read_or_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside_files, "PATIENCE", 0.05)
    for number in range(8):
        folder = tmp_path / str(number)
        folder.mkdir()
        chance = random.Random(f"quick {name} {number}")
        assert attack(name, readers()[name], folder, chance) is None


@pytest.mark.parametrize("name", ["pairs", "persona", "baseline", "thresholds", "treebank"])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode()))
def test_any_content_is_read_or_refused(
    name: str, content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    reader = readers()[name]
    path = reader.write(folder)
    path.write_bytes(content)
    assert is_one_line(refusal(reader, folder, path) or "")


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ('{"id": "1", "gloss": "\\ud800"}', "line 2 contains a lone surrogate"),
        ('{"id": "1", "\\udc00": ""}', "line 2 contains a lone surrogate"),
        ('{"tags": {"a": ["\\ud800x"]}}', "line 2 contains a lone surrogate"),
        ('{"id": NaN}', "line 2 has the number NaN"),
        ('{"id": -Infinity}', "line 2 has the number -Infinity"),
        ('{"id": 1e400}', "line 2 has a number that is too large"),
        ('{"id": ' + "9" * 5000 + "}", "line 2 has an integer of more than 300 digits"),
        ('{"id": ' + "9" * 301 + "}", "line 2 has an integer of more than 300 digits"),
        ('{"id": ' + "[" * 100_000, "line 2 is nested deeper than 100 levels"),
        ('{"id": ' + "[" * 120 + "]" * 120 + "}", "line 2 is nested deeper than 100 levels"),
        ('{"id": "1", "id": "2"}', "line 2 has 'id' twice in one object"),
        ('{"id": "' + "x" * 100_001 + '"}', "line 2 has a text of 100,001 characters"),
        (" " * 2**20 + "{}", "line 2 has 1,048,578 characters"),
        ('{"id": "a\0"}', "line 2 has a NUL byte"),
    ],
    ids=range(14),
)
def test_a_line_of_json_that_cannot_be_used(line: str, fact: str, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(f"{jsonl(PAIR)}{line}\n", encoding="utf-8")
    with pytest.raises(KasautiError) as error:
        read_pairs(path)
    assert f"{path}, {fact}" in str(error.value)


@pytest.mark.parametrize(
    ("content", "fact"),
    [
        ("{}".encode("utf-16"), "is not UTF-8 but UTF-16 or UTF-32. Save the file as UTF-8."),
        ("{}".encode("utf-32"), "is not UTF-8 but UTF-16 or UTF-32. Save the file as UTF-8."),
        ("{}".encode("utf-16-le"), "has a NUL byte, so it is not text in UTF-8."),
        (b"{}\n\xff", "is not UTF-8 at byte 3 (line 2). Save the file as UTF-8."),
        (b"\x1f\x8b\x08", "is compressed. Unpack it first"),
    ],
)
def test_a_file_in_another_encoding_is_refused(content: bytes, fact: str, tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(content)
    with pytest.raises(KasautiError) as error:
        read_pairs(path)
    assert fact in str(error.value)


def test_marks_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    rows = jsonl(PAIR | {"good": "a\u2028c"}, PAIR | {"id": "2"}).rstrip().replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + rows.encode())
    assert [pair.good for pair in read_pairs(path)] == ["a\u2028c", "a"]


def test_message_escapes_control_characters(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(jsonl({"\x1b[2J\n": "1"}), encoding="utf-8")
    with pytest.raises(KasautiError) as error:
        read_pairs(path)
    assert r"\u001b[2J\u000a" in str(error.value)


def test_pipe_is_read_once_and_digested_by_content(tmp_path: Path) -> None:
    content = jsonl(PAIR).encode()
    pipe = tmp_path / "pairs.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=[content], daemon=True)
    writer.start()
    wanted = f"pairs@{hashlib.sha256(content).hexdigest()[:8]}"
    for _ in range(2):  # as two suites do
        assert minimal_pair_cases([pipe])[-1].pack == wanted
    writer.join(timeout=120)
    with pytest.raises(KasautiError, match=r"is a pipe, which one process can read once\. Run"):
        refuse_pipes("Run without -n.")
    files._PIPES.clear()


def test_process_substitution_is_read(tmp_path: Path) -> None:
    content = jsonl({"prediction": "a", "reference": "b"}).encode()
    (tmp_path / "p.jsonl").write_bytes(content)
    program = (
        "import sys, pathlib; from kasauti.fixtures.suites.metrics.cases import answers_in;"
        "print(answers_in(pathlib.Path(sys.argv[1])).source)"
    )
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" <(sleep 0.3; cat p.jsonl)', sys.executable, program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip().endswith(f"@{hashlib.sha256(content).hexdigest()[:8]}"), done.stderr


def test_a_file_that_changes_is_digested_as_it_was_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.jsonl"
    content = jsonl({"prediction": "a", "reference": "b"}).encode()
    path.write_bytes(content)
    read = outside_files.read_bytes

    def read_and_change(file: Path) -> bytes:
        found = read(file)
        file.write_bytes(b"something else")
        return found

    monkeypatch.setattr(files, "read_bytes", read_and_change)
    assert answers_in(path).source == f"p.jsonl@{hashlib.sha256(content).hexdigest()[:8]}"


def test_a_file_without_permission_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(jsonl(PAIR), encoding="utf-8")

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root may read everything
    with pytest.raises(KasautiError, match="cannot be read .Permission denied"):
        read_pairs(path)


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    for name in ("x" * 300, "a\0b"):
        with pytest.raises(KasautiError):
            read_pairs(tmp_path / name)
