"""The files in docs/ci.md, as far as they can be tried here: they parse, and name what exists."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(yaml|bash|python)\n(.*?)```", TEXT, re.DOTALL)
GITHUB, GITLAB = (yaml.safe_load(block) for language, block in BLOCKS if language == "yaml")
PYTESTS_OWN = {"--junitxml"}
OF_OTHERS = re.compile(r"\b(curl|gh|pip|sbatch)\b|#SBATCH")


def github_scripts() -> list[str]:
    steps = GITHUB["jobs"]["evaluate"]["steps"]
    return [step["run"] for step in steps if "run" in step]


def gitlab_scripts() -> list[str]:
    return [
        "\n".join([*GITLAB[".kasauti"]["before_script"], *GITLAB[job]["script"]])
        for job in ("baseline", "evaluate")
    ]


def commands(script: str) -> list[str]:
    """The commands of a script, each with its continued lines."""
    return script.replace("\\\n", " ").splitlines()


SHELL = [block for language, block in BLOCKS if language == "bash"]
SCRIPTS = [*github_scripts(), *gitlab_scripts(), *SHELL]


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_correct_bash(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_there_are_all_three() -> None:
    assert len(github_scripts()) == 3
    assert len(SHELL) == 1
    assert sum("-m pytest" in script for script in SCRIPTS) == 4


def test_every_option_exists() -> None:
    conftest = (ROOT / "conftest.py").read_text(encoding="utf-8")
    known = set(re.findall(r'"(--[a-z-]+)"', conftest)) | PYTESTS_OWN
    ours = [
        command
        for script in SCRIPTS
        for command in commands(script)
        if not OF_OTHERS.search(command)
    ]
    told = {option for command in ours for option in re.findall(r"(--[a-z][a-z-]+)\b", command)}
    assert {"--model", "--baseline", "--save-baseline", "--results-dir", "--store"} <= told
    assert told <= known
    inline = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert inline <= known


def test_github_gates_changes_by_the_baseline_of_main() -> None:
    # YAML 1.1 reads the key `on` as true.
    triggers = GITHUB[True]
    assert triggers == {"push": {"branches": ["main"]}, "pull_request": None}
    steps = {step.get("name", step.get("uses")): step for step in _steps()}
    assert steps["Keep the baseline"]["with"]["name"] == "baseline"
    assert steps["Keep the baseline"]["if"] == "always() && github.event_name == 'push'"
    assert "--name baseline" in steps["Fetch the baseline of main"]["run"]
    assert steps["Evaluate"]["working-directory"] == "kasauti"
    assert all(("run" in step) != ("uses" in step) for step in _steps())


def test_gitlab_keeps_and_fetches_the_same_file() -> None:
    url = GITLAB[".kasauti"]["variables"]["BASELINE"]
    assert url.startswith("$CI_API_V4_URL/projects/$CI_PROJECT_ID/packages/generic/")
    assert all(
        '"$BASELINE"' in "\n".join(GITLAB[job]["script"]) for job in ("baseline", "evaluate")
    )
    assert all(GITLAB[job]["extends"] == ".kasauti" for job in ("baseline", "evaluate"))


def test_what_is_installed_is_what_the_makefile_installs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (torch,) = set(re.findall(r"torch==[\d.]+", makefile))
    assert set(re.findall(r"torch==[\d.]+", TEXT)) == {torch}
    assert (ROOT / "constraints.txt").is_file()


def test_the_example_of_the_callback_names_its_arguments() -> None:
    import inspect

    from kasauti.callback import EvaluateOnSave

    (example,) = (block for language, block in BLOCKS if language == "python")
    compile(example, "docs/ci.md", "exec")
    given = set(re.findall(r"^    (\w+)=", example, re.MULTILINE))
    assert given
    assert given <= set(inspect.signature(EvaluateOnSave).parameters)


def _steps() -> list[dict[str, Any]]:
    steps = GITHUB["jobs"]["evaluate"]["steps"]
    assert isinstance(steps, list)
    return steps
