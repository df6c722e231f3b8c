"""The command `kasauti`: pytest with this package's plugin, settings and evaluation tests.

A first word that names a subcommand (`kasauti compare …`) runs that instead.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest

from kasauti.commands import COMMANDS, USAGE_ERROR, run_command, say
from kasauti.inputs.errors import KasautiError
from kasauti.tests import evaluation
from kasauti.usage import ALL, HELP, VERSION, Command, help_lines, refuse_unknown_command

PLUGIN = "kasauti.plugin"
TESTS = Path(str(evaluation.__file__)).resolve().parent
ROOT = TESTS.parents[1]
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
    try:
        cache = Path.cwd() / ".pytest_cache"
    except OSError:
        raise KasautiError("The current folder was deleted. Change to another one.") from None
    # A test's file or id is printed relative to the root of the tests, or to the current folder.
    nodes = {
        each: os.path.normpath(root / each)
        for root in (Path.cwd(), ROOT)
        for each in given
        if ".py" in each and (root / each.partition("::")[0]).is_file()
    }
    kept = [] if "no:cacheprovider" in given else ["-o", f"cache_dir={cache}"]
    return [
        f"-p{PLUGIN}",
        # An empty file of settings, and the root of the tests, so that nothing of the folder
        # where the user stands has a say.
        f"-c{Path(__file__).with_name('pytest.toml')}",
        f"--rootdir={ROOT}",
        *kept,
        *SETTINGS,
        *([] if nodes else [str(TESTS)]),
        *(nodes.get(each, each) for each in given),
    ]


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = sys.argv[1:] if given is None else given
    try:
        for name, stream in (("output", sys.stdout), ("error", sys.stderr)):
            if stream is None:
                raise KasautiError(
                    f"The standard {name} is closed. Redirect it, e.g. to /dev/null."
                )
        if given and given[0] in COMMANDS:
            code = run_command(given[0], given[1:])
        elif any(each in HELP for each in given):
            code = 0
            say(help_lines())
        elif any(each in VERSION for each in given):
            code = 0
            say([f"kasauti {version('kasauti')}, pytest {pytest.__version__}"])
        else:
            if given:
                refuse_unknown_command(given[0])
            given = arguments(["--help" if each == ALL else each for each in given])
            # Workers of pytest-xdist start as `python -c`, which would import a json.py or html.py
            # from the current folder instead of Python's own.
            os.environ["PYTHONSAFEPATH"] = "1"
            code = int(pytest.main(given, plugins=[Command()]))
        sys.stdout.flush()
    except KasautiError as error:
        if sys.stderr is not None or sys.stdout is not None:
            say([f"ERROR: {error}"], error=sys.stderr is not None)
        return USAGE_ERROR
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        # The reader of --help left, as pytest's own command does it; or its disk is full.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.ENOSPC and sys.stderr is not None:
            say(
                [f"ERROR: The output cannot be written ({error.strerror}). Free disk space."],
                error=True,
            )
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
