"""The command `kasauti`: pytest with this package's plugin, settings and evaluation tests.

A first word that names a subcommand (`kasauti compare …`) runs that instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kasauti.commands import COMMANDS, run_command
from kasauti.tests import evaluation

PLUGIN = "kasauti.plugin"
TESTS = Path(str(evaluation.__file__)).resolve().parent
# The settings of pytest.ini that concern an evaluation. A file of settings inside of a package
# would not be found, and that of the folder where a user stands belongs to the user's own tests.
SETTINGS = (
    "--strict-markers",
    "--tb=short",
    "-ra",
    # Plugins of libraries that an evaluation has no use for, and that take long to import.
    "-pno:hypothesispytest",
    "-pno:anyio",
    # Of libraries that the quiz imports; not fixable by the user.
    "-Wignore:`torch.jit.script:DeprecationWarning",
    # Ids keep their letters, so that -k finds them as they are written.
    "-odisable_test_id_escaping_and_forfeit_all_rights_to_community_support=true",
)


def arguments(given: Sequence[str]) -> list[str]:
    """Return the arguments for pytest."""
    # pytest's own cache stays with the user, unless it is switched off and the setting unknown.
    cache = Path.cwd() / ".pytest_cache"
    kept = [] if "no:cacheprovider" in given else ["-o", f"cache_dir={cache}"]
    return [
        f"-p{PLUGIN}",
        # An empty file of settings, and the root of the tests, so that nothing of the folder
        # where the user stands has a say.
        f"-c{Path(__file__).with_name('pytest.toml')}",
        f"--rootdir={TESTS.parents[1]}",
        *kept,
        *SETTINGS,
        str(TESTS),
        *given,
    ]


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = sys.argv[1:] if given is None else given
    try:
        if given and given[0] in COMMANDS:
            code = run_command(given[0], given[1:])
        else:
            code = int(pytest.main(arguments(given)))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of --help left; as pytest's own command does it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
