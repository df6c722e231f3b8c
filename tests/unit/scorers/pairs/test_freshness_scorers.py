"""Freshness: matching, the gap, neighbours, and what stands out; each on data made for it."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from kasauti.scorers.pairs.gap import Gap
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
from kasauti.scorers.statistics.intervals import wilson


def measures(length: float = 2.0, preference: float = 0.0) -> Difficulty:
    return Difficulty(length, 5.0, preference, 0.0)


class TestMatching:
    def test_the_most_alike_belong_together(self) -> None:
        theirs = [measures(2.0), measures(2.3)]
        ours = [measures(2.31), measures(2.01), measures(2.2)]
        assert match_pairs(theirs, ours) == ((0, 1), (1, 0))

    def test_none_of_ours_is_used_twice(self) -> None:
        found = match_pairs([measures()] * 5, [measures()] * 3)
        assert len(found) == 3
        assert len({one for _, one in found}) == 3

    def test_as_many_as_possible_are_matched(self) -> None:
        # Taking the nearest first would leave the second without any.
        theirs, ours = [measures(2.0), measures(2.3)], [measures(2.05), measures(1.7)]
        assert len(match_pairs(theirs, ours)) == 2

    @pytest.mark.parametrize("other", [measures(length=2.5), measures(preference=1.1)])
    def test_what_is_not_alike_is_not_matched(self, other: Difficulty) -> None:
        assert match_pairs([measures()], [other]) == ()

    def test_without_pairs_there_is_no_match(self) -> None:
        assert match_pairs([], [measures()]) == match_pairs([measures()], []) == ()

    def test_difficulty_is_what_baselines_go_by(self) -> None:
        zipf = {"they": 6.0, "read": 4.0, "reads": 3.0}
        found = difficulty(("They read.", "They reads."), lambda word: zipf[word.lower()])
        assert found == Difficulty(math.log(2), 5.0, 1.0, 1)
        assert difficulty(("她在家。", "她家。"), lambda _: 1.0).length == math.log(3)

    def test_means_are_those_of_each_measure(self) -> None:
        assert mean_difficulty([measures(1.0), measures(3.0, 1.0)]) == measures(2.0, 0.5)


class TestGap:
    def test_counts_and_values(self) -> None:
        gap = Gap.of([(True, True), (True, False), (True, False), (False, True), (False, False)])
        assert gap == Gap(1, 2, 1, 1)
        assert (gap.n, gap.right_published, gap.right_ours) == (5, 3, 2)
        assert gap.value == pytest.approx(0.2)
        assert gap + gap == Gap(2, 4, 2, 2)

    def test_the_interval_of_unrelated_halves_is_newcombes_for_two_samples(self) -> None:
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
    def test_it_holds_the_truth_in_about_95_of_100_samples(
        self, chances: tuple[float, float]
    ) -> None:
        generator = np.random.default_rng(1)
        held = 0
        for _ in range(1000):
            right = generator.random((40, 2)) < chances
            interval = Gap.of((bool(one), bool(other)) for one, other in right).interval
            held += interval.low <= chances[0] - chances[1] <= interval.high
        assert held >= 925

    def test_the_ends_are_not_passed(self) -> None:
        assert Gap(0, 20, 0, 0).interval.high == 1.0
        assert Gap(0, 0, 20, 0).interval.low == -1.0


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

    def test_function_words_and_those_that_are_kept_stay(self) -> None:
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

    def test_they_are_the_same_for_a_seed_and_at_most_so_many(self) -> None:
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

    def test_a_word_inside_another_is_not_taken_for_it(self) -> None:
        assert [(unit.text, unit.start) for unit in units_of("in kin, in")] == [
            ("in", 0), ("kin", 3), ("in", 8),
        ]  # fmt: skip

    def test_what_a_pair_differs_by(self) -> None:
        assert find_differing("They read it.", "They reads it.") == ["read"]


def bell(count: int, seed: int) -> list[float]:
    chance = random.Random(seed)
    return [chance.gauss(-3.0, 2.0) for _ in range(count)]


class TestStandingOut:
    def test_what_is_far_above_is_listed_and_what_is_far_below_is_not(self) -> None:
        values = [*bell(100, 1), 15.0, -40.0]
        found = find_outliers(values)
        assert found
        assert found.beyond == (100,)
        assert found.below == 1

    def test_what_is_not_far_above_in_itself_is_not_listed(self) -> None:
        values = [*bell(100, 1), 15.0]
        for least, expected in ((14.0, (100,)), (16.0, ())):
            found = find_outliers(values, least=least)
            assert found
            assert found.beyond == expected

    @pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
    def test_what_was_seen_is_listed_even_where_it_is_half(self, share: float) -> None:
        values = bell(120, 2)
        seen = range(int(120 * share))
        for index in seen:
            values[index] += 30.0
        found = find_outliers(values)
        assert found
        assert found.beyond == tuple(seen)

    @pytest.mark.parametrize("count", [FEWEST, 60, 300])
    def test_where_nothing_was_seen_a_sentence_is_listed_as_rarely_as_is_said(
        self, count: int
    ) -> None:
        found = [find_outliers(bell(count, seed)) for seed in range(400)]
        listed = [len(each.beyond) for each in found if each]
        assert sum(map(bool, listed)) <= 400 * 0.08
        assert sum(listed) / 400 <= 2 * cut_for(count)[1] + 0.02

    def test_the_cut_of_many_values_is_that_of_the_bell_curve(self) -> None:
        assert cut_for(2000)[0] == pytest.approx(4.06, abs=0.01)
        assert cut_for(1000)[0] == pytest.approx(cut_for(1001)[0], abs=0.3)

    @pytest.mark.parametrize("values", [[1.0] * 50, bell(FEWEST - 1, 0), [*bell(30, 0), math.nan]])
    def test_what_cannot_be_said_is_not_said(self, values: Sequence[float]) -> None:
        assert find_outliers(values) is None

    def test_zlib_measures_what_is_in_the_words(self) -> None:
        plain, repeated = "a quick brown fox jumps", "ha ha ha ha ha ha ha ha"
        assert zlib_excess(plain, -30.0) > zlib_excess(repeated, -30.0)
        assert zlib_excess(plain, -15.0) == pytest.approx(zlib_excess(plain, -30.0) + math.log(2))
        assert math.isfinite(zlib_excess(plain, 0.0))

    def test_one_predictable_word_does_not_make_a_sentence_stand_out(self) -> None:
        assert neighbour_excess(-20.0, [-21.0, -22.0, -60.0]) == pytest.approx(math.log(1.1))
        assert neighbour_excess(-20.0, [-59.0, -22.0, -60.0]) > 1
        assert math.isfinite(neighbour_excess(0.0, [0.0] * 3))
