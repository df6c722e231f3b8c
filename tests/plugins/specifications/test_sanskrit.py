"""The Sanskrit contrast sets: the documented pairs, and what one run shows of them."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import pytest

from authoring.sanskrit.grammar.categories import Case, Number
from kasauti.data.pairs.reading import read_pair_file
from kasauti.data.sanskrit.records import (
    EXTERNAL_SANDHI,
    GENDER_AGREEMENT,
    ISOLATED,
    SENTENCES,
    TEXTS,
    VERB_CONJUGATION,
    read_contrast_sets,
)
from kasauti.thresholds.loader import load_thresholds
from tests.support.specifications.shown import Requirement, Shown, each_requirement

PAIRS = read_contrast_sets(ISOLATED)
OF_CASE = [pair for pair in PAIRS if pair.phenomenon == "case"]
OF_NUMBER = [pair for pair in PAIRS if pair.phenomenon == "number"]
CLASSES = ("a-stem", "ā-stem", "i-stem", "u-stem", "an-stem", "as-stem")
# The documented endings, as they are written behind a stem that ends in a.
ENDINGS = {
    ("masculine", "genitive", "singular"): "अस्य",
    ("masculine", "locative", "singular"): "ए",
    ("masculine", "instrumental", "dual"): "आभ्याम्",
    ("neuter", "dative", "singular"): "आय",
    ("masculine", "ablative", "singular"): "आत्",
}
FURTHER = {
    "gender agreement": GENDER_AGREEMENT,
    "verb conjugation": VERB_CONJUGATION,
    "sandhi violations": EXTERNAL_SANDHI,
}


def case(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["sanskrit"][name]
    return found


def own(shown: Shown, name: str) -> dict[str, Any]:
    found: dict[str, Any] = shown.results["multiblimp"][f"{ISOLATED.stem}/{name}"]
    return found


def paradigms(shown: Shown, name: str) -> list[bool]:
    """Of each lemma in two cells of a contrast: True if all its pairs are right."""
    stems = {pair.id: pair.stem for path in SENTENCES for pair in read_contrast_sets(path)}
    cells: dict[tuple[str, str], set[str]] = {}
    right: dict[tuple[str, str], bool] = {}
    for item in case(shown, name)["items"]:
        key = (stems[item["id"]], item["tags"]["contrast"])
        cells.setdefault(key, set()).add(item["tags"]["swap"].split(">")[0])
        right[key] = right.get(key, True) and item["right"]
    return [right[key] for key in right if len(cells[key]) > 1]


def endings(gender: str, name: str, number: str) -> set[str]:
    """Endings that the pairs of bare a-stems have in a cell."""
    return {
        pair.metadata["ending_from"]
        for pair in OF_CASE
        if pair.metadata["stem_class"] == "a-stem"
        and (pair.metadata["gender"], pair.metadata["correct_case"]) == (gender, name)
        and pair.metadata["number"] == number
    }


def band(value: float) -> str:
    return load_thresholds().bands("sanskrit", "default").band(value)


REQUIREMENTS: list[tuple[Any, ...]] = [
    ("there are 500 documented pairs", lambda s: len(PAIRS), 500),
    ("333 of them perturb the case", lambda s: len(OF_CASE), 333),
    ("167 of them perturb the number", lambda s: len(OF_NUMBER), 167),
    ("they are made of 200 stems", lambda s: len({pair.stem for pair in PAIRS}), 200),
    ("ids are morph_0001 and so on", lambda s: (PAIRS[0].id, PAIRS[-1].id),
     ("morph_0001", "morph_0500")),
    *((f"a record has {name}", lambda s, n=name: {type(getattr(each, n)) for each in PAIRS}, {str})
      for name in TEXTS),
    *((f"the metadata of a record have {name}",
       lambda s, n=name: all(n in pair.metadata for pair in PAIRS))
      for name in ("stem_class", "gender", "number", "ending_from", "ending_to")),
    ("a case pair has the right and the wrong case",
     lambda s: all(pair.metadata["correct_case"] != pair.metadata["incorrect_case"]
                   for pair in OF_CASE)),
    ("a number pair has the right and the wrong number",
     lambda s: all(pair.metadata["correct_number"] != pair.metadata["incorrect_number"]
                   for pair in OF_NUMBER)),
    ("no pair has two equal forms",
     lambda s: [pair.id for pair in PAIRS if pair.grammatical == pair.ungrammatical], []),
    *((f"the {name} is among the right cases",
       lambda s, n=name: n in {pair.metadata["correct_case"] for pair in OF_CASE})
      for name in map(str, Case)),
    *((f"the {name} is among the right numbers",
       lambda s, n=name: n in {pair.metadata["correct_number"] for pair in OF_NUMBER})
      for name in map(str, Number)),
    *((f"there are pairs of the class {name}",
       lambda s, n=name: n in {pair.metadata["stem_class"] for pair in PAIRS})
      for name in CLASSES),
    *((f"the ending of the {' '.join(cell)} of an a-stem is {ending}",
       lambda s, c=cell: endings(*c), {ending})
      for cell, ending in ENDINGS.items()),
    *((f"there are pairs of {name}", lambda s, p=path: len(read_contrast_sets(p)) > 100)
      for name, path in FURTHER.items()),
    ("bare pairs are measured as documented",
     lambda s: {case(s, name)["total"] for name in ("isolated_case", "isolated_number")}, {4}),
    ("the accuracy is the share of pairs with P(grammatical) > P(ungrammatical)",
     lambda s: all(item["right"] == (item["scores"][0] > item["scores"][1])
                   for item in case(s, "isolated_case")["items"])),
    ("perplexity stands beside log-probability",
     lambda s: {"perplexity", "logprob"} <= set(case(s, "isolated_case")["conventions"])),
    ("the score is the log-probability", lambda s: case(s, "case_in_context")["convention"],
     "logprob"),
    ("chance is 0.50", lambda s: case(s, "case_in_context")["baselines"]["chance"], 0.5),
    *((f"the share of whole paradigms of {name} is that of lemmas with all forms right",
       lambda s, n=name: [(each["value"], each["n"], each["interval"]["low"] < each["value"] + 0.01)
                          for each in case(s, n)["figures"] if each["metric"] == "whole_paradigms"],
       lambda s, n=name: [(statistics.fmean(found := paradigms(s, n)), len(found), True)])
      for name in ("case_in_context", "number_in_context", "gender_agreement",
                   "verb_conjugation", "external_sandhi")),
    ("the majority is 0.50 on crossed pairs",
     lambda s: case(s, "case_in_context")["baselines"]["majority"], 0.5),
    ("the majority of bare pairs is the more frequent right case of each contrast",
     lambda s: case(s, "isolated_case")["baselines"]["majority"] >= 0.5),
    ("the frequency of words is a baseline",
     lambda s: 0 <= case(s, "case_in_context")["baselines"]["word frequency"] <= 1),
    *((f"{value} is {name}", lambda s, v=value: band(v), name)
      for value, name in ((0.69, "poor"), (0.70, "fair"), (0.80, "good"), (0.86, "excellent"))),
    *((f"errors are shown by {tag}",
       lambda s, t=tag: set(case(s, "case_in_context")["slices"][t]) != set())
      for tag in ("number", "stem_class", "gender", "swap")),
    *((f"there is a case for {name}", lambda s, n=name: case(s, n)["total"], 4)
      for name in ("case:dative", "number:dual", "stem_class:i-stem")),
    ("the matrix counts which case was chosen for which",
     lambda s: sum(sum(row.values()) for row in case(s, "case_in_context")["chosen"].values()),
     4),
    *((f"a file in the documented form is evaluated by {name}",
       lambda s, n=name: own(s, n)["total"], 4) for name in ("case", "number")),
    *((f"errors on such a file are shown by {tag}",
       lambda s, t=tag: sum(each["total"] for each in own(s, "case")["slices"][t].values()), 4)
      for tag in ("case", "number", "gender", "stem_class", "stem", "swap", "contrast")),
    *((f"such a file has the matrix of swaps of {name}",
       lambda s, n=name: sum(sum(row.values()) for row in own(s, n)["chosen"].values()), 4)
      for name in ("case", "number")),
    *((f"the bare pairs of {name} have the matrix of swaps",
       lambda s, n=name: sum(sum(row.values()) for row in case(s, f"isolated_{n}")["chosen"]
                             .values()), 4)
      for name in ("case", "number")),
    ("the bare pairs are shown by stem",
     lambda s: sum(row["total"] for row in case(s, "isolated_case")["slices"]["stem"].values()),
     4),
    ("such a file is compared by log-probability", lambda s: own(s, "case")["convention"],
     "logprob"),
    ("such a file is in Sanskrit", lambda s: own(s, "case")["language"], "sa"),
]  # fmt: skip


@each_requirement(REQUIREMENTS)
def test_the_contrast_sets_are_as_documented(limited: Shown, asked: Requirement) -> None:
    expected = asked.expected(limited) if callable(asked.expected) else asked.expected
    assert asked.actual(limited) == expected


def test_the_generator_ends_with_the_command_that_evaluates_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("vidyut", reason="deriving forms needs vidyut")
    from authoring.sanskrit.generate import main

    assert main(["--target-size=30", "--max-stems=20", f"--folder={tmp_path}"]) == 0
    path = tmp_path / ISOLATED.name
    command = f"kasauti -m multiblimp -k {path.stem} --pairs={path}"
    assert capsys.readouterr().out.splitlines()[-1] == f"Evaluate them: {command}"
    assert len(read_pair_file(path).pairs) == len(read_contrast_sets(path)) == 30
