"""The machine and the packages of a measurement."""

from __future__ import annotations

import os
import platform
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    "kasauti", "torch", "transformers", "tokenizers", "numpy", "scikit-learn",
    "lm_eval", "minicons",
)  # fmt: skip
# The instructions that matrix products are made of.
SIMD = re.compile(r"avx|fma|f16c|bf16|amx|sse4|asimd|sve")


@dataclass(frozen=True, slots=True)
class Machine:
    """Processor, versions and the command that was given."""

    cores: int
    cpu: str
    flags: list[str]
    memory_gib: float
    system: str
    versions: dict[str, str]
    commit: str
    command: str


def this_machine() -> Machine:
    """The machine, the versions and the command of this process."""
    return Machine(
        len(os.sched_getaffinity(0)),
        _cpu_field("model name") or platform.processor(),
        sorted(flag for flag in _cpu_field("flags").split() if SIMD.search(flag)),
        round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        f"{platform.system()} {platform.machine()}",
        {"python": platform.python_version()} | {name: _version(name) for name in PACKAGES},
        _commit(),
        command_line(),
    )


def command_line() -> str:
    """As it was typed, without the path of Python."""
    return shlex.join(["python", "-m", "bench", *sys.argv[1:]])


def load() -> float:
    """The average load of the machine over the last minute."""
    return round(os.getloadavg()[0], 2)


def _cpu_field(name: str) -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for line in lines:
        field, _, value = line.partition(":")
        if field.strip() == name:
            return value.strip()
    return ""


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip()
