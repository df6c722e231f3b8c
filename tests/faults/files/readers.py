"""Every reader of files from outside, with a valid file for each: what the attacks start from."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import pyarrow
from pyarrow.parquet import write_table

from kasauti.analysis.finished_run import read_finished_run, shown_text
from kasauti.analysis.history.history_file import read_history
from kasauti.analysis.history.past_runs import history_line, past_run
from kasauti.analysis.trend.results import Results
from kasauti.data.judge.prompt import SHIPPED, read_prompt
from kasauti.data.packs import read_packs
from kasauti.data.probes.examples import read_probe_folder, read_probe_jsonl
from kasauti.data.probes.treebank import read_treebank
from kasauti.data.qa.suite_file import read_tests
from kasauti.data.quiz.pack import read_quiz
from kasauti.data.sanskrit.records import read_contrast_sets
from kasauti.fixtures.session.defaults import parse_table, read_table
from kasauti.fixtures.suites.indicglue.cases import indicglue_cases
from kasauti.fixtures.suites.judge_labels import read_labels
from kasauti.fixtures.suites.metrics.cases import answers_in
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.fixtures.suites.pairs.regions import region_cases
from kasauti.fixtures.suites.pairs.review_sample import draw_sample, read_answers, read_key
from kasauti.fixtures.suites.quiz.cases import quiz_cases
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotOptions, zeroshot_cases
from kasauti.inputs.errors import KasautiError, printable
from kasauti.records import Provenance
from kasauti.records.review import ReviewSample
from kasauti.records.serialization.files import baseline_json
from kasauti.reports.files.results_json import results_json
from kasauti.thresholds import load_thresholds
from tests.support.built_measurements import DATE, answered, pair, pair_case
from tests.support.dashboard_runs import run_of
from tests.support.data.pair_samples import OWN, SAMPLES
from tests.support.data.quiz_packs import ANSWERS, PERSONA, pack_files

# What a reader may raise: the errors that end a run with one sentence and exit code 4.
OURS = KasautiError
LABEL = {"question": "Why?", "reference": "So.", "answer": "It is so.", "right": True}


@dataclass(frozen=True)
class Reader:
    """A way of reading files, and files that it can read; `attacked` is the one to be spoiled."""

    attacked: str
    files: dict[str, bytes]
    read: Callable[[Path, Path], object]  # the folder, and the attacked file in it

    def write(self, folder: Path) -> Path:
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder / self.attacked


def one(name: str, text: str, read: Callable[[Path], object]) -> Reader:
    return Reader(name, {name: text.encode()}, lambda _, path: read(path))


def jsonl(*rows: object) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def zeroshot(name: str, text: str, *others: tuple[str, str]) -> Reader:
    files = {each: content.encode() for each, content in ((name, text), *others)}
    return Reader(f"z/{name}", {f"z/{each}": files[each] for each in files}, _zeroshot)


def _zeroshot(folder: Path, _: Path) -> object:
    cases = zeroshot_cases(ZeroshotOptions(data=(str(folder / "z"),)))
    return [(case.questions, case.prompts, case.topics, case.pack) for case in cases]


def glue(name: str, text: str, *others: tuple[str, str]) -> Reader:
    files = {f"g/{each}": content.encode() for each, content in ((name, text), *others)}
    return Reader(f"g/{name}", files, _glue)


def parquet(folder: str, rows: list[dict[str, object]]) -> Reader:
    """A file of the hub's data set, as its folder is called there."""
    sink = pyarrow.BufferOutputStream()
    write_table(pyarrow.Table.from_pylist(rows), sink)
    path = f"g/{folder}/test-00000-of-00001.parquet"
    return Reader(path, {path: sink.getvalue().to_pybytes()}, _glue)


def _stream(columns: dict[str, list[str]]) -> bytes:
    """A file as `save_to_disk` writes it."""
    sink, table = pyarrow.BufferOutputStream(), pyarrow.table(columns)
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _glue(folder: Path, _: Path) -> object:
    return [(case.continuations, case.prompts) for case in indicglue_cases(str(folder / "g"))]


def quiz(attacked: str) -> Reader:
    files = {f"q/{name}": json.dumps(content).encode() for name, content in pack_files().items()}
    files["q/persona.toml"] = PERSONA.encode()
    files["q/facts.jsonl"] = jsonl(FACTS).encode()
    return Reader(f"q/{attacked}", files, lambda folder, _: quiz_cases(folder / "q"))


FACTS = {
    "question": next(iter(ANSWERS)),
    "facts": [{"says": ["it falls"], "denies": ["it rises"]}] * 2,
}


QUESTION = {"id": "1", "question": "?", "reference": ["a", 4], "choices": ["a", "b"]}
QUESTIONS = """
check = "contains"
threshold = 0.5
[[questions]]
question = "?"
reference = "a"
"""


def _finished(path: Path) -> object:
    run = read_finished_run("--baseline", str(path))
    return str(run), [shown_text(item) for case in run.items.values() for item in case.values()]


def _trend(path: Path) -> object:
    results = Results()
    records = results.read(path)
    if results.problems:
        raise KasautiError(printable(results.problems[0]))
    return records, results.items


PROBES = [
    {"task": "t", "sentence": f"राम{n} गया", "start": 0, "end": 4, "label": label, "lemma": f"l{n}"}
    for label in "xy"
    for n in range(6)
]
SPLIT = "राम घर गया\tघर\t1\tx\nसीता घर गयी\tसीता\t0\ty\n"
TREEBANK = "".join(
    f"# text = w{n} z\n1-2\tw{n}\t_\t_\t_\t_\t_\t_\t_\t_\n1\tw\tl\tN\t_\t_\t0\tr\t_\t_\n"
    f"2\t{n}\tl\tN\t_\t_\t1\tr\t_\t_\n3\tz\tm{n}\tN\t_\tNumber={'SP'[n % 2]}\t1\tr\t_\t_\n\n"
    for n in range(12)
)
PARSED = "".join(
    f"# sent_id = s{n}\n# text = नदी की लहर उठी\n"
    "1\tनदी\tनदी\tNOUN\t_\tGender=Fem\t3\tnmod:poss\t_\t_\n"
    "2\tकी\tका\tADP\t_\t_\t1\tcase\t_\t_\n"
    "3\tलहर\tलहर\tNOUN\t_\tGender=Fem\t4\tnsubj\t_\t_\n"
    "4\tउठी\tउठना\tVERB\t_\tGender=Fem\t0\troot\t_\t_\n\n"
    for n in range(3)
)
CONTRAST = {
    "id": "1",
    "phenomenon": "p",
    "grammatical": "रामेण सह",
    "ungrammatical": "रामाय सह",
    "stem": "राम",
    "context": "___ सह",
    "metadata": {"gloss": "g", "case": "3"},
}
CHOICE = {"id": "1", "answer": 1, "hi": {"question": "क्या?", "choices": ["क", "ख", "ग"]}}
MLMM = [{"id": "1", "instruction": "q", "option_a": "x", "option_b": "y", "answer": "B"}]
TRUTH = [{"question": "q", "mc1_targets_choices": ["x", "y"], "mc1_targets_labels": [0, 1]}]
BELEBELE: dict[str, object] = {
    "link": "l",
    "question_number": 1,
    "flores_passage": "p",
    "question": "q",
    **{f"mc_answer{number}": f"a{number}" for number in range(1, 5)},
    "correct_answer_num": "2",
}
CLOZE: dict[str, object] = {"question": "राम <MASK> गया", "options": ["घर", "वन"], "answer": "घर"}
COPA = {"premise": "वह भीगा।", "choice1": "क", "choice2": "ख", "question": "cause", "label": 0}
WNLI = 'index,sentence1,sentence2,label\n0,"वह, जो",राम,1\n1,यह,राम,0\n'
SECTION = {"sectionText": "x", "correctTitle": "titleA"} | {f"title{each}": each for each in "ABCD"}
TITLES = {"text": "पाठ", "options": ["क", "ख"], "answer": "क"}
NAMED = "राम\tB-PER\nघर\tO\n\nदिल्ली\tB-LOC\n"
LABELS = "label\ttext\nखेल\tएक पाठ\nधन\tदो पाठ\n"
THRESHOLDS = """
[default.fair]
direction = "at least"
value = 0.6
source = "s"
reason = "r"
"""


def _results() -> str:
    case = answered("multiblimp/a", "++-", provenance=Provenance({"model": "x"}))
    return results_json(run_of(case, pair_case("multiblimp/p", [pair(1), pair(2)])))


def _baseline() -> str:
    case = answered("multiblimp/a", "++-", provenance=Provenance({"model": "x"}))
    return json.dumps(baseline_json([case], saved=DATE), ensure_ascii=False)


def _thresholds(folder: Path, _: Path) -> object:
    return load_thresholds(folder / "t")


@cache
def readers() -> dict[str, Reader]:
    """By name; built when asked for, since some need whole runs."""
    return {
        "pairs": one("p.jsonl", jsonl(OWN, OWN | {"id": "2"}), _pairs),
        **{
            f"pairs of {each.form} in {each.file}": one(each.file, each.text, _pairs)
            for each in SAMPLES
        },
        "folder of pairs": Reader(
            "f/a.txt",
            {"f/a.txt": b"True\ta\nFalse\tb\n"},
            lambda folder, _: minimal_pair_cases([folder / "f"]),
        ),
        "pairs in Arrow": Reader(
            "f/data.arrow",
            {"f/data.arrow": _stream({"good": ["a"], "bad": ["b"]})},
            lambda folder, _: minimal_pair_cases([folder / "f"]),
        ),
        "published set": Reader(
            "s/hin/data.tsv",
            {"s/hin/data.tsv": b"sen\twrong_sen\tphenomenon\tlang\na\tb\tSV\thin\n"},
            lambda folder, _: minimal_pair_cases([Path(f"multiblimp:hin@{folder / 's'}")]),
        ),
        "probes": one("p.jsonl", jsonl(*PROBES), read_probe_jsonl),
        "probe folder": Reader(
            "train.tsv",
            {f"{split}.tsv": SPLIT.encode() for split in ("train", "dev", "test")},
            lambda folder, _: read_probe_folder(folder),
        ),
        "treebank": one("t.conllu", TREEBANK, lambda path: read_treebank(path, "Number")),
        "key of a review": one(
            "k.json", json.dumps(asdict(_review()), ensure_ascii=False), read_key
        ),
        "answers of a review": one("a.csv", _filled_in(), _answers),
        "pairs of a treebank": one(
            "t.conllu", PARSED, lambda path: minimal_pair_cases([Path(f"treebank:{path}")])
        ),
        "predictions": one(
            "p.jsonl",
            jsonl({"id": "1", "prediction": "a", "reference": "b"}),
            lambda path: answers_in(path, against=path),
        ),
        "questions": one("q.jsonl", jsonl(QUESTION), read_tests),
        "questions in JSON": one("q.json", json.dumps([QUESTION]), read_tests),
        "questions in CSV": one("q.csv", "question,reference,choices\n?,a,a|b\n", read_tests),
        "suite of questions": one("s.toml", QUESTIONS, read_tests),
        "labels of a judge": one("l.jsonl", jsonl(LABEL), lambda p: read_labels(p, read_quiz())),
        "prompt of a judge": one("prompt.toml", SHIPPED.read_text("utf-8"), read_prompt),
        "quiz topics": quiz("quiz_data.json"),
        "quiz chapters": quiz("chapter_tests.json"),
        "quiz final": quiz("final_assessment.json"),
        "persona": quiz("persona.toml"),
        "quiz facts": quiz("facts.jsonl"),
        "contrast sets": one("c.jsonl", jsonl(CONTRAST), read_contrast_sets),
        "texts in TSV": glue("bbc_hindi/test.tsv", LABELS),
        "texts in CSV": glue("bbc_hindi/test.csv", 'label,text\nखेल,"एक, दो"\nधन,तीन\n'),
        "texts in JSONL": glue("bbc_hindi/test.jsonl", jsonl({"label": "खेल", "text": "एक"})),
        "words for labels": glue(
            "bbc_hindi/labels.toml",
            '"a" = "खेल"\n"b" = "धन"\n',
            ("bbc_hindi/test.tsv", "label\ttext\na\tx\nb\ty\n"),
        ),
        "names": glue("wikiann_ner/test.txt", NAMED),
        "names in JSONL": glue(
            "wikiann_ner/test.jsonl", jsonl({"tokens": ["राम"], "tags": ["B-PER"]})
        ),
        "cloze": glue("cloze_qa/test.jsonl", jsonl({"id": "1", **CLOZE})),
        "texts in Parquet": parquet("bbca.hi", [{"label": "खेल", "text": "एक पाठ"}]),
        "names in Parquet": parquet("wiki-ner.hi", [{"tokens": ["राम"], "ner_tags": ["B-PER"]}]),
        "cloze in Parquet": parquet("csqa.hi", [CLOZE]),
        "COPA": glue("copa/test.jsonl", jsonl(COPA, COPA | {"label": 1})),
        "WNLI": glue("wnli/test.csv", WNLI),
        "section titles": glue("wstp.hi/test.json", json.dumps([SECTION])),
        "headlines": glue("headline_prediction/test.jsonl", jsonl(TITLES)),
        "cloze in JSON": glue("cloze_qa/test.json", json.dumps({"cloze_data": [CLOZE]})),
        "translation": zeroshot(
            "translation.jsonl", jsonl({"id": "1", "hi": "क", "en": "a"}, {"id": "2", "hi": "ख"})
        ),
        "topics": zeroshot(
            "classification.jsonl", jsonl({"id": "1", "topic": "sports", "hi": "खेल"})
        ),
        "choices": zeroshot("mmlu.jsonl", jsonl(CHOICE)),
        "problems": zeroshot(
            "mgsm.jsonl", jsonl({"id": "1", "answer": 3.5, "hi": {"question": "?"}})
        ),
        "SIB-200": zeroshot("hin_Deva/test.tsv", "index_id\tcategory\ttext\n1\tsports\tखेल\n"),
        "FLORES": zeroshot("hin_Deva.devtest", "एक\nदो\n", ("eng_Latn.devtest", "one\ntwo\n")),
        "Belebele": zeroshot("hin_Deva.jsonl", jsonl(BELEBELE)),
        "MGSM": zeroshot("mgsm_hi.tsv", "कितने?\t1,234\n"),
        "GSM-Symbolic": zeroshot(
            "gsm_symbolic_hin.jsonl", jsonl({"question": "?", "answer": "so #### 3"})
        ),
        "ARC": zeroshot("m_arc/hi_test.json", json.dumps(MLMM)),
        "TruthfulQA": zeroshot("m_truthfulqa/hi_val.json", json.dumps(TRUTH)),
        "thresholds": Reader(
            "t/multiblimp.toml", {"t/multiblimp.toml": THRESHOLDS.encode()}, _thresholds
        ),
        "baseline": one("b.json", _baseline(), _finished),
        "results": one("r.json", _results(), _finished),
        "defaults": one("pyproject.toml", "[tool.kasauti]\nlimit = 12\n", _defaults),
        "history": one("h.jsonl", _history(), read_history),
        "results of a trend": one("r.json", _results(), _trend),
    }


@cache
def _review() -> ReviewSample:
    return draw_sample(minimal_pair_cases()[:3], 12)


def _answers(path: Path) -> object:
    return read_answers(path, _review())


def _filled_in() -> str:
    rows = [f"{_review().sample},{item.item},A,3,x" for item in _review().items]
    return "\n".join(["sample,item,choice,naturalness,comment", *rows, ""])


def _defaults(path: Path) -> object:
    return parse_table(*read_table(path.parent))


def _history() -> str:
    return history_line(past_run(run_of(answered("multiblimp/a", "+-")), results="r.json")) + "\n"


def _pairs(path: Path) -> object:
    return minimal_pair_cases([path]), region_cases(read_packs([path]))
