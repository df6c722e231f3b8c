"""Settings of the unit tests, and the public data that some of them use where it is present."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import ROOT

# The same examples in every run, and no deadline: a busy machine is not a bug.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")

SHARED_DATA = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data beside the repository; the test is skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"the public data is not at {SHARED_DATA}")
    return SHARED_DATA
