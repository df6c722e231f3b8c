"""A valid file of each format of minimal pairs: its name, its content, and the first pair in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OWN = {"id": "1", "phenomenon": "p", "good": "वह गया।", "bad": "वह गयी।", "tags": {"a": "b"}}
CONTRAST = {
    "id": "morph_0001",
    "phenomenon": "case",
    "grammatical": "राजस्य",
    "ungrammatical": "राजे",
    "stem": "राज",
    "context": "",
    "metadata": {"number": "singular", "correct_case": "genitive", "incorrect_case": "locative"},
}
BLIMP = {"sentence_good": "They go.", "sentence_bad": "They goes.", "UID": "sv", "pairID": "0"}
TURKISH = (
    "good_sentence;bad_sentence;good_cue;bad_cue;critical_region;phenomenon\n"
    'Ben dün geldim.;"O dün; geldim.";Ben;O;geldim;agreement\n'
)
RUSSIAN = (
    "id,source_sentence,target_sentence,source_word,target_word,phenomenon,PID,domain\n"
    '81,"Она, мама, ушла.",Она мама ушёл.,ушла,ушёл,Agreement,agreement_gender,wiki\n'
)
JAPANESE = {
    "ID": 3,
    "good_sentence": "太郎が花子に会う。",
    "bad_sentence": "太郎が花子を会う。",
    "phenomenon": "control/raising verbs",
    "paradigm": "case",
}
CHINESE = {
    "UID": "BA_deletion",
    "phenomenon": "BA",
    "sentence_good": "他把门关上了。",
    "sentence_bad": "他把关上了门。",
    "pairID": 4,
}
SWAHILI = [[["Kiti cha ", "Kiti cha"], ["kinaanguka.", " zinaanguka."]]]
FRENCH = "True\tla fille rit\nFalse\tla fille rient\n"
SYNTAXGYM = {
    "meta": {"name": "s", "metric": "sum"},
    "predictions": [{"type": "formula", "formula": "[(2;%a%) + 1.5 < (2;%b%)] & (*;%a%) > 0"}],
    "items": [
        {
            "item_number": 1,
            "conditions": [
                {
                    "condition_name": name,
                    "regions": [
                        {"region_number": 1, "content": "They"},
                        {"region_number": 2, "content": verb},
                    ],
                }
                for name, verb in (("a", "go"), ("b", "goes"))
            ],
        }
    ],
}


@dataclass(frozen=True)
class Sample:
    """A file; `pair` is the id, phenomenon, language and wrong sentence of its first pair.

    form: the name of its format.
    """

    form: str
    file: str
    content: object
    pair: tuple[str, str, str | None, str] | None

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return json.dumps(self.content, ensure_ascii=False)


SAMPLES = (
    Sample("our own", "own.jsonl", OWN, ("1", "p", None, "वह गयी।")),
    Sample("contrast sets", "sa.jsonl", CONTRAST, ("morph_0001", "case", "sa", "राजे")),
    Sample(
        "MultiBLiMP",
        "m.tsv",
        'sen\twrong_sen\tphenomenon\tlang\n"They ""go""."\tx\tSV\teng\n',
        ("eng-2", "SV", "en", "x"),
    ),
    Sample("BLiMP and ZhoBLiMP", "b.jsonl", BLIMP, ("sv-0", "sv", None, "They goes.")),
    Sample(
        "BLiMP and ZhoBLiMP",
        "z.jsonl",
        CHINESE,
        ("BA_deletion-4", "BA_deletion", "zh", "他把关上了门。"),
    ),
    Sample("TurBLiMP", "t.csv", TURKISH, ("agreement-1", "agreement", "tr", "O dün; geldim.")),
    Sample(
        "RuBLiMP",
        "r.csv",
        RUSSIAN,
        ("agreement_gender-81-1", "agreement_gender", "ru", "Она мама ушёл."),
    ),
    Sample(
        "JBLiMP", "j.jsonl", JAPANESE, ("3", "control_raising_verbs", "ja", "太郎が花子を会う。")
    ),
    Sample(
        "CLAMS", "fr_evalset/simple.txt", FRENCH, ("simple-2", "simple", "fr", "la fille rient")
    ),
    Sample(
        "BHS", "swahili-N_V.json", SWAHILI, ("swahili-N_V-1", "N_V", "sw", "Kiti cha zinaanguka.")
    ),
    Sample(
        "BHS",
        "basque-S.json",
        [{"context": "gizona", "ending_good": "dator", "ending_bad": "datoz"}],
        ("basque-S-1", "S", "eu", "gizona datoz"),
    ),
    Sample("SyntaxGym", "gym.json", SYNTAXGYM, None),
)


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def suite(**changes: Any) -> dict[str, Any]:
    conditions = [
        {
            "condition_name": name,
            "regions": [
                {"region_number": 1, "content": "The keys"},
                {"region_number": 2, "content": ""},
                {"region_number": 3, "content": f" {verb} "},
            ],
        }
        for name, verb in (("match", "are"), ("mismatch", "is"))
    ]
    return {
        "meta": {"name": "number", "metric": "sum"},
        "predictions": [{"type": "formula", "formula": "(3;%match%) < (3;%mismatch%)"}],
        "items": [{"item_number": 1, "conditions": conditions}],
    } | changes
