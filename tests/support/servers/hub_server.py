"""A hub on this machine: the few routes that its client asks for, over real HTTP."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

REVISION = "0123456789abcdef0123456789abcdef01234567"
OTHER = "fedcba9876543210fedcba9876543210fedcba98"


class HubServer(ThreadingHTTPServer):
    """Data sets by name, each with its files; how a file is served can be spoiled.

    cut: files whose download ends after half of the bytes.
    changed: files that arrive with other bytes than the list of files states.
    large: files that are listed by sha256, as the hub does with large ones.
    """

    daemon_threads = True

    def __init__(self, sets: dict[str, dict[str, bytes]]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sets = sets
        self.revision = REVISION
        self.asked: list[str] = []
        self.cut: set[str] = set()
        self.changed: set[str] = set()
        self.large: set[str] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def listing(self, repo: str) -> dict[str, object]:
        return {
            "id": repo,
            "sha": self.revision,
            "siblings": [self._sibling(*each) for each in self.sets[repo].items()],
        }

    def _sibling(self, name: str, content: bytes) -> dict[str, object]:
        found: dict[str, object] = {"rfilename": name, "size": len(content), "blobId": git(content)}
        if name in self.large:
            sha256 = hashlib.sha256(content).hexdigest()
            found["lfs"] = {"sha256": sha256, "size": len(content), "pointerSize": 134}
        return found


class _Handler(BaseHTTPRequestHandler):
    server: HubServer

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def _answer(self, *, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        self.server.asked.append(f"{self.command} {path}")
        for repo, files in self.server.sets.items():
            api, resolve = f"/api/datasets/{repo}", f"/datasets/{repo}/resolve/"
            revisions = (self.server.revision, "main")
            if path in (api, *(f"{api}/revision/{each}" for each in revisions)):
                return self._send(json.dumps(self.server.listing(repo)).encode(), body=body)
            if path.startswith(resolve):
                revision, _, name = path.removeprefix(resolve).partition("/")
                if revision in revisions and name in files:
                    return self._file(name, files[name], body=body)
        self.send_error(404)
        return None

    def _file(self, name: str, content: bytes, *, body: bool) -> None:
        if name in self.server.changed:
            content = content.replace(b"a", b"b")
        half = body and name in self.server.cut
        self._send(content, body=body, sent=len(content) // 2 if half else len(content))

    def _send(self, content: bytes, *, body: bool, sent: int | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{git(content)}"')
        self.send_header("X-Repo-Commit", self.server.revision)
        self.end_headers()
        if body:
            self.wfile.write(content[:sent])


def git(content: bytes) -> str:
    """Git's digest of a file."""
    return hashlib.sha1(b"blob %d\0%b" % (len(content), content)).hexdigest()


@contextmanager
def hub_server(sets: dict[str, dict[str, bytes]]) -> Iterator[HubServer]:
    """A hub that has these data sets, until the end of the block."""
    server = HubServer(sets)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
