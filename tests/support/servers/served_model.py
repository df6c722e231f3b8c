"""A small HTTP server with a real tiny model, as polite or as rude as a test wants it.

It answers as vLLM, SGLang, llama.cpp's server, the OpenAI API or a chat-only API do. `intrude` may
answer a request in its place, and `spoil` may change what it answers.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import torch

Software = Literal["vllm", "sglang", "openai", "llama.cpp", "chat"]
Body = dict[str, Any]
NAME = "tiny"
LONGEST = 512


@dataclass
class Seen:
    """One request as the server saw it."""

    path: str
    headers: dict[str, str]
    body: Body


@dataclass
class ServedModel:
    """The model behind the server, and what the server saw."""

    folder: Path
    software: Software = "vllm"
    names: tuple[str, ...] = (NAME,)
    # Answers a POST instead of the server and returns True; told the number of the request.
    intrude: Callable[[Handler, Seen, int], bool] | None = None
    spoil: Callable[[Body, Seen], Body] | None = None
    seconds: float = 0.0  # that each request takes
    key: str = ""  # that it asks for
    seen: list[Seen] = field(default_factory=list)
    connections: int = 0
    in_flight: int = 0
    most_in_flight: int = 0
    url: str = ""
    at_the_end: list[Callable[[], object]] = field(default_factory=list)  # before it closes

    def __post_init__(self) -> None:
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.tokenizer: Any = AutoTokenizer.from_pretrained(self.folder)
        self.model: Any = AutoModelForCausalLM.from_pretrained(self.folder, dtype=torch.float32)
        self.lock = threading.Lock()

    def posted(self, path: str = "") -> list[Seen]:
        return [each for each in self.seen if each.body and each.path.endswith(path)]

    @torch.inference_mode()
    def logprobs(self, ids: Sequence[int]) -> list[float | None]:
        """Of each token after those before it; None for the first."""
        with self.lock:
            logits = self.model(torch.tensor([list(ids)])).logits[0].double()
        told = logits.log_softmax(-1)[:-1].gather(1, torch.tensor(list(ids)[1:]).unsqueeze(1))
        return [None, *told[:, 0].tolist()]

    @torch.inference_mode()
    def written(self, ids: Sequence[int], most: int, stops: Sequence[int]) -> tuple[list[int], str]:
        """The greedy tokens after a prompt, and why they end."""
        made: list[int] = []
        while len(made) < most:
            with self.lock:
                token = int(self.model(torch.tensor([[*ids, *made]])).logits[0, -1].argmax())
            made.append(token)
            if token in {self.tokenizer.eos_token_id, *stops}:
                return made, "stop"
        return made, "length"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: ServedModel

    def setup(self) -> None:
        super().setup()
        with self.served.lock:
            self.served.connections += 1

    def log_message(self, *_: object) -> None:
        """Tests print nothing."""

    def do_GET(self) -> None:
        self.served.seen.append(Seen(self.path, dict(self.headers), {}))
        if not self._allowed():
            return
        served = self.served
        told: Body | None = None
        if self.path == "/v1/models":
            told = {"object": "list", "data": [self._model(name) for name in served.names]}
        elif self.path == "/version" and served.software == "vllm":
            told = {"version": "0.32.0"}
        elif self.path == "/get_server_info" and served.software == "sglang":
            told = {"version": "0.6.0", "dtype": "float32", "api_key": served.key}
        self.tell(told or {"detail": "Not Found"}, status=200 if told else 404)

    def do_POST(self) -> None:
        served = self.served
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        seen = Seen(self.path, dict(self.headers), json.loads(raw))
        with served.lock:
            served.seen.append(seen)
            number = len(served.posted())
            served.in_flight += 1
            served.most_in_flight = max(served.most_in_flight, served.in_flight)
        try:
            if self._allowed() and not (served.intrude and served.intrude(self, seen, number)):
                time.sleep(served.seconds)
                self._answer(seen)
        finally:
            with served.lock:
                served.in_flight -= 1

    def tell(self, content: Body | bytes, *, status: int = 200, **headers: str) -> None:
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        with suppress(ConnectionError):
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

    def hang_up(self) -> None:
        """Break the connection without an answer."""
        self.close_connection = True
        with suppress(OSError):
            self.connection.shutdown(2)

    def _allowed(self) -> bool:
        told = self.headers.get("Authorization", "")
        if self.served.key and told != f"Bearer {self.served.key}":
            # As some do: it repeats what it was sent.
            self.tell({"error": {"message": f"bad key in {told!r}"}}, status=401)
            return False
        return True

    def _model(self, name: str) -> Body:
        served = self.served
        entry: Body = {"id": name, "object": "model", "owned_by": served.software}
        if served.software == "vllm":
            entry |= {"root": str(served.folder), "max_model_len": LONGEST}
        return entry

    def _answer(self, seen: Seen) -> None:
        served = self.served
        ways: dict[str, Callable[[Body], Body]] = {"/v1/chat/completions": self._chat}
        if served.software != "chat":
            ways["/v1/completions"] = self._completion
        if served.software == "sglang":
            ways["/generate"] = self._generate
        if seen.path not in ways:
            self.tell({"detail": "Not Found"}, status=404)
            return
        try:
            told = ways[seen.path](seen.body)
        except ValueError as error:
            self.tell({"error": {"message": str(error)}}, status=400)
            return
        self.tell(served.spoil(told, seen) if served.spoil else told)

    def _completion(self, body: Body) -> Body:
        served, ids = self.served, body["prompt"]
        own = {"prompt_logprobs", "return_tokens_as_token_ids", "stop_token_ids"}
        unknown = {*own, "repetition_penalty"} & set(body)
        if served.software == "openai" and unknown:
            raise ValueError(f"Unrecognized request argument supplied: {min(unknown)}")
        if served.software == "sglang" and body.get("echo"):
            raise ValueError("Echo is not compatible with logprobs.")
        if not isinstance(ids, list) or len(ids) > LONGEST:
            raise ValueError(f"This model's maximum context length is {LONGEST} tokens.")
        if body["max_tokens"] < 1 and not body.get("echo"):
            raise ValueError("max_tokens must be at least 1.")
        made, reason = served.written(ids, body["max_tokens"], body.get("stop_token_ids", ()))
        choice: Body = {"index": 0, "finish_reason": reason, "logprobs": None}
        said = made[:-1] if reason == "stop" else made
        text = served.tokenizer.decode(said, skip_special_tokens=True)
        if served.software in ("vllm", "openai") and body.get("echo"):
            told = served.logprobs([*ids, *made])
            tokens = [served.tokenizer.decode([each]) for each in [*ids, *made]]
            choice["logprobs"] = {"token_logprobs": told, "tokens": tokens}
            text = served.tokenizer.decode([*ids, *made])
        elif served.software in ("vllm", "openai") and body.get("logprobs") is not None:
            told = served.logprobs([*ids, *made])[len(ids) :]
            by_number = served.software == "vllm" and body.get("return_tokens_as_token_ids")
            tokens = [f"token_id:{i}" if by_number else served.tokenizer.decode([i]) for i in made]
            choice["logprobs"] = {"token_logprobs": told, "tokens": tokens}
        if served.software == "vllm" and "prompt_logprobs" in body:
            choice["prompt_logprobs"] = self._entries(ids)
        return {
            "model": body["model"],
            "choices": [choice | {"text": text}],
            "usage": {"prompt_tokens": len(ids), "completion_tokens": len(made)},
        }

    def _entries(self, ids: Sequence[int]) -> list[Body | None]:
        decode = self.served.tokenizer.decode
        told = zip(ids, self.served.logprobs(ids), strict=True)
        rows = [{str(i): {"logprob": logprob, "decoded_token": decode([i])}} for i, logprob in told]
        return [None, *rows[1:]]

    def _chat(self, body: Body) -> Body:
        text = "\n\n".join(each["content"] for each in body["messages"])
        ids = [self.served.tokenizer.bos_token_id, *self.served.tokenizer(text)["input_ids"]]
        made, reason = self.served.written(ids, body.get("max_tokens", 4), ())
        said = self.served.tokenizer.decode(made, skip_special_tokens=True)
        choice = {"message": {"role": "assistant", "content": said}, "finish_reason": reason}
        usage = {"prompt_tokens": len(ids), "completion_tokens": len(made)}
        return {"model": body["model"], "choices": [choice], "usage": usage}

    def _generate(self, body: Body) -> Body:
        ids = body["input_ids"]
        told = zip(self.served.logprobs(ids), ids, strict=True)
        rows = [[logprob, i, self.served.tokenizer.decode([i])] for logprob, i in told]
        info: Body = {"input_token_logprobs": rows, "prompt_tokens": len(ids)}
        if body["sampling_params"]["max_new_tokens"]:
            (made,), _ = self.served.written(ids, 1, ())
            info["output_token_logprobs"] = [[self.served.logprobs([*ids, made])[-1], made, None]]
        return {"text": "", "meta_info": info}


@contextmanager
def serving(folder: Path, software: Software = "vllm", **manners: Any) -> Iterator[ServedModel]:
    """The model in a folder, served on a free port of this machine until the block ends."""
    served = ServedModel(folder, software, **manners)
    handler = type("ServedHandler", (Handler,), {"served": served})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield served
    finally:
        for each in served.at_the_end:
            each()
        server.shutdown()
        server.server_close()
        thread.join()
