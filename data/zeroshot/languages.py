"""The languages that zero-shot data is in: names for prompts, and the codes of published files.

A language is called by its short code, `hi`; in another script than that of FLORES-200's first
file of it, with the script: `hi_Latn`. Names come from the one table of languages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kasauti.inputs.errors import KasautiError
from kasauti.text.languages import bcp47, language_name

CODE = re.compile(r"(?P<primary>[A-Za-z]{2,3})(?:[-_](?P<script>[A-Za-z]{4}))?")
ENGLISH = "en"

# ISO 15924: how a prompt calls the script. Unicode calls its letters the same where nothing
# else is said below.
SCRIPTS = {
    "Adlm": "Adlam", "Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Cyrl": "Cyrillic",
    "Deva": "Devanagari", "Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek",
    "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul", "Hans": "Simplified Han",
    "Hant": "Traditional Han", "Hebr": "Hebrew", "Jpan": "Japanese", "Khmr": "Khmer",
    "Knda": "Kannada", "Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mtei": "Meetei Mayek",
    "Mymr": "Myanmar", "Nkoo": "NKo", "Olck": "Ol Chiki", "Orya": "Odia", "Sinh": "Sinhala",
    "Taml": "Tamil", "Telu": "Telugu", "Tfng": "Tifinagh", "Thaa": "Thaana", "Thai": "Thai",
    "Tibt": "Tibetan",
}  # fmt: skip
UNICODE = {
    "Hans": ("CJK",),
    "Hant": ("CJK",),
    "Jpan": ("HIRAGANA", "KATAKANA", "CJK"),
    "Orya": ("ORIYA",),
}
# Scripts whose words are not written apart.
UNSPACED = frozenset({"Hans", "Hant", "Jpan", "Khmr", "Laoo", "Mymr", "Thai", "Tibt"})

# The languages of FLORES-200 by script; where one has several, its short code means the first.
FLORES = """
Latn: ace afr aka ast ayr azj bam ban bem bjn bos bug cat ceb ces cjk crh cym dan deu dik dyu eng
  epo est eus ewe fao fij fin fon fra fur fuv gaz gla gle glg grn hat hau hrv hun ibo ilo ind isl
  ita jav kab kac kam kbp kea kik kin kmb kmr knc kon lij lim lin lit lmo ltg ltz lua lug luo lus
  lvs min mlt mos mri nld nno nob nso nus nya oci pag pap plt pol por quy ron run sag scn slk slv
  smo sna som sot spa als srd ssw sun swe swh szl taq tgl tpi tsn tso tuk tum tur twi umb uzn vec
  vie war wol xho yor zsm zul
Arab: acm acq aeb ajp apc arb ars ary arz azb ckb kas pes prs pbt snd uig urd
Deva: awa bho hin hne mag mai mar npi san
Cyrl: bak bel bul kaz khk kir mkd rus srp tat tgk ukr
Beng: asm ben mni
Ethi: amh tir
Hebr: heb ydd
Tibt: bod dzo
Mymr: mya shn
Hant: yue
Armn: hye   Geor: kat   Grek: ell   Gujr: guj   Guru: pan   Hang: kor   Hans: zho   Jpan: jpn
Khmr: khm   Knda: kan   Laoo: lao   Mlym: mal   Olck: sat   Orya: ory   Sinh: sin   Taml: tam
Telu: tel   Tfng: tzm   Thai: tha
"""


@dataclass(frozen=True, slots=True)
class Language:
    """A language in a script."""

    code: str  # hi, or hi_Latn in another script than its first
    name: str  # as a prompt names it
    iso15924: str

    @property
    def script(self) -> str:
        """As a prompt names it."""
        return SCRIPTS[self.iso15924]

    @property
    def unicode(self) -> tuple[str, ...]:
        """The start of the names of its letters in Unicode."""
        return UNICODE.get(self.iso15924, (self.script.upper(),))

    @property
    def spaced(self) -> bool:
        """True if words are written apart."""
        return self.iso15924 not in UNSPACED


@cache
def first_scripts() -> dict[str, str]:
    """The script that a language is written in where nothing is said, by its short code."""
    found: dict[str, str] = {}
    script = ""
    for word in FLORES.split():
        if word.endswith(":"):
            script = word.removesuffix(":")
        else:
            found.setdefault(bcp47(word), script)
    return found


@cache
def known_language(code: str) -> Language | None:
    """The language of a code such as hi, hin, hin_Deva or hi-Latn; None where it names none.

    >>> known_language("hin_Deva").code, known_language("hin_Latn").code
    ('hi', 'hi_Latn')
    """
    match = CODE.fullmatch(code)
    if match is None:
        return None
    short = bcp47(match["primary"])
    first = first_scripts().get(short)
    script = match["script"].title() if match["script"] else first
    if script not in SCRIPTS:
        return None
    return Language(short if script == first else f"{short}_{script}", language_name(short), script)


def language(code: str) -> Language:
    """The language of a code."""
    found = known_language(code)
    if found is None:
        raise KasautiError(
            f"{code} is not the code of a known language. Write e.g. hi, "
            "hin or hin_Deva; for a language that FLORES-200 lacks, include the script."
        )
    return found
