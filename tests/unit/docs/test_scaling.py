"""docs/scaling.md: its scripts are correct and name options and versions that exist."""

from __future__ import annotations

import re
import subprocess

import pytest
import yaml

from tests.support import ROOT
from tests.support.docs import KNOWN, commands, options_in

TEXT = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
SHELL = re.findall(r"```bash\n(.*?)```", TEXT, re.DOTALL)
(RAY_JOB,) = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL))


@pytest.mark.parametrize("script", SHELL)
def test_every_script_is_correct_bash(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_option_exists() -> None:
    lines = [line for script in SHELL for line in commands(script)]
    runs = [line for line in lines if re.search(r"\bkasauti -m ", line)]
    assert len(runs) == len(SHELL) == 2
    for run in [*runs, RAY_JOB["spec"]["entrypoint"]]:
        assert {"--model", "--ray"} <= options_in(run) <= KNOWN


def test_kubernetes_cluster_pins_tested_ray_and_resources() -> None:
    cluster = RAY_JOB["spec"]["rayClusterSpec"]
    constraints = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    assert f"ray=={cluster['rayVersion']}\n" in constraints
    (workers,) = cluster["workerGroupSpecs"]
    head, worker = (
        group["template"]["spec"] for group in (cluster["headGroupSpec"], workers)
    )  # fmt: skip
    for pod in (head, worker):
        (container,) = pod["containers"]
        mounted = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounted.keys() == {volume["name"] for volume in pod["volumes"]}
        assert mounted["models"] == "/models"
    assert worker["containers"][0]["resources"]["limits"]["nvidia.com/gpu"] == "1"
