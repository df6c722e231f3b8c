"""The page of a blind reading in a real browser: answered by keyboard, saved, read back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from kasauti.__main__ import main
from kasauti.data.quiz.pack import read_quiz
from kasauti.fixtures.suites.judge_labels import read_labels
from kasauti.reports.pages.review import label_page
from tests.support.pages.chromium import cells, one

COUNT = 6


@pytest.fixture
def review(browser: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A drawn sample whose page is open, without earlier answers; nothing may go wrong in it.

    Each test has a sample of its own, because the browser writes what it keeps a little later.
    """
    folder = tmp_path / "review"
    seed = str(zlib.crc32(request.node.name.encode()) % 1000)
    drawn = ["--count", str(COUNT), "--seed", seed, "--output", str(folder)]
    assert main(["review", "draw", *drawn]) == 0
    downloads = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
    browser.get((folder / "review.html").as_uri())
    browser.execute_script("localStorage.clear()")
    browser.get_log("browser")
    browser.get((folder / "review.html").as_uri())
    yield folder
    assert browser.get_log("browser") == []


def key_of(folder: Path) -> list[dict[str, str]]:
    items: list[dict[str, str]] = json.loads((folder / "key.json").read_text("utf-8"))["items"]
    return items


def press(browser: Any, keys: str) -> None:
    ActionChains(browser).send_keys(keys).perform()


def press_outside(browser: Any, keys: str) -> None:
    browser.execute_script("document.activeElement.blur()")
    press(browser, keys)


def pressed(browser: Any) -> list[str]:
    script = """return [...document.querySelectorAll('.choices [aria-pressed=true]')]
        .map((each) => each.dataset.choice ?? each.dataset.naturalness)"""
    return list(browser.execute_script(script))


def comment(browser: Any) -> str:
    return str(browser.execute_script("return document.getElementById('comment').value"))


def test_a_reading_by_keyboard_is_saved_and_read_back(
    browser: Any, review: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one(browser, "#reader").send_keys("उषा")
    one(browser, "#reader").send_keys(Keys.TAB)
    browser.execute_script("document.activeElement.blur()")
    items = key_of(review)
    for index, item in enumerate(items):
        assert cells(browser, "#place")[0].startswith(f"Pair {index + 1} of {COUNT}")
        press(browser, item["good"].lower() if index else "c")
        press(browser, "3" if index else "2")
    assert cells(browser, "#place") == [f"Pair {COUNT} of {COUNT}; {COUNT} answered."]
    press(browser, Keys.ENTER)  # the button to save has the focus
    wait = WebDriverWait(browser, 10)
    saved = wait.until(lambda _: list(review.parent.glob("review-*.csv")))[0]
    assert saved.stem.endswith("उषा")
    capsys.readouterr()
    assert main(["review", "read", str(review / "key.json"), str(saved)]) == 0
    shown = capsys.readouterr().out
    assert f"1 reader (उषा), {COUNT} pairs read" in shown
    assert f"{items[0]['pair']} ({items[0]['phenomenon']}): 1 both" in shown
    assert "1 pair to drop" in shown


def test_answers_are_recalled_from_what_the_page_kept(browser: Any, review: Path) -> None:
    press(browser, "a")
    one(browser, "#comment").send_keys('a, "b"\n=c')
    # Recalled in the same page: Chromium writes what a page keeps a little later, and may lose it
    # where the page is left at once.
    browser.execute_script(
        "Object.assign(state, { index: 0, answers: {} }); show(); recall(); show();"
    )
    assert pressed(browser) == ["A"]
    assert comment(browser) == 'a, "b"\n=c'
    press_outside(browser, "b")
    assert pressed(browser) == ["B"]


def test_a_devanagari_layout_answers_by_the_same_keys(browser: Any, review: Path) -> None:
    script = """document.body.dispatchEvent(new KeyboardEvent('keydown',
        {key: 'ि', code: 'KeyD', bubbles: true}))"""
    browser.execute_script(script)
    assert pressed(browser) == ["neither"]


def test_keys_do_not_answer_while_a_comment_is_written(browser: Any, review: Path) -> None:
    one(browser, "#comment").send_keys("abc 123")
    assert pressed(browser) == []


def test_buttons_answer_and_move(browser: Any, review: Path) -> None:
    one(browser, ".sentence[data-choice=B]").click()
    one(browser, "[data-naturalness='3']").click()
    assert cells(browser, "#place") == [f"Pair 2 of {COUNT}; 1 answered."]
    one(browser, "#next").click()
    one(browser, "#open-pair").click()
    assert cells(browser, "#place") == [f"Pair 4 of {COUNT}; 1 answered."]
    press(browser, Keys.ARROW_LEFT * 3)
    assert pressed(browser) == ["B", "3"]
    assert not one(browser, "#previous").is_enabled()


def test_sentences_have_their_language_and_the_page_has_no_key(browser: Any, review: Path) -> None:
    item = key_of(review)[0]
    for letter in "ab":
        element = one(browser, f"#text-{letter}")
        assert element.get_attribute("lang") == "hi"
        assert element.text == item[f"sentence_{letter}"]
    embedded = json.loads(one(browser, "#data").get_attribute("textContent"))
    assert {key for each in embedded["items"] for key in each} == {"item", "texts", "language"}
    assert "good" not in browser.page_source.lower().replace("how good", "")


def test_labels_of_answers_are_saved_as_they_are_read(browser: Any, tmp_path: Path) -> None:
    row = {"question": "Why?", "reference": "So.", "kind": "sampled", "language": "en"}
    rows = [{**row, "answer": answer} for answer in ("It is so.", "It is <b>not</b> so.")]
    page = tmp_path / "labels.html"
    page.write_text(label_page(rows), "utf-8")
    downloads = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
    browser.get(page.as_uri())
    press(browser, "a")
    assert cells(browser, "#place") == ["Answer 2 of 2; 1 labelled."]
    assert one(browser, "#text-answer").text == "It is <b>not</b> so."
    press(browser, "c")  # means nothing here
    press(browser, "b")
    press(browser, Keys.ENTER)
    wait = WebDriverWait(browser, 10)
    saved = wait.until(lambda _: list(tmp_path.glob("labels-*.jsonl")))[0]
    found = read_labels(saved, read_quiz())
    assert [(each.asked.answer, each.right) for each in found] == [
        ("It is so.", True), ("It is <b>not</b> so.", False),
    ]  # fmt: skip
    assert browser.get_log("browser") == []
