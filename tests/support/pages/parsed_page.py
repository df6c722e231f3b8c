"""A page as a browser's parser sees it, for tests that look into one."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "input", "br", "img", "link"}


class Page(HTMLParser):
    """A page as a browser's parser sees it: every element with its attributes and its text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {"tag": tag, "attributes": dict(attrs), "text": "", "inside": list(self._open)}
        self.elements.append(found)
        if tag not in VOID:
            self._open.append(found)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()["tag"] == tag, f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        for each in self._open:
            each["text"] += data

    def all(self, tag: str, **attributes: str) -> list[dict[str, Any]]:
        return [
            each
            for each in self.elements
            if each["tag"] == tag
            and all(each["attributes"].get(key) == value for key, value in attributes.items())
        ]
