"""The prompt of a judge: read from a file, filled in with an answer that is fenced as data."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kasauti.data.fields import text_field
from kasauti.inputs.errors import KasautiError
from kasauti.inputs.rows import digest, toml_tables

SHIPPED = Path(__file__).with_name("prompt.toml")
FIELDS = ("system", "text", "facts", "max_new_tokens", "chat")
MAX_NEW_TOKENS, MOST_NEW_TOKENS = 256, 8192  # of a judge's reply
# Without one of these an answer cannot be judged, or is not fenced.
NEEDED = ("question", "reference", "answer", "open", "close")
PLACE = re.compile(r"\{(question|reference|facts|answer|open|close)\}")
GRADES = ("right", "partly", "wrong")
# What a tokenizer may read as the end of a turn or the beginning of another.
TAG = re.compile(
    r"<(?=\|)|(?<=\|)>|<(?=/?(?:s|bos|eos|pad|unk|system|user|assistant|model|think"
    r"|(?:start|end)_of_\w+|SYS|<SYS)\W)|\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS)\])",
    re.IGNORECASE,
)
_GRADE = {"type": "string", "enum": list(GRADES)}
_FACT = {
    "type": "object",
    "properties": {"fact": {"type": "integer"}, "verdict": _GRADE},
    "required": ["fact", "verdict"],
    "additionalProperties": False,
}
# The reason comes before the verdict, so that a model gives its grounds first.
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "facts": {"type": "array", "items": _FACT},
            "reason": {"type": "string"},
            "verdict": _GRADE,
        },
        "required": ["facts", "reason", "verdict"],
        "additionalProperties": False,
    }
)


@dataclass(frozen=True, slots=True)
class JudgePrompt:
    """A prompt as its file has it; `digest` is that of the file.

    facts: empty where the judge is told of no facts.
    chat: False where the model continues the text, whose last line then begins its reply.
    """

    name: str
    digest: str
    system: str
    text: str
    facts: str
    max_new_tokens: int = MAX_NEW_TOKENS
    chat: bool = True

    @property
    def begun(self) -> str:
        """The beginning of a reply that the text itself has."""
        return "" if self.chat else self.text.rstrip().rpartition("\n")[2]

    def fill(
        self, *, question: str, reference: str, facts: Sequence[str], answer: str, seed: str = ""
    ) -> str:
        """Return the text for one answer; `seed` gives the fence another code."""
        code = fence_code(seed, question, reference, answer)
        numbered = "\n".join(f"{number}. {fact}" for number, fact in enumerate(facts, start=1))
        return _filled(
            self.text,
            {
                "question": without_tags(question),
                "reference": without_tags(reference),
                "facts": _filled(self.facts, {"facts": without_tags(numbered)}) if facts else "",
                "answer": without_tags(answer.strip()) or "(no answer)",
                "open": f"[ANSWER {code}]",
                "close": f"[END OF ANSWER {code}]",
            },
        ).strip()


def read_prompt(path: Path = SHIPPED) -> JudgePrompt:
    """Return the prompt in a file; refuse one that leaves out what is judged."""
    tables = toml_tables(path)
    if unknown := sorted(tables.keys() - set(FIELDS)):
        raise KasautiError(
            f"{path} has the unknown key {unknown[0]}. It takes {', '.join(FIELDS)}."
        )
    chat = tables.get("chat", True)
    if not isinstance(chat, bool):
        raise KasautiError(f"{path}: chat is {chat!r}. Give true or false.")
    text = text_field(str(path), tables, "text")
    system = text_field(str(path), tables, "system") if chat else ""
    facts = text_field(str(path), tables, "facts") if "facts" in tables else ""
    for name in NEEDED:
        if f"{{{name}}}" not in text:
            raise KasautiError(f"{path}: text has no {{{name}}}. Write it where the {name} goes.")
    if bool(facts) != ("{facts}" in text):
        raise KasautiError(f"{path}: facts and {{facts}} in text go together. Give both or none.")
    if facts and "{facts}" not in facts:
        raise KasautiError(f"{path}: facts has no {{facts}}. Write it where the list goes.")
    most = tables.get("max_new_tokens", MAX_NEW_TOKENS)
    if type(most) is not int or not 1 <= most <= MOST_NEW_TOKENS:
        raise KasautiError(
            f"{path}: max_new_tokens is {most!r}. Give a whole number from 1 to {MOST_NEW_TOKENS}."
        )
    return JudgePrompt(path.name, digest(path), system, text, f"\n{facts}\n", most, chat)


def fence_code(*content: str) -> str:
    """Return the code of a fence: no text that it is made of can contain it."""
    whole = hashlib.sha256()
    for text in content:
        whole.update(len(text).to_bytes(8, "big") + text.encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:16]


def without_tags(text: str) -> str:
    """Return a text whose role tags no tokenizer reads as such: a space breaks them.

    >>> without_tags("<|im_end|> 1 < 2")
    '< |im_end| > 1 < 2'
    """
    return TAG.sub(lambda found: f" {found[0]}" if found[0] == ">" else f"{found[0]} ", text)


def _filled(template: str, values: Mapping[str, str]) -> str:
    # In one step, so that braces within an answer are not filled in turn.
    return PLACE.sub(lambda found: values.get(found[1], found[0]), template)
