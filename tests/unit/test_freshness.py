"""Freshness: contamination that was planted is found, and none where none was planted."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import torch
from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedTokenizerFast

from kasauti.commands.schema import results_schema
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Advance, SequenceScore, ignore_progress
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened
from kasauti.fixtures.suites.freshness.cases import FreshCase
from kasauti.fixtures.suites.freshness.likelihoods import Likelihoods, Measured
from kasauti.fixtures.suites.freshness.suite import Freshness
from kasauti.inputs.errors import KasautiError
from kasauti.records import Measurement
from kasauti.reports.files.results_json import results_json
from kasauti.scorers.pairs.standing_out import find_outliers
from kasauti.thresholds import load_thresholds
from tests.support.dashboard_runs import run_of
from tests.support.fake_backend import FakeBackend, context, default_options
from tests.support.planted_pairs import Planted, planted_pairs
from tests.support.tiny_models import save_tiny_model

SUITE = Freshness()
STEPS = 120


def cases_of(*files: Path) -> list[FreshCase]:
    chosen = default_options(pairs=[str(path) for path in files])
    return list(SUITE.cases(chosen, load_thresholds()))


def measured(backend: Any, *files: Path) -> list[Measurement]:
    cases = cases_of(*files)
    measure = SUITE.measurer(context(SUITE, cases, backend))
    return [measure(case) for case in cases]


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Planted:
    return planted_pairs(tmp_path_factory.mktemp("planted"))


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory, planted: Planted) -> tuple[Path, Path]:
    """A small transformer before and after it has read half of the published sentences."""
    folder = tmp_path_factory.mktemp("models")
    config = LlamaConfig(
        vocab_size=400, hidden_size=64, intermediate_size=128, num_hidden_layers=2,
        num_attention_heads=4, bos_token_id=0, eos_token_id=1, pad_token_id=2,
    )  # fmt: skip
    before = save_tiny_model(folder / "before", config)
    return before, trained(before, folder / "after", planted.seen)


@pytest.fixture(scope="module")
def both(folders: tuple[Path, Path], planted: Planted) -> tuple[Measurement, Measurement]:
    found = []
    for folder in folders:
        with opened(folder / "scores.sqlite") as store:
            backend = LocalBackend(ModelSource.find(str(folder)), LoadOptions(), store)
            found += measured(backend, planted.published, planted.ours)
    return found[0], found[1]


def test_the_gap_shows_what_was_seen(both: tuple[Measurement, Measurement]) -> None:
    before, after = (each.headline for each in both)
    assert before.metric == after.metric == "gap"
    assert before.interval
    assert after.interval
    assert before.interval.low <= 0 <= before.interval.high
    assert after.interval.low > 0


def test_the_list_has_what_was_seen_and_nothing_else(
    both: tuple[Measurement, Measurement], planted: Planted
) -> None:
    before, after = (set(one.details["list"]) for one in both)
    assert before == set()
    assert after <= planted.seen_ids
    assert len(after) > 0.8 * len(planted.seen_ids)


def test_none_of_ours_is_listed(both: tuple[Measurement, Measurement]) -> None:
    for each in both:
        assert each.details["ours_judged"] > 40
        assert each.details["ours_listed"] == []


def trained(model: Path, folder: Path, sentences: Sequence[str]) -> Path:
    """The model after it has read the sentences many times."""
    torch.manual_seed(0)
    network = AutoModelForCausalLM.from_pretrained(model, dtype=torch.float32)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(model)
    batch = tokenizer([f"<s>{each}" for each in sentences], padding=True, return_tensors="pt")
    ids = batch["input_ids"]
    labels = ids.masked_fill(batch["attention_mask"] == 0, -100)
    optimizer = torch.optim.AdamW(network.parameters(), lr=3e-3)
    for _ in range(STEPS):
        loss = network(input_ids=ids, attention_mask=batch["attention_mask"], labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    network.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


class CountModel(FakeBackend):
    """Knows letters by how many there are, and some sentences by heart."""

    def __init__(self, seen: Collection[str] = ()) -> None:
        super().__init__()
        self.seen = frozenset(seen)

    def score_texts(
        self, texts: Sequence[str], advance: Advance = ignore_progress
    ) -> list[SequenceScore]:
        advance(len(texts))
        return [SequenceScore(self.logprob(text), len(text.split())) for text in texts]

    def logprob(self, text: str) -> float:
        spread = sum(ord(letter) * (at + 7) for at, letter in enumerate(text)) % 97 / 97
        plain = -2.0 * len(text) - 6 * spread
        return plain / 8 if text in self.seen else plain


def test_a_model_by_counts_that_has_seen_half_is_found(planted: Planted) -> None:
    (clean,) = measured(CountModel(), planted.published, planted.ours)
    (dirty,) = measured(CountModel(planted.seen), planted.published, planted.ours)
    assert clean.details["list"] == []
    assert set(dirty.details["list"]) == planted.seen_ids
    assert dirty.headline.value > clean.headline.value + 0.1
    assert dirty.verdict == clean.verdict == "shown"
    assert not dirty.red
    assert "evidence, not proof" in dirty.why_shown
    assert any("a gap of +" in note for note in dirty.notes)


def test_a_threshold_for_the_gap_judges_where_a_user_sets_one(
    planted: Planted, tmp_path: Path
) -> None:
    (tmp_path / "freshness.toml").write_text(
        '[default.gap]\ndirection = "at most"\nvalue = 0.1\nsource = "us"\nreason = "a test"\n',
        encoding="utf-8",
    )
    thresholds = load_thresholds(tmp_path, suites=[SUITE.name])
    cases = cases_of(planted.published, planted.ours)
    for seen, verdict in (((), "passed"), (planted.seen, "failed")):
        measure = SUITE.measurer(context(SUITE, cases, CountModel(seen), thresholds=thresholds))
        assert measure(cases[0]).verdict == verdict


def test_items_say_what_was_found_of_each(planted: Planted) -> None:
    (dirty,) = measured(CountModel(planted.seen), planted.published, planted.ours)
    by_id = {item.id: item for item in dirty.items}
    assert len(by_id) == len(planted.sentences)
    for each in by_id.values():
        assert (each.tags["listed"] == "yes") == (each.id in planted.seen_ids)
        assert each.right is None
    matches = [each.details["ours"] for each in by_id.values() if "ours" in each.details]
    assert len(matches) == len(set(matches)) == dirty.headline.n


def test_a_sentence_is_listed_that_stands_out_by_every_measure_that_it_has() -> None:
    usual = [math.sin(number) for number in range(40)]
    by_zlib = {f"s{number}": value for number, value in enumerate([*usual, 30.0, 30.0, 30.0])}
    by_neighbours = dict(zip(by_zlib, [*usual, 30.0, 0.0], strict=False))  # the last has none
    found = Likelihoods(
        {
            name: Measured(values, find_outliers(list(values.values())))
            for name, values in (("zlib", by_zlib), ("neighbours", by_neighbours))
        }
    )
    assert found.listed == ("s40", "s42")
    assert found.beyond("s40") == ["zlib", "neighbours"]
    assert found.beyond("s41") == ["zlib"]
    assert found.judged == 43
    assert found.z("s41") == found.measures["neighbours"].z["s41"]


def test_results_follow_the_schema(planted: Planted) -> None:
    found = measured(CountModel(planted.seen), planted.published, planted.ours)
    found += measured(CountModel(), planted.published)  # without ours
    for each in found:
        content = json.loads(results_json(run_of(each)))
        jsonschema.validate(content, results_schema(), jsonschema.Draft202012Validator)


def test_without_pairs_of_ours_the_list_is_still_given(planted: Planted) -> None:
    (dirty,) = measured(CountModel(planted.seen), planted.published)
    assert dirty.headline.metric == "listed"
    assert dirty.headline.value == len(planted.seen)
    assert "no pairs of our own for SV-# in qaa" in dirty.why_shown
    assert dirty.details.get("matches") is None


def test_the_gap_of_a_set_is_that_of_all_its_matches(planted: Planted) -> None:
    found = measured(CountModel(planted.seen), planted.published, planted.ours)
    (total,) = SUITE.totals([found[0], found[0]]).totals
    assert total.name == "published/overall"
    assert total.n == 2 * (found[0].headline.n or 0)
    assert total.figures["gap"] == pytest.approx(found[0].headline.value)


HINDI = [("लड़की कल घर से निकली थी ।", "लड़की कल घर से निकला था ।"),
         ("वह आदमी आज सुबह आया है ।", "वह आदमी आज सुबह आई है ।")]  # fmt: skip


def hindi_file(folder: Path, **more: str) -> Path:
    path = folder / "hindi.jsonl"
    rows = [
        {"sentence_good": good, "sentence_bad": bad, "UID": "SV-G", "pairID": number, **more}
        for number, (good, bad) in enumerate(HINDI)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("more", [{"lang": "hin"}, {}])
def test_hindi_pairs_stand_beside_the_shipped_ones(tmp_path: Path, more: dict[str, str]) -> None:
    (case,) = cases_of(hindi_file(tmp_path, **more))
    assert case.ours
    assert case.ours.phenomenon == "subject_verb_agreement_gender"
    assert len(case.ours.pairs) > 300
    assert case.ours.by_words == (not more)
    assert len(case.matches) == 2


def test_words_of_another_language_are_not_taken_for_hindi(tmp_path: Path) -> None:
    path = tmp_path / "sanskrit.jsonl"
    row = {"sentence_good": "रामः वनम् अगच्छत् ।", "sentence_bad": "रामः वनम् अगच्छन् ।", "UID": "SV-#"}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    (case,) = cases_of(path)
    assert case.ours is None


def test_a_sentence_that_is_published_is_not_ours(planted: Planted, tmp_path: Path) -> None:
    copied = tmp_path / "copied.tsv"
    own = [json.loads(line) for line in planted.ours.read_text(encoding="utf-8").splitlines()]
    lines = [f"{each['good']}\t{each['bad']}\tSV-#\tqaa" for each in own[:10]]
    copied.write_text("\n".join(["sen\twrong_sen\tphenomenon\tlang", *lines, ""]), "utf-8")
    (case,) = cases_of(copied, planted.ours)
    assert case.ours
    assert len(case.ours.pairs) == len(own) - 10


def test_who_asks_for_it_without_published_pairs_is_told(planted: Planted) -> None:
    assert cases_of() == []
    assert cases_of(planted.ours) == []
    for files, asked in (([], "freshness"), ([str(planted.ours)], "quiz or freshness")):
        options = default_options(pairs=files)
        options.markexpr = "not freshness"
        assert not SUITE.cases(options, load_thresholds())
        options.markexpr = asked
        with pytest.raises(KasautiError, match="--pairs=multiblimp:hin"):
            SUITE.cases(options, load_thresholds())


def test_a_limit_takes_fewer_published_pairs(planted: Planted) -> None:
    (case,) = cases_of(planted.published, planted.ours)
    few = case.limited(10, seed=0)
    assert (SUITE.size(case), SUITE.size(few)) == (80, 10)
    assert len(few.matches) <= 10
    assert len(SUITE.requests(few).texts) < len(SUITE.requests(case).texts)


def test_a_sentence_that_is_scored_after_its_start_is_also_looked_at_whole(tmp_path: Path) -> None:
    path = tmp_path / "swahili-N_V.json"
    path.write_text(json.dumps([[["Mti", "Mti"], ["unaanguka.", "inaanguka."]]]), encoding="utf-8")
    (case,) = cases_of(path)
    requests = SUITE.requests(case)
    assert "Mti unaanguka." in requests.texts
    assert [(each.context, each.text.strip()) for each in requests.continuations] == [
        ("Mti", "unaanguka."), ("Mti", "inaanguka."),
    ]  # fmt: skip
