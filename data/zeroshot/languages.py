"""The languages that zero-shot data is known in: names for prompts, codes of published files."""

from __future__ import annotations

from dataclasses import dataclass

from kasauti.data.errors import DataError


@dataclass(frozen=True, slots=True)
class Language:
    """A language and the script that it is written in here."""

    code: str  # ISO 639-1
    name: str  # as a prompt names it
    flores: str  # as FLORES-200 and SIB-200 call it
    script: str  # as a prompt names it
    unicode: tuple[str, ...]  # how the names of its letters begin in Unicode

    @property
    def iso3(self) -> str:
        return self.flores.partition("_")[0]

    @property
    def spaced(self) -> bool:
        """Whether words are written apart."""
        return self.code not in ("ja", "th", "zh")


def _in_script(
    script: str, unicode: tuple[str, ...], *rows: tuple[str, str, str]
) -> list[Language]:
    return [Language(code, name, flores, script, unicode) for code, name, flores in rows]


_ALL = [
    *_in_script(
        "Devanagari", ("DEVANAGARI",),
        ("hi", "Hindi", "hin_Deva"), ("sa", "Sanskrit", "san_Deva"), ("mr", "Marathi", "mar_Deva"),
        ("ne", "Nepali", "npi_Deva"),
    ),
    *_in_script(
        "Latin", ("LATIN",),
        ("en", "English", "eng_Latn"), ("de", "German", "deu_Latn"), ("es", "Spanish", "spa_Latn"),
        ("fr", "French", "fra_Latn"), ("id", "Indonesian", "ind_Latn"),
        ("it", "Italian", "ita_Latn"), ("nl", "Dutch", "nld_Latn"),
        ("pt", "Portuguese", "por_Latn"), ("sw", "Swahili", "swh_Latn"),
        ("vi", "Vietnamese", "vie_Latn"),
    ),
    *_in_script("Bengali", ("BENGALI",), ("bn", "Bengali", "ben_Beng"),
                ("as", "Assamese", "asm_Beng")),
    *_in_script("Telugu", ("TELUGU",), ("te", "Telugu", "tel_Telu")),
    *_in_script("Tamil", ("TAMIL",), ("ta", "Tamil", "tam_Taml")),
    *_in_script("Kannada", ("KANNADA",), ("kn", "Kannada", "kan_Knda")),
    *_in_script("Malayalam", ("MALAYALAM",), ("ml", "Malayalam", "mal_Mlym")),
    *_in_script("Gujarati", ("GUJARATI",), ("gu", "Gujarati", "guj_Gujr")),
    *_in_script("Gurmukhi", ("GURMUKHI",), ("pa", "Punjabi", "pan_Guru")),
    *_in_script("Odia", ("ORIYA",), ("or", "Odia", "ory_Orya")),
    *_in_script("Arabic", ("ARABIC",), ("ur", "Urdu", "urd_Arab"), ("ar", "Arabic", "arb_Arab")),
    *_in_script("Cyrillic", ("CYRILLIC",), ("ru", "Russian", "rus_Cyrl"),
                ("uk", "Ukrainian", "ukr_Cyrl")),
    *_in_script("Japanese", ("HIRAGANA", "KATAKANA", "CJK"), ("ja", "Japanese", "jpn_Jpan")),
    *_in_script("Simplified Han", ("CJK",), ("zh", "Chinese", "zho_Hans")),
    *_in_script("Thai", ("THAI",), ("th", "Thai", "tha_Thai")),
]  # fmt: skip

LANGUAGES = {language.code: language for language in _ALL}
BY_FLORES = {language.flores: language.code for language in _ALL}
BY_ISO3 = {language.iso3: language.code for language in _ALL}
ENGLISH = "en"


def language(code: str) -> Language:
    """The language of a code."""
    if code not in LANGUAGES:
        raise DataError(
            f"--languages={code} is not known. Give codes among {', '.join(sorted(LANGUAGES))}."
        )
    return LANGUAGES[code]
