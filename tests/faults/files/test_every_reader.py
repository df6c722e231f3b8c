"""Every function that reads a file from outside is attacked, and files are opened in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.files.readers import readers
from tests.support import ROOT

NAMES = sorted(readers())


# Public functions with a path that are not readers of files from outside.
NO_READERS = {
    *("inputs/rows.py", "inputs/hub.py", "inputs/files.py", "inputs/formats.py"),  # of all readers
    "fixtures/suites/suite.py:suite_texts",
    "data/pairs/formats/format.py:name_of_file",
    "data/probes/examples.py:check_task",
    *("data/indicglue/splits.py:digest", "data/indicglue/splits.py:read_splits"),
    *("data/quiz/persona.py:check_phrases", "data/pairs/translations.py"),
    "fixtures/regression/selection.py:pytest_ignore_collect",
}


# Which entry of `readers()` comes to each public function that takes a path or reads a folder.
READ_BY = {
    "inputs/conllu.py:read_sentences": "treebank",
    "data/treebank_pairs/pairs.py:treebank_pairs": "pairs of a treebank",
    "data/indicglue/choices.py:read_questions": "cloze",
    "data/indicglue/choices.py:read_cloze": "cloze",
    "data/indicglue/choices.py:read_copa": "COPA",
    "data/indicglue/labelled_texts.py:read_texts": "texts in TSV",
    "data/indicglue/named_sentences.py:read_names": "names",
    "data/indicglue/tasks.py:task_folders": "texts in Parquet",
    "data/indicglue/rows.py:named_rows": "WNLI",
    "data/indicglue/splits.py:split_files": "names",
    "data/indicglue/choices.py:read_titles": "section titles",
    "data/indicglue/labelled_texts.py:read_wnli": "WNLI",
    "data/indicglue/zero_shot.py:wording": "words for labels",
    "fixtures/suites/metrics/cases.py:answers_in": "predictions",
    "fixtures/suites/pairs/cases.py:minimal_pair_cases": "pairs",
    "fixtures/suites/pairs/cases.py:pair_packs": "pairs",
    "inputs/parquet.py:columnar_rows": "texts in Parquet",
    "data/packs.py:read_packs": "pairs",
    "data/packs.py:read_pack": "pairs",
    "data/pairs/reading.py:join_files": "folder of pairs",
    "data/pairs/reading.py:pair_files": "folder of pairs",
    "data/pairs/reading.py:read_known_files": "folder of pairs",
    "data/pairs/reading.py:read_pair_file": "pairs",
    "data/pairs/reading.py:read_pair_folder": "folder of pairs",
    "data/pairs/reading.py:read_pairs": "pairs",
    "data/quiz/persona.py:read_persona": "persona",
    "fixtures/suites/metrics/cases.py:predictions_beside": "predictions",
    "data/predictions.py:read_predictions": "predictions",
    "data/qa/questions.py:read_questions": "questions",
    "data/qa/suite_file.py:read_tests": "suite of questions",
    "data/probes/examples.py:read_probe_folder": "probe folder",
    "data/probes/examples.py:read_probe_jsonl": "probes",
    "data/judge/prompt.py:read_prompt": "prompt of a judge",
    "fixtures/suites/judge_labels.py:read_labels": "labels of a judge",
    "data/quiz/pack.py:read_quiz": "quiz topics",
    "fixtures/suites/quiz/cases.py:quiz_cases": "quiz topics",
    "data/quiz/files.py:read_facts": "quiz facts",
    "data/quiz/files.py:read_quiz_files": "quiz topics",
    "fixtures/suites/pairs/review_sample.py:read_answers": "answers of a review",
    "fixtures/suites/pairs/review_sample.py:read_key": "key of a review",
    "fixtures/suites/freshness/cases.py:published_and_own": "pairs",
    "data/sanskrit/records.py:read_contrast_sets": "contrast sets",
    "data/probes/treebank.py:read_treebank": "treebank",
    "data/zeroshot/pack.py:languages_of": "translation",
    "data/zeroshot/pack.py:read_pack": "choices",
    "data/zeroshot/pack.py:read_pack_sentences": "translation",
    "data/zeroshot/pack.py:rows_of": "translation",
    "data/zeroshot/published.py:read_flores": "FLORES",
    "data/zeroshot/published.py:read_gsm_symbolic": "GSM-Symbolic",
    "data/zeroshot/published.py:read_mgsm": "MGSM",
    "data/zeroshot/published.py:read_mlmm_choices": "ARC",
    "data/zeroshot/published.py:read_belebele": "Belebele",
    "data/zeroshot/published.py:read_mlmm_truthfulqa": "TruthfulQA",
    "data/zeroshot/published.py:read_sib": "SIB-200",
    "thresholds/loader.py:load_thresholds": "thresholds",
}


# The modules that open and parse files, and those that read what is installed with them.
OPENING = {"inputs/files.py", "inputs/formats.py"}


OWN_FILES = {
    "data/pairs/translations.py",
    "data/sanskrit/packs.py",
    "data/treebank_pairs/tree.py",
    "fixtures/suites/pairs/pair_suite.py",
    "fixtures/regression/baseline_file.py",
    "fixtures/suites/suite.py",
}


MODULES = [
    path
    for folder in ("data", "thresholds", "inputs", "fixtures/suites", "fixtures/regression")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions_with_paths() -> Iterator[str]:
    for path in MODULES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
                kinds = [ast.unparse(each.annotation) for each in node.args.args if each.annotation]
                if any("Path" in kind for kind in kinds) and name_of(path) not in NO_READERS:
                    yield f"{name_of(path)}:{node.name}"


def test_every_function_that_takes_a_path_is_attacked() -> None:
    found = set(functions_with_paths()) - NO_READERS
    assert found == set(READ_BY), "Add the reader to tests/faults/files/readers.py and to READ_BY."
    assert set(READ_BY.values()) <= set(NAMES)


def opened(path: Path) -> Iterator[str]:
    """Calls that open or parse a file, which only one place should do."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            writes = any(isinstance(each, ast.Constant) and each.value == "w" for each in node.args)
            method = called.rpartition(".")[2] if "." in called else ""
            if called == "open" or (method in ("open", "read_text", "read_bytes") and not writes):
                yield called
            if called in ("json.load", "json.loads"):
                yield called
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (each.name for each in node.names if each.name in ("csv", "tomllib"))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_files_are_opened_in_one_place(path: Path) -> None:
    if name_of(path) not in OPENING | OWN_FILES:
        allowed = {"outside_files.read_bytes", "LocalBackend.open"}
        assert not set(opened(path)) - allowed, "Read files by kasauti.inputs.rows."
