"""A run that finds everything in the store imports neither torch nor transformers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.plugins.conftest import Evaluate

HEAVY = ("torch", "transformers", "tokenizers", "sklearn", "pandas")
PROGRAM = f"""
import sys
from kasauti.__main__ import main
code = main(sys.argv[1:])
print("imported:", *[name for name in {HEAVY!r} if name in sys.modules])
sys.exit(code)
"""
# Several commands, one after another.
COMMANDS = f"""
import json, sys
from kasauti.__main__ import main
codes = [main(arguments) for arguments in json.loads(sys.argv[1])]
print(*codes, "imported:", *[name for name in {HEAVY!r} if name in sys.modules])
"""


def test_a_warm_run_imports_nothing_heavy_and_gives_the_same_results(
    evaluate: Evaluate, tiny_llama: Path, tmp_path: Path
) -> None:
    store = tmp_path / "scores.sqlite"
    first = evaluate(store=store)
    warm = subprocess.run(
        [
            *(sys.executable, "-c", PROGRAM, "-p", "no:cacheprovider", "-m", "multiblimp"),
            *(f"--model={tiny_llama}", f"--store={store}", f"--results-dir={tmp_path / 'r'}"),
        ],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert warm.returncode == first.exit_code, warm.stdout + warm.stderr
    assert warm.stdout.splitlines()[-1] == "imported:"
    computed = first.work["computed"]
    assert f"0 sequences computed, {computed} from the store." in warm.stdout
    (results,) = (tmp_path / "r").glob("*/evaluation_results.json")
    cold = (first.folder / "evaluation_results.json").read_text(encoding="utf-8")
    for text in (cold, results.read_text(encoding="utf-8")):
        assert '"verdict"' in text
    of_cases = [text[: text.index('"summary"')] for text in (cold, results.read_text("utf-8"))]
    assert of_cases[0] == of_cases[1]
    assert_nothing_heavy(first.folder / "evaluation_results.json", results, tmp_path)


def assert_nothing_heavy(before: Path, now: Path, place: Path) -> None:
    """Finished runs are compared and listed, and tests collected, without the models' libraries."""
    quiet = ["-q", "-p", "no:cacheprovider", f"--results-dir={place / 'other'}"]
    commands = [
        ["history", str(now.parents[1])],
        ["compare", str(before), str(now)],
        ["-m", "multiblimp", "--collect-only", *quiet],
        ["-m", "regression", f"--baseline={before}", f"--candidate={now}", *quiet],
    ]
    found = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(commands)],
        cwd=place,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert found.stdout.splitlines()[-1] == "0 0 0 0 imported:", found.stdout + found.stderr
