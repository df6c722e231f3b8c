"""What the tests ask of a page in the browser."""

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
