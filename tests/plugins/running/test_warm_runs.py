"""A run that finds everything in the store imports neither torch nor transformers, and what only
lists or shows not even numpy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.support.runs import Run

HEAVY = ("torch", "transformers", "tokenizers", "sklearn", "pandas")
# What a command that only lists has no use for either.
UNNEEDED = (*HEAVY, "numpy", "scipy", "tqdm", "anyio", "hypothesis")
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
# The same, and how often the entry points of all installed packages were read: with many packages
# each time takes as long as importing pytest.
LISTING = f"""
import importlib.metadata, json, sys
found, times = importlib.metadata.distributions, []
importlib.metadata.distributions = lambda **asked: times.append(1) or found(**asked)
from kasauti.__main__ import main
codes = [main(arguments) for arguments in json.loads(sys.argv[1])]
names = [name for name in {UNNEEDED!r} if name in sys.modules]
print(*codes, "read:", len(times) // len(codes), "imported:", *names)
"""


def test_warm_run_imports_nothing_heavy_with_same_results(
    plain_run: Run, warm_store: Path, tiny_llama: Path, tmp_path: Path
) -> None:
    warm = _run(
        [
            *(sys.executable, "-c", PROGRAM, "-p", "no:cacheprovider", "-m", "multiblimp"),
            *(
                "--quick",
                f"--model={tiny_llama}",
                f"--store={warm_store}",
                f"--results-dir={tmp_path / 'r'}",
            ),
        ],
        tmp_path,
    )
    assert warm.returncode == plain_run.exit_code, warm.stdout + warm.stderr
    assert warm.stdout.splitlines()[-1] == "imported:"
    computed = plain_run.work["computed"]
    assert f"0 sequences computed, {computed} from the store." in warm.stdout
    (results,) = (tmp_path / "r").glob("*/evaluation_results.json")
    cold = (plain_run.folder / "evaluation_results.json").read_text(encoding="utf-8")
    for text in (cold, results.read_text(encoding="utf-8")):
        assert '"verdict"' in text
    of_cases = [text[: text.index('"summary"')] for text in (cold, results.read_text("utf-8"))]
    assert of_cases[0] == of_cases[1]
    assert_nothing_heavy(plain_run.folder / "evaluation_results.json", results, tmp_path)


def assert_nothing_heavy(before: Path, now: Path, place: Path) -> None:
    """Finished runs are compared and listed, and tests collected, without the models' libraries."""
    quiet = ["-q", "-p", "no:cacheprovider", f"--results-dir={place / 'other'}"]
    commands = [
        ["history", str(now.parents[1])],
        ["compare", str(before), str(now)],
        ["-m", "multiblimp", "--collect-only", *quiet],
        ["-m", "regression", f"--baseline={before}", f"--candidate={now}", *quiet],
    ]
    found = _run([sys.executable, "-c", COMMANDS, json.dumps(commands)], place)
    assert found.stdout.splitlines()[-1] == "0 0 0 0 imported:", found.stdout + found.stderr


def test_listing_imports_nothing_that_computes(tmp_path: Path) -> None:
    quiet = ["-q", "-p", "no:cacheprovider"]
    commands = [
        [],
        ["--help"],
        ["suites"],
        ["explain", "multiblimp/binding"],
        ["-m", "multiblimp or quiz", "--collect-only", *quiet],
    ]
    found = _run([sys.executable, "-c", LISTING, json.dumps(commands)], tmp_path)
    # The menu measures nothing, and must not look green.
    expected = "5 0 0 0 0 read: 2 imported:"
    assert found.stdout.splitlines()[-1] == expected, found.stdout + found.stderr


def test_history_imports_not_even_pytest_plugins(tmp_path: Path) -> None:
    program = LISTING.replace(repr(UNNEEDED), repr((*UNNEEDED, "kasauti.plugin", "jinja2")))
    found = _run([sys.executable, "-c", program, json.dumps([["history", "."]])], tmp_path)
    assert found.stdout.splitlines()[-1] == "0 read: 0 imported:", found.stdout + found.stderr


def _run(command: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=place,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
