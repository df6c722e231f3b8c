"""A generated pair shows by its checks that its bad sentence has one error, no more and no less."""

from __future__ import annotations

from dataclasses import replace

import pytest

from authoring.hindi.grammar.checks import Argument, Clause, all_checks, argument, concord, in_tense
from authoring.hindi.grammar.lexicon import load_lexicon
from authoring.hindi.grammar.phrases import finite, noun_phrase
from authoring.pair_files import write_pairs
from kasauti.data.lint.pairs import find_failing, one_error, why_not_one_error
from kasauti.data.pairs import Check, Pair, read_pairs
from kasauti.data.treebank_pairs.inflection import Agreement
from kasauti.inputs.errors import KasautiError

LEXICON = load_lexicon()
EAT = LEXICON.verb("खाना")
BOY, GIRL = noun_phrase(LEXICON.nouns["लड़का"]), noun_phrase(LEXICON.nouns["लड़की"])
BREAD, APPLE = noun_phrase(LEXICON.nouns["रोटी"]), noun_phrase(LEXICON.nouns["सेब"])


def eaten(agent: Argument, thing: Argument, agreement: Agreement) -> Clause:
    return Clause(
        verb=in_tense(EAT, "perfective"),
        written=finite(EAT, "perfective", agreement),
        subject=agent,
        object=thing,
    )


def without_ne(agent, thing) -> tuple[Clause, Clause]:
    good = eaten(argument(agent, "ने"), argument(thing), thing.agreement)
    return good, replace(good, subject=argument(agent, "ने").remarked("direct"))


def pair_of(good, bad, /, **more):
    texts = {
        "good": f"{good.subject.text} {good.object.text} {good.written}।",
        "bad": f"{bad.subject.text} {bad.object.text} {bad.written}।",
    }
    checks = tuple(zip(good.checks(), bad.checks(), strict=True))
    return Pair(id="p", phenomenon="case_marking_ergative", checks=checks, **(texts | more))


def test_without_ne_the_verb_must_agree_with_the_subject():
    good, bad = without_ne(BOY, BREAD)

    assert good.controller == BREAD.agreement
    assert bad.controller == BOY.agreement
    assert why_not_one_error(good.checks(), bad.checks()).startswith("the bad member fails 2")


@pytest.mark.parametrize(("agent", "thing"), [(GIRL, BREAD), (BOY, APPLE)])
def test_missing_ne_is_one_error_when_verb_agrees_with_both(agent, thing):
    assert one_error(pair_of(*without_ne(agent, thing))) == ""


def test_ko_leaves_the_verb_masculine_singular():
    clause = eaten(argument(GIRL, "ने"), argument(BREAD, "को"), Agreement("f", "sg"))

    assert [check.rule for check in clause.checks() if check.asks != check.has] == [
        "agreement of the verb"
    ]


@pytest.mark.parametrize("marking", ["direct", "को"])
def test_optionally_marked_object_is_right_in_either_case(marking):
    agreement = BREAD.agreement if marking == "direct" else Agreement("m", "sg")
    clause = eaten(argument(GIRL, "ने"), Argument(BREAD, marking, None), agreement)

    assert find_failing(clause.checks()) == ()


def test_modifier_check_expects_form_of_noun():
    check = concord("काला", "f", "sg", "direct", "काला")

    assert check == Check("agreement of काला", "काली", "काला")


def test_good_with_error_or_bad_without_error_is_refused():
    right, wrong = Check("order", "क ख", "क ख"), Check("order", "क ख", "ख क")

    assert why_not_one_error([right], [wrong]) == ""
    assert why_not_one_error([wrong], [wrong]).startswith("the good member fails: order asks")
    assert why_not_one_error([right], [right]).startswith("the bad member fails 0 checks")
    assert "same checks" in why_not_one_error([right], [wrong, right])


def test_check_must_refer_to_written_words():
    pair = pair_of(*without_ne(GIRL, BREAD), bad="लड़की चाय पी।")

    assert one_error(pair) == (
        "the check of the case of the object speaks of 'रोटी', not in 'लड़की चाय पी।'"
    )


@pytest.mark.parametrize(
    ("good", "word"),
    [
        ("लड़की ने रोटी खाई थी।", "थी"),
        ("लड़की ने राम की रोटी खाई।", "की"),
        ("लड़की ने रोटी खाई और सोई।", "सोई"),
        ("लड़की ने राम को रोटी खाई।", "को"),
    ],
)
def test_every_inflected_word_has_a_check(good, word):
    pair = pair_of(*without_ne(GIRL, BREAD), good=good)

    assert one_error(pair) == f"no check speaks of '{word}' in {good!r}"


def test_a_day_and_a_compound_postposition_need_no_check():
    good = "पिछले रविवार को लड़की ने नदी के किनारे रोटी खाई।"
    pair = pair_of(*without_ne(GIRL, BREAD), good=good)

    assert one_error(pair) == ""


def test_clauses_and_single_checks_are_joined_in_order():
    clause, check = without_ne(GIRL, BREAD)[0], Check("order", "क", "क")

    assert all_checks(clause, check) == (*clause.checks(), check)


def test_checks_are_written_and_read_again(tmp_path):
    pair = pair_of(*without_ne(GIRL, BREAD))
    path = tmp_path / "pairs.jsonl"
    write_pairs(path, [pair])

    assert read_pairs(path) == [pair]


@pytest.mark.parametrize("checks", ['"क"', '["क"]', '[["क"]]', "[[1, 2]]", '[["क", "ख", "ग"]]'])
def test_checks_of_another_shape_are_refused(tmp_path, checks):
    path = tmp_path / "pairs.jsonl"
    path.write_text(
        f'{{"id": "p", "phenomenon": "x", "good": "क", "bad": "ख", "checks": {checks}}}\n',
        encoding="utf-8",
    )

    with pytest.raises(KasautiError, match="line 1: checks must be a list of lists"):
        read_pairs(path)
