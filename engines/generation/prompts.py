"""Prompts in the format that a model expects: chat template, Gemma's turns or plain text."""

from __future__ import annotations

import ctypes
import hashlib
import json
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Literal

import numpy as np

from kasauti.engines.passes.limits import require_known_tokens
from kasauti.engines.passes.tokens import tokenize
from kasauti.engines.protocol.backend import Prompt
from kasauti.engines.protocol.errors import ChatTemplateError, EngineError, first_line

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.passes.text_model import TextModel

# A template takes less than a millisecond. Jinja's sandbox limits the length of a single loop,
# but not that of loops inside of loops.
SECONDS = 10.0
MOST_CHARACTERS = 1_000_000
REMEDY = "Use --prompt-format=plain, or correct the template in the tokenizer's files."
PromptFormat = Literal["template", "gemma", "plain"]
TURN, END_OF_TURN = "<start_of_turn>", "<end_of_turn>"
# End an answer in common chat formats, in addition to the tokens that the model's config names.
ENDS = (END_OF_TURN, "<|im_end|>", "<|eot_id|>", "<|end|>", "<|end_of_text|>", "<|endoftext|>")


class _Stopped(BaseException):
    """Raised inside of a template; not an Exception, which a library might take for its own."""


def render(tokenizer: PreTrainedTokenizerBase, messages: list[dict[str, str]]) -> str:
    """The prompt that the tokenizer's chat template makes of these messages."""
    made: list[str] = []
    failed: list[Exception] = []

    def work() -> None:
        try:
            made.append(
                str(
                    tokenizer.apply_chat_template(
                        messages, tokenize=False, add_generation_prompt=True
                    )
                )
            )
        except _Stopped:
            return
        except Exception as error:
            failed.append(error)  # a template may fail in any way; raised below as one sentence

    # In a thread, because a loop cannot be left from outside in any other way.
    thread = threading.Thread(target=work, daemon=True, name="chat template")
    thread.start()
    thread.join(SECONDS)
    if thread.is_alive():
        _stop(thread)
        # Not a ChatTemplateError: other messages would only take as long once more.
        raise EngineError(
            f"The chat template in {tokenizer.name_or_path} did not end within {SECONDS:g} s. "
            f"{REMEDY}"
        )
    if failed:
        raise ChatTemplateError(
            f"The chat template in {tokenizer.name_or_path} fails on a question "
            f"({first_line(failed[0])}). {REMEDY}"
        ) from failed[0]
    if len(made[0]) > MOST_CHARACTERS:
        raise EngineError(
            f"The chat template in {tokenizer.name_or_path} makes {len(made[0])} characters of a "
            f"question. {REMEDY}"
        )
    return made[0]


def _stop(thread: threading.Thread) -> None:
    """Raise an error in a thread, which ends it at its next step in Python."""
    if thread.ident is not None:
        ident, error = ctypes.c_ulong(thread.ident), ctypes.py_object(_Stopped)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, error)


def choose_format(model: TextModel, wanted: str = "auto") -> PromptFormat:
    """The prompt format of this model.

    A tokenizer with a chat template: its template. Without one, a tokenizer that knows Gemma's
    turns: these, if the model's config says that it ends turns or if there is an adapter (the
    documented adapters were trained on this format). Everything else is a base model.
    """
    tokenizer = model.tokenizer
    if wanted == "template" and not tokenizer.chat_template:
        raise EngineError("The tokenizer has no chat template. Use --prompt-format=gemma or plain.")
    if wanted == "gemma" and not _knows(tokenizer, TURN):
        raise EngineError(
            f"The tokenizer does not know {TURN}. Use --prompt-format=template or plain."
        )
    for each in ("template", "gemma", "plain"):
        if wanted == each:
            return each
    if tokenizer.chat_template:
        return "template"
    if _knows(tokenizer, TURN) and _knows(tokenizer, END_OF_TURN):
        end_of_turn = tokenizer.convert_tokens_to_ids(END_OF_TURN)
        if end_of_turn in model.end_tokens() or model.has_adapter:
            return "gemma"
    return "plain"


def encode_prompt(model: TextModel, prompt: Prompt, prompt_format: PromptFormat) -> list[int]:
    """The token ids of a prompt, with exactly one BOS where the model has one."""
    tokenizer = model.tokenizer
    with_template = prompt_format == "template" and prompt.chat
    text = _render_prompt(tokenizer, prompt, prompt_format)
    ids: list[int] = tokenize(tokenizer, text, add_special_tokens=False)["input_ids"]
    # A template decides what comes first: where it has no BOS, one is added only if the
    # tokenizer itself adds one or the user names one.
    wants_prefix = not with_template or model.bos not in ("auto", "none") or _adds_bos(tokenizer)
    first = model.prefix if wants_prefix else tokenizer.bos_token_id
    while len(ids) > 1 and ids[0] == ids[1] == first:
        ids = ids[1:]
    if wants_prefix and first is not None and ids[:1] != [first]:
        ids = [first, *ids]
    if not ids:
        raise EngineError("A prompt is empty. Add a text.")
    require_known_tokens(model, [np.array(ids)])
    return ids


def stop_tokens(model: TextModel) -> frozenset[int]:
    """The tokens that end an answer: those of the model and the tokenizer, and ends of turns."""
    tokenizer = model.tokenizer
    stops = set(model.end_tokens())
    if tokenizer.eos_token_id is not None:
        stops.add(int(tokenizer.eos_token_id))
    known = tokenizer.get_added_vocab()
    return frozenset(stops | {int(known[token]) for token in ENDS if token in known})


def prompt_settings(model: TextModel, prompt_format: PromptFormat) -> dict[str, str]:
    """The part of a signature that says how prompts are made and what ends an answer."""
    found: dict[str, str] = {"prompt": prompt_format}
    if prompt_format == "template":
        content = json.dumps(model.tokenizer.chat_template, sort_keys=True)
        found["template"] = hashlib.sha256(content.encode()).hexdigest()[:8]
    return found | {"stops": ",".join(map(str, sorted(stop_tokens(model)))) or "none"}


def _render_prompt(
    tokenizer: PreTrainedTokenizerBase, prompt: Prompt, prompt_format: PromptFormat
) -> str:
    together = f"{prompt.system}\n\n{prompt.text}" if prompt.system else prompt.text
    if prompt_format == "plain" or not prompt.chat:
        return together
    if prompt_format == "gemma":
        return f"{TURN}user\n{together}{END_OF_TURN}\n{TURN}model\n"
    if prompt.system:
        system = {"role": "system", "content": prompt.system}
        with suppress(ChatTemplateError):
            return render(tokenizer, [system, {"role": "user", "content": prompt.text}])
    # Some templates accept no system message: it goes before the user's.
    return render(tokenizer, [{"role": "user", "content": together}])


def _adds_bos(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Return True if the tokenizer itself adds its BOS to a text."""
    if tokenizer.bos_token_id is None:
        return False
    return bool(tokenizer("a", verbose=False)["input_ids"][:1] == [tokenizer.bos_token_id])


def _knows(tokenizer: PreTrainedTokenizerBase, token: str) -> bool:
    number = tokenizer.convert_tokens_to_ids(token)
    return isinstance(number, int) and number != tokenizer.unk_token_id
