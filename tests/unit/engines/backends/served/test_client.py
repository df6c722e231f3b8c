"""HTTP with servers that are busy, broken, slow or hostile: each ends in a reply or a sentence."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from kasauti.engines.backends.served.exchange import Retries
from kasauti.engines.protocol.errors import EngineError, RefusedError, WrongReplyError
from kasauti.engines.sources.request import KEY_VARIABLE, ApiKey
from tests.support.hangs import SECONDS, limited
from tests.support.servers.rude_server import Answer, Rude, answering
from tests.support.servers.served_client import QUICK, call, client_of, good, refusal


def good_after(times: int, bad: Answer) -> Answer:
    return lambda handler, number: (bad if number <= times else good)(handler, number)


def status(code: int, **headers: str) -> Answer:
    def answer(handler: Rude, number: int) -> None:
        handler.tell(b'{"error": {"message": "too much"}}', status=code, **headers)

    return answer


def hang_up(handler: Rude, number: int) -> None:
    handler.hang_up()


def half_an_answer(handler: Rude, number: int) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"number": ')
    handler.wfile.flush()
    handler.hang_up()


TROUBLES = {
    "429": status(429),
    "500": status(500),
    "502": status(502),
    "503": status(503),
    "a broken connection": hang_up,
    "half an answer": half_an_answer,
}


@pytest.mark.parametrize("trouble", list(TROUBLES))
def test_temporary_errors_are_retried(trouble: str) -> None:
    with answering(good_after(3, TROUBLES[trouble])) as (url, seen), client_of(url) as client:
        assert client.send(call(url)).content == {"number": 4}
    assert len(seen.seen) == 4


@pytest.mark.parametrize("trouble", list(TROUBLES))
def test_persistent_error_is_reported_after_all_attempts(trouble: str) -> None:
    error, seen = refusal(TROUBLES[trouble], r"request 7 \(scoring “लड़का”\)")
    assert len(seen.seen) == QUICK.attempts
    assert "\n" not in str(error)


def test_the_time_between_attempts_grows_and_differs() -> None:
    waits = [[Retries().pause(attempt) for _ in range(50)] for attempt in range(9)]
    for attempt, drawn in enumerate(waits):
        planned = min(30.0, 0.5 * 2**attempt)
        assert planned / 2 <= min(drawn) < max(drawn) <= planned


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_applies_to_all_threads(form: str) -> None:
    def busy(handler: Rude, number: int) -> None:
        date = datetime.now(UTC) + timedelta(seconds=2)
        asked = "1" if form == "seconds" else format_datetime(date, usegmt=True)
        status(429, Retry_After=asked)(handler, number)

    with answering(good_after(1, busy)) as (url, seen), client_of(url) as client:
        second = threading.Thread(target=lambda: client.send(call(url)))
        first = threading.Thread(target=lambda: client.send(call(url)))
        first.start()
        while client.slowed < 1:
            time.sleep(0.01)
        second.start()
        first.join()
        second.join()
        assert client.slowed == 1
    start, *others = (at for _, _, at in seen.seen)
    assert len(others) == 2
    assert all(at - start >= 0.95 for at in others)


def test_a_wait_that_is_too_long_is_refused() -> None:
    _, seen = refusal(status(429, Retry_After="86400"), r"asks to wait 86400 s .* are stored\.")
    assert len(seen.seen) == 1


@pytest.mark.parametrize("header", ["soon", "-5", "1e400", "9" * 400, "Mon, 99 Foo", ""])
def test_invalid_retry_after_is_ignored(header: str) -> None:
    answer = good_after(1, status(503, Retry_After=header))
    with answering(answer) as (url, _), client_of(url) as client:
        assert client.send(call(url)).content == {"number": 2}


@pytest.mark.parametrize("code", [400, 404, 405, 422])
def test_rejected_request_is_not_retried(code: int) -> None:
    error, seen = refusal(status(code), rf"{code}: too much", kind=RefusedError)
    assert error.status == code
    assert len(seen.seen) == 1


def test_missing_key_error_names_variable() -> None:
    refusal(status(401), rf"Set the environment variable {KEY_VARIABLE}")


def sleeps(handler: Rude, number: int) -> None:
    time.sleep(1.2)
    good(handler, number)


def drips(handler: Rude, number: int) -> None:
    """A byte now and then, so that no single read takes long."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(1200):
        try:
            handler.wfile.write(b" ")
            handler.wfile.flush()
        except ConnectionError:
            handler.close_connection = True
            return
        time.sleep(0.1)


def write_slowly(handler: Rude, start: bytes, part: bytes) -> None:
    with suppress(OSError):
        handler.wfile.write(start)
        for _ in range(400):
            handler.wfile.write(part)
            handler.wfile.flush()
            time.sleep(0.05)
    handler.close_connection = True


def drips_headers(handler: Rude, number: int) -> None:
    write_slowly(handler, b"HTTP/1.1 200 OK\r\nX-Long: ", b"a")


def continues(handler: Rude, number: int) -> None:
    write_slowly(handler, b"", b"HTTP/1.1 100 Continue\r\n\r\n")


def drips_chunks(handler: Rude, number: int) -> None:
    start = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    write_slowly(handler, start, b"1\r\n \r\n")


def redirects_slowly(handler: Rude, number: int) -> None:
    time.sleep(0.3)
    handler.tell(b"", status=307, Location=f"/{number}")


SLOW = [sleeps, drips, drips_headers, continues, drips_chunks, redirects_slowly]


def test_slow_name_resolution_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(20))
    with (
        limited(),
        client_of("http://models.example/v1", seconds=0.5) as client,
        pytest.raises(EngineError, match=r"within 0\.5 s"),
    ):
        client.send(call("http://models.example/v1"))


@pytest.mark.parametrize("slow", SLOW)
def test_a_time_out_says_which_request(slow: Answer) -> None:
    with (
        limited(),
        answering(slow) as (url, seen),
        client_of(url, seconds=0.5) as client,
        pytest.raises(
            EngineError,
            match=r"did not answer request 7 \(scoring “लड़का”\) within 0.5 s.*--server-timeout",
        ),
    ):
        client.send(call(url))
    assert len(seen.seen) == 1 + (slow is redirects_slowly)


def test_unreachable_server_gives_one_line_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    with client_of(url) as client, pytest.raises(EngineError, match="the server is running"):
        client.send(call(url))


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"<!DOCTYPE html><html><body>Welcome</body></html>", "an HTML page"),
        (b"x" * 3_000_000, r"more than 1\.0 MiB"),
        (b'{"a": "' + b"x" * 3_000_000 + b'"}', r"more than 1\.0 MiB"),
        (b"", "nothing"),
        (b"[1, 2]", "no JSON object"),
        (b"[" * 100_000, "no JSON object"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "no JSON object"),
        (b"\xff\xfe{}", "no JSON object"),
    ],
    ids=["html", "megabytes", "megabytes of JSON", "nothing", "a list", "deep", "digits", "bytes"],
)
def test_invalid_reply_gives_one_line_error(raw: bytes, found: str) -> None:
    error, seen = refusal(lambda handler, _: handler.tell(raw), found, kind=WrongReplyError)
    assert len(str(error)) < 400
    assert len(seen.seen) == 1


def test_megabytes_without_end_are_cut_off() -> None:
    def endless(handler: Rude, number: int) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        except ConnectionError:
            handler.close_connection = True

    refusal(endless, r"more than 1\.0 MiB", kind=WrongReplyError)


def test_huge_error_reply_gives_one_line_error() -> None:
    page = b"<html>" + b"x" * 3_000_000
    error, _ = refusal(lambda handler, _: handler.tell(page, status=400), "an HTML page")
    assert len(str(error)) < 300


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_host_is_not_followed(code: int) -> None:
    with answering(good) as (elsewhere, other):
        redirects = status(code, Location=f"{elsewhere}/completions")
        error, _ = refusal(redirects, "which is not followed", key=ApiKey("sk-4f9a2c7781d0"))
    assert other.seen == []
    assert "sk-4f9a2c7781d0" not in str(error)


def test_same_host_redirect_is_followed_with_limit() -> None:
    def moved(handler: Rude, number: int) -> None:
        if handler.path.endswith("/there"):
            good(handler, number)
        else:
            handler.tell(b"", status=307, Location="/there")

    with answering(moved) as (url, seen), client_of(url) as client:
        assert client.send(call(url)).content == {"number": 2}
    assert [path for path, _, _ in seen.seen] == ["/v1/completions", "/there"]
    refusal(status(307, Location="/again"), "again and again")


def test_connections_are_kept() -> None:
    with answering(good) as (url, seen), client_of(url) as client:
        for _ in range(5):
            client.send(call(url))
    assert len(seen.seen) == 5
    assert len(seen.connections) == 1


def test_closing_wakes_waiting_threads() -> None:
    slow = Retries(attempts=5, first=3600, longest=3600)
    with answering(status(503)) as (url, _), client_of(url, retries=slow) as client:
        threading.Timer(0.2, client.close).start()
        with limited(), pytest.raises(EngineError, match="was closed"):
            client.send(call(url))


def test_close_with_requests_in_flight_does_not_block() -> None:
    errors: list[Exception] = []
    answer = threading.Event()

    def waits(handler: Rude, number: int) -> None:
        answer.wait(timeout=SECONDS)
        good(handler, number)

    def ask() -> None:
        try:
            client.send(call(url))
        except Exception as error:
            errors.append(error)

    with answering(waits) as (url, seen), client_of(url, seconds=SECONDS) as client:
        threads = [threading.Thread(target=ask) for _ in range(3)]
        for each in threads:
            each.start()
        while len(seen.seen) < 3:
            time.sleep(0.01)
        with limited(SECONDS / 2):
            client.close()
        answer.set()
        for each in threads:
            each.join()
    assert all(isinstance(error, EngineError) for error in errors)
