"""--until=decided: which pairs are taken, what is said of them, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kasauti.analysis.case_record import CaseRecord, differences
from kasauti.commands.schema import results_schema, section_schema
from kasauti.data.pairs import Pair
from kasauti.engines.protocol.backend import Advance, ContrastScore, ignore_progress
from kasauti.fixtures.session.until import refuse_undecidable
from kasauti.fixtures.suites import SUITES
from kasauti.fixtures.suites.multiblimp.suite import MultiBlimp
from kasauti.fixtures.suites.pairs import rounds
from kasauti.fixtures.suites.pairs.cases import PairCase
from kasauti.fixtures.suites.pairs.rounds import may_cancel
from kasauti.inputs.drawing import shuffle
from kasauti.inputs.errors import KasautiError
from kasauti.records import UNTIL, Measurement, Run
from kasauti.records.serialization.cases import case_json, pack, unpack
from kasauti.reports.files.summary_csv import summary_csv
from kasauti.reports.pages.items import is_pair
from kasauti.reports.wording.rows import case_row
from kasauti.reports.wording.verdict import headline
from tests.support.fake_backend import FakeBackend, context, default_options

SUITE = MultiBlimp()
Rights = list[tuple[PairCase, int]]  # each case, and how many of its pairs are right


def case_of(name: str, total: int, **changes: Any) -> PairCase:
    pairs = tuple(
        Pair(
            id=f"{name}-{number}",
            phenomenon=name,
            good=f"{name} {number} good",
            bad=f"{name} {number} bad",
        )
        for number in range(total)
    )
    return replace(PairCase("multiblimp", name, "made@1", pairs), **changes)


def backend_for(rights: Rights) -> FakeBackend:
    """Prefers the good sentence in so many pairs of each case, spread over the case."""
    texts: dict[str, float] = {}
    for case, right in rights:
        for pair in case.pairs:
            number = int(pair.id.rpartition("-")[2])
            is_right = number * right // len(case.pairs) != (number + 1) * right // len(case.pairs)
            texts |= {pair.good: -1.0 if is_right else -3.0, pair.bad: -2.0}
    return FakeBackend(texts=texts)


def measured(rights: Rights, **options: Any) -> tuple[list[Measurement], list[int]]:
    backend = backend_for(rights)
    found = context(SUITE, [case for case, _ in rights], backend, until="decided", **options)
    measure = SUITE.measurer(found)
    return [measure(case) for case, _ in rights], backend.passes


CLEAR = [(case_of("easy", 300), 290), (case_of("hard", 300), 120), (case_of("near", 300), 211)]


def test_clear_cases_stop_early_and_all_have_the_verdict_of_all_pairs() -> None:
    (easy, hard, near), passes = measured(CLEAR)
    assert (easy.verdict, hard.verdict, near.verdict) == ("passed", "failed", "passed")
    for each in (easy, hard):
        assert each.headline.of == 300
        assert (each.headline.n or 300) < 60
        assert len(each.items) == each.headline.n
    assert easy.headline.interval
    assert easy.headline.interval.low >= 0.70
    assert hard.headline.interval
    assert hard.headline.interval.high < 0.70
    # One pass per round, over what is still undecided; the last ones are those of one case alone.
    assert passes[0] == 3 * 2 * rounds.LEAST
    assert len(passes) > 5
    assert sum(passes) < 2 * 900
    assert passes[-2] < passes[0]


def test_what_is_decided_does_not_depend_on_the_size_of_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected, passes = measured(CLEAR)
    monkeypatch.setattr(rounds, "LEAST", 3)
    found, others = measured(CLEAR)
    assert [case_json(each) for each in found] == [case_json(e) for e in expected]
    assert others != passes


def test_a_case_is_decided_alike_whatever_else_is_selected() -> None:
    together, _ = measured(CLEAR)
    for chosen, expected in zip(CLEAR, together, strict=True):
        (alone,), _ = measured([chosen])
        assert case_json(alone) == case_json(expected)


def test_the_seed_draws_other_pairs() -> None:
    case = case_of("easy", 300)
    (first,), _ = measured([(case, 290)])
    (other,), _ = measured([(case, 290)], seed=1)
    assert {item.id for item in first.items} != {item.id for item in other.items}
    assert first.settings[UNTIL] == "decided at 0.05, seed 0"
    assert other.settings[UNTIL] == "decided at 0.05, seed 1"


def test_every_order_is_as_likely() -> None:
    first = [shuffle(range(4), seed=seed, name=str)[0] for seed in range(2000)]
    assert all(440 < first.count(number) < 560 for number in range(4))


def test_a_confident_verdict_is_that_of_the_whole_interval() -> None:
    found, _ = measured(CLEAR, verdict="confident")
    assert [each.verdict for each in found] == ["passed", "failed", "inconclusive"]


def test_a_case_without_a_threshold_takes_all_its_pairs() -> None:
    suite = next(each for each in SUITES if each.marker == "sanskrit")
    small = case_of("cases", 20, suite="sanskrit")  # its thresholds apply from 30 pairs on
    backend = backend_for([(small, 15)])
    measure = suite.measurer(context(suite, [small], backend, until="decided"))
    found = measure(small)
    assert (found.verdict, found.headline.n, found.headline.of) == ("shown", 20, 20)


def test_crossed_pairs_count_where_all_of_a_group_were_taken() -> None:
    plain = case_of("crossed", 200)
    pairs = [replace(pair, group=f"g{index // 2}") for index, pair in enumerate(plain.pairs)]
    case = replace(plain, pairs=tuple(pairs))
    (found,), _ = measured([(case, 180)])
    taken = [item.id for item in found.items]
    groups = [pair.group for pair in pairs if pair.id in taken]
    whole = {group for group in groups if groups.count(group) == 2}
    assert 0 < len(whole) < len(set(groups))
    assert [figure.n for figure in found.figures] == [len(whole)]


def test_reports_say_how_many_pairs_were_needed() -> None:
    found, _ = measured(CLEAR)
    easy = found[0]
    assert f"{easy.headline.n} of 300" in case_row(easy)
    assert f"(n = {easy.headline.n} of 300, 95 % interval" in easy.message
    used = sum(each.headline.n or 0 for each in found)
    run = Run(date="2026-01-01", measurements=tuple(found))
    assert headline(run).endswith(
        f"{used} of 900 items sufficed for the verdicts (--until=decided)."
    )
    header, row, *_ = summary_csv(run).splitlines()
    assert row.split(",")[header.split(",").index("of")] == "300"
    assert unpack(pack(easy)) == easy
    assert SUITE.totals(found).totals == ()


def test_the_schema_knows_it() -> None:
    found, _ = measured(CLEAR)
    cases = {each.case.name: case_json(each) for each in found}
    section = {"$defs": results_schema()["$defs"], **section_schema(SUITE.schema())}
    Draft202012Validator(section).validate(json.loads(json.dumps(cases)))


def test_the_gate_says_why_such_runs_are_not_compared() -> None:
    case = case_of("easy", 300)
    (found,), _ = measured([(case, 290)])
    whole = SUITE.measurer(context(SUITE, [case], backend_for([(case, 290)])))(case)
    for before, now in ((whole, found), (found, whole), (found, found)):
        (reason,) = differences(CaseRecord.of(before), CaseRecord.of(now))
        assert reason.startswith("--until=decided: only as many items were scored")


@pytest.mark.parametrize(
    "options", [{"require": "none"}, {"baseline": "b.json"}, {"save_baseline": "b.json"}]
)
def test_what_cannot_be_decided_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(KasautiError, match="Leave one of them out"):
        refuse_undecidable(default_options(until="decided", **options))
    refuse_undecidable(default_options(**options))


class CancellingBackend(FakeBackend):
    """Also scores pairs behind where they part; says 3 tokens are shared."""

    def score_contrasts(
        self,
        pairs: list[tuple[str, str]],
        *,
        by_token: bool,
        advance: Advance = ignore_progress,
    ) -> list[ContrastScore]:
        self.passes.append(len(pairs))
        shared = 0 if by_token else 2
        return [
            ContrastScore(self.texts[good] + shared, self.texts[bad] + shared, 3, 3, shared)
            for good, bad in pairs
        ]


def test_what_cancels_in_a_pair_is_left_out_and_the_record_says_so() -> None:
    case = case_of("easy", 300)
    backend = CancellingBackend(texts=backend_for([(case, 290)]).texts)
    options = {"until": "decided", "pair_score": "logprob"}
    found = SUITE.measurer(context(SUITE, [case], backend, **options))(case)  # type: ignore[arg-type]
    (whole,), _ = measured([(case, 290)], pair_score="logprob")
    assert found.headline == whole.headline
    assert [item.score for item in found.items] == [item.score for item in whole.items]
    assert found.details["absolute_scores"] == "absent"
    assert not {"conventions", "flips", "avg_perplexity_diff"} & found.details.keys()
    item = found.items[0]
    assert item.scores == ()
    assert item.details["shared_tokens"] == 2
    assert "logprobs" not in item.details
    assert is_pair(item)
    section = {"$defs": results_schema()["$defs"], **section_schema(SUITE.schema())}
    cases = {found.case.name: case_json(found)}
    Draft202012Validator(section).validate(json.loads(json.dumps(cases)))
    assert unpack(pack(found)) == found
    # By perplexity these texts have as many tokens, but this engine says that nothing is shared.
    by_token = SUITE.measurer(context(SUITE, [case], backend, until="decided"))(case)
    assert by_token.details["conventions"]


def test_where_sums_are_divided_by_other_lengths_nothing_cancels() -> None:
    pair = case_of("easy", 1).pairs[0]
    same = replace(pair, bad=pair.good[::-1])
    for convention in ("perplexity", "logprob"):
        assert may_cancel(pair, convention)
    for convention in ("char", "byte"):
        assert not may_cancel(pair, convention)
        assert may_cancel(same, convention)
    assert not may_cancel(replace(pair, starts=("easy", "easy")), "logprob")
