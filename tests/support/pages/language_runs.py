"""Runs in many languages, for the tests of the reports and for looking at them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kasauti.records import Item, Measurement, Run
from kasauti.records.tokenization import Tokenization
from kasauti.text.languages import languages
from tests.support.built_measurements import pair, pair_case
from tests.support.dashboard_runs import run_of

PHENOMENA = ("SV-#", "SV-P", "SV-G", "SP-#", "SP-P", "SP-G")
# A good and a bad sentence in scripts that run from right to left; some start with a number or with
# Latin letters, by which a browser would take them for the other direction.
RIGHT_TO_LEFT = {
    "ur": ("2024 میں لڑکا اسکول جاتا ہے۔", "2024 میں لڑکا اسکول جاتی ہے۔"),
    "he": ("NATO החליטה לדחות את הדיון.", "NATO החליט לדחות את הדיון."),
    "ar": ("ذهب الولد إلى المدرسة.", "ذهبت الولد إلى المدرسة."),
}
OTHERS = {
    "hi": ("लड़का स्कूल जाता है।", "लड़का स्कूल जाती है।"),
    "zh": ("她在家里读书。", "她在家里书读。"),
    "en": ("The boys read a book.", "The boys reads a book."),
}


def language_run(
    languages: Sequence[str], phenomena: Sequence[str] = PHENOMENA, *, pairs: int = 10
) -> Run:
    """Every language has all phenomena but those that its place in the list leaves out."""
    cases = [
        _case(code, phenomenon, pairs, seed=f"{code} {phenomenon}")
        for place, code in enumerate(languages)
        for index, phenomenon in enumerate(phenomena)
        if index == 0 or (place + index) % 4
    ]
    return run_of(*cases)


def many_languages(count: int = 101) -> list[str]:
    """So many codes, those of the sentences above among them."""
    codes = [*RIGHT_TO_LEFT, *OTHERS, *dict.fromkeys(each.bcp47 for each in languages().values())]
    return list(dict.fromkeys(codes))[:count]


def _case(code: str, phenomenon: str, pairs: int, *, seed: str) -> Measurement:
    chance = random.Random(seed)
    share = random.Random(code).uniform(0.5, 1.0)
    items: list[Item] = [
        pair(
            number,
            id=f"{code}-{phenomenon}-{number}",
            right=chance.random() < share,
            texts=(RIGHT_TO_LEFT | OTHERS).get(code, (f"{code} good {number}", f"{code} bad")),
            language=code,
            tags={},
            note="",
        )
        for number in range(pairs)
    ]
    words = 5 * pairs
    tokens = int(words * (1.2 + 6 * (1 - share) + chance.random()))
    found = Tokenization(
        texts=pairs,
        tokens=tokens,
        utf8_bytes=words * chance.choice((6, 12)),
        words=None if code == "zh" else words,
        unknown=0,
        pieces=int(tokens * (1 - share)),
    )
    case = f"multiblimp/{code}/{phenomenon}"
    return pair_case(case, items, language=code, tokenization=found)
