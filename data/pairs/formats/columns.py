"""Published formats whose rows name the two sentences: one function and one entry per format."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from kasauti.data.pairs.formats.format import (
    Part,
    Row,
    RowFormat,
    in_script,
    name_of_file,
)
from kasauti.data.pairs.formats.pair import Pair
from kasauti.text.languages import bcp47


def _multiblimp(row: Row) -> Pair:
    language = row.text("lang")
    return row.pair(
        name=f"{language}-{row.line}",
        phenomenon=row.text("phenomenon"),
        good="sen",
        bad="wrong_sen",
        clusters={"sentence": row.text("sen")},  # a sentence of a treebank may have several pairs
        language=bcp47(language),
    )


def _multiblimp_part(path: PurePosixPath) -> Part | None:
    """hin/data.tsv, as the hub has it; also hin.tsv."""
    name = name_of_file(path)
    return Part(name, name) if re.fullmatch("[a-z]{3}", name) else None


def _rublimp(row: Row) -> Pair:
    paradigm = row.text("PID")
    right, wrong = row.fields.get("source_word"), row.fields.get("target_word")
    domain = row.fields.get("domain")
    return row.pair(
        # The set's own ids name corpus sentences, which may stand in several paradigms.
        name=f"{paradigm}-{row.fields.get('id', row.line)}-{row.line - 1}",
        phenomenon=paradigm,
        good="source_sentence",
        bad="target_sentence",
        gloss=f"{wrong} for {right}" if right and wrong else "",
        tags={"domain": str(domain)} if domain else {},
        # A sentence of the corpus may have several pairs of a paradigm.
        clusters={"sentence": str(row.fields["id"])} if "id" in row.fields else {},
        language="ru" if in_script(row.text("source_sentence"), "CYRILLIC") else None,
    )


def _jblimp(row: Row) -> Pair:
    japanese = in_script(row.text("good_sentence"), "HIRAGANA", "KATAKANA", "CJK")
    return row.pair(
        name=str(row.fields.get("ID", row.line)),
        # "island effects", "control/raising": a case id has neither spaces nor further parts.
        phenomenon=re.sub(r"[\s/]", "_", row.text("phenomenon")),
        good="good_sentence",
        bad="bad_sentence",
        tags={"paradigm": row.text("paradigm")},
        language="ja" if japanese else None,
    )


def _turblimp(row: Row) -> Pair:
    phenomenon = row.text("phenomenon")
    return row.pair(
        name=f"{phenomenon}-{row.line - 1}",
        phenomenon=phenomenon,
        good="good_sentence",
        bad="bad_sentence",
        # Only TurBLiMP's own table marks it.
        language="tr" if "critical_region" in row.fields else None,
    )


def _blimp(row: Row) -> Pair:
    # Copies without UID, such as TurBLiMP's on the hub, have a file for each paradigm.
    paradigm = row.text("UID") if "UID" in row.fields else name_of_file(row.path)
    # pairID starts again in each UID; the hub's copies call it pair_id, some have none.
    number = row.fields.get("pairID", row.fields.get("pair_id", row.line))
    return row.pair(
        name=f"{paradigm}-{number}",
        phenomenon=paradigm,
        good="sentence_good",
        bad="sentence_bad",
        language=_blimp_language(row),
    )


def _blimp_language(row: Row) -> str | None:
    """By `lang`; else by BLiMP's own `linguistics_term`, or ZhoBLiMP's `phenomenon` and script.

    Copies and translations of other sets use the same fields for their sentences.
    """
    if "lang" in row.fields:
        return bcp47(row.text("lang"))
    if "linguistics_term" in row.fields:
        return "en"
    chinese = in_script(str(row.fields["sentence_good"]), "CJK")
    return "zh" if "phenomenon" in row.fields and chinese else None


# A format with more fields before one that has some of them.
FORMATS = (
    RowFormat(
        name="MultiBLiMP",
        cases="phenomenon; in a file of several languages, of each",
        fields=("sen", "wrong_sen", "phenomenon", "lang"),
        pair=_multiblimp,
        multilingual=True,
        part=_multiblimp_part,
    ),
    RowFormat(
        name="RuBLiMP",
        cases="paradigm",
        fields=("source_sentence", "target_sentence", "phenomenon", "PID"),
        pair=_rublimp,
    ),
    RowFormat(
        name="JBLiMP",
        cases="phenomenon",
        fields=("good_sentence", "bad_sentence", "phenomenon", "paradigm"),
        pair=_jblimp,
    ),
    RowFormat(
        name="TurBLiMP",
        cases="phenomenon",
        fields=("good_sentence", "bad_sentence", "phenomenon"),
        pair=_turblimp,
    ),
    RowFormat(
        name="BLiMP and ZhoBLiMP",
        cases="paradigm",
        fields=("sentence_good", "sentence_bad"),
        pair=_blimp,
    ),
)
