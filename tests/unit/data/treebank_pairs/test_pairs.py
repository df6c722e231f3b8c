"""Pairs from a treebank: each kind of swap, what is refused, and what a real treebank gives."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kasauti.data.lint.edits import edits_of
from kasauti.data.lint.pairs import lint_pairs
from kasauti.data.packs import SOURCES
from kasauti.data.pairs import Pair
from kasauti.data.pairs.formats.pair import SourcePairs
from kasauti.data.treebank_pairs.inflection import genders_of, other_gender
from kasauti.data.treebank_pairs.pairs import treebank_pairs
from kasauti.fixtures.suites.pairs.cases import minimal_pair_cases
from kasauti.inputs.errors import KasautiError

M, F, P = "Gender=Masc|Number=Sing", "Gender=Fem|Number=Sing", "Gender=Fem|Number=Plur"


def tree(*words: str, name: str = "s1") -> str:
    """A sentence; a word is written form/lemma/upos/head/relation/features."""
    text = " ".join(word.split("/")[0] for word in words)
    lines = [f"# sent_id = {name}", f"# text = {text}"]
    for number, word in enumerate(words, start=1):
        form, lemma, upos, head, relation, features = word.split("/")
        cells = [str(number), form, lemma, upos, "_", features or "_", head, relation, "_", "_"]
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n\n"


def sentence(*, owner: str = "का", noun: str = f"घर/घर/NOUN/4/nsubj/{M}", verb: str = "") -> str:
    verb = verb or f"गिरा/गिरना/VERB/0/root/{M}"
    return tree(
        "राम/राम/PROPN/3/nmod:poss/Gender=Masc",
        f"{owner}/का/ADP/1/case/",
        noun,
        verb,
        "।/।/PUNCT/4/punct/",
    )


def made(tmp_path: Path, *sentences: str) -> SourcePairs:
    path = tmp_path / "t.conllu"
    path.write_text("".join(sentences), encoding="utf-8")
    return treebank_pairs(path)


def swapped(found: SourcePairs) -> dict[str, str]:
    return {pair.phenomenon: " ".join(edits_of(pair)[0].bad) for pair in found.pairs}


@pytest.mark.parametrize(
    ("text", "phenomenon", "bad"),
    [
        (sentence(), "genitive_agreement", "की"),
        (sentence(), "subject_verb_agreement", "गिरी"),
        (
            sentence(
                owner="की",
                noun=f"किताब/किताब/NOUN/4/nsubj/{F}",
                verb=f"गिरी/गिरना/VERB/0/root/{F}",
            ),
            "genitive_agreement",
            "का",
        ),
        (
            tree(
                f"बड़ी/बड़ा/ADJ/2/amod/{F}", f"नदी/नदी/NOUN/4/obl/{F}", "में/में/ADP/2/case/",
                f"गिरा/गिरना/VERB/0/root/{M}", "।/।/PUNCT/4/punct/",
            ),
            "adjective_agreement",
            "बड़े",
        ),
        (
            tree(
                "चलने/चलना/VERB/3/acl/VerbForm=Inf", "वाली/वाला/ADP/1/case/",
                f"गाड़ी/गाड़ी/NOUN/4/nsubj/{F}", f"आई/आना/VERB/0/root/{F}", "।/।/PUNCT/4/punct/",
            ),
            "participle_agreement",
            "वाला",
        ),
        (
            tree(
                f"राधा/राधा/PROPN/5/nsubj/{F}", "ने/ने/ADP/1/case/", f"घर/घर/NOUN/5/obj/{M}",
                "कल/कल/NOUN/5/obl/", f"देखा/देखना/VERB/0/root/{M}", "।/।/PUNCT/5/punct/",
            ),
            "ergative",
            "",
        ),
        (
            tree(
                f"राम/राम/PROPN/3/nsubj/{M}", "रोज़/रोज़/ADV/3/advmod/", f"जाता/जाना/VERB/0/root/{M}",
                f"है/है/AUX/3/aux/{M}", "।/।/PUNCT/3/punct/",
            ),
            "ergative",
            "ने",
        ),
        (
            tree(
                f"किताबें/किताब/NOUN/2/nsubj/{P}", f"गिरती/गिरना/VERB/0/root/{P}",
                f"हैं/है/AUX/2/aux/{P}", "।/।/PUNCT/2/punct/",
            ),
            "subject_verb_agreement",
            "है",
        ),
    ],
)  # fmt: skip
def test_one_form_is_swapped(tmp_path: Path, text: str, phenomenon: str, bad: str) -> None:
    assert swapped(made(tmp_path, text))[phenomenon] == bad


REFUSED = {
    "the noun may name a woman": sentence(noun=f"अध्यक्ष/अध्यक्ष/NOUN/4/nsubj/{M}"),
    "another noun may be meant": sentence(
        noun=f"घर/घर/NOUN/4/nsubj/{M}", verb=f"मंदिर/मंदिर/NOUN/3/conj/{M}"
    ),
    "the form is not as our grammar inflects it": sentence(owner="के"),
    "the gender of the noun is not known": sentence(noun="घर/घर/NOUN/4/nsubj/"),
    "the noun makes a postposition": sentence(
        owner="की", noun=f"तरह/तरह/NOUN/4/obl/{F}", verb=f"गिरा/गिरना/VERB/0/root/{M}"
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_possibly_right_swap_is_refused(tmp_path: Path, reason: str) -> None:
    whole = sentence(
        owner="की", noun=f"किताब/किताब/NOUN/4/nsubj/{F}", verb=f"गिरी/गिरना/VERB/0/root/{F}"
    )
    found = made(tmp_path, whole.replace("s1", "s0"), REFUSED[reason])
    assert f" {reason}" in found.note
    assert not any(p.id.startswith("s1") and "genitive" in p.id for p in found.pairs)


def test_a_verb_with_a_rival_is_refused(tmp_path: Path) -> None:
    # लक्ष्य जीत हुआ, but also हुई.
    text = tree(
        f"घर/घर/NOUN/3/nsubj/{M}", f"जीत/जीत/NOUN/3/xcomp/{F}", f"हुआ/होना/VERB/0/root/{M}",
        "।/।/PUNCT/3/punct/", name="rival",
    )  # fmt: skip
    found = made(tmp_path, sentence(), text)
    assert not any(pair.id.startswith("rival") for pair in found.pairs)
    assert "another noun may be meant" in found.note


def test_a_file_without_pairs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="gives no pairs"):
        made(tmp_path, tree("w/w/X/0/root/", "x/x/X/1/dep/", "y/y/X/1/dep/", "z/z/X/1/dep/"))


def test_the_source_is_named_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "t.conllu").write_text(sentence(), encoding="utf-8")
    cases = minimal_pair_cases([Path(f"treebank:{tmp_path / 't.conllu'}")])
    mine = [case for case in cases if case.name.startswith("t/")]
    assert {case.name for case in mine} == {"t/genitive_agreement", "t/subject_verb_agreement"}
    assert mine[0].note.startswith("t.conllu: 2 pairs made (1 genitive_agreement")
    assert mine[1].note == ""
    assert {case.language for case in mine} == {"hi"}
    with pytest.raises(KasautiError, match="forest is not a source of pairs.*treebank:FILE"):
        minimal_pair_cases([Path(f"forest:{tmp_path / 't.conllu'}")])
    assert list(SOURCES) == ["treebank"]


def test_paradigms_swap_gender_and_nothing_else() -> None:
    assert other_gender("गया", "जाना", "sg") == "गई"
    assert other_gender("थीं", "था", "pl") == "थे"
    assert other_gender("करेगी", "करना", "sg") == "करेगा"
    assert other_gender("है", "है", "sg") is None
    assert genders_of("जाती", "जाना") == {"f"}
    assert genders_of("जाए", "जाना") == set()


def test_a_real_treebank_gives_sound_pairs(shared_data: Path) -> None:
    found = treebank_pairs(shared_data / "ud" / "hi_pud-ud-test.conllu")
    kinds = Counter(pair.phenomenon for pair in found.pairs)
    assert len(found.pairs) > 300
    assert set(kinds) == {
        *("adjective_agreement", "ergative", "genitive_agreement", "participle_agreement"),
        "subject_verb_agreement",
    }
    assert lint_pairs(list(found.pairs)) == []
    for pair in found.pairs:
        _check_one_edit(pair)
    assert " refused (" in found.note


def _check_one_edit(pair: Pair) -> None:
    (edit,) = edits_of(pair)
    assert max(len(edit.good), len(edit.bad)) == 1
