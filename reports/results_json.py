"""evaluation_results.json: the documented structure, and everything needed to check it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kasauti.records import Run
from kasauti.records.encoding import run_json


def results_json(run: Run) -> str:
    """The run as JSON."""
    return json_text(run_json(run))


def json_text(content: Mapping[str, Any]) -> str:
    """JSON for a file; refuses NaN and infinity, which JSON does not have."""
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
