"""Zero-shot data is read as it is published; what is missing is said, never made up for."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kasauti.data.zeroshot.items import ChoiceItem, NumberItem
from kasauti.data.zeroshot.published import plain_number
from kasauti.fixtures.suites.zeroshot.cases import ZeroshotCase, ZeroshotOptions, zeroshot_cases
from kasauti.inputs.errors import KasautiError

ALL = (
    *("translation/en-hi", "translation/hi-en", "translation/en-sa", "translation/sa-en"),
    *(
        f"{task}/{code}"
        for task in ("classification", "mmlu", "arc", "truthfulqa", "belebele", "mgsm")
        for code in ("hi", "sa", "en")
    ),
)


def cases(*data: Path | str, **options: Any) -> dict[str, ZeroshotCase]:
    chosen = ZeroshotOptions(data=tuple(map(str, data)), **options)
    return {case.name: case for case in zeroshot_cases(chosen)}


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


SIB = {
    "eng_Latn": ["The bridge is new.", "The team won.", "The fever is gone."],
    "hin_Deva": ["पुल नया है।", "टीम जीत गई।", "बुख़ार उतर गया।"],
    "san_Deva": ["सेतुः नवः अस्ति।", "दलं जितवत्।", "ज्वरः गतः।"],
}


def write_sib(folder: Path) -> Path:
    """SIB-200's form: a folder per language, the same ids in each, not in the same order."""
    topics = ["science/technology", "sports", "health"]
    for code, texts in SIB.items():
        rows = [f"{n}\t{topics[n]}\t{text}" for n, text in enumerate(texts)]
        if code == "san_Deva":
            rows.reverse()
        for split, kept in (("test", rows), ("dev", rows[:1]), ("train", rows[:2])):
            lines = "\n".join(["index_id\tcategory\ttext", *kept])
            write(folder / code / f"{split}.tsv", f"{lines}\n")
    return folder


def test_the_form_of_sib200(tmp_path: Path) -> None:
    found = cases(write_sib(tmp_path))
    assert tuple(found) == (*ALL[:4], "classification/hi", "classification/sa", "classification/en")
    hindi = found["classification/hi"]
    assert len(hindi.items) == 3  # the test part, not dev and train
    assert hindi.topics == ("science/technology", "sports", "health")
    translation = found["translation/en-sa"]
    assert [(question.source, question.right) for question in translation.questions] == list(
        zip(SIB["eng_Latn"], SIB["san_Deva"], strict=True)
    )


def test_the_form_of_the_multilingual_releases(tmp_path: Path) -> None:
    options = ["पानी", "आग", "हवा", "मिट्टी", "धातु"]
    rows = [
        {
            "id": f"q{count}",
            "instruction": f"इनमें से क्या जलता है? ({count})",
            **{f"option_{letter}": text for letter, text in zip("abcde", options[:count])},  # noqa: B905
            "answer": "B",
        }
        for count in (3, 4, 5)
    ]
    write(tmp_path / "m_arc_hi_test.json", json.dumps(rows))
    write(tmp_path / "m_mmlu_hi_dev.json", json.dumps(rows[1:2]))
    truthful = [
        {
            "question": f"सूरज कहाँ उगता है? ({n})",
            "mc1_targets_choices": ["पूरब में।", "पश्चिम में।", "उत्तर में।", "दक्षिण में।"],
            "mc1_targets_labels": [1, 0, 0, 0],
        }
        for n in range(8)
    ]
    write(tmp_path / "m_truthfulqa_hi_validation.json", json.dumps(truthful))
    found = cases(tmp_path)
    assert {name: len(case.items) for name, case in found.items()} == {
        "mmlu/hi": 1,
        "arc/hi": 3,
        "truthfulqa/hi": 8,
    }
    arc = [item for item in found["arc/hi"].items if isinstance(item, ChoiceItem)]
    assert [len(item.choices) for item in arc] == [3, 4, 5]
    assert {item.choices[item.answer] for item in arc} == {"आग"}
    # mc1 always lists the true choice first; asked, it is at every letter equally often.
    rights = [question.right for question in found["truthfulqa/hi"].questions]
    assert {letter: rights.count(letter) for letter in "ABCD"} == dict.fromkeys("ABCD", 2)


def test_the_two_forms_of_maths(tmp_path: Path) -> None:
    write(tmp_path / "mgsm" / "mgsm_bn.tsv", "৩টি আম ও ৪টি আম, মোট কত?\t7\nমোট দাম?\t114,200\n")
    (mgsm,) = cases(tmp_path / "mgsm").values()
    assert mgsm.name == "mgsm/bn"
    assert [i.answer for i in mgsm.items if isinstance(i, NumberItem)] == [7, 114200]
    for code, answer in (("eng", "Three and two.\n\n#### 5\n"), ("hin", "३ और २।\n\n#### ५\n")):
        row = {"id": "0000", "question": "3 + 2 = ?", "answer": answer}
        write(tmp_path / "gsm" / f"gsm_symbolic_{code}.jsonl", json.dumps(row) + "\n")
    symbolic = cases(tmp_path / "gsm")
    assert {name: case.questions[0].right for name, case in symbolic.items()} == {
        "mgsm/hi": "5",
        "mgsm/en": "5",
    }
    write(tmp_path / "mgsm" / "mgsm_en.tsv", "3 + 2 = ?\t5\n")
    with pytest.raises(KasautiError, match=r"Both .* have mgsm in en\. Give one of them"):
        cases(tmp_path)


def test_sib200(shared_data: Path) -> None:
    found = cases(shared_data / "sib200")
    assert tuple(found) == (*ALL[:4], "classification/hi", "classification/sa", "classification/en")
    hindi = found["classification/hi"]
    assert len(hindi.items) == 204  # the test part, not dev and train
    labels = (shared_data / "sib200" / "labels.txt").read_text(encoding="utf-8").split()
    assert list(hindi.topics) == labels  # all seven, the documented five first
    translation = found["translation/en-sa"]
    assert len(translation.items) == 204
    first = translation.questions[0]
    assert first.source.startswith("Mutation adds new genetic variation")
    assert first.right.startswith("उत्परिवर्तनं")


def test_the_multilingual_releases(shared_data: Path) -> None:
    found = cases(shared_data / "mlmm_hindi")
    assert {name: len(case.items) for name, case in found.items()} == {
        "mmlu/hi": 235,
        "arc/hi": 1168,
        "truthfulqa/hi": 773,
    }
    first = found["arc/hi"].items[0]
    assert isinstance(first, ChoiceItem)
    assert first.choices[first.answer] == "ऊष्मा उसके हाथ से बर्फ में जाती है।"
    counts = [len(item.choices) for item in found["arc/hi"].items if isinstance(item, ChoiceItem)]
    assert (counts.count(3), counts.count(4), counts.count(5)) == (4, 1161, 3)
    truthful = found["truthfulqa/hi"]
    assert truthful.items[0].answer == 0  # type: ignore[union-attr]
    assert len({question.right for question in truthful.questions}) > 4  # mc1 lists it first


def test_maths_in_two_published_forms(shared_data: Path) -> None:
    mgsm = cases(shared_data / "mgsm")
    assert {name: len(case.items) for name, case in mgsm.items()} == dict.fromkeys(
        ("mgsm/en", "mgsm/bn", "mgsm/te"), 250
    )
    answers = [i.answer for i in mgsm["mgsm/bn"].items if isinstance(i, NumberItem)]
    assert answers[0] == 18
    assert {2125, 114200, 276000, 5600} <= {int(answer) for answer in answers}
    symbolic = cases(shared_data / "gsm_hindi")
    pairs = zip(symbolic["mgsm/hi"].questions, symbolic["mgsm/en"].questions, strict=True)
    differing = [hindi.id for hindi, english in pairs if hindi.right != english.right]
    assert differing == ["0040", "0050", "0056"]  # the files themselves differ there


def test_two_files_for_same_task_are_refused(shared_data: Path) -> None:
    with pytest.raises(KasautiError, match=r"Both .* have mgsm in en\. Give one of them"):
        cases(shared_data / "mgsm", shared_data / "gsm_hindi")


def test_two_datasets_for_same_language_are_refused(tmp_path: Path) -> None:
    for code in ("eng_Latn", "hin_Deva"):
        write(tmp_path / code / "test.tsv", "index_id\tcategory\ttext\n1\tsports\tx\n")
        write(tmp_path / f"{code}.dev", "x\n")
    with pytest.raises(KasautiError, match=r"Both .*test\.tsv and .*\.dev have sentences in en"):
        cases(tmp_path, tasks=("translation",))


def test_flores_lines_are_parallel(tmp_path: Path) -> None:
    write(tmp_path / "eng_Latn.devtest", "One.\nTwo.\n")
    write(tmp_path / "hin_Deva.devtest", "एक।\nदो।\n")
    found = cases(tmp_path)
    assert tuple(found) == ("translation/en-hi", "translation/hi-en")
    assert [(i.source, i.target) for i in found["translation/hi-en"].items] == [  # type: ignore[union-attr]
        ("एक।", "One."),
        ("दो।", "Two."),
    ]


def test_multilingual_release_folder_uses_test_part(tmp_path: Path) -> None:
    row = {"id": "1", "instruction": "?", "option_a": "x", "option_b": "y", "answer": "B"}
    write(tmp_path / "m_mmlu" / "hi_dev.json", json.dumps([row]))
    write(tmp_path / "m_mmlu" / "hi_test.json", json.dumps([row, row | {"id": "2"}]))
    assert len(cases(tmp_path)["mmlu/hi"].items) == 2


def test_our_own_form(tmp_path: Path) -> None:
    write(tmp_path / "mgsm.jsonl", '{"id": "1", "answer": 2.5, "mr": {"question": "किती?"}}\n')
    (case,) = cases(tmp_path).values()
    assert (str(case.id), case.questions[0].right) == ("zeroshot/mgsm/mr", "2.5")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tasks": ("poetry",)}, "--tasks=poetry is not known. Give tasks among translation"),
        ({"tasks": ("mgsm",), "answer_by": "likelihood"}, "The task mgsm has no choices"),
        ({"data": ("nowhere",)}, "--zeroshot-data=nowhere is not a folder"),
    ],
)
def test_unavailable_data_gives_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(KasautiError, match=message):
        zeroshot_cases(ZeroshotOptions(**options))


def test_missing_task_data_is_not_filled_from_shipped_pack(tmp_path: Path) -> None:
    write(tmp_path / "mgsm_bn.tsv", "কত?\t4\n")
    with pytest.raises(KasautiError, match=r"has no mmlu in bn\. Give the data of this task"):
        cases(tmp_path, tasks=("mmlu",))
    assert tuple(cases(tmp_path)) == ("mgsm/bn",)


def test_by_likelihood_only_tasks_with_choices_remain() -> None:
    tasks = {case.task for case in cases(answer_by="likelihood").values()}
    assert tasks == {"classification", "mmlu", "arc", "truthfulqa", "belebele"}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hin_Deva/test.tsv", "index_id\ttext\n1\tx\n", "no column category"),
        ("hin_Deva/test.tsv", "index_id\tcategory\ttext\n1\tx\n", "line 2 has 2 fields"),
        ("mgsm_hi.tsv", "no tab\n", "line 1 has no tab"),
        ("mgsm_hi.tsv", "how many?\tmany\n", "'many', which is not a number"),
        ("gsm_symbolic_hin.jsonl", '{"question": "?", "answer": "४"}\n', "without ####"),
        ("m_arc_hi_test.json", "{}", "not a JSON list"),
        ("m_arc_hi_test.json", "[", "is not JSON"),
        (
            "m_arc_hi_test.json",
            '[{"instruction": "?", "option_a": "x", "answer": "C"}]',
            "answer C, which is not one of its options",
        ),
        (
            "m_truthfulqa_hi_val.json",
            '[{"question": "?", "mc1_targets_choices": ["x"], "mc1_targets_labels": [0]}]',
            "exactly one true choice",
        ),
        (
            "arc.jsonl",
            '{"id": "1", "answer": 2, "hi": {"question": "?", "choices": ["x"]}}',
            "0 to 0",
        ),
        ("arc.jsonl", '{"id": "1", "answer": 0, "hi": {"question": "?"}}', "no choices in hi"),
        ("mgsm.jsonl", '{"id": "1", "answer": "4", "hi": {"question": "?"}}', "Give a number"),
        ("mgsm.jsonl", '{"answer": 4, "hi": {"question": "?"}}', "has no id"),
        ("notes.txt", "nothing", "has no file with a known name"),
    ],
)  # fmt: skip
def test_broken_file_error_states_location(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    write(tmp_path / name, text)
    with pytest.raises(KasautiError, match=message):
        cases(tmp_path)


def test_repeated_ids_are_refused(tmp_path: Path) -> None:
    line = '{"id": "1", "topic": "sports", "hi": "x"}\n'
    write(tmp_path / "classification.jsonl", line * 2)
    with pytest.raises(KasautiError, match="two items called 1"):
        cases(tmp_path)


@pytest.mark.parametrize(("text", "value"), [("१,२०,०००", "120000"), ("−4", "-4"), ("2.5", "2.5")])
def test_numbers_of_the_data(text: str, value: str) -> None:
    assert plain_number(text, "here") == Decimal(value)
