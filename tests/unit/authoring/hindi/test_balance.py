"""Balancing the generated sets: judges, exchanges, stored choices and the table of baselines."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from authoring.hindi.balance.baselines import COLUMNS, TABLE, read_table
from authoring.hindi.balance.improve import improve
from authoring.hindi.balance.judges import Balance, WordPairs, prefers_shorter, sign
from authoring.hindi.balance.outside_text import outside_sentences
from authoring.hindi.generate import fill, generate, stored_choices
from authoring.hindi.sets import FULL, GeneratedSet
from kasauti.data.lint.frequency import word_frequency
from kasauti.data.pairs import by_phenomenon, read_pairs
from kasauti.fixtures.suites.pairs.cases import HINDI_CORE
from kasauti.inputs.errors import KasautiError
from kasauti.scorers.pairs.baselines import bigram, shorter_wins, unigram

ROWS = read_table(TABLE)


def test_word_pairs_favor_sentence_with_known_pairs():
    known = WordPairs()
    assert known.lean("घर में है", "में घर है") == 0
    known.take("घर में है", "में घर है")

    assert known.lean("घर में था", "में घर था") > 0
    assert known.lean("पेड़ पर था", "पर पेड़ था") == 0


def test_the_cost_grows_with_every_surplus():
    balance = Balance((prefers_shorter,))
    even = balance.cost("क ख", "ग घ")
    balance.take("क", "ख ग")

    assert even == 0
    assert balance.cost("घ", "ङ च") > balance.cost("घ ङ", "च")


def test_signs():
    assert [sign(number) for number in (-0.5, 0, 3)] == [-1, 0, 1]


def test_exchanging_drafts_brings_a_baseline_nearer_to_chance():
    small = GeneratedSet("small", FULL.phenomena, 48)

    def likes_men(good: str, bad: str) -> int:
        return 1 if " ने " in good else -1

    slots = fill(small, "gender_agreement_adjective", seed=3)
    before = [tuple(slot.numbers) for slot in slots]
    pairs = [draft.sentences() for slot in slots for draft in slot.drafts]
    improve(slots, (likes_men,))
    after = [draft.sentences() for slot in slots for draft in slot.drafts]

    def share(sentences):
        return abs(sum(likes_men(*pair) for pair in sentences)) / len(sentences)

    assert share(after) <= share(pairs)
    assert [len(slot.numbers) for slot in slots] == [len(numbers) for numbers in before]
    assert all(slot.numbers == sorted(slot.numbers) for slot in slots)
    assert len({good for good, _ in after}) == 48


def test_word_pairs_are_measured_with_the_pairs_beside_the_set():
    small = GeneratedSet("small", FULL.phenomena, 48)
    slots = fill(small, "word_order", seed=3)
    beside = [draft.sentences() for slot in slots for draft in slot.drafts]  # solve each other

    def accuracy():
        own = [draft.sentences() for slot in slots for draft in slot.drafts]
        return bigram([*beside, *own]).accuracy

    before = accuracy()
    improve(slots, (), beside=beside)
    assert accuracy() < before - 0.05


def test_stored_choices_reproduce_set_and_stale_are_refused(tmp_path, monkeypatch):
    small = GeneratedSet("small", {"binding": FULL.phenomena["binding"]}, 14)
    monkeypatch.setattr(
        GeneratedSet, "choices_path", property(lambda self: tmp_path / f"{self.name}.json")
    )
    slots = fill(small, "binding")
    stored = {slot.key: slot.numbers for slot in slots}
    (tmp_path / "small.json").write_text(json.dumps(stored), encoding="utf-8")

    chosen = [draft.sentences() for slot in slots for draft in slot.drafts]
    assert [(pair.good, pair.bad) for pair in generate(small)] == chosen
    key = slots[0].key
    (tmp_path / "small.json").write_text(json.dumps(stored | {key: [0]}), encoding="utf-8")
    with pytest.raises(KasautiError, match=f"draft 0 of {key} is not what it was"):
        generate(small)


def test_every_slot_of_the_full_set_has_its_choices():
    choices = stored_choices(FULL)
    keys = {
        f"{phenomenon}/{template.name}/{direction}"
        for phenomenon, templates in FULL.phenomena.items()
        for template in templates
        for direction in template.directions
    }

    assert set(choices) == keys


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.pair_set}-{row.phenomenon}")
def test_no_baseline_is_far_from_chance(row):
    for column, accuracy in zip(COLUMNS, row.accuracies, strict=True):
        assert 0.40 <= accuracy <= 0.60, column


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.pair_set}-{row.phenomenon}")
def test_table_matches_measurements(row):
    pytest.importorskip("wordfreq", reason="wordfreq is not installed")
    pairs = _gated(row.pair_set)[row.phenomenon]
    sentences = [(pair.good, pair.bad) for pair in pairs]
    frequency = word_frequency(good for good, _ in sentences)

    assert row.pairs == len(pairs)
    measured = (shorter_wins(sentences), unigram(sentences, frequency), bigram(sentences))
    assert row.accuracies[:3] == tuple(round(score.accuracy, 3) for score in measured)


def test_the_table_has_every_phenomenon():
    found = {(row.pair_set, row.phenomenon) for row in ROWS}

    assert found >= {(name, each) for name in ("core", "full") for each in _gated(name)}


@cache
def _gated(pair_set: str):
    path = HINDI_CORE if pair_set == "core" else HINDI_CORE.with_name(f"pairs_{pair_set}.jsonl")
    return by_phenomenon(pair for pair in read_pairs(path) if pair.gated)


def test_outside_text_is_read_from_every_kind_of_file(tmp_path):
    _folders(tmp_path)
    _write(tmp_path / "ud" / "hi_x-ud-test.conllu", "# text = राम घर गया।\n1\tराम\n")
    _write(tmp_path / "sib200" / "hin_Deva" / "dev.tsv", "index_id\ttext\n1\tवह आया। वह गया\n")
    _write(tmp_path / "indicglue" / "BBC_dev_data.tsv", "Sentence\tTopic\nख़बर\t1\n")

    found = [sentence.strip() for sentence in outside_sentences(tmp_path)]

    assert found == ["राम घर गया।", "वह आया", "वह गया", "ख़बर"]


def test_a_folder_without_text_is_refused(tmp_path):
    _folders(tmp_path)

    with pytest.raises(KasautiError, match="has no Hindi text"):
        outside_sentences(tmp_path)


def test_a_file_without_the_column_is_refused(tmp_path):
    _folders(tmp_path)
    _write(tmp_path / "indicglue" / "PR_dev_data.tsv", "Text\nक\n")

    with pytest.raises(KasautiError, match="has no column Sentence"):
        outside_sentences(tmp_path)


def _folders(path: Path) -> None:
    for folder in ("ud", "sib200/hin_Deva", "indicglue"):
        (path / folder).mkdir(parents=True)


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
