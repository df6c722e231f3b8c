"""The options reference: what Markdown would change stands in code."""

from __future__ import annotations

import re
import runpy

import pytest

from tests.support import ROOT

CODE = re.compile(r"`[^`]*`")


def test_options_and_patterns_are_code() -> None:
    lines = list(runpy.run_path(str(ROOT / "docs/reference.py"))["options"]())
    told = [CODE.sub("", line) for line in lines if line.startswith("| `")]
    assert len(told) > 40
    assert not [line for line in told if "--" in line or "*" in line]
    assert any("`runs/*/checkpoint-*`" in line for line in lines)


@pytest.mark.parametrize("place", ["docs/your-own-suite.md", "examples/own_suite/conftest.py"])
def test_suites_of_others_need_one_module(place: str) -> None:
    text = (ROOT / place).read_text(encoding="utf-8")
    assert set(re.findall(r"^from (kasauti[.\w]*) import", text, re.MULTILINE)) == {
        "kasauti.suites"
    }
