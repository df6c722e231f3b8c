"""The probe task on case, read at the verb that the noun phrase stands before.

At a noun and its postposition a causal model cannot yet know the case: को marks whoever is woken
and whoever is given something, से what one cuts with and where one comes from, and a bare noun may
still get a postposition. At the verb after them it can. So accusative and dative have the same
marker and so have instrumental and ablative, and the verb of a test row was never trained on. The
genitive is read at the noun that it belongs to.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from authoring.hindi.draw import Draw
from authoring.hindi.grammar.lexicon import Lexicon, read_tables
from authoring.hindi.grammar.phrases import spaced
from authoring.hindi.probes.frames import Marked, TaskRecipe, speaker
from kasauti.data.treebank_pairs.inflection import perfective

LABELS = (
    "nominative", "ergative", "accusative", "dative", "genitive", "instrumental", "ablative",
    "locative",
)  # fmt: skip
_DAYS = ("कल", "परसों", "आज सुबह", "कल शाम", "उस दिन", "")


@dataclass(frozen=True, slots=True)
class CaseFrame:
    """A clause in which a noun phrase of known case stands before its verb."""

    before: str
    phrase: str
    verb: str
    lemma: str
    gender: str


@functools.cache
def _frames() -> dict[str, list[CaseFrame]]:
    tables = read_tables("case_frames")
    return {label: [CaseFrame(*row) for row in tables[label]] for label in LABELS}


def _words(_lexicon: Lexicon, label: str) -> list[CaseFrame]:
    return _frames()[label]


def _case(draw: Draw, label: str, frame: CaseFrame) -> Marked | None:
    subject = speaker(draw)
    verb = frame.verb or perfective(frame.lemma, subject.gender, subject.number, alone=True)
    before = frame.before.replace("{ने}", subject.ergative).replace("{को}", subject.dative)
    before = before.replace("{}", subject.direct)
    time = "" if before.startswith("कल") else draw.pick(_DAYS)
    after = ""
    if label == "genitive":
        liked = draw.pick(("पसंद", "याद"))
        after = f"{liked} {'आई' if frame.gender == 'f' else 'आया'}"
    elif label == "nominative" and draw.chance(0.5):
        time = ""
    return Marked(spaced(time, before), f"{frame.phrase} {verb}", after)


CASE = TaskRecipe("case", LABELS, _words, _case)
