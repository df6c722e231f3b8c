"""A blind reading: what is drawn, what readers see, and what their answers come to."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kasauti.__main__ import main
from kasauti.analysis.review import Review, review
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.fixtures.suites.pairs.review_sample import draw_sample
from kasauti.records.review import Answer, ReviewSample
from kasauti.scorers.statistics.intervals import wilson

COUNT = 80


@pytest.fixture(scope="module")
def sample() -> ReviewSample:
    return draw_sample(minimal_pair_cases(pairs_set="full"), COUNT)


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    assert main(["review", "draw", "--count", "30", "--output", str(tmp_path / "r")]) == 0
    return tmp_path / "r"


def sheet(folder: Path, name: str, choices: dict[str, tuple[str, str]], reader: str = "") -> Path:
    """The empty sheet filled in: by item, a choice relative to the key and a naturalness."""
    key = {
        row["item"]: row["good"] for row in json.loads((folder / "key.json").read_text())["items"]
    }
    with (folder / "review.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        choice, row["naturalness"] = choices.get(row["item"], ("good", "3"))
        good = key[row["item"]]
        row["choice"] = {"good": good, "bad": "AB".replace(good, "")}.get(choice, choice)
        row["reader"] = reader
    path = folder / f"{name}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_the_sample_is_spread_over_phenomena_and_templates(sample: ReviewSample) -> None:
    by_phenomenon = Counter(item.phenomenon for item in sample.items)
    assert len(sample.items) == COUNT
    assert set(by_phenomenon.values()) == {COUNT // 16}
    by_template = Counter((item.phenomenon, item.template) for item in sample.items)
    assert set(by_template.values()) == {1}  # each phenomenon has more than five templates


def test_order_does_not_reveal_good_sentence(sample: ReviewSample) -> None:
    first = Counter(item.good for item in sample.items)
    assert 0.3 < first["A"] / COUNT < 0.7
    phenomena = [item.phenomenon for item in sample.items]
    assert phenomena != sorted(phenomena)


def test_the_same_seed_draws_the_same_pairs(sample: ReviewSample) -> None:
    cases = minimal_pair_cases(pairs_set="full")
    assert draw_sample(cases, COUNT) == sample
    assert draw_sample(cases, COUNT, seed=1).sample != sample.sample


def test_oversized_sample_takes_all_pairs() -> None:
    cases = minimal_pair_cases()[:2]
    pairs = [pair.id for case in cases for pair in case.pairs]
    drawn = draw_sample(cases, 10_000)
    assert sorted(item.pair for item in drawn.items) == sorted(pairs)


def test_readers_see_no_key(drawn: Path) -> None:
    key: dict[str, Any] = json.loads((drawn / "key.json").read_text(encoding="utf-8"))
    for name in ("review.html", "review.csv"):
        text = (drawn / name).read_text(encoding="utf-8")
        for item in key["items"]:
            assert item["pair"] not in text
            assert item["phenomenon"] not in text
            assert item["sentence_a"] in text


def answers(sample: ReviewSample, *readers: str) -> list[Answer]:
    """One letter per reader and item: g(ood), b(ad), B(oth), N(either), - (no answer)."""
    found = []
    for number, letters in enumerate(readers):
        for item, letter in zip(sample.items, letters, strict=False):
            other = "B" if item.good == "A" else "A"
            choices = {"g": item.good, "b": other, "B": "both", "N": "neither"}
            if letter in choices:
                found.append(Answer(f"r{number}", item.item, choices[letter], 3))  # type: ignore[arg-type]
    return found


def dropped(result: Review) -> list[str]:
    return [read.item.item for read in result.to_drop]


def test_agreement_counts_pairs_by_the_majority_of_readers(sample: ReviewSample) -> None:
    result = review(sample, answers(sample, "gggbBN", "ggbbBg", "gbbgg-"))
    items = [item.item for item in sample.items]
    # The sixth has one of two votes: no majority.
    assert dropped(result) == [items[2], items[3], items[4], items[5]]
    assert [read.item.item for read in result.disputed] == [items[1]]
    assert (result.overall.agreed, result.overall.pairs) == (2, 6)
    assert result.overall.interval == wilson(2, 6)
    assert dict(result.overall.votes) == {"good": 9, "bad": 5, "both": 2, "neither": 1}
    assert result.unread == COUNT - 6
    assert sum(each.pairs for each in result.by_phenomenon) == 6
    with_template = sum(bool(item.template) for item in sample.items[:6])
    assert sum(each.pairs for each in result.by_template) == with_template


def test_unnatural_pair_with_right_key_is_dropped(sample: ReviewSample) -> None:
    item = sample.items[0]
    rated = [Answer(f"r{n}", item.item, item.good, level) for n, level in enumerate((1, 1, 3))]
    assert dropped(review(sample, rated)) == [item.item]
    assert not dropped(review(sample, rated[1:]))


def test_filled_in_sheets_are_read_back(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheets = [
        sheet(drawn, "first", {"01": ("bad", "3"), "02": ("both", "2"), "03": ("", "")}),
        sheet(drawn, "second", {"01": ("neither", "1")}, reader="उषा"),
    ]
    capsys.readouterr()
    assert main(["review", "read", str(drawn / "key.json"), *map(str, sheets)]) == 0
    shown = capsys.readouterr().out
    key = {row["item"]: row for row in json.loads((drawn / "key.json").read_text())["items"]}
    assert shown.startswith("2 readers (first, उषा), 30 pairs read, 0 not answered by anyone.")
    assert f"{key['01']['pair']} ({key['01']['phenomenon']}): 1 bad, 1 neither" in shown
    assert "2 pairs to drop" in shown
    assert "all" in shown
    assert "0.933 0.787 to 0.982 56 1 1 1" in " ".join(shown.split())
    assert "Krippendorff's alpha of the choices: 0.8" in shown


def test_a_folder_with_another_sample_is_kept(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (drawn / "key.json").read_bytes()
    assert main(["review", "draw", "--count", "9", "--output", str(drawn)]) == 4
    assert "holds another sample" in capsys.readouterr().err
    assert (drawn / "key.json").read_bytes() == before
    assert main(["review", "draw", "--count", "30", "--output", str(drawn)]) == 0


def test_a_file_is_drawn_from_alone(tmp_path: Path) -> None:
    row = {"id": "m1", "phenomenon": "p", "good": "मी जातो.", "bad": "मी जाते.", "language": "mr"}
    (tmp_path / "marathi.jsonl").write_text(json.dumps(row), encoding="utf-8")
    files = ["--pairs", str(tmp_path / "marathi.jsonl"), "--output", str(tmp_path / "r")]
    assert main(["review", "draw", *files]) == 0
    key = json.loads((tmp_path / "r" / "key.json").read_text(encoding="utf-8"))
    assert [(item["pair"], item["language"]) for item in key["items"]] == [("m1", "mr")]


WRONG = {
    "choice": ("no choice", "C", "the choice is 'C'. Write A, B, both or neither."),
    "naturalness": ("level", "7", "the naturalness is '7'."),
    "sample": ("sample", "x", "Give the key that was written with this sheet."),
    "item": ("item", "02", "item 02 is answered twice."),
}


@pytest.mark.parametrize("column", WRONG)
def test_a_wrong_cell_is_refused_with_its_line(
    column: str, drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, value, message = WRONG[column]
    path = sheet(drawn, "wrong", {})
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[2][column] = value
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert main(["review", "read", str(drawn / "key.json"), str(path)]) == 4
    error = capsys.readouterr().err
    assert message in error
    assert "line 4" in error


def test_a_key_with_an_invalid_item_is_refused(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = drawn / "key.json"
    key = json.loads(path.read_text(encoding="utf-8"))
    key["items"][1]["good"] = "C"
    path.write_text(json.dumps(key), encoding="utf-8")
    assert main(["review", "read", str(path), str(drawn / "review.csv")]) == 4
    shown = capsys.readouterr().err
    assert "Invalid enum value 'C' - at `$.items[1].good`" in shown
    assert "Give the key.json of `review draw`." in shown


def test_a_key_that_was_changed_is_refused(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = sheet(drawn, "first", {})
    key = drawn / "key.json"
    key.write_text(key.read_text(encoding="utf-8").replace("।", "!", 1), encoding="utf-8")
    assert main(["review", "read", str(key), str(path)]) == 4
    assert "was changed after it was written" in capsys.readouterr().err


def test_one_reader_in_two_files_is_refused(
    drawn: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheets = [str(sheet(drawn, name, {}, reader="x")) for name in ("first", "second")]
    assert main(["review", "read", str(drawn / "key.json"), *sheets]) == 4
    assert "have the same reader, x" in capsys.readouterr().err


def test_empty_sheets_are_refused(drawn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "read", str(drawn / "key.json"), str(drawn / "review.csv")]) == 4
    assert "No sheet has an answer." in capsys.readouterr().err
