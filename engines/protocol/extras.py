"""Optional packages: a missing one is one sentence with the command that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from kasauti.engines.protocol.errors import PlaceError


def require(module: str, extra: str, *, needed_by: str) -> None:
    """Refuse to go on without `module`, which the extra `kasauti[extra]` installs.

    The module is looked up, not imported: importing it may take seconds.
    """
    if find_spec(module) is None:
        package = module.replace("_", "-")
        raise PlaceError(
            f"{needed_by} needs {package}, which is not installed. "
            f"Run: pip install 'kasauti[{extra}]'"
        )
