"""IndicGLUE without training: prompts, labels in Hindi, few examples, names in answers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.indicglue.named_sentences import NamedSentence, rarest_types
from kasauti.data.indicglue.splits import draw
from kasauti.data.indicglue.zero_shot import LONGEST_TEXT, shorten, type_words
from kasauti.fixtures.suites.indicglue.cases import ChoiceCase, NamesCase, TextCase, indicglue_cases
from kasauti.inputs.errors import KasautiError
from kasauti.scorers.answers.names import read_names

TYPES = {"व्यक्ति": "PER", "स्थान": "LOC", "PER": "PER", "LOC": "LOC"}
SENTENCE = ["राम", "और", "सीता", "गीता", "'", "दिल्ली", "'", "गए", "।"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("राम: व्यक्ति\nदिल्ली: स्थान", "B-PER O O O O B-LOC O O O"),
        ("1. राम – व्यक्ति\n2. दिल्ली – स्थान", "B-PER O O O O B-LOC O O O"),
        ("* **राम** (व्यक्ति), दिल्ली (स्थान)", "B-PER O O O O B-LOC O O O"),
        ("व्यक्ति: राम, सीता गीता\nस्थान: दिल्ली", "B-PER O B-PER I-PER O B-LOC O O O"),
        ("व्यक्ति: राम और सीता गीता", "B-PER O B-PER I-PER O O O O O"),
        ('{"व्यक्ति": ["राम"]}', "B-PER O O O O O O O O"),
        ("राम B-PER\nदिल्ली\tLOC", "B-PER O O O O B-LOC O O O"),
        ("राम -> person\nराम: व्यक्ति।", "B-PER O O O O O O O O"),
        ("कोई नहीं", "O O O O O O O O O"),
        ("मोहन: व्यक्ति", "O O O O O O O O O"),
        ("राम: जानवर", "O O O O O O O O O"),
        ("", "O O O O O O O O O"),
    ],
)
def test_names_are_read_from_any_phrasing(answer: str, expected: str) -> None:
    tags, placed = read_names(answer, SENTENCE, TYPES)
    assert " ".join(tags) == expected
    assert placed == expected.count("B-")


def test_repeated_name_keeps_its_first_type() -> None:
    tags, placed = read_names("राम: व्यक्ति\nराम: स्थान", ["राम", "राम"], TYPES)
    assert (tags, placed) == (("B-PER", "B-PER"), 1)


@given(st.text(), st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_any_answer_gives_tags_for_all_words(answer: str, words: list[str]) -> None:
    tags, _ = read_names(answer, words, TYPES)
    assert len(tags) == len(words)
    assert set(tags) <= {"O", "B-PER", "I-PER", "B-LOC", "I-LOC"}


def test_a_long_text_keeps_its_beginning_and_its_end() -> None:
    text = "अ" * 3000 + "ब" * 3000
    short = shorten(text)
    assert len(short) == LONGEST_TEXT
    assert short.startswith("अ" * 500 + " … ")
    assert short.endswith("ब" * 1000)
    assert shorten("छोटा") == "छोटा"


def test_types_that_have_no_word_are_called_by_their_name() -> None:
    assert type_words(["NEU", "per", "LOC"]) == {"LOC": "स्थान", "NEU": "NEU", "per": "व्यक्ति"}


def test_the_shipped_tasks_ask_as_documented() -> None:
    headlines, _, films, products, names, _, cloze, *_ = indicglue_cases()
    assert isinstance(headlines, TextCase)
    first = headlines.splits.test[0]
    assert headlines.choices(first.text)[0] == (f"शीर्षक: {first.text}\nविषय:", " व्यापार")
    assert len(headlines.continuations) == 4 * (len(headlines.splits.test) + 1)
    for reviews in (films, products):
        assert isinstance(reviews, TextCase)
        assert list(reviews.words.values()) == ["नकारात्मक", "तटस्थ", "सकारात्मक"]
    assert isinstance(names, NamesCase)
    assert names.continuations == ()
    assert " ".join(names.splits.test[0].words) in names.prompts[0]
    assert "स्थान, संगठन, व्यक्ति" in names.prompts[0]
    assert isinstance(cloze, ChoiceCase)
    question = cloze.splits.test[0]
    assert ["".join(choice) for choice in cloze.continuations[:4]] == [
        question.fill(option) for option in question.options
    ]


def test_option_prompts_match_docs_with_and_without_text() -> None:
    cases = {case.name: case for case in indicglue_cases()}
    for name, asked, bare in (
        ("copa", ", क्योंकि ", "क्योंकि "),
        ("section_titles", "\nअनुभाग का शीर्षक: ", "अनुभाग का शीर्षक: "),
        ("headline_prediction", "\nसमाचार का शीर्षक: ", "समाचार का शीर्षक: "),
    ):
        case = cases[name]
        assert isinstance(case, ChoiceCase)
        item = next(item for item in case.splits.test if item.bare == bare)
        assert item.before.endswith(asked)
        assert "। ," not in item.before
        assert "।," not in item.before
        first = item.options[0]
        assert case.choices(item)[0] == (item.before, first)
        assert case.bare_choices(item)[0] == (bare, first)
        assert (bare, first) in case.continuations
        assert item.fill(first) == item.before + first
    pairs = cases["wnli"]
    assert isinstance(pairs, TextCase)
    assert pairs.words == {"entailment": "सही", "not_entailment": "ग़लत"}
    context, word = pairs.choices(pairs.splits.test[0].text)[0]
    assert context.endswith("\nयह कथन सही है या ग़लत?\nउत्तर:")
    assert "\nकथन: " in context
    assert word == " सही"


def test_trained_case_requests_no_scoring() -> None:
    for case in indicglue_cases(mode="few", shots=16):
        assert case.prompts == () == case.continuations


def task(root: Path, name: str, content: str, *, split: str = "test.tsv") -> Path:
    (root / name).mkdir(parents=True, exist_ok=True)
    (root / name / split).write_text(content, encoding="utf-8")
    return root


def rows(*labels: str) -> str:
    return "label\ttext\n" + "".join(f"{label}\tवाक्य {n}\n" for n, label in enumerate(labels))


def test_unknown_label_is_refused_unless_user_names_it(tmp_path: Path) -> None:
    task(tmp_path, "bbc_hindi", rows("weather", "SPORT", "मौसम"))
    with pytest.raises(KasautiError, match="The label weather of bbc_hindi has no Hindi word"):
        indicglue_cases(str(tmp_path))
    task(tmp_path, "bbc_hindi", 'weather = "आबोहवा"\n', split="labels.toml")
    (case,) = indicglue_cases(str(tmp_path))
    assert isinstance(case, TextCase)
    assert case.words == {"SPORT": "खेल", "weather": "आबोहवा", "मौसम": "मौसम"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('weather = "खेल"\n', "are both called खेल"),
        ("weather =", "is not TOML"),
        ("weather = 3", "has no word"),
    ],
)
def test_the_users_words_are_checked(tmp_path: Path, content: str, told: str) -> None:
    task(tmp_path, "bbc_hindi", rows("weather", "sport"))
    task(tmp_path, "bbc_hindi", content, split="labels.toml")
    with pytest.raises(KasautiError, match=told):
        indicglue_cases(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "split", "mode", "told"),
    [
        ("bbc_hindi", "train.tsv", "zero", "has no test file"),
        ("bbc", "test.tsv", "zero", "has the folder bbc, which is not a task"),
        ("bbc_hindi", "test.tsv", "few", "has nothing to train on"),
        ("bbc_hindi", "test.tsv", "full", "has nothing to train on"),
    ],
)
def test_a_folder_that_lacks_something_is_refused(
    tmp_path: Path, name: str, split: str, mode: str, told: str
) -> None:
    task(tmp_path, name, rows("sport", "india"), split=split)
    with pytest.raises(KasautiError, match=told):
        indicglue_cases(str(tmp_path), mode=mode)  # type: ignore[arg-type]


def test_two_files_for_one_split_are_refused(tmp_path: Path) -> None:
    for split in ("test.tsv", "test.csv"):
        task(tmp_path, "bbc_hindi", rows("sport"), split=split)
    with pytest.raises(KasautiError, match="has both test.tsv and test.csv"):
        indicglue_cases(str(tmp_path))


@pytest.mark.parametrize("given_data", ["nowhere", "no/such/place", "a b/c"])
def test_data_that_is_not_there_is_refused(given_data: str) -> None:
    with pytest.raises(KasautiError, match=f"--indicglue-data={given_data} is not a folder"):
        indicglue_cases(given_data)


def test_data_of_the_hub_is_read_like_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task(tmp_path, "bbc_hindi", rows("sport"))
    asked = []

    def download(name: str, **more: object) -> str:
        asked.append((name, more["repo_type"]))
        return str(tmp_path)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    (case,) = indicglue_cases("someone/hindi-tasks")
    assert asked == [("someone/hindi-tasks", "dataset")]
    assert case.pack.startswith("hindi-tasks/bbc_hindi@")


def test_unreachable_hub_gives_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def download(*_: object, **__: object) -> str:
        raise ConnectionError("no route")

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    with pytest.raises(
        KasautiError, match="is neither a local folder nor on the hub \\(no route\\)"
    ):
        indicglue_cases("someone/hindi-tasks")


def test_few_examples_are_drawn_evenly_and_always_the_same() -> None:
    items, kinds = list(range(100)), ["a"] * 90 + ["b"] * 8 + ["c"] * 2
    drawn = draw(items, kinds, 16, seed=3)
    assert Counter(kinds[item] for item in drawn) == {"a": 7, "b": 7, "c": 2}
    assert len(set(drawn)) == 16
    assert drawn == draw(items, kinds, 16, seed=3)
    assert drawn != draw(items, kinds, 16, seed=4)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=40), st.data())
def test_a_draw_has_no_item_twice_and_as_many_as_asked(
    kinds: list[str], data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, len(kinds)))
    drawn = draw(range(len(kinds)), kinds, count, seed=0)
    assert len(set(drawn)) == len(drawn) == count
    counts = Counter(kinds[item] for item in drawn)
    for kind, total in Counter(kinds).items():
        # A kind has fewer than another only where it has no more to give, or by the last turn.
        assert counts[kind] == total or counts[kind] >= max(counts.values()) - 1


def test_too_many_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="cannot draw 3 of 2"):
        draw([1, 2], ["a", "a"], 3, seed=0)


def test_a_sentence_is_drawn_by_its_rarest_type() -> None:
    sentences = [
        NamedSentence("1", ("क",), ("B-PER",)),
        NamedSentence("2", ("क", "ख"), ("B-PER", "B-LOC")),
        NamedSentence("3", ("क",), ("O",)),
    ]
    assert rarest_types(sentences) == ["PER", "LOC", "O"]
