"""What a model is asked, as it expects to be asked: chat template, turn format or plain text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kasauti.engines.errors import EngineError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

    from kasauti.engines.local import Engine

PromptFormat = Literal["template", "gemma", "plain"]
FORMATS = ("auto", "template", "gemma", "plain")

TURN, END_OF_TURN = "<start_of_turn>", "<end_of_turn>"
# What ends an answer in the chat formats of the day, beside the tokens that the model names.
ENDS = (END_OF_TURN, "<|im_end|>", "<|eot_id|>", "<|end|>", "<|end_of_text|>", "<|endoftext|>")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, and how long the answer may be; `chat` false takes the text as it is."""

    text: str
    system: str = ""
    max_new_tokens: int = 512
    chat: bool = True


def choose_format(engine: Engine, wanted: str = "auto") -> PromptFormat:
    """How this model is asked.

    A tokenizer with a chat template: by its template. Without one, a tokenizer that knows
    Gemma's turns: in them, if the model says that it ends its turns, or if an adapter was
    trained on it (for those came the format's prompts). Everything else is a base model.
    """
    tokenizer = engine.tokenizer
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
        ends_turns = tokenizer.convert_tokens_to_ids(END_OF_TURN) in set(_named_ends(engine.folder))
        if ends_turns or engine.options.adapter is not None:
            return "gemma"
    return "plain"


def encode_prompt(engine: Engine, prompt: Prompt, form: PromptFormat) -> list[int]:
    """The token ids of a prompt, with exactly one BOS where the model has one."""
    tokenizer = engine.tokenizer
    with_template = form == "template" and prompt.chat
    text = _rendered(tokenizer, prompt, form)
    ids: list[int] = tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
    # A template is the authority on what comes first: where it gives no BOS, one is added
    # only if the tokenizer itself begins with one or the user names one.
    wants_prefix = not with_template or engine.bos not in ("auto", "none") or _adds_bos(tokenizer)
    first = engine.prefix if wants_prefix else tokenizer.bos_token_id
    while len(ids) > 1 and ids[0] == ids[1] == first:
        ids = ids[1:]
    if wants_prefix and first is not None and ids[:1] != [first]:
        ids = [first, *ids]
    if not ids:
        raise EngineError("A prompt is empty. Give it a text.")
    return ids


def stop_tokens(engine: Engine) -> frozenset[int]:
    """The tokens that end an answer: what the model and the tokenizer name, and ends of turns."""
    tokenizer = engine.tokenizer
    stops = {int(token) for token in _named_ends(engine.folder)}
    if tokenizer.eos_token_id is not None:
        stops.add(int(tokenizer.eos_token_id))
    known = tokenizer.get_added_vocab()
    return frozenset(stops | {int(known[token]) for token in ENDS if token in known})


def _rendered(tokenizer: PreTrainedTokenizerBase, prompt: Prompt, form: PromptFormat) -> str:
    together = f"{prompt.system}\n\n{prompt.text}" if prompt.system else prompt.text
    if form == "plain" or not prompt.chat:
        return together
    if form == "gemma":
        return f"{TURN}user\n{together}{END_OF_TURN}\n{TURN}model\n"
    from jinja2 import TemplateError

    user = {"role": "user", "content": prompt.text}
    system = [{"role": "system", "content": prompt.system}] if prompt.system else []
    try:
        return _by_template(tokenizer, [*system, user])
    except TemplateError as error:
        if not system:
            raise EngineError(
                f"The chat template refuses a question ({error}). Use --prompt-format=plain."
            ) from None
    # Some templates know no system message: then it opens the user's.
    return _by_template(tokenizer, [{"role": "user", "content": together}])


def _by_template(tokenizer: PreTrainedTokenizerBase, messages: list[dict[str, str]]) -> str:
    return str(tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True))


def _adds_bos(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Whether the tokenizer itself puts its BOS before a text."""
    if tokenizer.bos_token_id is None:
        return False
    return bool(tokenizer("a", verbose=False)["input_ids"][:1] == [tokenizer.bos_token_id])


def _knows(tokenizer: PreTrainedTokenizerBase, token: str) -> bool:
    number = tokenizer.convert_tokens_to_ids(token)
    return isinstance(number, int) and number != tokenizer.unk_token_id


def _named_ends(folder: Path) -> Iterator[int]:
    """The end tokens in the files beside the weights: one number, or a list of them."""
    for name in ("generation_config.json", "config.json"):
        path = folder / name
        if path.is_file():
            ends = json.loads(path.read_text(encoding="utf-8")).get("eos_token_id")
            yield from ends if isinstance(ends, list) else [] if ends is None else [ends]
