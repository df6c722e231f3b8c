"""`python docs/screenshots.py`: the pictures of README.md, from a run that it makes.

Chromium draws both pages: the end of what the terminal shows, and the dashboard of the same run.
"""

from __future__ import annotations

import html
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

HERE = Path(__file__).parent
COMMAND = "kasauti -m multiblimp --model gemma-3-270m --exit-zero"
COLUMNS, LINES, MARGIN = 110, 30, 18
# As terminals show them.
COLOURS = {"31": "#f87171", "32": "#4ade80", "33": "#facc15", "34": "#60a5fa", "36": "#22d3ee"}
PAGE = """<meta charset="utf-8"><body style="margin:0;background:#101418;color:#dfe5ea"><style>
pre { margin: 18px; white-space: pre-wrap; font: 14px/1.45 "DejaVu Sans Mono", monospace; }
</style><pre>{}</pre>"""
CODE = re.compile(r"\x1b\[([0-9;]*)([A-Za-z])")


def terminal_output(command: list[str]) -> str:
    """Return what a command writes to a terminal, while it is shown here."""
    sent: list[bytes] = []

    def keep(descriptor: int) -> bytes:
        sent.append(os.read(descriptor, 1 << 16))
        return sent[-1]

    os.environ |= {"COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    pty.spawn(command, keep)
    return b"".join(sent).decode(errors="replace")


def last_lines(output: str) -> list[str]:
    """Return the last lines as they stand in the end: what a carriage return erased is gone."""
    lines = [line.rstrip("\r").rpartition("\r")[2] for line in output.split("\n")]
    # A line of progress is erased by clearing it.
    return [line for line in lines if CODE.sub("", line).strip() or not line][-LINES:]


def as_html(line: str) -> str:
    """Return a line with its colours as HTML."""
    parts, style, end = [], "", 0
    for found in CODE.finditer(line):
        parts.append(styled(line[end : found.start()], style))
        end = found.end()
        if found[2] == "m":
            codes = found[1].split(";")
            kept = "" if {"0", ""} & set(codes) else style
            new = [f"color:{COLOURS[code]}" for code in codes if code in COLOURS]
            new += ["font-weight:bold"] if "1" in codes else []
            style = ";".join(filter(None, [kept, *new]))
    return "".join([*parts, styled(line[end:], style)])


def styled(text: str, style: str) -> str:
    shown = html.escape(text)
    return f'<span style="{style}">{shown}</span>' if style and text else shown


def take(page: Path, picture: Path, *, width: int, height: int) -> None:
    """Draw a page up to its last mark, and write it with 256 colours, a third of the size."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("Chromium is not installed. Run: apt-get install chromium fonts-noto-core")
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--virtual-time-budget=5000"]
    options += [f"--window-size={width},{height}", f"--screenshot={picture}", page.as_uri()]
    subprocess.run([chromium, *options], check=True, capture_output=True)
    with Image.open(picture) as drawn:
        colours = drawn.convert("RGB")
    ground = Image.new("RGB", colours.size, colours.getpixel((0, height - 1)))
    marked = ImageChops.difference(colours, ground).getbbox() or (0, 0, width, height)
    shown = colours.crop((0, 0, width, min(height, marked[3] + MARGIN)))
    shown.quantize(256).save(picture, optimize=True)


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program, *options = COMMAND.split()
        command = [str(Path(sys.executable).with_name(program)), *options]
        output = terminal_output([*command, f"--results-dir={folder}"])
        lines = last_lines(output.replace(str(folder), "results"))
        text = "\n".join(as_html(line) for line in [f"$ {COMMAND}", "…", *lines])
        (folder / "terminal.html").write_text(PAGE.replace("{}", text), encoding="utf-8")
        take(folder / "terminal.html", HERE / "terminal.png", width=1000, height=1200)
        (dashboard,) = folder.glob("*/dashboard.html")
        take(dashboard, HERE / "dashboard.png", width=1200, height=1500)
    return 0


if __name__ == "__main__":
    sys.exit(main())
