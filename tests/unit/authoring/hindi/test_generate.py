"""The generated Hindi set: repeatable, balanced, and as large as promised."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from authoring.hindi.draft import Draft, Template
from authoring.hindi.generate import generate, quotas
from authoring.hindi.selection import Selection, differs_in_nasalization_only
from authoring.hindi.sets import FULL, GeneratedSet
from authoring.hindi.shares import find_dominant
from authoring.pair_files import write_pairs
from kasauti.data.lint.pairs import lint_pairs
from kasauti.data.pairs import Check, by_phenomenon, read_pairs
from kasauti.inputs.errors import KasautiError

PAIRS = read_pairs(FULL.path)
GROUPS = by_phenomenon(PAIRS)
TAGS = {
    "template", "tense", "distance", "attractor", "attraction", "direction", "nasalization",
}  # fmt: skip


def draft(good: str, bad: str, *lemmas: str, between: str | None = None) -> Draft:
    return Draft(
        before="",
        good=good,
        bad=bad,
        after="",
        gloss="",
        tense="none",
        lemmas=lemmas,
        between=between,
        checks=([Check("word", good, good)], [Check("word", good, bad)]),
    )


def test_shipped_file_matches_grammar(tmp_path):
    again = tmp_path / "pairs.jsonl"

    write_pairs(again, generate(FULL, seed=0))

    assert again.read_bytes() == FULL.path.read_bytes()


def test_another_seed_gives_other_pairs():
    small = GeneratedSet("small", {"binding": FULL.phenomena["binding"]}, 24)
    first = generate(small, seed=1)

    assert first == generate(small, seed=1)
    assert first != generate(small, seed=2)


def test_set_has_documented_size():
    assert list(GROUPS) == list(FULL.phenomena)
    assert len(GROUPS) == 16
    assert len(PAIRS) == 16 * 288
    assert min(map(len, GROUPS.values())) >= 250
    assert min(map(len, FULL.phenomena.values())) >= 24


def test_the_linter_finds_nothing():
    assert [str(finding) for finding in [*lint_pairs(PAIRS), *find_dominant(PAIRS)]] == []


@pytest.mark.parametrize("phenomenon", FULL.phenomena)
def test_both_directions_of_a_template_come_equally_often(phenomenon):
    counts = Counter((pair.tags["template"], pair.tags["direction"]) for pair in GROUPS[phenomenon])

    for template in FULL.phenomena[phenomenon]:
        numbers = [counts[template.name, direction] for direction in template.directions]
        assert max(numbers) - min(numbers) <= 1


def test_every_pair_carries_tags_lemmas_and_a_gloss():
    for pair in PAIRS:
        assert set(pair.tags) == TAGS
        assert pair.tags["tense"] in {"present", "past", "future", "none"}
        assert pair.tags["distance"] in {"adjacent", "near", "far", "none"}
        assert pair.tags["attractor"] in {"none", "matching", "mismatching", "oblique"}
        assert pair.checks
        assert pair.lemmas
        assert pair.gloss
        assert pair.source == "grammar seed 0"
        assert unicodedata.is_normalized("NFC", pair.good + pair.bad + pair.gloss)


def test_names_and_nouns_do_not_occur_twice_in_a_sentence():
    for pair in PAIRS:
        words = pair.good.rstrip("।").replace(",", "").split()
        content = [word for word in words if word in pair.lemmas]
        assert len(content) == len(set(content)), pair.good
        assert all(first != second for first, second in pairwise(words)), pair.good


def test_quotas_are_even():
    assert quotas(10, 4) == [3, 3, 2, 2]


def test_a_sentence_is_not_taken_twice_nor_a_word_too_often():
    selection = Selection(20)
    for number in range(2):
        assert selection.admits(draft(f"क {number}", f"ख {number}", "शब्द"))
        selection.take(draft(f"क {number}", f"ख {number}", "शब्द"))

    assert not selection.admits(draft("क 3", "ख 3", "शब्द"))
    assert not selection.admits(draft("क 1", "ख 9", "नया"))
    assert not selection.admits(draft("ख 1", "ग 9", "नया"))
    assert selection.admits(draft("क 3", "ख 3", "नया"))


def test_distance_is_counted_in_words():
    assert draft("a", "b").distance() == "none"
    for between, bucket in (("", "adjacent"), ("x y z", "near"), ("w x y z", "far")):
        assert draft("a", "b", between=between).distance() == bucket


def test_attraction_ignores_oblique_nouns():
    item = draft("a", "b", between="x")

    assert replace(item, attractor="mismatching").attraction() == "mismatching near"
    assert replace(item, attractor="oblique").attraction() == "none"


@pytest.mark.parametrize(
    "phenomenon", ["subject_verb_agreement_number", "subject_verb_agreement_gender"]
)
def test_bare_nouns_match_and_mismatch_at_two_distances(phenomenon):
    counts = Counter(pair.tags["attraction"] for pair in GROUPS[phenomenon])

    for attractor in ("matching", "mismatching"):
        for distance in ("near", "far"):
            assert counts[f"{attractor} {distance}"] >= 10


def test_nasalization_only_pairs_are_under_a_tenth():
    for pairs in GROUPS.values():
        assert sum(pair.tags["nasalization"] == "only" for pair in pairs) < len(pairs) / 10


def test_a_template_that_runs_dry_says_so():
    never = Template("never", ("x>y",), lambda draw, direction: None)

    with pytest.raises(KasautiError, match="template never, direction x>y, gives 0 of 5 pairs"):
        generate(GeneratedSet("small", {"dry": (never,)}, 5))


def test_a_template_that_makes_two_errors_says_so():
    checks = ((Check("a", "क", "क"), Check("b", "ख", "ख")), (Check("a", "क", "ख"),) * 2)
    item = replace(draft("क ख", "ख ख", "क"), checks=checks)
    double = Template("double", ("x>y",), lambda draw, direction: item)

    with pytest.raises(
        KasautiError, match="gives 0 of 20 pairs. Of the last draft, क ख। / ख ख।, the"
    ):
        generate(GeneratedSet("small", {"two": (double,)}, 20))


@pytest.mark.parametrize(
    ("good", "bad", "only"),
    [
        ("वह जाती है।", "वह जाती हैं।", True),
        ("मैं हूँ।", "मैं हू।", True),
        ("चिड़िया उड़ी।", "चिड़ियाँ उड़ीं।", True),
        ("वह जाता है।", "वह जाते हैं।", False),
    ],
)
def test_pairs_that_differ_in_nasalization_only_are_tagged(good, bad, only):
    assert differs_in_nasalization_only(good, bad) is only
