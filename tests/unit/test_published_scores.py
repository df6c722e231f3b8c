"""Published pairs by each protocol: the figures equal minicons', and the verdicts follow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import torch
from transformers import LlamaConfig

from bench.published import compare, their_score
from kasauti.commands.schema import results_schema
from kasauti.data.packs import read_packs
from kasauti.engines.backends.local.backend import LocalBackend
from kasauti.engines.protocol.backend import Continuation
from kasauti.engines.sources.loading import LoadOptions
from kasauti.engines.sources.model_source import ModelSource
from kasauti.engines.store.score_store import opened
from kasauti.fixtures.suites.lint_data.suite import LintCase, LintData
from kasauti.fixtures.suites.multiblimp.suite import MultiBlimp
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.fixtures.suites.pairs.regions import region_cases
from kasauti.reports.files.results_json import results_json
from tests.support.dashboard_runs import run_of
from tests.support.fake_backend import FakeBackend, context
from tests.support.pair_samples import CHINESE, JAPANESE, RUSSIAN, SWAHILI, TURKISH
from tests.support.tiny_models import save_tiny_model
from tests.unit.test_pair_formats import suite, write

FILES: dict[str, object] = {
    "turkish.csv": TURKISH,
    "russian.csv": RUSSIAN,
    "japanese.jsonl": JAPANESE,
    "chinese.jsonl": CHINESE,
    "fr_evalset/french.txt": "True\tla fille rit\nFalse\tla fille rient\n",
    "swahili-N_V.json": [
        *SWAHILI,
        [["Vitu vya mti", "Vitu vya mti"], ["vinaanguka.", "kinaanguka."]],
    ],
    "english.tsv": "sen\twrong_sen\tphenomenon\tlang\nThey read.\tThey reads.\tSV-#\teng\n",
}


@pytest.fixture(scope="module")
def backend(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalBackend]:
    folder = tmp_path_factory.mktemp("tiny")
    config = LlamaConfig(
        vocab_size=400,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=48,
        max_position_embeddings=1024,
    )
    save_tiny_model(folder / "model", config)
    with opened(folder / "scores.sqlite") as store:
        yield LocalBackend(ModelSource.find(str(folder / "model")), LoadOptions(), store)


@pytest.fixture(scope="module")
def peer(backend: LocalBackend) -> Any:
    scorer = pytest.importorskip("minicons.scorer")
    return scorer.IncrementalLMScorer(backend.model, tokenizer=backend.tokenizer, device="cpu")


@pytest.mark.parametrize("name", FILES)
def test_scores_equal_those_of_minicons(
    tmp_path: Path, backend: LocalBackend, peer: Any, name: str
) -> None:
    case = minimal_pair_cases([write(tmp_path / name, FILES[name])])[-1]
    measure = MultiBlimp().measurer(context(MultiBlimp(), [case], backend))  # type: ignore[arg-type]
    items = measure(case).items
    for pair, item in zip(case.pairs, items, strict=True):
        theirs = [their_score(peer, *each) for each in pair.scored]
        assert item.scores == pytest.approx(theirs, abs=1e-4)
        assert item.right == (theirs[0] > theirs[1])
    found = compare(backend, peer, case.pairs)
    right = sum(bool(item.right) for item in items)
    assert (found.ours, found.theirs, found.verdicts_differ) == (right, right, 0)


def test_regions_have_the_surprisal_of_their_tokens(
    tmp_path: Path, backend: LocalBackend, peer: Any
) -> None:
    (case,) = region_cases(read_packs([write(tmp_path / "gym.json", suite())]))
    measure = MultiBlimp().measurer(context(MultiBlimp(), [case], backend))  # type: ignore[arg-type]
    (item,) = measure(case).items
    for condition in ("match", "mismatch"):
        ours = item.details["surprisals"]
        with torch.inference_mode():
            tokens = peer.token_score(
                [case.items[0].sentence(condition)], bos_token=True, surprisal=True, base_two=True
            )[0]
        by_region = {"1": 0.0, "3": 0.0}
        place = 0
        for token, surprisal in tokens[1:]:  # without BOS
            place += len(token)  # byte-level tokens of ASCII have one sign per character
            by_region["1" if place <= len("The keys") else "3"] += surprisal
        for region, value in by_region.items():
            assert ours[f"{condition} {region}"] == pytest.approx(value, abs=1e-3)
        assert ours[f"{condition} 2"] == 0
        assert ours[f"{condition} *"] == pytest.approx(sum(by_region.values()), abs=1e-3)


def test_a_prediction_is_right_where_its_formula_holds(tmp_path: Path) -> None:
    content = suite()
    second = json.loads(json.dumps(content["items"][0]))
    second["item_number"] = 2
    for condition in second["conditions"]:
        condition["regions"][0]["content"] = "The key"
    path = write(tmp_path / "gym.json", suite(items=[content["items"][0], second]))
    (case,) = region_cases(read_packs([path]))
    choices = {
        ("The keys", " are"): -1.0,
        ("The keys", " is"): -2.0,
        ("The key", " are"): -1.5,
        ("The key", " is"): -1.0,
    }
    fake = FakeBackend(texts={"The keys": -3.0, "The key": -3.0}, choices=choices)
    measurement = MultiBlimp().measurer(context(MultiBlimp(), [case], fake))(case)
    assert [item.right for item in measurement.items] == [True, False]
    assert [item.score for item in measurement.items] == pytest.approx([1 / log(2), -0.5 / log(2)])
    assert (measurement.headline.value, measurement.language) == (0.5, "en")
    assert "match: The key are" in measurement.message
    assert fake.passes == [2, 4]  # all regions of all items in one pass
    results = json.loads(results_json(run_of(measurement)))
    jsonschema.validate(results, results_schema(), jsonschema.Draft202012Validator)


def test_only_the_rest_counts_where_a_protocol_says_so(tmp_path: Path) -> None:
    case = minimal_pair_cases([write(tmp_path / "swahili-N_V.json", SWAHILI)])[-1]
    choices = {("Kiti cha", " kinaanguka."): -2.0, ("Kiti cha", " zinaanguka."): -1.0}
    fake = FakeBackend(choices=choices)
    assert MultiBlimp().requests(case).continuations == [Continuation(*each) for each in choices]
    measurement = MultiBlimp().measurer(context(MultiBlimp(), [case], fake))(case)
    assert measurement.items[0].scores == (-2.0, -1.0)
    assert measurement.headline.value == 0
    assert measurement.settings["score"] == "conditional"
    assert measurement.items[0].texts == ("Kiti cha kinaanguka.", "Kiti cha zinaanguka.")


def test_the_limit_of_baselines_only_informs_about_published_pairs(tmp_path: Path) -> None:
    rows = [
        {"id": f"{number}", "phenomenon": "p", "good": f"a{number}", "bad": f"a long {number}"}
        for number in range(10)
    ]
    own = write(tmp_path / "own.jsonl", "\n".join(map(json.dumps, rows)))
    lines = [f"True\ta{number}\nFalse\ta long {number}\n" for number in range(10)]
    theirs = write(tmp_path / "theirs.txt", "".join(lines))
    verdicts = []
    for path in (own, theirs):
        case = LintCase(minimal_pair_cases([path])[-1])
        measurement = LintData().measurer(context(LintData(), [case]))(case)
        assert measurement.headline.value == 1
        verdicts.append(measurement.verdict)
    assert verdicts == ["failed", "shown"]
