"""The dashboard's page from measurements made here: its figures, its sections, its escaping."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from markupsafe import Markup

from kasauti.reports.pages.dashboard.page import dashboard
from kasauti.reports.pages.items import COLUMNS
from kasauti.reports.pages.offline_page import FOLDER, embed, environment, macro
from kasauti.text.visible import visible
from tests.support.built_measurements import HOSTILE, measured, pair, pair_case
from tests.support.dashboard_runs import run_of, whole_run
from tests.support.pages.parsed_page import Page


@pytest.fixture(scope="module")
def text() -> str:
    return dashboard(whole_run(diagnosis=["Knows forms, not tasks.", HOSTILE[0]]))


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


# The page as a whole


def test_page_makes_no_network_requests(text: str, page: Page) -> None:
    for each in page.elements:
        for name in ("src", "href", "action", "srcset", "data", "poster"):
            assert (each["attributes"].get(name) or "#").startswith("#")
    (style,) = page.all("style")
    assert not re.search(r"url\(|@import|@font-face", style["text"])
    (script,) = [each for each in page.all("script") if not each["attributes"]]
    assert not re.search(r"fetch\(|XMLHttpRequest|import\(|innerHTML|eval\(", script["text"])


def test_policy_allows_this_style_and_this_script_alone(page: Page) -> None:
    (policy,) = [
        each["attributes"]["content"]
        for each in page.all("meta")
        if each["attributes"].get("http-equiv") == "Content-Security-Policy"
    ]
    (style,) = page.all("style")
    (script,) = [each for each in page.all("script") if not each["attributes"]]
    for kind, content in (("style-src", style["text"]), ("script-src", script["text"])):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_every_link_inside_the_page_has_a_target(page: Page) -> None:
    ids = [each["attributes"]["id"] for each in page.elements if each["attributes"].get("id")]
    assert len(ids) == len(set(ids))
    links = [each["attributes"]["href"][1:] for each in page.all("a")]
    assert set(links) <= set(ids)
    for each in page.elements:
        if label := each["attributes"].get("aria-labelledby"):
            assert label in ids


def test_every_suite_has_a_section_and_a_link(page: Page) -> None:
    sections = {each["attributes"].get("id") for each in page.all("section")}
    suites = ("multiblimp", "sanskrit", "probes", "quiz", "metrics", "unheard-of")
    wanted = {"verdict", "diagnosis", "comparison", "suites", "items", "provenance"}
    assert sections == wanted | {f"suite-{suite}" for suite in suites}
    (navigation,) = [each for each in page.all("nav") if each["attributes"]["class"] == "contents"]
    linked = {a["attributes"]["href"] for a in page.all("a") if navigation in a["inside"]}
    assert linked == {f"#{section}" for section in sections}


def test_headings_descend_one_level_at_a_time(page: Page) -> None:
    levels = [int(each["tag"][1]) for each in page.elements if re.fullmatch(r"h\d", each["tag"])]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_tables_name_their_columns_and_rows(page: Page) -> None:
    tables = page.all("table")
    assert len(tables) > 10
    for each in tables:
        assert any(each in caption["inside"] for caption in page.all("caption"))
    assert all(th["attributes"].get("scope") in ("col", "row") for th in page.all("th"))


def test_figures_are_those_of_the_measurements(page: Page) -> None:
    rows = {
        each["attributes"]["data-case"]: each
        for each in page.all("tr")
        if "data-case" in each["attributes"]
    }
    measurements = whole_run().measurements
    assert set(rows) == {visible(str(each.case)) for each in measurements}
    for measurement in measurements:
        row = rows[visible(str(measurement.case))]
        values = [
            float(each["attributes"]["value"]) for each in page.all("data") if row in each["inside"]
        ]
        assert measurement.headline.value in values
        assert measurement.verdict in row["text"]


def test_counts_at_the_top_are_those_of_the_verdicts(page: Page) -> None:
    (tiles,) = page.all("ul", **{"aria-label": "Verdicts"})
    verdicts = [measurement.verdict for measurement in whole_run().measurements]
    told = re.findall(
        r"(\d+) . (passed|failed|too close to call|undecided|shown)", _spaced(page, tiles)
    )
    assert {name: int(number) for number, name in told} == {
        name: verdicts.count(name)
        for name in ("passed", "failed", "too close to call", "undecided", "shown")
    }


def _spaced(page: Page, inside: dict[str, Any]) -> str:
    return " ".join(each["text"] for each in page.all("li") if inside in each["inside"])


# Escaping


def test_hostile_text_adds_no_element_and_no_handler(text: str, page: Page) -> None:
    assert len(page.all("script")) == 2
    assert not page.all("img")
    assert not page.all("b", onload="")
    for each in page.elements:
        assert not [name for name in each["attributes"] if name.startswith("on")]
        assert "style" not in each["attributes"]
    assert text.count("</script") == 2
    for control in "\x00\u202e\u2066\ud800":
        assert control not in text


def test_hostile_text_is_still_shown(page: Page) -> None:
    (diagnosis,) = page.all("section", id="diagnosis")
    assert HOSTILE[0] in diagnosis["text"]
    (data,) = page.all("script", id="data")
    items = json.loads(data["text"])
    (group,) = [each for each in items["groups"] if each["case"] == "<b>hostile</b>"]
    texts = [row[COLUMNS.index("texts")][0] for row in group["rows"]]
    assert texts == [visible(text) for text in HOSTILE]


@given(st.text())
def test_templates_render_any_content_as_text(content: str) -> None:
    template = environment().from_string('<td title="{{ content }}">{{ content }}</td>')
    (cell,) = Page(template.render(content=content)).elements
    assert _lines(cell["text"]) == _lines(visible(content))
    assert _lines(cell["attributes"]["title"]) == _lines(visible(content))


def _lines(text: str | None) -> str:
    return (text or "").replace("\r\n", "\n").replace("\r", "\n")


def test_only_markup_itself_is_not_escaped() -> None:
    class Claimed(str):
        __slots__ = ()

        def __html__(self) -> str:
            return "<script>"

    template = environment().from_string("{{ one }}{{ other }}{{ absent }}")
    assert template.render(one=Markup("<b>"), other=Claimed("<i>"), absent=None) == "<b>&lt;i&gt;"


def test_a_name_that_a_template_misspells_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="typo"):
        environment().from_string("{{ typo }}").render()
    with pytest.raises(UndefinedError, match="metric"):
        macro("dashboard/parts.html", "figures_table", "Figures", [object()])


def test_every_template_escapes_and_none_marks_text_as_safe() -> None:
    templates = environment().list_templates(extensions=["html"])
    assert len(templates) > 8
    for name in templates:
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert not re.search(r"\|\s*(safe|xmlattr|tojson|urlize)\b|autoescape|Markup", text), name


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(json_values)
def test_embedded_data_reads_back_and_cannot_end_its_element(content: object) -> None:
    text = embed(content)
    assert json.loads(text) == content
    assert not re.search("[<>&\u2028\u2029]", text)


def test_lone_surrogate_can_be_written() -> None:
    case = pair_case("multiblimp/x", [pair(0, texts=("\ud83d", "x"))])
    dashboard(run_of(case)).encode("utf-8")


def test_a_title_comes_from_the_suite_and_else_from_its_name() -> None:
    titles = [each["text"] for each in Page(dashboard(whole_run())).all("h2")]
    assert {"Minimal pairs", "Compared with the baseline", "unheard of"} <= set(titles)
    alone = Page(dashboard(run_of(measured("multiblimp/a", 0.5), suites=())))
    assert "multiblimp" in [each["text"] for each in alone.all("h2")]


# Languages


@pytest.mark.parametrize(
    ("own", "of_case", "expected"), [("sa", "hi", "sa"), (None, "ta", "ta"), (None, None, None)]
)
def test_item_language_is_never_guessed(
    own: str | None, of_case: str | None, expected: str | None
) -> None:
    item = pair(0, texts=("घर",), scores=(), language=own, given="घर", answer_language="mr")
    case = pair_case("unheard_of/x", [item], language=of_case, level="unit")
    tree = [each for each in Page(dashboard(run_of(case))).all("bdi") if each["text"] == "घर"]
    question, answer = tree
    assert question["attributes"].get("lang") == expected
    assert answer["attributes"]["lang"] == "mr"
    assert question["attributes"]["dir"] == answer["attributes"]["dir"] == "auto"
