"""Tries hold every sequence once, and every prefix of theirs once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.engines.causal.trie import ROOT, Neighbours, Trie, alone, prefix_order
from kasauti.engines.passes.tokens import Ids

# Few different tokens, so that prefixes are often shared.
sequences = st.lists(
    st.lists(st.integers(0, 3), min_size=2, max_size=9).map(lambda ids: np.array(ids, np.int32)),
    min_size=1,
    max_size=12,
)
capacities = st.sampled_from([1, 5, 12, 100])


def pack(ids: list[Ids], *, capacity: int, given: list[int] | None = None) -> list[Trie]:
    neighbours = Neighbours(ids, given)
    tries, start = [], 0
    while start < len(neighbours):
        trie, start = neighbours.trie(start, capacity)
        tries.append(trie)
    return tries


def path_to(row: Trie, place: int) -> list[int]:
    path = []
    while place != ROOT:
        path.append(row.tokens[place])
        place = row.parents[place]
    return path[::-1]


@given(sequences, capacities)
def test_every_sequence_is_in_one_row(ids: list[Ids], capacity: int) -> None:
    members = [member.sequence for row in pack(ids, capacity=capacity) for member in row.members]
    assert sorted(members) == list(range(len(ids)))


@given(sequences, capacities)
def test_predictions_use_prefix_before_token(ids: list[Ids], capacity: int) -> None:
    for row in pack(ids, capacity=capacity):
        prefixes = {
            (*path_to(row, source), target)
            for source, target in zip(row.sources, row.targets, strict=True)
        }
        expected = {
            tuple(ids[member.sequence][: stop + 1].tolist())
            for member in row.members
            for stop in range(1, len(ids[member.sequence]))
        }
        assert prefixes == expected
        assert len(row.sources) == len(expected)  # none twice


@given(sequences, capacities, st.data())
def test_only_tokens_after_context_are_predicted(
    ids: list[Ids], capacity: int, data: st.DataObject
) -> None:
    contexts = [data.draw(st.integers(1, len(each) - 1)) for each in ids]
    rows = pack(ids, capacity=capacity, given=contexts)
    seen = []
    for row in rows:
        # Every prediction has a value of its own, by what it is predicted from.
        values = np.array(
            [
                hash((*path_to(row, source), target)) % 1000
                for source, target in zip(row.sources, row.targets, strict=True)
            ],
            dtype=np.float64,
        )
        for sequence, total in row.sums(values):
            tokens = ids[sequence].tolist()
            expected = [
                hash(tuple(tokens[: stop + 1])) % 1000
                for stop in range(contexts[sequence], len(tokens))
            ]
            assert total == sum(expected)
            seen.append(sequence)
    assert sorted(seen) == list(range(len(ids)))


def test_choices_under_a_long_context_share_a_trie() -> None:
    context = list(range(10))
    ids = [np.array([*context, choice, 7], np.int32) for choice in range(20, 40)]
    tries = pack(ids, capacity=4)  # 11 inputs of the first, one of each other
    assert [len(trie.members) for trie in tries] == [5, 5, 5, 5]
    assert [len(trie) for trie in tries] == [15, 15, 15, 15]


@given(sequences, capacities)
def test_no_token_is_an_input_twice_in_a_row(ids: list[Ids], capacity: int) -> None:
    for row in pack(ids, capacity=capacity):
        paths = [tuple(path_to(row, place)) for place in range(len(row))]
        assert len(set(paths)) == len(paths)
        assert row.depths == [len(path) - 1 for path in paths]


@given(sequences, capacities)
def test_ancestors_precede_contiguous_descendants(ids: list[Ids], capacity: int) -> None:
    for trie in pack(ids, capacity=capacity):
        for place in range(len(trie)):
            path = trie.ancestors(place)
            assert [trie.tokens[each] for each in path] == path_to(trie, place)[:-1]
            # Whatever stands between a token and its ancestor descends from it too.
            assert all(
                ancestor in trie.ancestors(between)
                for ancestor in path
                for between in range(ancestor + 1, place)
            )


@given(sequences, capacities)
def test_sums_add_the_predictions_of_each_sequence(ids: list[Ids], capacity: int) -> None:
    for row in pack(ids, capacity=capacity):
        # Powers of two: a sum tells exactly which predictions went into it.
        logprobs = np.exp2(np.arange(len(row.targets), dtype=np.float64))
        sums = dict(row.sums(logprobs))
        for member in row.members:
            of = ids[member.sequence].tolist()
            expected = 0.0
            for stop in range(1, len(of)):
                (index,) = [
                    i
                    for i, (source, target) in enumerate(zip(row.sources, row.targets, strict=True))
                    if path_to(row, source) == of[:stop] and target == of[stop]
                ]
                expected += logprobs[index]
            assert sums[member.sequence] == expected


@given(sequences)
def test_alone_each_sequence_is_a_row_in_the_order_given(ids: list[Ids]) -> None:
    rows = alone(ids)
    assert [row.tokens for row in rows] == [each[:-1].tolist() for each in ids]
    assert all(row.parents == list(range(-1, len(row) - 1)) for row in rows)
    assert [[member.sequence for member in row.members] for row in rows] == [
        [index] for index in range(len(ids))
    ]


@given(sequences, st.integers(18, 60))  # twice the longest sequence and more
def test_tries_keep_to_their_capacity(ids: list[Ids], capacity: int) -> None:
    assert all(len(trie) <= capacity for trie in pack(ids, capacity=capacity))


def test_the_rest_is_divided_evenly() -> None:
    ids = [np.array([number] * 11, np.int32) for number in range(12)]  # 10 inputs each
    assert [len(trie) for trie in pack(ids, capacity=110)] == [60, 60]


def test_a_prefix_that_is_repeated_leaves_no_small_rest() -> None:
    prefix = list(range(100, 108))
    ids = [np.array([*prefix, *[number] * 11], np.int32) for number in range(12)]
    assert [len(trie) for trie in pack(ids, capacity=70)] == [58, 38, 48]  # not 58, 68, 18


def test_a_pair_shares_its_prefix() -> None:
    good, bad = np.array([1, 5, 6, 7, 8], np.int32), np.array([1, 5, 6, 9, 8], np.int32)
    (row,) = pack([good, bad], capacity=100)
    assert row.tokens == [1, 5, 6, 7, 9]  # 8 is last: nothing is predicted from it
    assert row.depths == [0, 1, 2, 3, 3]


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_a_sequence_that_begins_another_is_complete(order: list[int]) -> None:
    both = [np.array([1, 2, 3], np.int32), np.array([1, 2, 3, 4], np.int32)]
    (row,) = pack([both[index] for index in order], capacity=100)
    assert row.tokens == [1, 2, 3]
    assert sorted(dict(row.sums(np.array([1.0, 10.0, 100.0]))).values()) == [11.0, 111.0]


@given(sequences)
def test_prefix_order_is_lexicographic(ids: list[Ids]) -> None:
    ordered = [ids[index].tolist() for index in prefix_order(ids)]
    assert ordered == sorted(ordered)
