"""docs/ci.md: its files parse and its scripts are correct; all docs name options that exist."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from kasauti.fixtures.suites import SUITES
from tests.support import ROOT
from tests.support.docs import KNOWN, commands, options_in

TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(yaml|bash)\n(.*?)```", TEXT, re.DOTALL)
GITHUB, GITLAB = (yaml.safe_load(block) for language, block in BLOCKS if language == "yaml")
OF_OTHERS = re.compile(r"\b(curl|gh|pip|sbatch)\b|#SBATCH")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def github_steps() -> list[dict[str, Any]]:
    steps = GITHUB["jobs"]["evaluate"]["steps"]
    assert isinstance(steps, list)
    return steps


def github_scripts() -> list[str]:
    return [step["run"] for step in github_steps() if "run" in step]


def gitlab_scripts() -> list[str]:
    return [
        "\n".join([*GITLAB[".kasauti"]["before_script"], *GITLAB[job]["script"]])
        for job in ("baseline", "evaluate")
    ]


SHELL = [block for language, block in BLOCKS if language == "bash"]
SCRIPTS = [*github_scripts(), *gitlab_scripts(), *SHELL]


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_correct_bash(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_each_place_installs_and_evaluates() -> None:
    assert len(github_scripts()) == 3
    assert len(SHELL) == 1
    evaluating = [script for script in SCRIPTS if re.search(r"\bkasauti -m ", script)]
    assert len(evaluating) == 4
    installing = [script for script in SCRIPTS if '"kasauti[embedded] @ $KASAUTI"' in script]
    assert len(installing) == 3  # the cluster's environment is made by hand
    # torch comes first, so that the package's own range does not choose a build.
    assert all(script.index("install torch") < script.index("kasauti[") for script in installing)


def test_every_option_of_the_scripts_exists() -> None:
    found: set[str] = set()
    for script in SCRIPTS:
        for command in commands(script):
            if not OF_OTHERS.search(command):
                found |= options_in(command)
    assert {"--model", "--baseline", "--save-baseline", "--results-dir", "--store"} <= found
    assert found <= KNOWN


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_option_of_the_docs_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r"`(--[a-z][a-z-]+)", text))
    for line in text.splitlines():
        if re.match(r"    (kasauti|pytest) ", line):
            found |= options_in(line.partition("#")[0])
    assert found <= KNOWN


def test_github_gates_changes_by_the_baseline_of_main() -> None:
    # YAML 1.1 reads the key `on` as true.
    triggers = GITHUB[True]
    assert triggers == {"push": {"branches": ["main"]}, "pull_request": None}
    steps = {step.get("name", step.get("uses")): step for step in github_steps()}
    assert steps["Keep the baseline"]["with"]["name"] == "baseline"
    assert steps["Keep the baseline"]["if"] == "always() && github.event_name == 'push'"
    assert "--name baseline" in steps["Fetch the baseline of main"]["run"]
    assert "baseline.json" in steps["Evaluate"]["run"]
    assert all(("run" in step) != ("uses" in step) for step in github_steps())


def test_gitlab_keeps_and_fetches_the_same_file() -> None:
    url = GITLAB[".kasauti"]["variables"]["BASELINE"]
    assert url.startswith("$CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/")
    assert all(
        '"$BASELINE"' in "\n".join(GITLAB[job]["script"]) for job in ("baseline", "evaluate")
    )
    assert all(GITLAB[job]["extends"] == ".kasauti" for job in ("baseline", "evaluate"))


def test_every_variable_of_the_scripts_is_set() -> None:
    for script in github_scripts():
        assert set(re.findall(r"\$(MODEL|SUITES|KASAUTI)\b", script)) <= GITHUB["env"].keys()
    for script in gitlab_scripts():
        used = set(re.findall(r"\$(MODEL|SUITES|KASAUTI|BASELINE)\b", script))
        assert used <= GITLAB[".kasauti"]["variables"].keys()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_extra_that_is_named_exists(page: Path) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = re.findall(r"(?:kasauti|'\.)\[([a-z,]+)\]", page.read_text(encoding="utf-8"))
    assert {extra for each in named for extra in each.split(",")} <= settings["project"][
        "optional-dependencies"
    ].keys()


def test_suites_documented_without_extra_need_none() -> None:
    found = re.search(r"The base package runs (.*?)\.", TEXT, re.DOTALL)
    assert found
    named = set(re.findall(r"`(\w+)`", found[1]))
    assert named == {suite.name for suite in SUITES if not suite.extra}


def test_make_eval_installs_what_suites_without_extra_need() -> None:
    found = re.search(r"^BASE := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert found
    without = {suite.marker for suite in SUITES if not suite.extra}
    assert set(found[1].split()) == without | {"regression"}


def test_only_models_that_run_here_need_torch() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*settings["dependencies"], *settings["optional-dependencies"]["served"]]
    assert not [each for each in needed if re.match(r"torch|gguf|kasauti|peft|accelerate", each)]
    assert any(each.startswith("torch>") for each in settings["optional-dependencies"]["local"])
