"""Takes one test out of the run without a word, as a crashed transport would."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    return True if "word_order" in item.nodeid else None
