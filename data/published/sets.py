"""The published sets that --pairs knows by name; nothing of them is shipped.

A further set is a line in SETS. Where its files do not lie as `_by_file` expects, it needs a
function that tells of each file's path what it is a part of.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath

from kasauti.data.pair_formats.bhs import LANGUAGES as OF_BHS
from kasauti.data.pair_formats.clams import FOLDER as OF_CLAMS
from kasauti.data.pair_formats.rows import name_of_file
from kasauti.records.languages import bcp47, iso639_3, languages


@dataclass(frozen=True, slots=True)
class Part:
    """What a file of a set is: its language (ISO 639-3), and the name that it is asked for by."""

    language: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSet:
    """A set that others publish.

    part: what a file is by its path in the set; None where it is none of the pairs.
    chosen_by: what can stand after the name: languages, or the names of files.
    home: where it is published; repo: its name on the hub, empty where it is not there.
    layout: how a copy of its files is called, for who gets them by hand.
    short: whether case names have only the language (`hin/SV-G`), which the set of this suite has.
    all_at_once: whether the name alone means everything.
    """

    name: str
    title: str
    home: str
    repo: str
    layout: str
    part: Callable[[PurePosixPath], Part | None]
    chosen_by: str = "languages"
    short: bool = False
    all_at_once: bool = True

    def prefix(self, language: str) -> str:
        """What the names of its cases in a language start with."""
        return f"{language}/" if self.short else f"{self.name}/{language}/"


def _by_file(language: str) -> Callable[[PurePosixPath], Part | None]:
    """Of a set in one language, a file is asked for by its name."""
    return lambda path: Part(language, name_of_file(path))


def _of_multiblimp(path: PurePosixPath) -> Part | None:
    """hin/data.tsv, as the hub has it; also hin.tsv."""
    name = name_of_file(path)
    return Part(name, name) if re.fullmatch("[a-z]{3}", name) else None


def _of_clams(path: PurePosixPath) -> Part | None:
    code, mark, _ = path.parent.name.partition(OF_CLAMS)
    known = mark and bcp47(code) in languages()
    return Part(iso639_3(code), path.stem) if known else None


def _of_bhs(path: PurePosixPath) -> Part | None:
    language, _, construction = path.stem.partition("-")
    code = OF_BHS.get(language)
    return Part(iso639_3(code), construction) if code and construction else None


SETS = {
    each.name: each
    for each in (
        PublishedSet(
            name="multiblimp",
            title="MultiBLiMP",
            home="https://huggingface.co/datasets/jumelet/multiblimp",
            repo="jumelet/multiblimp",
            layout="LANGUAGE/data.tsv",
            part=_of_multiblimp,
            short=True,
            all_at_once=False,
        ),
        PublishedSet(
            name="blimp",
            title="BLiMP",
            home="https://github.com/alexwarstadt/blimp",
            repo="nyu-mll/blimp",
            layout="PARADIGM.jsonl",
            part=_by_file("eng"),
            chosen_by="paradigms",
        ),
        PublishedSet(
            name="turblimp",
            title="TurBLiMP",
            home="https://github.com/ezgibasar/TurBLiMP",
            repo="juletxara/turblimp",
            layout="PHENOMENON.csv",
            part=_by_file("tur"),
            chosen_by="phenomena",
        ),
        PublishedSet(
            name="rublimp",
            title="RuBLiMP",
            home="https://github.com/RussianNLP/RuBLiMP",
            repo="RussianNLP/rublimp",
            layout="PARADIGM.csv",
            part=_by_file("rus"),
            chosen_by="paradigms",
        ),
        PublishedSet(
            name="clams",
            title="CLAMS",
            home="https://github.com/aaronmueller/clams",
            repo="",
            layout="LANGUAGE_evalset/NAME.txt",
            part=_of_clams,
        ),
        PublishedSet(
            name="zhoblimp",
            title="ZhoBLiMP",
            home="https://github.com/sjtu-compling/ZhoBLiMP",
            repo="Junrui1202/zhoblimp",
            layout="PARADIGM.jsonl",
            part=_by_file("zho"),
            chosen_by="paradigms",
        ),
        PublishedSet(
            name="jblimp",
            title="JBLiMP",
            home="https://github.com/osekilab/JBLiMP",
            repo="polm-stability/jblimp",
            layout="validated_minimal_pairs.jsonl",
            part=_by_file("jpn"),
            chosen_by="files",
        ),
        PublishedSet(
            name="bhs",
            title="BHS",
            home="https://github.com/dariakryvosheieva/syntactic_generalization_multilingual",
            repo="jmichaelov/bhs",
            layout="LANGUAGE-NAME.json",
            part=_of_bhs,
        ),
        PublishedSet(
            name="syntaxgym",
            title="SyntaxGym",
            home="https://github.com/cpllab/syntactic-generalization",
            repo="cpllab/syntaxgym",
            layout="SUITE.json",
            part=_by_file("eng"),
            chosen_by="suites",
            all_at_once=False,
        ),
    )
}
