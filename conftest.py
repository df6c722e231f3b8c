"""The composition root: loads the plugin."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import distributions

if importlib.util.find_spec("kasauti.fixtures") is None or not [*distributions(name="kasauti")]:
    sys.stderr.write(
        "ERROR: Kasauti is not installed in this environment. "
        "Run `pip install -e .`, or `make eval`, which sets everything up.\n"
    )
    raise SystemExit(4)  # pytest's exit code of a usage error

pytest_plugins = ["kasauti.plugin"]
