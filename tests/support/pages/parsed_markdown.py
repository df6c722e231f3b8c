"""Markdown as GitHub renders it, for tests that look into a report."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt


class Reader(HTMLParser):
    """The elements of a page and the text of its cells."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.elements.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(lines: list[str]) -> Reader:
    # HTML is let through, as GitHub does: whatever passes for a tag becomes one.
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    return Reader(parser.render("\n".join(lines)))
