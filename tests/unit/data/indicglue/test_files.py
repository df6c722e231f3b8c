"""IndicGLUE's files: every form they are published in, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasauti.data.indicglue.choices import read_cloze
from kasauti.data.indicglue.labelled_texts import read_texts
from kasauti.data.indicglue.named_sentences import TAG, read_names
from kasauti.fixtures.suites.indicglue.cases import NamesCase, TextCase, indicglue_cases
from kasauti.inputs.errors import KasautiError

ROWS = [(f"यह वाक्य {n} है", "ab"[n % 2]) for n in range(12)]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def tsv(rows: list[tuple[str, str]]) -> str:
    return "".join(f"{one}\t{two}\n" for one, two in rows)


FORMS = {
    "label_first.tsv": "label\ttext\n" + tsv([(label, text) for text, label in ROWS]),
    "text_first.tsv": "Sentence\tTopic_Label\n" + tsv(ROWS),
    "no_header.tsv": tsv(ROWS),
    "no_header_label_first.tsv": tsv([(label, text) for text, label in ROWS]),
    "bom.tsv": "\ufeffSentence\tSentiment_Label\r\n" + tsv(ROWS).replace("\n", "\r\n"),
    "quoted.csv": "text,experience\n" + "".join(f'"{text}",{label}\n' for text, label in ROWS),
    "more_columns.csv": "id,text,label\n" + "".join(f"7,{text},{label}\n" for text, label in ROWS),
    "rows.jsonl": "".join(json.dumps({"label": b, "text": a}) + "\n" for a, b in ROWS),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_form_gives_the_same_texts(tmp_path: Path, name: str) -> None:
    read = read_texts(write(tmp_path / name, FORMS[name])).items
    assert [(item.text, item.label) for item in read] == ROWS
    assert [item.id for item in read] == [str(n) for n in range(1, 13)]


def test_a_csv_text_may_hold_commas_quotes_and_line_breaks(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'text,label\n"एक, ""दो""\nतीन",x\n')
    (item,) = read_texts(path).items
    assert item.text == 'एक, "दो"\nतीन'


def test_quotation_marks_in_a_tsv_are_text(tmp_path: Path) -> None:
    (item,) = read_texts(write(tmp_path / "a.tsv", 'label\ttext\nx\t"खुला\n')).items
    assert item.text == '"खुला'


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.tsv", "एक\tदो\nतीन\tचार\n", "It is not clear which column of"),
        ("a.tsv", "Heading\tKlasse\n" + tsv(ROWS * 2), "may be a header"),
        ("a.tsv", "Sentence\tKlasse\n" + tsv(ROWS), "has a column Sentence"),
        ("a.tsv", "text\tlabel\nएक\n", "line 2 has 1 columns where 2"),
        ("a.tsv", "text\tlabel\n \tx\n", "line 2: the text or the label is empty"),
        ("a.tsv", "a\tb\tc\n", "has 3 columns without names"),
        ("a.tsv", "", "has no texts"),
        ("a.tsv", "text\tlabel\n", "has no texts"),
        ("a.csv", 'text,label\n"एक,x\n', "is not CSV"),
        ("a.jsonl", '{"text": "क", "gold": "x"}\n', "has the fields text, gold"),
        ("a.jsonl", '{"text": 3, "label": "x"}\n', "the text is not a string"),
    ],
)
def test_ambiguous_text_files_are_refused(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    with pytest.raises(KasautiError, match=message):
        read_texts(write(tmp_path / name, content))


CONLL = "राम\tB-PER\nघर\tO\n\nदिल्ली B-LOC\nमें O\n"


def test_sentences_end_at_blank_lines(tmp_path: Path) -> None:
    read = read_names(write(tmp_path / "a.txt", CONLL + "\n\n"))
    assert [sentence.words for sentence in read.items] == [("राम", "घर"), ("दिल्ली", "में")]
    assert [sentence.tags for sentence in read.items] == [("B-PER", "O"), ("B-LOC", "O")]
    assert read.repair == ""


def test_headings_are_skipped_and_language_prefix_removed(tmp_path: Path) -> None:
    text = "-DOCSTART- -X- O O\n\n# id 7\nhi:राम NNP B-PER\nhi:: X O\n"
    (sentence,) = read_names(write(tmp_path / "a.conll", text)).items
    assert sentence.words == ("राम", ":")
    assert sentence.tags == ("B-PER", "O")


def test_broken_tag_is_read_as_o_with_note(tmp_path: Path) -> None:
    words = "".join(f"घर{n}\tO\n" for n in range(40))
    path = write(tmp_path / "a.txt", f"{words}क\t-\nख\t-NEN\nग\n")
    read = read_names(path)
    assert read.items[0].tags == ("O",) * 43
    assert read.repair == (
        "a.txt has 3 broken tags (- once, -NEN once, none once; the first on line 41), read as O."
    )


def test_a_file_of_broken_tags_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KasautiError, match="2 broken tags among 2 words, the first on line 1"):
        read_names(write(tmp_path / "a.txt", "क\t3\nख\t0\n"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", "\n\n", "has no sentences"),
        ("a.txt", "राम घर\tO\n", "is not one word"),
        ("a.jsonl", '{"tokens": ["क"], "tags": []}\n', "needs as many tags as tokens"),
        ("a.jsonl", '{"tokens": ["क"], "ner_tags": [3]}\n', "needs as many tags as tokens"),
    ],
)
def test_file_without_words_is_refused(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    with pytest.raises(KasautiError, match=message):
        read_names(write(tmp_path / name, content))


def test_jsonl_of_tokens_is_read_like_conll(tmp_path: Path) -> None:
    row = {"tokens": ["राम", "घर"], "ner_tags": ["B-PER", "O"]}
    (sentence,) = read_names(write(tmp_path / "a.jsonl", json.dumps(row))).items
    assert sentence.words == ("राम", "घर")
    assert sentence.types() == {"PER"}


words = st.text(st.characters(categories=["L", "N", "P"]), min_size=1).filter(
    lambda word: word[0] != "#" and not word.startswith("-DOC") and ":" not in word
)
tags = st.sampled_from(["O", "B-PER", "I-PER", "B-LOC", "S-ORG"])
sentences = st.lists(st.tuples(words, tags), min_size=1, max_size=6)


@given(st.lists(sentences, min_size=1, max_size=4))
def test_conll_round_trip(
    tmp_path_factory: pytest.TempPathFactory, blocks: list[list[tuple[str, str]]]
) -> None:
    text = "\n".join("".join(f"{word}\t{tag}\n" for word, tag in block) for block in blocks)
    path = write(tmp_path_factory.mktemp("conll") / "a.txt", text)
    read = read_names(path).items
    assert [list(zip(each.words, each.tags, strict=True)) for each in read] == blocks


QUESTION = {"id": "q", "question": "<MASK> राजधानी है।", "options": ["दिल्ली", "लंदन"]}


def test_cloze_is_read_from_jsonl_and_indicglue_json(tmp_path: Path) -> None:
    row = QUESTION | {"answer": "लंदन"}
    (ours,) = read_cloze(write(tmp_path / "a.jsonl", json.dumps(row))).items
    (theirs,) = read_cloze(write(tmp_path / "a.json", json.dumps({"cloze_data": [row]}))).items
    assert ours == theirs
    assert ours.fill("दिल्ली") == "दिल्ली राजधानी है।"
    assert ours.split_at("दिल्ली") == ("", "दिल्ली राजधानी है।")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": "कुछ नहीं"}, "has no <MASK>"),
        ({"options": ["लंदन"]}, "needs at least two different options"),
        ({"options": ["लंदन", "लंदन "]}, "needs at least two different options"),
        ({"options": "लंदन"}, "has no list of options"),
        ({"answer": "पेरिस"}, "has the answer 'पेरिस', which is not an option"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    row = QUESTION | {"answer": "लंदन"} | change
    with pytest.raises(KasautiError, match=message):
        read_cloze(write(tmp_path / "a.jsonl", json.dumps(row)))


def test_an_entity_that_is_masked_twice_is_filled_in_twice(tmp_path: Path) -> None:
    row = QUESTION | {"question": "<MASK> में, हाँ <MASK> में।", "answer": "लंदन"}
    (question,) = read_cloze(write(tmp_path / "a.jsonl", json.dumps(row))).items
    assert question.fill("दिल्ली") == "दिल्ली में, हाँ दिल्ली में।"


def test_unusable_published_questions_are_dropped_with_note(tmp_path: Path) -> None:
    row = {"question": "<MASK> है", "options": ["क", "ख"], "answer": "क"}
    rows = [row] * 20 + [row | {"options": ["क", ""]}, row | {"answer": "ग"}]
    content = read_cloze(write(tmp_path / "hi.json", json.dumps({"cloze_data": rows})))
    assert len(content.items) == 20
    assert content.repair == (
        "hi.json has 2 questions that cannot be asked, left out; the first, number 21, needs at "
        "least two different options."
    )
    with pytest.raises(KasautiError, match="question 19 needs at least two"):
        read_cloze(write(tmp_path / "b.json", json.dumps(rows[2:20] + rows[20:] * 2)))


def test_ids_are_unique(tmp_path: Path) -> None:
    row = json.dumps(QUESTION | {"answer": "लंदन"})
    with pytest.raises(KasautiError, match="uses an id twice"):
        read_cloze(write(tmp_path / "a.jsonl", f"{row}\n{row}\n"))


NAMES = "".join(f"शब्द{n}\tO\n" for n in range(20)) + "सीता\tB-NEP\nदेवी\tI-NEP\n\n"


def test_the_forms_of_the_published_files_are_read(tmp_path: Path) -> None:
    news = "Sentence\tTopic_Label\nमैच बराबर रहा\t4\n'नई' फ़िल्म \"कल\" आएगी\t3\n"
    products = "Sentence\tSentiment_Label\nफ़ोन अच्छा है ।\tpositive\nठीक है ।\tneutral\n"
    films = 'text,experience\n"\n\nनिर्माता :\nकोई\n\n""अच्छी"", पर लंबी",1\nबेकार,0\n'
    for split in ("train", "test"):
        write(tmp_path / "bbc_hindi" / f"{split}.tsv", news)
        write(tmp_path / "iitp_product_reviews" / f"{split}.tsv", products)
    write(tmp_path / "iitp_movie_reviews" / "test.csv", films)
    write(tmp_path / "soham_ner" / "train.txt", NAMES)
    write(tmp_path / "soham_ner" / "test.txt", NAMES + NAMES + "राम\t-NEP\n")
    news_case, film_case, product_case, names_case = indicglue_cases(str(tmp_path))
    assert isinstance(news_case, TextCase)
    assert news_case.words["4"] == "खेल"
    assert news_case.splits.test[1].text == "'नई' फ़िल्म \"कल\" आएगी"
    assert isinstance(film_case, TextCase)
    assert [each.label for each in film_case.splits.test] == ["1", "0"]
    assert film_case.splits.test[0].text.endswith('"अच्छी", पर लंबी')
    assert isinstance(product_case, TextCase)
    assert product_case.labels == ("neutral", "positive")
    assert isinstance(names_case, NamesCase)
    assert [repair.split(" (")[0] for repair in names_case.splits.repairs] == [
        "test.txt has 1 broken tag"
    ]
    assert [len(each.words) for each in names_case.splits.test] == [22, 22, 1]


def test_the_published_files_are_read_as_they_are(shared_data: Path, tmp_path: Path) -> None:
    files = shared_data / "indicglue"
    links = {
        **{f"bbc_hindi/{split}.tsv": f"BBC_{split}_data.tsv" for split in ("train", "dev", "test")},
        **{f"iitp_product_reviews/{s}.tsv": f"PR_{s}_data.tsv" for s in ("train", "dev", "test")},
        "iitp_movie_reviews/test.csv": "inltk_movie_reviews_valid.csv",
        "soham_ner/train.txt": "il_ner_hindi_dev.txt",
        "soham_ner/test.txt": "il_ner_hindi_test.txt",
    }
    for link, name in links.items():
        (tmp_path / link).parent.mkdir(exist_ok=True)
        (tmp_path / link).symlink_to(files / name)
    news, films, products, names = indicglue_cases(str(tmp_path))
    assert isinstance(news, TextCase)
    assert [len(split) for split in (news.splits.train, news.splits.dev)] == [3889, 216]
    assert news.words["4"] == "खेल"
    assert isinstance(films, TextCase)
    assert Counter(each.label for each in films.splits.test) == {"0": 53, "1": 65, "2": 62}
    assert isinstance(products, TextCase)
    assert products.labels == ("conflict", "negative", "neutral", "positive")
    assert isinstance(names, NamesCase)
    assert [repair.split(" (")[0] for repair in names.splits.repairs] == [
        "train.txt has 16 broken tags",
        "test.txt has 30 broken tags",
    ]
    text = (files / "il_ner_hindi_test.txt").read_text(encoding="utf-8")
    assert sum(len(each.words) for each in names.splits.test) == sum(map(bool, text.split("\n")))
    assert all(TAG.fullmatch(tag) for each in names.splits.test for tag in each.tags)
