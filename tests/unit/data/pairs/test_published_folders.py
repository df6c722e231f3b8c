"""Published sets from a folder, and the files that the hub itself has."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pyarrow
import pytest
from pyarrow.parquet import write_table

from kasauti.data.packs import read_packs
from kasauti.data.pairs.formats.format import Part
from kasauti.data.pairs.formats.registry import SETS
from kasauti.data.pairs.published import parse_request
from kasauti.fixtures.suites.pairs.cases import PairCase, minimal_pair_cases
from kasauti.fixtures.suites.pairs.regions import region_cases
from kasauti.inputs.errors import KasautiError
from kasauti.text.languages import languages
from tests.support.data.pair_samples import (
    CHINESE,
    JAPANESE,
    RUSSIAN,
    SWAHILI,
    TURKISH,
    suite,
    write,
)
from tests.support.servers.hub_server import HubServer, hub_server

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


def parquet(*rows: dict[str, object]) -> bytes:
    sink = io.BytesIO()
    write_table(pyarrow.Table.from_pylist(list(rows)), sink)
    return sink.getvalue()


ENGLISH = {
    "sentence_good": "He is amused by Ann.",
    "sentence_bad": "He is smiled by Ann.",
    "UID": "passive_1",
    "linguistics_term": "argument_structure",
    "pair_id": 0,
}
FOLDERS: dict[str, tuple[dict[str, object], list[str]]] = {
    "multiblimp:hin,urd": (
        {"hin/data.tsv": HINDI.decode(), "urd.tsv": URDU.decode(), "tam/data.tsv": "broken"},
        ["multiblimp/hin/SV-G", "multiblimp/urd/SV-G"],
    ),
    "blimp": (
        {"passive_1.jsonl": ENGLISH, "LICENSE.txt": "CC BY"},
        ["multiblimp/blimp/eng/passive_1"],
    ),
    "blimp:passive_1": (
        {"passive_1.jsonl": ENGLISH, "other.jsonl": "broken"},
        ["multiblimp/blimp/eng/passive_1"],
    ),
    "turblimp": ({"base/agreement.csv": TURKISH}, ["multiblimp/turblimp/tur/agreement"]),
    "rublimp": ({"agr.csv": RUSSIAN}, ["multiblimp/rublimp/rus/agreement_gender"]),
    "clams:fr": (
        {
            f"{code}_evalset/simple.txt": "True\tla fille rit\nFalse\tla fille rient\n"
            for code in ("fr", "de")
        },
        ["multiblimp/clams/fra/simple"],
    ),
    "zhoblimp": ({"BA.jsonl": CHINESE}, ["multiblimp/zhoblimp/zho/BA_deletion"]),
    "jblimp": ({"pairs.jsonl": JAPANESE}, ["multiblimp/jblimp/jpn/control_raising_verbs"]),
    "bhs:swa": (
        {"swahili-N_V.json": SWAHILI, "basque-S.json": SWAHILI},
        ["multiblimp/bhs/swa/N_V"],
    ),
}


@pytest.mark.parametrize("named", FOLDERS)
def test_a_copy_of_each_set_is_read_from_a_folder(tmp_path: Path, named: str) -> None:
    files, expected = FOLDERS[named]
    for name, content in files.items():
        write(tmp_path / "copy" / name, content)
    found = cases(f"{named}@{tmp_path / 'copy'}")
    assert [str(case.id) for case in found] == expected
    assert all(case.language and case.convention == "logprob" for case in found)


def test_a_suite_of_syntaxgym_is_read_by_name(tmp_path: Path) -> None:
    write(tmp_path / "number.json", suite())
    write(tmp_path / "other.json", "broken")
    (case,) = region_cases(read_packs([Path(f"syntaxgym:number@{tmp_path}")]))
    assert str(case.id) == "multiblimp/syntaxgym/eng/number"


def test_sets_of_several_languages_do_not_collide(tmp_path: Path) -> None:
    files: dict[str, object] = {}
    for name in FOLDERS:
        files |= FOLDERS[name][0]
    asked = []
    for index, (name, (content, _)) in enumerate(FOLDERS.items()):
        if name != "blimp:passive_1":
            for path, text in content.items():
                write(tmp_path / str(index) / path, text)
            asked.append(f"{name}@{tmp_path / str(index)}")
    found = ids(*asked)
    assert len(set(found)) == len(found) == 9
    assert "Two pairs files are called hin." in refusal(asked[0], asked[0])


def test_the_hubs_own_files_are_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """BLiMP there is Parquet, a folder per paradigm; TurBLiMP's copy has no UID."""
    turkish: dict[str, object] = {"sentence_good": "ben geldim", "sentence_bad": "o geldim"}
    sets = {
        "nyu-mll/blimp": {"passive_1/train-00000-of-00001.parquet": parquet(ENGLISH)},
        "juletxara/turblimp": {"binding/train-00000-of-00001.parquet": parquet(turkish)},
    }
    with hub_server(sets) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        assert ids("blimp:passive_1", "turblimp") == [
            "multiblimp/blimp/eng/passive_1",
            "multiblimp/turblimp/tur/binding",
        ]
        assert [case.language for case in cases("blimp", "turblimp")] == ["en", "tr"]
        assert "BLiMP has no passive_2. It has: passive_1." in refusal("blimp:passive_2")


def test_a_folder_of_the_name_of_a_set_is_that_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "blimp/passive_1.jsonl", ENGLISH)
    assert ids("blimp") == ["multiblimp/blimp/passive_1"]


@pytest.mark.parametrize(
    ("name", "path", "part"),
    [
        ("multiblimp", "hin/data.tsv", Part("hin", "hin")),
        ("multiblimp", "dataset_infos.json", None),
        ("blimp", "wh_island/train-00000-of-00001.parquet", Part("eng", "wh_island")),
        ("clams", "data/he_evalset/simple_agrmt.txt", Part("heb", "simple_agrmt")),
        ("clams", "data/notes.txt", None),
        ("bhs", "hindi-S_ne_O_V.json", Part("hin", "S_ne_O_V")),
        ("bhs", "config.json", None),
    ],
)
def test_file_path_determines_its_part(name: str, path: str, part: Part | None) -> None:
    assert SETS[name].part(PurePosixPath(path)) == part


def test_path_is_not_a_set_name() -> None:
    assert parse_request("pairs/blimp.jsonl") is None
    assert parse_request("treebank:x.conllu") is None


def test_every_language_of_the_public_sample_is_known(shared_data: Path) -> None:
    (case, *_) = cases(f"multiblimp:eng@{shared_data / 'multiblimp'}")
    assert str(case.id) == "multiblimp/eng/SV-P"
    assert "eng" in languages()
