"""IndicGLUE as it is published: its own archives and the hub's Parquet files."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from kasauti.data.indicglue.tasks import TASKS, WANTED
from kasauti.fixtures.suites.indicglue.cases import (
    ChoiceCase,
    IndicGlueCase,
    NamesCase,
    TextCase,
    indicglue_cases,
)
from kasauti.fixtures.suites.indicglue.suite import IndicGlue
from kasauti.inputs.errors import KasautiError

SENTIMENTS = ("negative", "neutral", "positive")
TAGS = ("B-LOC", "B-ORG", "B-PER", "I-LOC", "I-ORG", "I-PER", "O")
NEWS = [("india", "दिल्ली में, बारिश"), ("sport", "मैच बराबर"), ("china", "बीजिंग")]
REVIEWS = [("positive", "अच्छी है"), ("negative", "बुरी है"), ("neutral", "ठीक है")]
NAMES = "hi:राम B-PER\nhi:घर O\n\nhi:दिल्ली B-LOC\n"
CLOZE = {"question": "<MASK> है", "options": ["क", "ख", "ग", "घ"], "answer": "ख"}
CLOZE_MORE = {"category": "c", "title": "t", "out_of_context_options": None}
SECTION = {
    "sectionText": "पाठ",
    "correctTitle": "titleC",
    "url": "u",
    **{f"title{letter}": f"शीर्षक {letter}" for letter in "ABCD"},
}
HEADLINE = {
    "content": "पाठ",
    "correctOption": "D",
    "url": "u",
    **{f"option{letter}": f"शीर्षक {letter}" for letter in "ABCD"},
}
PLAUSIBLE = {"premise": "वह भीगा।", "choice1": "बारिश हुई।", "choice2": "धूप थी।"}
EVENTS = [PLAUSIBLE | {"question": q, "label": n % 2} for n, q in enumerate(("cause", "effect"))]
PRONOUN = "राम ने श्याम को बुलाया, क्योंकि वह थका था।"


def write(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def csv(rows: list[tuple[str, str]]) -> str:
    return "".join(f'{label},"{text}"\n' for label, text in rows)


def jsonl(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def official(tmp_path: Path) -> Path:
    root = tmp_path / "indic-glue"
    for split in ("train", "test"):
        write(root, f"bbc-articles/hi/hi-{split}.csv", csv(NEWS))
    for split in ("train", "valid", "test"):
        write(root, f"iitp-movie-reviews/hi/hi-{split}.csv", csv(REVIEWS))
        write(root, f"iitp-product-reviews/hi/hi-{split}.csv", csv(REVIEWS))
        write(root, f"wikiann-ner/hi/hi-{split}.txt", NAMES)
        write(root, f"wiki-section-titles/hi/hi-{split}.json", json.dumps([SECTION]))
        write(root, f"indicnlp-articles-headlines/hi/hi-{split}.json", json.dumps([HEADLINE]))
    write(root, "wikiann-ner/bn/bn-test.txt", NAMES)
    write(root, "wiki-cloze/hi.json", json.dumps({"cloze_data": [CLOZE | CLOZE_MORE]}))
    for split in ("train", "val"):
        write(root, f"copa-translated/hi/{split}.jsonl", jsonl(EVENTS))
    unanswered = [{k: v for k, v in row.items() if k != "label"} for row in EVENTS]
    write(root, "copa-translated/hi/test.jsonl", jsonl(unanswered))
    head, rows = (
        "index,sentence1,sentence2",
        [f'"{PRONOUN}",{name} थका था।' for name in ("श्याम", "राम")],
    )
    for split in ("train", "dev"):
        lines = [f"{n},{row},{1 - n}" for n, row in enumerate(rows)]
        write(root, f"wnli-translated/hi/{split}.csv", "\n".join([f"{head},label", *lines, ""]))
    lines = [f"{n},{row}" for n, row in enumerate(rows)]
    write(root, "wnli-translated/hi/test.csv", "\n".join([head, *lines, ""]))
    write(root, "inltk-headlines/gu/gu-test.csv", csv(NEWS))
    write(root, "soham-articles/bn/bn-test.csv", csv(NEWS))
    return root


def hub_file(root: Path, name: str, rows: list[dict[str, Any]], **labels: tuple[str, ...]) -> None:
    """A Parquet file as the library `datasets` writes it, with the names of the class labels."""
    table = pyarrow.Table.from_pylist(rows)
    features = {}
    for column, names in labels.items():
        label = {"names": list(names), "_type": "ClassLabel"}
        listed = isinstance(rows[0][column], list)
        features[column] = {"feature": label, "_type": "Sequence"} if listed else label
    described = json.dumps({"info": {"features": features}})
    table = table.replace_schema_metadata({"huggingface": described})
    path = root / f"{name}-00000-of-00001.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, path)


@pytest.fixture
def hub(tmp_path: Path) -> Path:
    root = tmp_path / "indic_glue"
    news = [{"label": label, "text": text} for label, text in NEWS]
    reviews = [{"text": text, "label": SENTIMENTS.index(label)} for label, text in REVIEWS]
    tokens: list[dict[str, Any]] = [
        {"tokens": ["hi:राम", "hi:घर"], "ner_tags": [2, 6], "additional_info": [[], []]},
        {"tokens": [], "ner_tags": [], "additional_info": []},
    ]
    pair = {"hypothesis": PRONOUN, "premise": "श्याम थका था।"}  # as the hub has them
    wnli = ("not_entailment", "entailment", "None")
    for split in ("train", "validation", "test"):
        hub_file(root, f"iitp-mr.hi/{split}", reviews, label=SENTIMENTS)
        hub_file(root, f"iitp-pr.hi/{split}", reviews, label=SENTIMENTS)
        hub_file(root, f"wiki-ner.hi/{split}", tokens, ner_tags=TAGS)
        hub_file(root, f"wstp.hi/{split}", [SECTION])
        placeholders = [row | {"label": 0} for row in EVENTS * 10]
        hub_file(root, f"copa.hi/{split}", placeholders if split == "test" else EVENTS)
        labels = (2, 2) if split == "test" else (0, 1)
        hub_file(root, f"wnli.hi/{split}", [pair | {"label": n} for n in labels], label=wnli)
    for split in ("train", "test"):
        hub_file(root, f"bbca.hi/{split}", news)
    hub_file(root, "csqa.hi/test", [CLOZE | CLOZE_MORE])
    for other in ("csqa.bn", "inltkh.gu", "cvit-mkb-clsr.en-hi", "md.hi", "sna.bn"):
        hub_file(root, f"{other}/test", news)
    return root


def by_name(root: Path) -> dict[str, IndicGlueCase]:
    return {case.name: case for case in indicglue_cases(str(root))}


def check_contents(cases: dict[str, IndicGlueCase]) -> None:
    news, films, names = cases["bbc_hindi"], cases["iitp_movie_reviews"], cases["wikiann_ner"]
    assert isinstance(news, TextCase)
    assert [(item.label, item.text) for item in news.splits.test] == NEWS
    assert isinstance(films, TextCase)
    assert [item.label for item in films.splits.dev] == [label for label, _ in REVIEWS]
    assert cases["iitp_product_reviews"].splits.train == films.splits.train
    assert isinstance(names, NamesCase)
    assert names.splits.test[0].words == ("राम", "घर")
    assert names.splits.test[0].tags == ("B-PER", "O")
    cloze, titles, events = cases["cloze_qa"], cases["section_titles"], cases["copa"]
    assert isinstance(cloze, ChoiceCase)
    assert cloze.splits.test[0].answer == "ख"
    assert isinstance(titles, ChoiceCase)
    assert titles.splits.test[0].options[2] == titles.splits.test[0].answer == "शीर्षक C"
    assert isinstance(events, ChoiceCase)
    assert [item.answer for item in events.splits.test] == ["बारिश हुई।", "धूप थी।"]
    assert [item.before for item in events.splits.test] == ["वह भीगा, क्योंकि ", "वह भीगा, इसलिए "]
    pairs = cases["wnli"]
    assert isinstance(pairs, TextCase)
    assert pairs.splits.test[0].text == f"{PRONOUN}\nकथन: श्याम थका था।"
    assert {item.label for item in pairs.splits.test} == {"entailment", "not_entailment"}


def test_the_official_archives_are_read_as_downloaded(official: Path) -> None:
    cases = by_name(official)
    assert set(TASKS) - set(cases) == {"inltkh_headlines", "soham_ner"}
    check_contents(cases)
    headlines = cases["headline_prediction"]
    assert isinstance(headlines, ChoiceCase)
    assert headlines.splits.test[0].answer == "शीर्षक D"
    assert cases["copa"].splits.repairs == (
        "test.jsonl has no answers (no row has a label).",
        "val.jsonl is used as the test file instead.",
    )
    assert cases["wnli"].splits.repairs[0] == "test.csv has no answers (no row has a label)."


def test_the_hubs_data_set_is_read_as_downloaded(hub: Path) -> None:
    cases = by_name(hub)
    assert set(TASKS) - set(cases) == {"inltkh_headlines", "soham_ner", "headline_prediction"}
    check_contents(cases)
    assert cases["copa"].splits.repairs[0] == (
        "test-00000-of-00001.parquet has no answers (every label is 0)."
    )


def test_labels_that_are_all_the_same_are_no_answers_and_the_other_tasks_are_measured(
    hub: Path,
) -> None:
    for split in ("train", "validation"):
        rows = [{"hypothesis": PRONOUN, "premise": "श्याम थका था।", "label": 1}] * 20
        hub_file(hub, f"wnli.hi/{split}", rows, label=("not_entailment", "entailment", "None"))
    cases = indicglue_cases(str(hub))
    assert "wnli" not in {case.name for case in cases}
    told = IndicGlue().header(_Options(str(hub)), cases)  # type: ignore[arg-type]
    assert told.count("holds nothing for") == 1
    assert "wnli.hi cannot be measured: train-00000-of-00001.parquet has no answers (every" in told
    assert "test-00000-of-00001.parquet has no answers (no row has a label)." in told


class _Options:
    def __init__(self, data: str) -> None:
        self.indicglue_data = data


def test_a_task_whose_answers_are_all_missing_is_refused_where_it_is_alone(tmp_path: Path) -> None:
    rows = "".join(f'{n},"{PRONOUN}",राम थका था।,1\n' for n in range(20))
    write(tmp_path, "wnli/test.csv", "index,sentence1,sentence2,label\n" + rows)
    with pytest.raises(KasautiError, match="test.csv has no answers .every label is entailment"):
        indicglue_cases(str(tmp_path))


def test_of_the_hub_only_parquet_files_in_hindi_are_downloaded() -> None:
    wanted = [pattern for pattern in WANTED if pattern.endswith(".parquet")]
    assert "bbca.hi/*.parquet" in wanted
    assert "*.parquet" not in wanted
    assert not any(pattern.startswith("bbca.bn") for pattern in wanted)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["bbc_hindi/testing.csv"], "no test file: it has testing.csv. Add a test.t"),
        (["bbc-articles/hi/hi-tests.csv"], "hi has no test file: it has hi-tests.csv"),
        (["bbca.hi/test.arrow"], "no test file: it has test.arrow"),
        (["hi-test.csv", "hi-train.csv"], "no task folder, only hi-test.csv, hi-train.csv"),
        (["bbc/test.csv"], "has the folder bbc, which is not a task"),
        (["bbca.hi/test.csv", "bbc_hindi/test.csv"], "both bbc_hindi and bbca.hi for bbc_hindi"),
        (["bbc_hindi/test.csv", "bbc_hindi/hi-test.csv"], "both test.csv and hi-test.csv"),
    ],
)
def test_files_under_another_name_are_named(tmp_path: Path, files: list[str], told: str) -> None:
    for name in files:
        write(tmp_path, name, csv(NEWS))
    with pytest.raises(KasautiError, match=told):
        indicglue_cases(str(tmp_path))


def test_official_files_have_the_label_first_however_few_they_are(tmp_path: Path) -> None:
    rows = [("एक पाठ", "दूसरा"), ("दो पाठ", "तीसरा")]  # no column is clearly the label
    write(tmp_path, "bbc-articles/hi/hi-test.csv", csv(rows))
    (case,) = indicglue_cases(str(tmp_path), mode="zero")
    assert isinstance(case, TextCase)
    assert Counter(item.label for item in case.splits.test) == {"एक पाठ": 1, "दो पाठ": 1}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not a Parquet file. Download it again"),
        (b"PAR1 and something else PAR1", "cannot be read as Parquet"),
        (b"version https://git-lfs.github.com/spec/v1\n", "is not a Parquet file"),
    ],
)
def test_what_is_not_parquet_is_refused(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "bbca.hi/test-00000-of-00001.parquet"
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(KasautiError, match=told):
        indicglue_cases(str(tmp_path))


def test_without_pyarrow_the_extra_is_named(hub: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        KasautiError, match=r"needs pyarrow\. Run: pip install 'kasauti\[parquet\]'"
    ):
        indicglue_cases(str(hub))
