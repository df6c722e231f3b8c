"""A valid row or file of each format of minimal pairs."""

from __future__ import annotations

PAIR = {"id": "1", "phenomenon": "p", "good": "वह गया।", "bad": "वह गयी।", "tags": {"a": "b"}}
BLIMP = {"sentence_good": "They go.", "sentence_bad": "They goes.", "UID": "sv", "pairID": "0"}
TURBLIMP = 'good_sentence;bad_sentence;critical_region;phenomenon\nben geldim;"o; geldim";x;agr\n'
RUBLIMP = 'id,source_sentence,target_sentence,phenomenon,PID\n7,"он, шёл",она шёл,Agr,gender\n'
JBLIMP = {"good_sentence": "会う。", "bad_sentence": "会あ。", "phenomenon": "p q", "paradigm": "r"}
BHS = [[["Punda wa", "Punda wa"], ["wanakimbia.", "zinakimbia."]]]
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
