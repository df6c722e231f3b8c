"""What every page that is one offline file needs: safe data inside, and nothing from outside."""

from __future__ import annotations

import base64
import hashlib
import json


def embedded(content: object) -> str:
    """JSON that can stand inside a script element: nothing in it can end that element."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def content_policy(style: str, script: str) -> str:
    """Nothing from the network, and no style or script but these two, by their hashes."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
