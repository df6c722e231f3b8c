"""Probe tasks: the readers, and the Hindi tasks that the suite ships."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from authoring.hindi.probes.generate import (
    EXAMPLES_PER_LABEL,
    OUTPUT,
    RECIPES,
    generate,
    write_probe_jsonl,
)
from kasauti.data.probes.examples import (
    ProbeExample,
    ProbeTask,
    read_probe_folder,
    read_probe_jsonl,
)
from kasauti.inputs.errors import KasautiError
from kasauti.scorers.probing.baselines import words_of

LABELS = {
    "case": {
        *("nominative", "ergative", "accusative", "dative", "genitive", "instrumental"),
        *("ablative", "locative"),
    },
    "number": {"singular", "plural"},
    "gender": {"masculine", "feminine"},
    "tense": {"present", "past", "future"},
    "person": {"first", "second", "third"},
    "aspect": {"perfective", "imperfective", "progressive"},
    "mood": {"indicative", "subjunctive", "imperative"},
    "voice": {"active", "passive"},
    "honorific": {"intimate", "informal", "formal"},
    "definiteness": {"definite", "indefinite"},
}
TASKS = {task.name: task for task in read_probe_jsonl(OUTPUT)}


def test_the_shipped_tasks_have_the_documented_labels() -> None:
    assert {name: set(task.labels) for name, task in TASKS.items()} == LABELS


def test_shipped_file_matches_grammar(tmp_path: Path) -> None:
    write_probe_jsonl(tmp_path / "again.jsonl", generate(seed=0))
    assert (tmp_path / "again.jsonl").read_bytes() == OUTPUT.read_bytes()


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_a_task_is_large_and_balanced_and_has_many_lemmas(task: ProbeTask) -> None:
    labels = Counter(example.label for example in task.examples)
    lemmas = {(example.label, example.lemma) for example in task.examples}
    assert len(task.examples) >= 240
    assert min(labels.values()) >= 40
    assert set(labels.values()) == {EXAMPLES_PER_LABEL[len(labels)]}
    assert min(Counter(label for label, _ in lemmas).values()) >= 25


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_spans_are_whole_words_in_distinct_nfc_sentences(task: ProbeTask) -> None:
    assert len({example.sentence for example in task.examples}) == len(task.examples)
    for example in task.examples:
        assert unicodedata.normalize("NFC", example.sentence) == example.sentence
        before, after = example.sentence[: example.start], example.sentence[example.end :]
        assert before == "" or before.endswith(" ")
        assert after.startswith((" ", "।"))
        assert example.span == example.span.strip()
        assert example.sentence.endswith("।")
        assert "  " not in example.sentence


@pytest.mark.parametrize(
    "name", ["number", "definiteness", "voice", "person", "honorific", "mood", "tense"]
)
def test_words_come_under_every_label(name: str) -> None:
    labels: dict[str, set[str]] = {}
    for example in TASKS[name].examples:
        labels.setdefault(example.lemma, set()).add(example.label)
    every = sum(len(found) == len(TASKS[name].labels) for found in labels.values())
    assert every > 0.75 * len(labels)


@pytest.mark.parametrize("name", ["person", "voice", "honorific", "aspect", "definiteness"])
def test_endings_come_under_every_label(name: str) -> None:
    labels: dict[str, Counter[str]] = {}
    for example in TASKS[name].examples:
        labels.setdefault(example.span[-3:], Counter())[example.label] += 1
    frequent = [count for count in labels.values() if count.total() >= 12]
    assert len(frequent) >= 3
    assert all(len(count) == len(TASKS[name].labels) for count in frequent)


@pytest.mark.parametrize(
    ("first", "second", "marker"),
    [("accusative", "dative", "को"), ("instrumental", "ablative", "से")],
)
def test_cases_with_same_marker_differ_by_verb(first: str, second: str, marker: str) -> None:
    for label in (first, second):
        spans = [e.span.split() for e in TASKS["case"].examples if e.label == label]
        assert {span[1] for span in spans} == {marker}


DEMONSTRATIVES = {"यह", "वह", "ये", "वे", "इस", "उस", "इन", "उन", "वही", "उसी"}


def test_definiteness_labels_share_words_and_no_demonstrative() -> None:
    words: dict[str, set[str]] = {"definite": set(), "indefinite": set()}
    for example in TASKS["definiteness"].examples:
        found = words_of(example.sentence.replace("इस समय", "").replace("उस दिन", ""))
        assert not DEMONSTRATIVES & set(found)
        words[example.label] |= set(found)
    shared = words["definite"] & words["indefinite"]
    assert len(shared) > 0.85 * len(words["definite"] | words["indefinite"])


# Words that tell the label when they belong to what is read.
CUES: dict[str, dict[str, tuple[str, ...]]] = {
    "number": {
        "singular": ("एक", "मेरा", "हमारा"),
        "plural": ("दो", "तीन", "चार", "कई", "कुछ"),
    },
    "person": {"first": ("मैंने", "हमने"), "second": ("तूने", "तुमने", "आपने")},
    "honorific": {
        "intimate": ("तूने", "तुझे", "तुझसे"),
        "informal": ("तुमने", "तुम्हें", "तुमसे"),
        "formal": ("आपने", "आपको", "आपसे"),
    },
}


@pytest.mark.parametrize("name", CUES)
def test_a_third_of_the_sentences_has_the_cue_of_another_label(name: str) -> None:
    examples = TASKS[name].examples
    misled = 0
    for example in examples:
        words = set(words_of(example.sentence[: example.start]))
        others = [cues for label, cues in CUES[name].items() if label != example.label]
        misled += any(words & set(cues) for cues in others)
    assert misled >= len(examples) / 3


def test_ending_does_not_reveal_gender() -> None:
    endings = Counter(
        (example.lemma[-1] if example.lemma[-1] in "ीा" else "", example.label)
        for example in TASKS["gender"].examples
    )
    for ending in ("ी", "ा", ""):
        masculine, feminine = endings[ending, "masculine"], endings[ending, "feminine"]
        assert abs(masculine - feminine) <= 0.3 * max(masculine, feminine)


def test_every_recipe_is_generated() -> None:
    assert [recipe.name for recipe in RECIPES] == list(TASKS)


def example(**changes: object) -> dict[str, object]:
    row = {"task": "t", "sentence": "वह घर है।", "start": 3, "end": 5, "label": "a", "lemma": "घर"}
    return {**row, **changes}


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_written_tasks_are_read_back(tmp_path: Path) -> None:
    examples = tuple(
        ProbeExample(sentence="वह घर है।", start=3, end=5, label=label, lemma=f"{label}{number}")
        for label in "ab"
        for number in range(5)
    )
    write_probe_jsonl(tmp_path / "p.jsonl", [ProbeTask("t", examples)])
    assert read_probe_jsonl(tmp_path / "p.jsonl") == [ProbeTask("t", examples)]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (example(start=5, end=3), "line 1: start 5 and end 3 are not a span"),
        (example(end=99), "are not a span of the sentence's 9 characters"),
        (example(start=True), "start True"),
        (example(start=2, end=3), "the span is blank"),
        (example(label=""), "label is empty"),
        (example(lemma=3), "lemma is empty or not a string"),
        (example(sentence="\ud800 घर"), "lone surrogate"),
    ],
)
def test_a_bad_example_is_refused_with_its_place(
    tmp_path: Path, row: dict[str, object], message: str
) -> None:
    with pytest.raises(KasautiError, match=message):
        read_probe_jsonl(written(tmp_path / "p.jsonl", [row]))


def test_a_task_that_cannot_be_divided_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="has only the label a"):
        read_probe_jsonl(written(tmp_path / "p.jsonl", [example()]))
    with pytest.raises(KasautiError, match="has 1 lemmas"):
        read_probe_jsonl(written(tmp_path / "p.jsonl", [example(), example(label="b")]))


def test_a_file_that_is_not_there_or_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="does not exist"):
        read_probe_jsonl(tmp_path / "none.jsonl")
    (tmp_path / "p.jsonl").write_bytes(b"\xff\xfe{}")
    with pytest.raises(KasautiError, match="not UTF-8"):
        read_probe_jsonl(tmp_path / "p.jsonl")
    (tmp_path / "p.jsonl").write_text("[1]\n", encoding="utf-8")
    with pytest.raises(KasautiError, match="line 1 is not a JSON object"):
        read_probe_jsonl(tmp_path / "p.jsonl")


def folder_of(path: Path, line: str) -> Path:
    for split in ("train", "dev", "test"):
        (path / f"{split}.tsv").write_text(line, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a b\tb\t1\n", "train.tsv, line 1 has 3 columns"),
        ("a b\tb\t0\tX\n", "the word at index 0 is not b"),
        ("a b\tb\t7\tX\n", "the word at index 7 is not b"),
        ("a b\tb\t1\t \n", "label is empty"),
        ("\n", "has no examples"),
    ],
)
def test_a_bad_line_of_a_folder_is_refused(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(KasautiError, match=message):
        read_probe_folder(folder_of(tmp_path, line))


def test_a_folder_keeps_its_division_and_its_words(tmp_path: Path) -> None:
    folder_of(tmp_path, "वह घर है\tघर\t1\tS\nवे घर हैं\tघर\t1\tP\n")
    task = read_probe_folder(tmp_path)
    assert [example.split for example in task.examples] == ["train"] * 2 + ["dev"] * 2 + [
        "test"
    ] * 2
    assert {example.span for example in task.examples} == {"घर"}
    (tmp_path / "dev.tsv").unlink()
    with pytest.raises(KasautiError, match="has no dev.tsv"):
        read_probe_folder(tmp_path)


def test_a_label_that_was_never_trained_is_refused(tmp_path: Path) -> None:
    folder_of(tmp_path, "वह घर है\tघर\t1\tS\nवे घर हैं\tघर\t1\tP\n")
    (tmp_path / "test.tsv").write_text("वह घर है\tघर\t1\tDual\n", encoding="utf-8")
    with pytest.raises(KasautiError, match="has the label Dual, which train.tsv does not have"):
        read_probe_folder(tmp_path)


@pytest.mark.parametrize(("task", "labels"), [("number_noun", 2), ("gender_noun", 2)])
def test_published_tasks_are_read(shared_data: Path, task: str, labels: int) -> None:
    read = read_probe_folder(shared_data / "morph_probes" / task)
    assert Counter(example.split for example in read.examples) == {
        "train": 2000,
        "dev": 200,
        "test": 200,
    }
    assert len(read.labels) == labels
    assert all(" " not in example.span for example in read.examples)
