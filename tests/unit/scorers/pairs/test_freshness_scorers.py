"""Freshness: matching, the gap, neighbours, and what stands out; each on data made for it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from bench.statistics.suites.freshness import gap_alarms, list_alarms
from kasauti.scorers.pairs.gap import Gap, is_more_often
from kasauti.scorers.pairs.matching import Difficulty, difficulty, match_pairs, mean_difficulty
from kasauti.scorers.pairs.neighbours import (
    COUNT,
    Vocabulary,
    find_differing,
    make_neighbours,
    units_of,
)
from kasauti.scorers.pairs.standing_out import (
    FEWEST,
    cut_for,
    find_outliers,
    neighbour_excess,
    zlib_excess,
)
from kasauti.scorers.statistics.clustered import clustered_share
from kasauti.scorers.statistics.intervals import wilson


def measures(length: float = 2.0, preference: float = 0.0) -> Difficulty:
    return Difficulty(length, 5.0, preference, 0.0)


class TestMatching:
    def test_most_similar_pairs_are_matched(self) -> None:
        theirs = [measures(2.0), measures(2.3)]
        ours = [measures(2.31), measures(2.01), measures(2.2)]
        assert match_pairs(theirs, ours) == ((0, 1), (1, 0))

    def test_own_pair_is_used_once(self) -> None:
        found = match_pairs([measures()] * 5, [measures()] * 3)
        assert len(found) == 3
        assert len({one for _, one in found}) == 3

    def test_as_many_as_possible_are_matched(self) -> None:
        # Taking the nearest first would leave the second without any.
        theirs, ours = [measures(2.0), measures(2.3)], [measures(2.05), measures(1.7)]
        assert len(match_pairs(theirs, ours)) == 2

    @pytest.mark.parametrize("other", [measures(length=2.5), measures(preference=1.1)])
    def test_dissimilar_pairs_are_not_matched(self, other: Difficulty) -> None:
        assert match_pairs([measures()], [other]) == ()

    def test_without_pairs_there_is_no_match(self) -> None:
        assert match_pairs([], [measures()]) == match_pairs([measures()], []) == ()

    def test_difficulty_uses_baseline_features(self) -> None:
        zipf = {"they": 6.0, "read": 4.0, "reads": 3.0}
        found = difficulty(("They read.", "They reads."), lambda word: zipf[word.lower()])
        assert found == Difficulty(math.log(2), 5.0, 1.0, 1)
        assert difficulty(("她在家。", "她家。"), lambda _: 1.0).length == math.log(3)

    def test_means_are_per_measure(self) -> None:
        assert mean_difficulty([measures(1.0), measures(3.0, 1.0)]) == measures(2.0, 0.5)


class TestGap:
    def test_counts_and_values(self) -> None:
        gap = Gap.of([(True, True), (True, False), (True, False), (False, True), (False, False)])
        assert gap == Gap(1, 2, 1, 1)
        assert (gap.n, gap.right_published, gap.right_ours) == (5, 3, 2)
        assert gap.value == pytest.approx(0.2)

    def test_unrelated_halves_give_newcombe_interval(self) -> None:
        gap = Gap(16, 24, 4, 6)  # 40 and 20 of 50, unrelated: the correlation is 0
        first, second = wilson(40, 50), wilson(20, 50)
        low = 0.4 - math.hypot(0.8 - first.low, second.high - 0.4)
        high = 0.4 + math.hypot(first.high - 0.8, 0.4 - second.low)
        assert (gap.interval.low, gap.interval.high) == pytest.approx((low, high))

    def test_matches_that_go_together_make_it_narrower(self) -> None:
        related, unrelated = Gap(60, 10, 2, 28), Gap(43, 27, 19, 11)
        assert related.right_published == unrelated.right_published
        width = [each.interval.high - each.interval.low for each in (related, unrelated)]
        assert width[0] < 0.8 * width[1]

    @pytest.mark.parametrize("chances", [(0.9, 0.9), (0.95, 0.7), (0.5, 0.5), (1.0, 0.97)])
    def test_interval_covers_truth_in_95_percent(self, chances: tuple[float, float]) -> None:
        generator = np.random.default_rng(1)
        held = 0
        for _ in range(1000):
            right = generator.random((40, 2)) < chances
            interval = Gap.of((bool(one), bool(other)) for one, other in right).interval
            held += interval.low <= chances[0] - chances[1] <= interval.high
        assert held >= 925

    def test_interval_stays_within_bounds(self) -> None:
        assert Gap(0, 20, 0, 0).interval.high == 1.0
        assert Gap(0, 0, 20, 0).interval.low == -1.0

    def test_with_clusters_it_is_newcombes_of_two_clustered_intervals(self) -> None:
        right = [True] * 12 + [False] * 4
        matches = list(zip(right, [False, True] * 8, strict=True))
        labels: list[tuple[dict[str, str], dict[str, str]]] = [
            ({}, {"template": str(index // 4)}) for index in range(16)
        ]
        gap = Gap.of(matches, labels)
        ours, _ = clustered_share([False, True] * 8, [each for _, each in labels], ["template"])
        assert gap.intervals == (wilson(12, 16), ours)
        low = 0.25 - math.hypot(0.75 - wilson(12, 16).low, ours.high - 0.5)
        assert gap.interval.low == pytest.approx(low)
        assert Gap.of(matches, labels, by="none") == Gap.of(matches)

    def test_alarms_are_rare_where_pairs_share_templates(self) -> None:
        by_cluster, by_item = gap_alarms((300, 10, 10), 0.3, 0.7, runs=200)
        assert by_cluster <= 0.05 < 0.1 < by_item


class TestMoreOften:
    def test_what_one_template_lists_is_one_finding(self) -> None:
        listed, ours = [True] * 20 + [False] * 60, [False] * 43
        alone: list[dict[str, str]] = [{}] * 80
        together = [{"template": str(index // 20)} for index in range(80)]
        assert is_more_often(listed, ours, (alone, [{}] * 43))
        assert not is_more_often(listed, ours, (together, [{}] * 43))
        assert is_more_often(listed, ours, (together, [{}] * 43), by="none")

    def test_the_same_share_is_not_more(self) -> None:
        assert not is_more_often([True, False] * 40, [True, False] * 40, ([{}] * 80, [{}] * 80))

    @pytest.mark.parametrize("correlation", [0.0, 0.6])
    def test_an_unseen_set_of_another_shape_is_rarely_more(self, correlation: float) -> None:
        more, listed = list_alarms((80, 8, 80, 80), correlation, "skewed (gamma, 2)", runs=100)
        assert more <= 0.05 < 0.5 < listed


SENTENCES = [
    f"the {one} {other} of Rome."
    for one in ("big", "bad", "mad", "sad")
    for other in ("cat", "bat", "rat", "hat")
]


def equal(_: str) -> float:
    return 4.0


class TestNeighbours:
    def test_one_content_word_is_changed_for_one_of_its_kind(self) -> None:
        found = make_neighbours(SENTENCES[0], Vocabulary(SENTENCES * 9, lambda _: 4.0))
        assert found == ()  # every word stands in more than a tenth of the sentences
        many = [f"the {stem}ing of {stem}ed." for stem in ("walk", "talk", "bark", "mark", "park")]
        vocabulary = Vocabulary(many, equal)
        for sentence in make_neighbours(many[0], vocabulary):
            before, after = many[0].split(), sentence.split()
            (change,) = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
            assert change[0].rstrip(".")[-2:] == change[1].rstrip(".")[-2:]
            assert sentence.endswith(".")

    def test_function_words_and_kept_words_are_unchanged(self) -> None:
        many = [f"the {stem}ing of {stem}ed." for stem in ("walk", "talk", "bark", "mark", "park")]
        found = make_neighbours(many[0], Vocabulary(many, equal), keep=["walked"])
        assert found
        assert all("walked" in each and each.startswith("the ") for each in found)
        frequent = Vocabulary(many, lambda word: 6.0 if word.endswith("ing") else 4.0)
        assert "walking" not in frequent
        assert "walked" in frequent

    def test_frequent_words_are_not_changed_for_rare_ones(self) -> None:
        many = ["xa ya", "xb yb", "xc yc", "xd yd", "xe ye"]
        zipf = {"xa": 5.0, "xb": 4.8, "xc": 1.0, "xd": 1.1, "xe": 1.2}
        found = make_neighbours(
            "xa ya", Vocabulary(many, lambda word: zipf.get(word, 3.0)), keep=["ya"]
        )
        assert found == ("xb ya",)

    def test_capital_letters_stay_capital(self) -> None:
        many = ["Anna ran", "Hanna sat", "Banna ate", "canna fell"]
        found = make_neighbours("Anna ran", Vocabulary(many, equal), keep=["ran"])
        assert set(found) == {"Hanna ran", "Banna ran"}

    def test_neighbours_are_limited_and_fixed_by_seed(self) -> None:
        many = [f"w{number}a v{number}a" for number in range(40)]
        vocabulary = Vocabulary(many, equal)
        one, same, other = (make_neighbours(many[0], vocabulary, seed=seed) for seed in (0, 0, 1))
        assert one == same != other
        assert len(one) == len(set(one)) == COUNT
        assert many[0] not in one
        # Both words are changed, each as often as the other.
        assert sum(each.startswith("w0a") for each in one) == COUNT // 2

    def test_letters_are_the_words_of_a_script_without_spaces(self) -> None:
        assert [unit.text for unit in units_of("她在家。")] == ["她", "在", "家"]
        found = make_neighbours("她在家", Vocabulary(["她在家", "你去山", "他来河"], equal))
        assert found
        assert all(len(each) == 3 and sum(map(str.__ne__, each, "她在家")) == 1 for each in found)

    def test_word_inside_another_is_not_replaced(self) -> None:
        assert [(unit.text, unit.start) for unit in units_of("in kin, in")] == [
            ("in", 0), ("kin", 3), ("in", 8),
        ]  # fmt: skip

    def test_differing_words_are_found(self) -> None:
        assert find_differing("They read it.", "They reads it.") == ["read"]


def bell(count: int, seed: int) -> list[float]:
    chance = random.Random(seed)
    return [chance.gauss(-3.0, 2.0) for _ in range(count)]


class TestStandingOut:
    def test_only_high_outliers_are_listed(self) -> None:
        values = [*bell(100, 1), 15.0, -40.0]
        found = find_outliers(values)
        assert found
        assert found.beyond == (100,)
        assert found.below == 1

    def test_outlier_below_absolute_minimum_is_not_listed(self) -> None:
        values = [*bell(100, 1), 15.0]
        for least, expected in ((14.0, (100,)), (16.0, ())):
            found = find_outliers(values, least=least)
            assert found
            assert found.beyond == expected

    @pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
    def test_seen_sentences_are_listed_even_at_half_share(self, share: float) -> None:
        values = bell(120, 2)
        seen = range(int(120 * share))
        for index in seen:
            values[index] += 30.0
        found = find_outliers(values)
        assert found
        assert found.beyond == tuple(seen)

    @pytest.mark.parametrize("count", [FEWEST, 60, 300])
    def test_false_positive_rate_of_clean_values_is_as_stated(self, count: int) -> None:
        found = [find_outliers(bell(count, seed)) for seed in range(400)]
        listed = [len(each.beyond) for each in found if each]
        assert sum(map(bool, listed)) <= 400 * 0.08
        assert sum(listed) / 400 <= 2 * cut_for(count)[1] + 0.02

    def test_cutoff_of_many_values_is_normal_quantile(self) -> None:
        assert cut_for(2000)[0] == pytest.approx(4.06, abs=0.01)
        assert cut_for(1000)[0] == pytest.approx(cut_for(1001)[0], abs=0.3)

    @pytest.mark.parametrize("values", [[1.0] * 50, bell(FEWEST - 1, 0)])
    def test_undecidable_values_give_none(self, values: Sequence[float]) -> None:
        assert find_outliers(values) is None

    @pytest.mark.parametrize("bad", [math.nan, math.inf])
    def test_nan_is_refused(self, bad: float) -> None:
        with pytest.raises(ValueError, match="finite"):
            find_outliers([*bell(30, 0), bad])

    def test_zlib_excess_measures_word_content(self) -> None:
        plain, repeated = "a quick brown fox jumps", "ha ha ha ha ha ha ha ha"
        assert zlib_excess(plain, -30.0) > zlib_excess(repeated, -30.0)
        assert zlib_excess(plain, -15.0) == pytest.approx(zlib_excess(plain, -30.0) + math.log(2))
        assert math.isfinite(zlib_excess(plain, 0.0))

    def test_single_predictable_word_is_no_outlier(self) -> None:
        assert neighbour_excess(-20.0, [-21.0, -22.0, -60.0]) == pytest.approx(math.log(1.1))
        assert neighbour_excess(-20.0, [-59.0, -22.0, -60.0]) > 1
        assert math.isfinite(neighbour_excess(0.0, [0.0] * 3))
