"""Questions that tests ask a page in the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

Open = Callable[[str], Any]


def cells(browser: Any, selector: str) -> list[str]:
    """The text of every element, read at once: one call of the driver instead of hundreds."""
    script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())"
    return [text.replace("\u202f", " ") for text in browser.execute_script(script, selector)]


def count(browser: Any, selector: str) -> int:
    return int(
        browser.execute_script("return document.querySelectorAll(arguments[0]).length", selector)
    )


def one(browser: Any, selector: str) -> Any:
    return browser.find_element(By.CSS_SELECTOR, selector)


def choose(browser: Any, name: str, value: str) -> None:
    Select(one(browser, f"#filter-{name}")).select_by_value(value)


def search(browser: Any, text: str, expected: str) -> None:
    field = one(browser, "#filter-text")
    field.clear()
    field.send_keys(text)
    WebDriverWait(browser, 10).until(lambda _: expected in cells(browser, "#items-count")[0])


def emulate(browser: Any, scheme: str) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


HEIGHT = 900


# WCAG's ratio of every text on the page to the ground it stands on; AA asks for 4.5.
CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
function bytes(colour, under) {
  canvas.fillStyle = under || '#fff'; canvas.fillRect(0, 0, 1, 1);
  canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
}
function light(rgb) {
  const linear = (v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  const [r, g, b] = rgb.map((v) => linear(v / 255));
  return .2126 * r + .7152 * g + .0722 * b;
}
function ground(e) {
  for (; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)$|transparent/.test(colour)) return colour;
  }
  return '#fff';
}
const poor = new Set();
for (const e of document.querySelectorAll('body *')) {
  const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || e.disabled || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'OPTION'].includes(e.tagName)) continue;
  const style = getComputedStyle(e);
  const ink = e.tagName === 'text' ? style.fill : style.color;
  const [a, b] = [bytes(ink, ground(e)), bytes(ground(e))].map(light);
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  if (ratio < 4.5) poor.add(`${e.tagName}.${e.getAttribute('class')} ${ratio.toFixed(2)}`);
}
return [...poor];
"""
