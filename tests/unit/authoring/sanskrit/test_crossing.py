"""The shipped Sanskrit sets are crossed: what is right in one sentence is wrong in its partner."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from authoring.sanskrit.sets.crossing import Crossing, NewWordPairs, sentence_with_gap
from kasauti.data.lint.pairs import lint_pairs
from kasauti.data.sanskrit.packs import FORMS, TAGS
from kasauti.data.sanskrit.records import (
    EXTERNAL_SANDHI,
    GENDER_AGREEMENT,
    IN_CONTEXT,
    VERB_CONJUGATION,
    ContrastSet,
    as_pair,
    read_contrast_sets,
)
from kasauti.fixtures.suites.lint_data.baselines import crossed_baselines
from kasauti.fixtures.suites.pairs.cases import PairCase, sanskrit_cases

SENTENCES = (IN_CONTEXT, GENDER_AGREEMENT, VERB_CONJUGATION)
CROSSED = (*SENTENCES, EXTERNAL_SANDHI)
COLUMNS = ("label prior", "word form", "shorter sentence", "word pairs", "word frequency")
README = IN_CONTEXT.with_name("README.md").read_text(encoding="utf-8")
CASES = sanskrit_cases(tags=(*TAGS, *FORMS))


def name(path: Path) -> str:
    return path.stem


def quadruples(path: Path) -> list[tuple[ContrastSet, ContrastSet]]:
    records = read_contrast_sets(path)
    return list(zip(records[::2], records[1::2], strict=True))


@pytest.mark.parametrize("path", CROSSED, ids=name)
def test_every_swap_has_its_reverse(path: Path) -> None:
    records = read_contrast_sets(path)
    assert set(Counter(record.metadata["quadruple"] for record in records).values()) == {2}
    for one, other in quadruples(path):
        assert one.metadata["quadruple"] == other.metadata["quadruple"]
        assert one.stem == other.stem
        assert one.metadata["form"] == other.metadata["wrong_form"]
        assert one.metadata["wrong_form"] == other.metadata["form"]
        assert one.metadata["contrast"] == other.metadata["contrast"]
        right, _, wrong = one.metadata["swap"].partition(">")
        assert other.metadata["swap"] == f"{wrong}>{right}"


@pytest.mark.parametrize("path", SENTENCES, ids=name)
def test_both_sentences_spell_the_two_words_equally(path: Path) -> None:
    for one, other in quadruples(path):
        found = [differing(record) for record in (one, other)]
        assert found[0] == (found[1][1], found[1][0]), one.id


def differing(record: ContrastSet) -> tuple[str, str]:
    good, bad = record.grammatical[:-1].split(" "), record.ungrammatical[:-1].split(" ")
    [(right, wrong)] = [(a, b) for a, b in zip(good, bad, strict=True) if a != b]
    return right, wrong


@pytest.mark.parametrize("path", SENTENCES, ids=name)
def test_sentences_match_in_word_count_and_gap_position(path: Path) -> None:
    for one, other in quadruples(path):
        first, second = one.context.split(" "), other.context.split(" ")
        assert len(first) == len(second), one.id
        assert first.index(gap(first)) == second.index(gap(second)), one.id


def gap(words: list[str]) -> str:
    return next(word for word in words if word.startswith("___"))


@pytest.mark.parametrize("path", CROSSED, ids=name)
def test_length_gives_no_advantage(path: Path) -> None:
    for one, other in quadruples(path):
        longer = [len(each.ungrammatical) - len(each.grammatical) for each in (one, other)]
        assert sum(longer) == 0, one.id


@pytest.mark.parametrize("path", CROSSED, ids=name)
def test_at_least_three_in_five_words_are_attested(path: Path) -> None:
    records = read_contrast_sets(path)
    attested = [record.metadata["attested_in_corpus"] == "yes" for record in records]
    assert sum(attested) / len(attested) >= 0.6
    stems = {record.stem: record.metadata["attested_in_corpus"] for record in records}
    if path in (IN_CONTEXT, VERB_CONJUGATION):
        assert Counter(stems.values())["yes"] / len(stems) >= 0.6


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_has_whole_quadruples_and_enough_of_them(case: PairCase) -> None:
    assert set(Counter(pair.group for pair in case.pairs).values()) == {2}
    assert len(case.pairs) >= 60


def test_every_stem_class_has_sixty_pairs() -> None:
    classes = Counter(record.metadata["stem_class"] for record in read_contrast_sets(IN_CONTEXT))
    assert len(classes) == 10
    assert min(classes.values()) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_baseline_without_grammar_does_better_than_chance(case: PairCase) -> None:
    accuracies = crossed_baselines(case)
    if "word frequency" in accuracies:  # The Gita is installed, as for the table of the README.
        row = [f"{accuracies[baseline]:.3f}" for baseline in COLUMNS]
        assert f"| {case.name} | {len(case.pairs)} | {' | '.join(row)} |" in README
    assert {"label prior", "word form", "shorter sentence", "word pairs"} <= accuracies.keys()
    # Those that see no context are at one half exactly, whatever they prefer.
    assert accuracies["label prior"] == accuracies["word form"] == 0.5
    assert all(0.45 <= accuracy <= 0.55 for accuracy in accuracies.values()), accuracies


def test_half_of_the_pairs_can_be_solved_without_context() -> None:
    """The reason for crossing: the accusative is easy to tell where it is always wrong."""
    case = next(case for case in CASES if case.name == "case:accusative")
    half = tuple(pair for pair in case.pairs if pair.tags["swap"].endswith(">accusative"))
    accuracies = crossed_baselines(PairCase(case.suite, case.name, case.pack, half))
    assert accuracies["label prior"] > 0.95
    assert accuracies["word form"] > 0.80


def test_a_quadruple_that_is_not_crossed_is_found() -> None:
    one, other = (as_pair(record) for record in read_contrast_sets(IN_CONTEXT)[:2])
    assert lint_pairs([one, other]) == []
    [finding] = lint_pairs([one])
    assert (finding.where, finding.rule) == (one.group, "not_crossed")


def crossing(first: str, second: str) -> Crossing:
    sentences = (
        sentence_with_gap(0, f"{first} सह।", f"{second} सह।", {}),
        sentence_with_gap(0, f"{second} विना।", f"{first} विना।", {}),
    )
    return Crossing("case", first, sentences, {})


def test_no_context_word_pair_is_used_twice() -> None:
    new = NewWordPairs()
    assert new.take(crossing("रामेण", "रामम्"))
    assert not new.take(crossing("रामेण", "रामम्"))
    assert not new.take(crossing("रामेण", "रामस्य"))
    assert new.take(crossing("हरिणा", "हरेः"))


def test_gap_is_where_sentences_differ() -> None:
    sentence = sentence_with_gap(1, "विना रामम्।", "विना राम।", {})
    assert sentence.context == "विना ___।"
    assert ("विना", "राम") in sentence.word_pairs
