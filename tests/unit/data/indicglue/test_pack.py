"""The shipped IndicGLUE pack: large enough, balanced, and not to be solved without reading."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from kasauti.data.indicglue.choices import ChoiceQuestion
from kasauti.data.indicglue.labelled_texts import STATEMENT
from kasauti.data.indicglue.tasks import TASKS
from kasauti.fixtures.suites.indicglue.cases import ChoiceCase, TextCase, indicglue_cases

CASES = {case.name: case for case in indicglue_cases()}
SPLITS = ("train", "dev", "test")
CROSSED = ("copa", "section_titles", "headline_prediction")
WORD = re.compile(r"[\w\u0900-\u097f]+")
# What an editor calls a round-up; the class must show by the matters that stand together.
OF_EDITORS = re.compile("ख़बर|सुर्ख़|समाचार|ताज़ा|अपडेट|बुलेटिन|अभी-अभी|जानिए|संक्षेप|देखिए|सुनिए|पढ़िए")


def questions(name: str, split: str) -> tuple[ChoiceQuestion, ...]:
    case = CASES[name]
    assert isinstance(case, ChoiceCase)
    found: tuple[ChoiceQuestion, ...] = getattr(case.splits, split)
    return found


def test_every_task_is_shipped_and_large_enough() -> None:
    assert list(CASES) == list(TASKS)
    for case in CASES.values():
        assert len(case.splits.train) >= 60
        assert len(case.splits.dev) >= 10
        assert len(case.splits.test) >= (32 if TASKS[case.name].framework else 60)
        assert case.splits.repairs == ()


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", CROSSED)
def test_each_option_is_right_equally_often(name: str, split: str) -> None:
    """So that no preference among options alone, by length or frequency, is better than chance."""
    sets: dict[frozenset[str], Counter[str]] = {}
    for item in questions(name, split):
        sets.setdefault(frozenset(item.options), Counter())[item.answer] += 1
    for options, answers in sets.items():
        assert answers == dict.fromkeys(options, 1)
    for one, other in combinations(sets, 2):
        assert not one & other or name == "section_titles"  # इतिहास is a title of many articles


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", CROSSED)
def test_right_option_positions_are_balanced(name: str, split: str) -> None:
    places = Counter(item.options.index(item.answer) for item in questions(name, split))
    assert max(places.values()) == min(places.values())


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", CROSSED)
def test_word_overlap_does_not_reveal_answer(name: str, split: str) -> None:
    hits = 0.0
    items = questions(name, split)
    for item in items:
        text = set(WORD.findall(item.before))
        shared = [len(text & set(WORD.findall(option))) for option in item.options]
        best = [option for option, n in zip(item.options, shared, strict=True) if n == max(shared)]
        hits += (item.answer in best) / len(best)
    chance = 1 / len(items[0].options)
    assert hits / len(items) <= chance + 0.1


@pytest.mark.parametrize("split", SPLITS)
def test_a_pronoun_means_each_of_the_two_once(split: str) -> None:
    """Both statements on a sentence, one right: neither a name nor a predicate tells the label."""
    case = CASES["wnli"]
    assert isinstance(case, TextCase)
    pairs = [
        (*item.text.split(f"\n{STATEMENT}"), item.label) for item in getattr(case.splits, split)
    ]
    by_sentence: dict[str, list[str]] = {}
    for sentence, _, label in pairs:
        by_sentence.setdefault(sentence, []).append(label)
    assert all(sorted(each) == ["entailment", "not_entailment"] for each in by_sentence.values())
    starts = Counter((sentence.split(",")[0], label) for sentence, _, label in pairs)
    assert set(starts.values()) == {2}
    names: dict[str, Counter[str]] = {}
    for sentence, statement, label in pairs:
        frame = sentence.split(",")[0]
        names.setdefault(f"{frame}/{statement[:4]}", Counter())[label] += 1
    assert all(count["entailment"] == count["not_entailment"] for count in names.values())


def test_no_text_is_in_two_splits() -> None:
    for name in CROSSED:
        texts = [item.before for split in SPLITS for item in questions(name, split)]
        assert len(set(texts)) == len(texts)


def test_the_class_news_is_not_given_away_by_its_wording() -> None:
    case = CASES["bbc_hindi"]
    assert isinstance(case, TextCase)
    every = [item for split in SPLITS for item in getattr(case.splits, split)]
    news = [item.text for item in every if item.label == "news"]
    others = {word for item in every if item.label != "news" for word in WORD.findall(item.text)}
    assert len(news) == 19
    assert not [text for text in news if OF_EDITORS.search(text)]
    counts = Counter(word for text in news for word in set(WORD.findall(text)))
    assert not [word for word, n in counts.items() if n > 2 and word not in others]
    # Round-ups of one section: commas and "and" are no sign either.
    listed = Counter(item.label for item in every if re.fullmatch(r"[^,]+, [^,]+ और .+", item.text))
    assert all(listed[label] >= 3 for label in case.labels)
