"""A Python that has imported torch, transformers and Kasauti already: most of a run is that.

`warm_python()` is a command that takes `-m module` or `-c code` as Python does. It hands its
arguments, folder, environment and streams to a process that has imported the libraries, and that
forks for each command. It has also read the shipped pairs and compiled the templates of pages;
both are kept by their content. The plugin itself, pytest's plugins and the libraries of single
suites are still imported by each command.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

LIBRARIES = (
    *("jinja2", "numpy", "pytest", "scipy.optimize", "scipy.stats", "torch", "torch._dynamo"),
    *("transformers", "transformers.modeling_utils", "transformers.models.llama.modeling_llama"),
    "transformers.models.auto.tokenization_auto",
)
ROOMS = ("analysis", "data", "engines", "fixtures", "reports", "scorers")  # and what these import
SCRIPT = """#!{python} -IS
import sys
sys.path.insert(0, {folder!r})
from warm_python import ask
ask({address!r}, {python!r})
"""
STREAMS = (0, 1, 2)
LONGEST = 1 << 20


@cache
def warm_python() -> str:
    """Start the process that forks, and return the command; both go when this process ends."""
    place = Path(tempfile.mkdtemp(prefix="warm"))
    address, script = str(place / "socket"), place / "python"
    # The libraries read the first two when they are imported; the last is for each command.
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": ""}
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, __file__, str(listener.fileno()), str(script)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
        )
    folder = str(Path(__file__).parent)
    text = SCRIPT.format(python=sys.executable, folder=folder, address=address)
    script.write_text(text, encoding="utf-8")
    script.chmod(0o700)
    atexit.register(shutil.rmtree, place)
    atexit.register(process.communicate)
    return str(script)


def ask(address: str, python: str) -> NoReturn:
    """Have the arguments of this process carried out, and end as the process that did so."""
    arguments = [each for each in sys.argv[1:3] if each not in ("-u", "-B")] + sys.argv[3:]
    if arguments[:1] not in (["-m"], ["-c"]):
        os.execv(python, [python, *sys.argv[1:]])
    order = {"arguments": arguments, "folder": str(Path.cwd()), "environment": dict(os.environ)}
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        connection.connect(address)
        socket.send_fds(connection, [json.dumps(order).encode()], STREAMS)
        code = int(connection.recv(LONGEST) or 1)
    if code < 0:
        os.kill(os.getpid(), -code)
    sys.exit(code)


def fork_for_each_command(listener: socket.socket) -> dict[str, Any]:
    """Return, in each forked process, what it is to do; end when standard input does."""
    import_ahead()
    # It has a plugin for pytest, which would warn that it is imported already.
    sys.modules["anyio"].__doc__ = "PYTEST_DONT_REWRITE"
    gc.freeze()  # or collecting would touch, and so copy, every page
    sources: list[Any] = [listener, sys.stdin.fileno()]
    while listener in select.select(sources, [], [])[0]:
        connection, _ = listener.accept()
        with connection:
            if not os.fork():
                listener.close()
                return forked_while_connected(connection)
        while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG):
            pass
    sys.exit()


def import_ahead() -> None:
    """Import the libraries and Kasauti, and keep what shipped files and templates hold."""
    for name in LIBRARIES:
        importlib.import_module(name)
    for room in ROOMS:
        package = importlib.import_module(f"kasauti.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    from kasauti.data.probes.packs import probe_tasks
    from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases, sanskrit_cases
    from kasauti.reports.pages.offline_page import environment

    minimal_pair_cases()
    sanskrit_cases()
    probe_tasks()
    for template in environment().list_templates(["html"]):
        environment().get_template(template)


def forked_while_connected(connection: socket.socket) -> dict[str, Any]:
    """Return in a forked process; this one answers with its exit code, or ends it."""
    text, streams, _, _ = socket.recv_fds(connection, LONGEST, len(STREAMS))
    child = os.fork()
    if not child:
        connection.close()
        for stream, standard in zip(streams, STREAMS, strict=True):
            os.dup2(stream, standard)
            os.close(stream)
        order: dict[str, Any] = json.loads(text)
        return order
    for stream in streams:
        os.close(stream)
    watch = threading.Thread(target=kill_when_left, args=(connection, child), daemon=True)
    watch.start()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(BrokenPipeError):
        connection.send(str(code).encode())
    os._exit(0)


def kill_when_left(connection: socket.socket, process: int) -> None:
    connection.recv(1)
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def carry_out(order: dict[str, Any], executable: str) -> NoReturn:
    """Be the Python of this command."""
    kind, content, *arguments = order["arguments"]
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.executable = executable
    tempfile.tempdir = None
    added = os.environ.get("PYTHONPATH", "")
    sys.path[:1] = [order["folder"] if kind == "-m" else "", *filter(None, added.split(os.pathsep))]
    if kind == "-m":
        sys.argv = [content, *arguments]
        runpy.run_module(content, run_name="__main__", alter_sys=True)
    else:
        sys.argv = ["-c", *arguments]
        exec(compile(content, "<string>", "exec"), {"__name__": "__main__"})
    sys.exit()


if __name__ == "__main__":
    carry_out(fork_for_each_command(socket.socket(fileno=int(sys.argv[1]))), sys.argv[2])
