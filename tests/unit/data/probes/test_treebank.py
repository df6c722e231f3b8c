"""Probe tasks from treebanks: what is read of a CoNLL-U file, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kasauti.data.probes.treebank import MOST_EXAMPLES, read_treebank
from kasauti.fixtures.suites.probes.cases import probe_cases
from kasauti.inputs.errors import KasautiError


def conllu(index: str, form: str, lemma: str = "_", features: str = "_", misc: str = "_") -> str:
    return f"{index}\t{form}\t{lemma}\t_\t_\t{features}\t_\t_\t_\t{misc}\n"


def test_words_of_a_treebank_are_found_in_its_text(tmp_path: Path) -> None:
    rows = ""
    for number in range(10):
        value = "Number=Plur" if number < 5 else "Number=Sing"
        rows += f"# text = “घर{number}” वनगज है\n" + conllu("1", "“", misc="SpaceAfter=No")
        rows += conllu("2", f"घर{number}", f"घ{number}", value, "SpaceAfter=No")
        rows += conllu("3", "”")
        # A written word of two, of which neither can be found in the text.
        rows += conllu("4-5", "वनगज") + conllu("4", "वने", "वन", "Number=Sing")
        rows += conllu("5", "गजः", "गज", "Number=Sing") + conllu("6", "है") + "\n"
    rows += conllu("1", "फल", "फल", "Number=Sing", "SpaceAfter=No") + conllu("2", "।")
    (tmp_path / "t.conllu").write_text(rows, encoding="utf-8")
    task = read_treebank(tmp_path / "t.conllu", "Number")
    assert [example.span for example in task.examples] == [f"घर{n}" for n in range(10)] + ["फल"]
    assert [example.label for example in task.examples] == ["Plur"] * 5 + ["Sing"] * 6
    assert task.examples[-1].sentence == "फल।"


@pytest.mark.parametrize(
    ("name", "comment", "language"),
    [
        ("hi_hdtb-ud-test", "", "hi"),
        ("my_words", "", None),
        ("grc_x-ud-dev", "", "grc"),
        ("my_words", "# language = san\n", "sa"),
        ("my_words", "# lang: mai\n", "mai"),
        ("my_words", "# language_note = san\n", None),
    ],
)
def test_a_treebank_names_its_language(
    tmp_path: Path, name: str, comment: str, language: str | None
) -> None:
    rows = [
        conllu("1", f"घर{number}", f"घर{number}", f"Number={value}")
        for value in ("Sing", "Plur")
        for number in range(5)
    ]
    path = tmp_path / f"{name}.conllu"
    path.write_text(comment + "\n".join(rows), encoding="utf-8")
    (case,) = [case for case in probe_cases([f"{path}:Number"]) if case.id.pack]
    assert case.language == language
    assert {case.language for case in probe_cases()} == {"hi"}


def test_treebank_drops_rare_labels_and_samples_examples(tmp_path: Path) -> None:
    values = ["Sing", "Plur"] * MOST_EXAMPLES + ["Dual"] * 3
    rows = [conllu("1", f"घ{n % 50}", f"घ{n % 50}", f"Number={v}") for n, v in enumerate(values)]
    (tmp_path / "t.conllu").write_text("\n".join(rows), encoding="utf-8")
    task = read_treebank(tmp_path / "t.conllu", "Number")
    assert Counter(example.label for example in task.examples).keys() == {"Sing", "Plur"}
    assert len(task.examples) == MOST_EXAMPLES
    assert task.note == (
        "rare values of Number are left out: Dual (3 words of 3 lemmas); "
        "2,400 of 4,800 words are taken, at random"
    )


def few_lemmas(lemma: str) -> str:
    """Ten singulars of ten lemmas, and ten plurals that all have this one."""
    rows = [conllu("1", f"घ{n}", f"घ{n}", "Number=Sing") for n in range(10)]
    rows += [conllu("1", f"घरों{n}", lemma, "Number=Plur") for n in range(10)]
    return "\n".join(rows)


def test_label_with_too_few_lemmas_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text(few_lemmas("घर"), encoding="utf-8")
    with pytest.raises(KasautiError) as error:
        read_treebank(path, "Number")
    assert str(error.value) == (
        f"{path}: Number needs two values with at least 5 lemmas each and 1% of the words, and has "
        "Plur (10 words of 1 lemmas), Sing (10 words of 10 lemmas). Give a larger treebank or "
        "another feature."
    )


def test_words_without_lemmas_are_their_own(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text(few_lemmas("_"), encoding="utf-8")
    lemmas = {each.lemma for each in read_treebank(path, "Number").examples}
    assert len(lemmas) == 20


def test_a_feature_can_be_asked_of_one_part_of_speech(tmp_path: Path) -> None:
    rows = [
        conllu("1", f"घ{n}", f"घ{n}", f"Number={'SP'[n % 2]}").replace("\t_", f"\t{upos}", 1)
        for n in range(10)
        for upos in ("NOUN", "VERB")
    ]
    path = tmp_path / "t.conllu"
    path.write_text("\n".join(rows), encoding="utf-8")
    task = read_treebank(path, "NOUN.Number")
    assert (task.name, len(task.examples)) == ("NOUN.Number", 10)
    assert len(read_treebank(path, "Number").examples) == 20
    with pytest.raises(KasautiError, match="has no ADJ with the feature Number"):
        read_treebank(path, "ADJ.Number")


def test_word_missing_in_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text("# text = घर है\n" + conllu("1", "घर") + conllu("2", "था"), encoding="utf-8")
    with pytest.raises(KasautiError, match="sentence of line 2: the word था is not next"):
        read_treebank(path, "Number")


def test_a_treebank_is_refused_with_line_and_remedy(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text("1\tघर\n", encoding="utf-8")
    with pytest.raises(KasautiError, match="line 1 has 2 columns, CoNLL-U has 10"):
        read_treebank(path, "Number")
    path.write_text(conllu("1", "घरों", "घर", "Number=Plur"), encoding="utf-8")
    with pytest.raises(KasautiError, match="no word with the feature Case. Give one of .*: Number"):
        read_treebank(path, "Case")


@pytest.mark.parametrize("feature", ["Number", "Case", "Gender", "Tense"])
@pytest.mark.parametrize("file", ["hi_pud-ud-test.conllu", "sa_ufal-ud-test.conllu"])
def test_real_treebanks_are_read(shared_data: Path, file: str, feature: str) -> None:
    task = read_treebank(shared_data / "ud" / file, feature)
    assert 100 < len(task.examples) <= MOST_EXAMPLES
    assert all(example.span and " " not in example.span for example in task.examples)
