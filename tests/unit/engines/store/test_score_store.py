"""The store keeps what was written and serves only the exact key."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.store.score_store import key, opened
from tests.support import ROOT


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "scores.sqlite"


def test_stored_values_are_returned(path: Path) -> None:
    with opened(path) as store:
        store.put([(b"a", b"1"), (b"b", b"2")])
    with opened(path) as store:
        assert store.get([b"a", b"b", b"c"]) == {b"a": b"1", b"b": b"2"}


def test_takes_more_keys_than_one_statement_can(path: Path) -> None:
    keys = [str(number).encode() for number in range(5000)]
    with opened(path) as store:
        store.put((each, each) for each in keys)
        assert store.get(keys) == {each: each for each in keys}


@given(st.text(), st.binary(), st.text(), st.binary())
def test_keys_are_equal_only_for_equal_inputs(
    context: str, content: bytes, other_context: str, other_content: bytes
) -> None:
    same = (context, content) == (other_context, other_content)
    assert (key(context, content) == key(other_context, other_content)) == same


def test_boundary_of_context_and_content_changes_key() -> None:
    assert key("ab", b"c") != key("a", b"bc")


def test_survives_a_kill_in_the_middle_of_writing(path: Path) -> None:
    """Killed after the tenth batch of a hundred: the ten are there, and the file is whole."""
    code = f"""
import sys
from pathlib import Path
from kasauti.engines.store.score_store import ScoreStore
store = ScoreStore(Path({str(path)!r}))
for batch in range(100000):
    store.put((f"{{batch}}-{{i}}".encode(), b"x") for i in range(100))
    print(batch, flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 10:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    process.stdout.close()
    with opened(path) as store:
        keys = [f"{batch}-{i}".encode() for batch in range(11) for i in range(100)]
        assert len(store.get(keys)) == len(keys)


def test_two_processes_can_share_a_store(path: Path) -> None:
    with opened(path) as one, opened(path) as two:
        one.put([(b"a", b"1")])
        two.put([(b"b", b"2")])
        assert one.get([b"a", b"b"]) == two.get([b"a", b"b"]) == {b"a": b"1", b"b": b"2"}
