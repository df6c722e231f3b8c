"""A file that several suites ask for is parsed once, as long as its content is the same."""

from __future__ import annotations

from pathlib import Path

from kasauti.data.sanskrit.packs import FORMS, TAGS
from kasauti.fixtures.suites.pairs.cases import sanskrit_cases
from kasauti.inputs.rows import parse_once, read_text


def test_changed_file_is_parsed_again(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    times: list[str] = []

    def words(path: Path) -> list[str]:
        times.append(read_text(path))
        return times[-1].split()

    for content in ("one two", "one two", "three", "one two"):
        path.write_text(content, encoding="utf-8")
        assert parse_once(path, words) == content.split()
    assert times == ["one two", "three"]


def test_parse_cache_is_keyed_by_parser(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_text("one two", encoding="utf-8")
    assert parse_once(path, read_text) == "one two"
    assert parse_once(path, _length) == 7


def test_suites_that_share_a_file_have_their_own_tags() -> None:
    linted = sanskrit_cases(tags=(*TAGS, *FORMS))
    measured = sanskrit_cases()
    assert all("form" in pair.tags for pair in linted[0].pairs)
    assert not any("form" in pair.tags for case in measured for pair in case.pairs)


def _length(path: Path) -> int:
    return len(read_text(path))
