"""A small HTTP server that answers each request as a test says."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Rude", int], None]


class Rude(BaseHTTPRequestHandler):
    """Answers the n-th request as a test says."""

    protocol_version = "HTTP/1.1"
    answer: Answer
    seen: list[tuple[str, dict[str, str], float]]
    connections: list[int]

    def setup(self) -> None:
        super().setup()
        self.connections.append(1)

    def log_message(self, *_: object) -> None:
        """Tests print nothing."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append((self.path, dict(self.headers), time.monotonic()))
        type(self).answer(self, len(self.seen))

    do_GET = do_POST  # noqa: N815, the name that http.server calls

    def tell(self, raw: bytes, *, status: int = 200, **headers: str) -> None:
        try:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)
        except ConnectionError:
            self.close_connection = True

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def answering(answer: Answer) -> Iterator[tuple[str, type[Rude]]]:
    handler = type(
        "Handler", (Rude,), {"answer": staticmethod(answer), "seen": [], "connections": []}
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", handler
    finally:
        server.shutdown()
        server.server_close()
