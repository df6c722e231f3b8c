"""A real vLLM on a free port of this machine, in the environment that `make test-vllm` makes."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-vllm" / "bin" / "python"
NAME = "smollm2"
LONGEST = 2048
SECONDS_TO_START = 900
SECONDS_TO_STOP = 60


@contextmanager
def vllm(model: Path, place: Path, *, name: str = NAME) -> Iterator[str]:
    """The address of a vLLM that serves this folder in float32 until the block ends."""
    port = _free_port()
    command = [
        *(str(PYTHON), "-m", "vllm.entrypoints.openai.api_server"),
        *("--model", str(model), "--served-model-name", name, "--dtype", "float32"),
        *("--host", "127.0.0.1", "--port", str(port), "--max-model-len", str(LONGEST)),
        "--enforce-eager",
    ]
    environment = {
        **os.environ,
        "DO_NOT_TRACK": "1",
        "HF_HUB_OFFLINE": "1",
        "OMP_NUM_THREADS": str(os.cpu_count() or 1),
        "VLLM_CPU_KVCACHE_SPACE": "1",  # GiB
        "VLLM_NO_USAGE_STATS": "1",
        "VLLM_SERVER_DEV_MODE": "1",  # so that it reports its dtype
    }
    log = place / "vllm.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command, cwd=place, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/v1/models", process, log)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            # It ends its engine process itself.
            process.terminate()
            try:
                process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"vLLM ended by itself:\n{log.read_text()[-3000:]}")
        try:
            if httpx.get(url, trust_env=False).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(1)
    raise RuntimeError(
        f"vLLM did not start within {SECONDS_TO_START} s:\n{log.read_text()[-3000:]}"
    )


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
