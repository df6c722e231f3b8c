"""Pages that show figures, thresholds and messages: they are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kasauti.inputs.errors import KasautiError
from kasauti.thresholds.loader import load_thresholds
from tests.support import ROOT
from tests.support.house import ROOMS

THRESHOLDS = (ROOT / "docs" / "thresholds.md").read_text(encoding="utf-8")
TROUBLES = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
PICTURES = ("terminal.png", "dashboard.png")


def test_thresholds_of_the_page_are_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", THRESHOLDS, re.DOTALL)
    (tmp_path / "multiblimp.toml").write_text(block, encoding="utf-8")
    found = load_thresholds(tmp_path)
    assert found.bands("multiblimp", "word_order", "hin").entries["fair"].value == 0.75
    assert found.bands("multiblimp", "negation", "mar").entries["fair"].value == 0.6


def test_threshold_without_source_is_refused_as_the_page_says(tmp_path: Path) -> None:
    assert "A threshold without one is refused." in THRESHOLDS
    text = '[default.fair]\ndirection = "at least"\nvalue = 0.7\nreason = "x"\n'
    (tmp_path / "multiblimp.toml").write_text(text, encoding="utf-8")
    with pytest.raises(KasautiError, match="source"):
        load_thresholds(tmp_path)


def test_intervals_of_the_page_are_those_that_it_computes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", THRESHOLDS, re.DOTALL)
    exec(block, {})
    of_100, of_400 = capsys.readouterr().out.splitlines()
    told = " ".join(THRESHOLDS.split())
    assert f"100 independent pairs give {of_100}, and 400 give {of_400}" in told


def test_messages_of_the_page_are_those_of_the_code() -> None:
    code = " ".join(
        re.sub(r'"\s*f?"', "", path.read_text(encoding="utf-8"))
        for room in (*ROOMS, "kasauti")
        for path in (ROOT / room).rglob("*.py")
    )
    quoted = re.findall(r'"([A-Z][^"]+)"', TROUBLES)
    assert len(quoted) >= 5
    for message in quoted:
        # Names stand for what a message fills in.
        known = re.sub(r"A model that runs here needs torch", "needs {package}", message)
        for part in known.split("…"):
            assert part.strip().rstrip(".") in code, message


def test_pictures_are_small() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"(docs/{name})" in readme
        assert (ROOT / "docs" / name).stat().st_size < 200_000
