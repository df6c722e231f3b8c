"""Published sets by name: from a folder, from a hub over real HTTP, and offline afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasauti.fixtures.suites.pairs.cases import PairCase, minimal_pair_cases
from kasauti.inputs.errors import KasautiError
from tests.support.data.pair_samples import (
    write,
)
from tests.support.servers.hub_server import OTHER, REVISION, HubServer, git, hub_server

HEADER = "sen\twrong_sen\tphenomenon\tlang\n"
HINDI = (HEADER + "sita gayi\tsita gaya\tSV-G\thin\n").encode()
URDU = (HEADER + "sara gayi\tsara gaya\tSV-G\turd\nwe go\twe go\tSV-#\turd\n").encode()
REPO = "jumelet/multiblimp"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "cache"))
    # Read when the client is imported: whoever tests offline still reaches this machine.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    # What the client waits between two attempts.
    monkeypatch.setattr("huggingface_hub.file_download.time.sleep", lambda _: None)
    return tmp_path / "cache" / "pairs" / "multiblimp"


@pytest.fixture
def hub(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubServer]:
    files = {"hin/data.tsv": HINDI, "urd/data.tsv": URDU, "README.md": b"About", "x.tsv": b"?"}
    with hub_server({REPO: files}) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        yield server


def cases(*named: str) -> list[PairCase]:
    return [case for case in minimal_pair_cases(map(Path, named)) if "/" in case.name]


def ids(*named: str) -> list[str]:
    return [str(case.id) for case in cases(*named)]


def refusal(*named: str) -> str:
    with pytest.raises(KasautiError) as caught:
        cases(*named)
    return str(caught.value)


def test_a_language_is_downloaded_by_name(hub: HubServer, cache: Path) -> None:
    (case,) = cases("multiblimp:hin")
    assert str(case.id) == "multiblimp/hin/SV-G"
    assert (case.language, case.convention) == ("hi", "logprob")
    assert case.pack == f"multiblimp/hin@{hashlib.sha256(HINDI).hexdigest()[:8]}"
    assert case.note == f"MultiBLiMP is {REPO} on the hub at revision {REVISION}."
    manifest = json.loads((cache / REVISION / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"]["hin/data.tsv"] == git(HINDI)
    assert (cache / REVISION / "files/hin/data.tsv").read_bytes() == HINDI
    assert not any("urd" in asked for asked in hub.asked)


def test_all_is_every_language_of_the_hub(hub: HubServer) -> None:
    assert ids("multiblimp:all") == ["multiblimp/hin/SV-G", "multiblimp/urd/SV-G"]


def test_equal_sentences_of_a_set_are_left_out(hub: HubServer) -> None:
    (case,) = cases("multiblimp:ur")  # by BCP 47 as well
    assert str(case.id) == "multiblimp/urd/SV-G"
    assert [pair.id for pair in case.left_out] == ["urd-3"]


def test_downloaded_set_works_offline(hub: HubServer) -> None:
    first = cases("multiblimp:hin")
    hub.asked.clear()
    hub.revision = OTHER  # the set has changed since
    assert cases("multiblimp:hin") == first
    assert hub.asked == []
    # What is still missing is of the same revision, which this hub has no longer.
    assert "urd/data.tsv cannot be fetched" in refusal("multiblimp:urd")


def test_revision_can_be_requested(hub: HubServer, cache: Path) -> None:
    assert ids("multiblimp:hin") == ids(f"multiblimp:hin@{REVISION}")
    hub.revision, hub.sets[REPO]["hin/data.tsv"] = OTHER, HINDI.replace(b"sita", b"mina")
    (case,) = cases(f"multiblimp:hin@{OTHER}")
    assert case.pairs[0].good == "mina gayi"
    # Without one it is still that of the first use.
    (case,) = cases("multiblimp:hin")
    assert case.pairs[0].good == "sita gayi"
    assert (cache / "first_used").read_text(encoding="utf-8") == REVISION


def test_missing_network_gives_one_line_error(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with hub_server({}) as server:
        url = server.url
    monkeypatch.setenv("HF_ENDPOINT", url)
    message = refusal("multiblimp:hin,urd")
    assert message.startswith(f"--pairs=multiblimp:hin,urd: {REPO} cannot be fetched from {url} (")
    assert message.endswith(
        "Without the hub, get LANGUAGE/data.tsv from "
        "https://huggingface.co/datasets/jumelet/multiblimp into a folder of yours and give "
        "--pairs=multiblimp:hin,urd@FOLDER."
    )
    assert "\n" not in message


def test_a_broken_download_is_not_kept(hub: HubServer, cache: Path) -> None:
    hub.cut.add("urd/data.tsv")
    assert "urd/data.tsv cannot be fetched from" in refusal("multiblimp:hin,urd")
    # What came before it stays, and the rest is fetched by the next run.
    assert ids("multiblimp:hin") == ["multiblimp/hin/SV-G"]
    assert not list(cache.rglob("urd/data.tsv"))
    hub.cut.clear()
    assert len(cases("multiblimp:hin,urd")) == 2


@pytest.mark.parametrize("large", [False, True])
def test_a_download_of_another_digest_is_refused(
    hub: HubServer, cache: Path, *, large: bool
) -> None:
    hub.changed.add("hin/data.tsv")
    if large:
        hub.large.add("hin/data.tsv")
    message = refusal("multiblimp:hin")
    assert f"hin/data.tsv of {REPO} has a different digest than the hub states" in message
    assert not list(cache.rglob("data.tsv"))


def test_a_file_that_has_changed_since_is_refused(hub: HubServer, cache: Path) -> None:
    cases("multiblimp:hin")
    path = cache / REVISION / "files/hin/data.tsv"
    path.write_bytes(HINDI.replace(b"gaya", b"gayi"))
    assert refusal("multiblimp:hin").startswith(
        f"{path} has changed since MultiBLiMP was downloaded: its digest"
    )
    path.unlink()
    assert len(cases("multiblimp:hin")) == 1


@pytest.mark.parametrize("content", ["", "{", "[]", '{"repo": "x"}', '{"listed": {"a": 1}}'])
def test_damaged_manifest_gives_error(hub: HubServer, cache: Path, content: str) -> None:
    cases("multiblimp:hin")
    path = cache / REVISION / "manifest.json"
    path.write_text(content, encoding="utf-8")
    assert str(path) in refusal("multiblimp:hin")


def test_a_hub_cannot_write_outside_of_its_folder(hub: HubServer) -> None:
    hub.sets[REPO]["../hin/data.tsv"] = HINDI
    assert "has no usable list of files" in refusal("multiblimp:hin")


def test_unwritable_cache_gives_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "file", "x")
    monkeypatch.setenv("KASAUTI_CACHE", str(tmp_path / "file"))
    assert "cannot be used (Not a directory). Set KASAUTI_CACHE" in refusal("multiblimp:hin")


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("multiblimp", "is large: say which of its languages, as in multiblimp:hin,san, or"),
        ("multiblimp:", "is incomplete. Write multiblimp:hin,san."),
        ("multiblimp:hin@", "is incomplete."),
        ("multiblimp:hin@nowhere", "nowhere is not a folder."),
        ("clams:fr", "CLAMS is not on the hub. Without the hub, get LANGUAGE_evalset/NAME.txt"),
        ("blump:all", "blump is not a source of pairs. Give a file, or one of: treebank:FILE, mul"),
    ],
)
def test_invalid_requests_are_refused(cache: Path, named: str, message: str) -> None:
    assert message in refusal(named)


def test_unknown_language_error_lists_languages(hub: HubServer) -> None:
    assert refusal("multiblimp:hin,tam") == (
        "--pairs=multiblimp:hin,tam: MultiBLiMP has no tam. It has: hin, urd."
    )
