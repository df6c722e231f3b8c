"""A scripted judge behind the OpenAI API: it replies to each prompt as a test says."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

NAME = "examiner"
FENCE = re.compile(r"\[ANSWER (\w+)\]\n(.*?)\n\[END OF ANSWER \1\]", re.S)
# What is sent back: the text of the reply, or a status.
Script = Callable[[str, dict[str, Any]], str | int]


class JudgeServer(ThreadingHTTPServer):
    """keeps_schemas: False for a server that refuses response_format."""

    daemon_threads = True

    def __init__(self, script: Script, *, keeps_schemas: bool = True) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.keeps_schemas = keeps_schemas
        self.bodies: list[dict[str, Any]] = []  # of the requests for a verdict
        self.keys: set[str] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: JudgeServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def do_GET(self) -> None:
        self.server.keys.add(self.headers.get("Authorization", ""))
        found = {"data": [{"id": NAME}]} if self.path == "/v1/models" else None
        self._send(200 if found else 404, found or {})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "response_format" in body and not self.server.keeps_schemas:
            return self._send(400, {"error": {"message": "response_format is unknown"}})
        prompt = body["messages"][-1]["content"]
        found: str | int = "yes"
        if FENCE.search(prompt):  # else it is the trial
            self.server.bodies.append(body)
            found = self.server.script(prompt, body)
        if isinstance(found, int):
            return self._send(found, {"error": {"message": "scripted"}})
        message = {"role": "assistant", "content": found}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return self._send(200, {"model": NAME, "choices": [choice], "usage": {}})

    def _send(self, status: int, content: dict[str, Any]) -> None:
        raw = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)


@contextmanager
def judge_server(script: Script, *, keeps_schemas: bool = True) -> Iterator[JudgeServer]:
    """The server, until the end of the block."""
    server = JudgeServer(script, keeps_schemas=keeps_schemas)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def answer_in(prompt: str) -> str:
    """The answer that a prompt asks about."""
    found = FENCE.search(prompt)
    assert found, "the prompt has no fence"
    return found[2]


def verdict(grade: str, *, facts: tuple[str, ...] = (), reason: str = "As scripted.") -> str:
    """A reply in the form that the prompt asks for."""
    graded = [{"fact": number, "verdict": each} for number, each in enumerate(facts, start=1)]
    return json.dumps({"facts": graded, "reason": reason, "verdict": grade})
