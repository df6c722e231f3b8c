"""`kasauti noise --last=K`: the last checkpoints of the last training."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasauti.__main__ import main
from kasauti.analysis.history.history_file import append_run
from kasauti.reports.files.results_json import results_json
from tests.support.built_measurements import MODEL, answered
from tests.support.dashboard_runs import run_of

NAMES = ("old-step-900", "new-step-30", "new-step-9", "new-step-20", "new")


def test_the_last_checkpoints_are_those_of_the_last_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for right, name in enumerate(NAMES, start=1):
        measured = answered("multiblimp/a", "+" * right + "-" * (10 - right))
        run = run_of(measured, model_config={**MODEL, "model": name})
        path = tmp_path / name / "evaluation_results.json"
        path.parent.mkdir()
        path.write_text(results_json(run), encoding="utf-8")
        append_run(tmp_path, run, results=path)
    out = tmp_path / "noise.json"
    given = ("noise", f"--results-dir={tmp_path}", f"--out={out}")
    assert main([*given, "--last=2"]) == 0
    scores = json.loads(out.read_text(encoding="utf-8"))["cases"]["multiblimp/a"]["scores"]
    assert scores == [0.4, 0.2]  # of steps 20 and 30
    assert main([*given, "--last=4"]) == 4
    assert "has 3 checkpoints of the last training, not 4" in capsys.readouterr().err
