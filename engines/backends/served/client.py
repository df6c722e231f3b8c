"""HTTP with a server that may be slow, busy, broken or hostile: every wait and size has a limit."""

from __future__ import annotations

import logging
import queue
import threading
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

import httpx

from kasauti.engines.backends.served.exchange import (
    NOT_ALLOWED,
    Call,
    Reply,
    Retries,
    error_message,
    parse,
)
from kasauti.engines.protocol.errors import (
    EngineError,
    PlaceError,
    RefusedError,
    WrongReplyError,
    first_line,
)
from kasauti.engines.sources.request import SECONDS, Address, ApiKey, origin_of

CONNECT_SECONDS = 10.0
MOST_REDIRECTS = 3
LARGEST_ERROR = 64 * 1024  # bytes that are read of an error's body
BUSY = frozenset({408, 425, 429})
KEEPS_METHOD = frozenset({307, 308})
LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "httpcore.proxy")


class Client:
    """Sends requests to one server; threads may share it."""

    def __init__(
        self,
        address: Address,
        *,
        key: ApiKey | None = None,
        seconds: float = SECONDS,
        connections: int = 1,
        retries: Retries | None = None,
        names: dict[str, str] | None = None,
    ) -> None:
        self.address = address
        self.key = ApiKey.from_environment() if key is None else key
        self._seconds = seconds
        self._retries = retries or Retries()
        self._closed = threading.Event()
        self._not_before = 0.0  # until when the server asked everybody to wait
        self.slowed = 0  # how often it said that it is busy
        # The model that was asked for, and its name in the first reply.
        self.names = {} if names is None else names
        for name in LOGGERS:
            logging.getLogger(name).addFilter(self._hide_in_log)
        self._http = httpx.Client(
            timeout=httpx.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds), pool=None),
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=connections),
            # Not compressed: what a few bytes unpack to has no limit.
            headers={"Accept-Encoding": "identity", "User-Agent": "kasauti", **self.key.headers()},
            follow_redirects=False,
            # A proxy of the environment cannot reach this machine's own servers.
            trust_env=not address.is_loopback,
        )

    def send(self, call: Call, *, retries: Retries | None = None) -> Reply:
        """The JSON object that answers a request, after as many attempts as it takes.

        An error says nothing of the key, whatever the server put where, and has no other behind
        it that might.
        """
        try:
            return self._send(call, retries)
        except EngineError as error:
            found = error
        self._clean(found)
        raise found

    def _clean(self, error: EngineError) -> None:
        error.__cause__ = error.__context__ = None
        error.__traceback__ = None
        error.args = tuple(self.key.hidden_in(each) for each in error.args)
        for name in ("said", "fact"):
            if hasattr(error, name):
                setattr(error, name, self.key.hide(getattr(error, name)))

    def _send(self, call: Call, retries: Retries | None) -> Reply:
        retries = retries or self._retries
        attempt = 0
        while True:
            self._wait(self._not_before - time.monotonic())
            result, asked = self._attempt(call)
            if isinstance(result, Reply):
                return result
            attempt += 1
            if attempt >= retries.attempts:
                raise result
            if asked > retries.longest_asked:
                raise PlaceError(
                    f"The server asks to wait {asked:.0f} s before {call.what} is sent again. "
                    "Run again later: the answers so far are stored."
                )
            if asked:
                self._not_before = max(self._not_before, time.monotonic() + asked)
            self._wait(max(asked, retries.pause(attempt - 1)))

    def close(self) -> None:
        """Wake who waits, and close all connections."""
        self._closed.set()
        self._http.close()
        for name in LOGGERS:
            logging.getLogger(name).removeFilter(self._hide_in_log)

    def _hide_in_log(self, record: logging.LogRecord) -> bool:
        """Headers and reasons of the server are in the logs of its libraries."""
        record.msg, record.args = self.key.hide(record.getMessage(), parts=True), ()
        return True

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._closed.wait(seconds)
        if self._closed.is_set():
            raise EngineError("The connection to the server was closed. Run again.")

    def _attempt(self, call: Call) -> tuple[Reply | EngineError, float]:
        """The reply; or why to try again, and for how long the server asks to wait first."""
        try:
            response, raw = self._within_deadline(call)
        except (httpx.ReadTimeout, httpx.WriteTimeout):
            raise EngineError(
                f"The server did not answer {call.what} within {self._seconds:g} s. "
                "Give a longer --server-timeout or a lower --concurrency."
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return self._unreachable(call, error), 0.0
        status = response.status_code
        if status == 200:
            return self._reply(call, raw), 0.0
        refusal = self._refusal(call, status, raw)
        if status in BUSY or status >= 500:
            self.slowed += status in BUSY or status == 503
            return refusal, _seconds_to_wait(response.headers.get("retry-after", ""))
        raise refusal

    def _within_deadline(self, call: Call) -> tuple[httpx.Response, bytes]:
        """One deadline from the look-up of the name to the last byte.

        httpx limits each operation alone, so a thread does them all. One that is given up ends
        at the latest when the connections are closed.
        """
        done: queue.SimpleQueue[tuple[httpx.Response, bytes] | BaseException]
        done = queue.SimpleQueue()

        def follow() -> None:
            try:
                done.put(self._follow(call))
            except BaseException as error:
                done.put(error)

        threading.Thread(target=follow, daemon=True, name="one request").start()
        try:
            found = done.get(timeout=self._seconds)
        except queue.Empty:
            raise httpx.ReadTimeout("the whole answer takes too long") from None
        if isinstance(found, BaseException):
            raise found
        return found

    def _follow(self, call: Call) -> tuple[httpx.Response, bytes]:
        """Return the answer and its body; redirects are followed on the same server only."""
        url = call.url
        for _ in range(MOST_REDIRECTS):
            response, raw = self._once(call, url)
            if response.status_code not in (301, 302, 303, 307, 308):
                return response, raw
            target = urljoin(url, response.headers.get("location", ""))
            same_server = _is_origin(target, self.address.origin)
            if not same_server or (call.body and response.status_code not in KEEPS_METHOD):
                raise EngineError(
                    f"The server redirects {call.what} to another address, which is not followed: "
                    "it would get the prompts and the key. Give the right address as --server."
                )
            url = target
        raise EngineError(
            f"The server redirects {call.what} again and again. Give the right address as --server."
        )

    def _once(self, call: Call, url: str) -> tuple[httpx.Response, bytes]:
        # The body is read here, with a limit; the response itself has none.
        method = "POST" if call.body is not None else "GET"
        with self._http.stream(method, url, json=call.body) as response:
            largest = call.largest if response.status_code == 200 else LARGEST_ERROR
            raw = bytearray()
            for chunk in response.iter_raw():
                raw += chunk
                if len(raw) > largest:
                    if response.status_code != 200:
                        break
                    raise self._wrong(call, f"more than {largest / 2**20:.1f} MiB")
            return response, bytes(raw[:largest])

    def _reply(self, call: Call, raw: bytes) -> Reply:
        content = parse(raw)
        if isinstance(content, str):
            raise self._wrong(call, content)
        hidden = self.key.hidden_in(content)
        assert isinstance(hidden, dict)
        return Reply(hidden, call.what)

    def _refusal(self, call: Call, status: int, raw: bytes) -> RefusedError:
        content = parse(raw)
        reason = self.key.hide(error_message(content), parts=True)
        remedy = "Check the server's log."
        if status in NOT_ALLOWED:
            remedy = f"Set the environment variable {self.key.variable} to a key that it accepts."
        elif status in BUSY:
            remedy = "Give a lower --concurrency, or run again later: what was answered is stored."
        elif status < 500:
            remedy = "Check --server and --model."
        return RefusedError(
            f"The server refuses {call.what} ({status}: {reason}). {remedy}",
            status=status,
            said=f"{status}: {reason}",
        )

    def _unreachable(self, call: Call, error: Exception) -> PlaceError:
        reason = self.key.hide(first_line(error), parts=True)
        return PlaceError(
            f"The connection to {self.address.url} failed at {call.what} ({reason}). "
            "Check that the server is running, and the address in --server."
        )

    def _wrong(self, call: Call, found: str) -> WrongReplyError:
        return WrongReplyError(
            f"The server answers {call.what} with {found}, which is not what was asked for. "
            "Check that --server is the address of an OpenAI-compatible API, such as "
            "http://127.0.0.1:8000/v1.",
            fact=f"it answers with {found}",
        )


def _is_origin(url: str, origin: tuple[str, str, int]) -> bool:
    try:
        return origin_of(url) == origin and "@" not in urlsplit(url).netloc
    except ValueError:
        return False


def _seconds_to_wait(header: str) -> float:
    """The seconds of a Retry-After header: a number or a date; 0 where there is none."""
    try:
        return max(0.0, float(int(header)))
    except (OverflowError, ValueError):
        pass
    try:
        date = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return 0.0
    date = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, (date - datetime.now(UTC)).total_seconds())
