"""What the suites say of themselves: every shipped case is explained, listed and found by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasauti.__main__ import arguments, main
from kasauti.fixtures.session.catalogue import Catalogue, explanation_of
from kasauti.fixtures.suites import SUITES
from kasauti.fixtures.suites.explanations import SuiteTexts
from kasauti.inputs.errors import RecordError
from kasauti.records import Explanation
from kasauti.records.serialization.cases import case_json, read_measurement
from kasauti.reports.pages.dashboard.chart import UNIT
from kasauti.reports.pages.dashboard.suite import Panel
from kasauti.reports.pages.offline_page import macro
from kasauti.scorers.text.metrics import OTHER_SCRIPTS
from tests.support.built_measurements import measured
from tests.support.parsed_page import Page


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """The shipped suites with the largest sets of pairs."""
    found: list[Catalogue] = []

    class Listener:
        @pytest.hookimpl(tryfirst=True)
        def pytest_cmdline_main(self, config: pytest.Config) -> int:
            found.append(Catalogue.of(config))
            return 0

    pytest.main(arguments(["--pairs-set=extended"]), plugins=[Listener()])
    return found[0]


def test_every_shipped_case_says_what_it_tests_and_why_its_threshold_is_so(
    catalogue: Catalogue,
) -> None:
    for suite in SUITES:
        defaults = suite.texts.cases["default"]
        for case in catalogue.cases[suite.marker]:
            explanation = explanation_of(suite, case, catalogue.thresholds)
            assert explanation, case.id
            assert explanation.tests != defaults, f"{case.id} has no text of its own"
            assert "{" not in explanation.tests
            assert explanation.decided
            assert explanation.reason, case.id


def test_no_text_is_about_a_case_that_does_not_exist(catalogue: Catalogue) -> None:
    for suite in SUITES:
        folder = [each for each in SUITES if each.texts.cases is suite.texts.cases]
        keys = {
            each.explained_as(case).partition(":")[0]
            for each in folder
            for case in catalogue.cases[each.marker]
        }
        if suite.name == "metrics":
            keys |= set(OTHER_SCRIPTS)  # the references of the default quiz are English
        assert suite.texts.cases.keys() - {"default"} == keys


def test_every_case_has_items_and_an_example(catalogue: Catalogue) -> None:
    for suite in SUITES:
        for case in catalogue.cases[suite.marker]:
            assert suite.size(case), case.id
            if suite.needs_model:
                assert all(label and text for label, text in suite.example(case))
                assert len(suite.example(case)) > 1


def test_items_that_cases_share_are_counted_once(catalogue: Catalogue) -> None:
    items = {entry.marker: entry.items for entry in catalogue.entries()}
    assert items["sanskrit"] == 2182
    assert items["quiz"] == 300
    assert items["metrics"] == 20


def test_a_name_is_a_case_a_suite_or_the_case_of_any_suite(catalogue: Catalogue) -> None:
    assert [str(case.id) for _, case in catalogue.find("multiblimp/binding")] == [
        "multiblimp/binding"
    ]
    assert len(catalogue.find("probes")) == 10
    # The pairs of a phenomenon are a case of the lint of the data too.
    assert {suite.marker for suite, _ in catalogue.find("binding")} == {"multiblimp", "lint_data"}
    assert catalogue.find("bindng") == []


def test_a_part_stands_in_the_text_of_its_kind() -> None:
    texts = SuiteTexts(cases={"case": "contrasts the {part}", "default": "anything"})
    assert texts.tests("case:dative") == "contrasts the dative"
    assert texts.tests("other") == "anything"
    assert SuiteTexts().tests("other") == ""


def test_an_explanation_survives_its_file() -> None:
    explanation = Explanation(tests="agreement", reason="documented")
    content = case_json(measured("a/b", 0.5, explanation=explanation))
    assert content["explanation"] == {"tests": "agreement", "reason": "documented"}
    assert read_measurement(content).explanation == explanation
    with pytest.raises(RecordError, match="explanation.tests"):
        read_measurement({**content, "explanation": {"tests": 3}})


def test_the_dashboard_shows_the_explanation() -> None:
    explanation = Explanation(tests="Verbs <agree>.", decided="A tie is wrong.", reason="Poor.")
    case = measured("multiblimp/word_order", 0.9, explanation=explanation)
    panel = Page(macro("dashboard/suite.html", "case_panel", Panel(case), UNIT))
    assert panel.all("p", **{"class": "explained"})[0]["text"] == "What is tested: Verbs <agree>."
    assert [each["text"] for each in panel.all("summary")][1:] == [
        "When an item is right",
        "Why this threshold",
    ]


def test_commands_list_and_explain(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["suites"]) == 0
    listed = capsys.readouterr().out
    assert all(suite.marker in listed for suite in SUITES)
    assert main(["explain", "multiblimp/case_marking_ergative"]) == 0
    told = capsys.readouterr().out
    assert "24 items" in told
    assert "fair: at least 0.7 (required" in told
    assert "Hindi evaluation framework" in told
    assert main(["explain", "multiblimp/case_marking_ergativ"]) == 4
    assert "Did you mean multiblimp/case_marking_ergative" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_menu_starts_nothing_and_is_not_green(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in ([], ["--model=no-such-model"]):
        assert main(line) == pytest.ExitCode.NO_TESTS_COLLECTED
        shown = capsys.readouterr().out
        assert shown.startswith("Nothing was selected")
        assert "kasauti -m multiblimp --model=MODEL" in shown
        assert max(map(len, shown.splitlines())) <= 80
    assert main(["--all", "--collect-only", "-q"]) == 0
    assert "Nothing was selected" not in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
