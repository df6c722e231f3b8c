"""Chat templates, which are programs of a model's author: bounded in time and in length."""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING

from kasauti.engines.protocol.errors import ChatTemplateError, EngineError, first_line

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

# A template takes less than a millisecond. Jinja's sandbox limits the length of a single loop,
# but not that of loops inside of loops.
SECONDS = 10.0
MOST_CHARACTERS = 1_000_000
REMEDY = "Use --prompt-format=plain, or correct the template in the tokenizer's files."


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
