"""The words for numbers in English, Hindi and Sanskrit, with the spellings that replies use."""

from __future__ import annotations

_ENGLISH = """
    zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen
    sixteen|seventeen|eighteen|nineteen
"""
_ENGLISH_TENS = "twenty thirty forty,fourty fifty sixty seventy eighty ninety"
# Every Hindi number up to a hundred has a name of its own; spellings are divided by commas.
_HINDI = """
    शून्य एक दो तीन चार पाँच,पांच छह,छः,छ:,छै,छे सात आठ नौ दस
    ग्यारह बारह तेरह चौदह पंद्रह,पन्द्रह,पंदरह सोलह सत्रह अठारह,अट्ठारह उन्नीस बीस
    इक्कीस बाईस,बाइस तेईस,तेइस चौबीस पच्चीस,पचीस छब्बीस सत्ताईस,सत्ताइस अट्ठाईस,अट्ठाइस,अठाईस उनतीस,उन्तीस तीस
    इकतीस,इकत्तीस बत्तीस तैंतीस,तेंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस,उन्तालीस चालीस
    इकतालीस बयालीस,ब्यालीस तैंतालीस,तेंतालीस चवालीस,चौवालीस,चौंतालीस पैंतालीस छियालीस सैंतालीस
    अड़तालीस उनचास,उन्चास पचास
    इक्यावन बावन तिरपन,तिरेपन चौवन,चौअन पचपन छप्पन सत्तावन अट्ठावन,अठावन उनसठ साठ
    इकसठ बासठ तिरसठ,तिरेसठ चौंसठ,चौसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर
    इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी,उनासी अस्सी
    इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी,सतासी अट्ठासी,अठासी नवासी नब्बे
    इक्यानवे,इक्यानबे बानवे,बानबे तिरानवे,तिरानबे चौरानवे,चौरानबे पचानवे,पंचानवे,पंचानबे छियानवे,छियानबे
    सत्तानवे,सत्तानबे अट्ठानवे,अट्ठानबे,अठानवे निन्यानवे,निन्यानबे
"""
_SANSKRIT = """
    शून्यम्,शून्यं एकम्,एकं,एकः,एका द्वे,द्वौ त्रीणि,त्रयः,तिस्रः चत्वारि,चत्वारः,चतस्रः,चतुर् पञ्च,पंच
    षट्,षड् सप्त अष्ट,अष्टौ नव दश
    एकादश द्वादश त्रयोदश चतुर्दश पञ्चदश षोडश सप्तदश अष्टादश नवदश,एकोनविंशतिः,ऊनविंशतिः विंशतिः,विंशति
    एकविंशतिः द्वाविंशतिः त्रयोविंशतिः चतुर्विंशतिः पञ्चविंशतिः षड्विंशतिः सप्तविंशतिः अष्टाविंशतिः
    नवविंशतिः,एकोनत्रिंशत् त्रिंशत्
    एकत्रिंशत् द्वात्रिंशत् त्रयस्त्रिंशत् चतुस्त्रिंशत् पञ्चत्रिंशत् षट्त्रिंशत् सप्तत्रिंशत्
    अष्टात्रिंशत्,अष्टत्रिंशत् नवत्रिंशत्,एकोनचत्वारिंशत् चत्वारिंशत्
    एकचत्वारिंशत् द्विचत्वारिंशत्,द्वाचत्वारिंशत् त्रिचत्वारिंशत्,त्रयश्चत्वारिंशत् चतुश्चत्वारिंशत् पञ्चचत्वारिंशत्
    षट्चत्वारिंशत् सप्तचत्वारिंशत् अष्टचत्वारिंशत्,अष्टाचत्वारिंशत् नवचत्वारिंशत्,एकोनपञ्चाशत् पञ्चाशत्
    एकपञ्चाशत् द्विपञ्चाशत्,द्वापञ्चाशत् त्रिपञ्चाशत् चतुःपञ्चाशत् पञ्चपञ्चाशत् षट्पञ्चाशत् सप्तपञ्चाशत्
    अष्टपञ्चाशत्,अष्टापञ्चाशत् नवपञ्चाशत्,एकोनषष्टिः षष्टिः
    एकषष्टिः द्विषष्टिः,द्वाषष्टिः त्रिषष्टिः चतुःषष्टिः,चतुष्षष्टिः पञ्चषष्टिः षट्षष्टिः सप्तषष्टिः
    अष्टषष्टिः,अष्टाषष्टिः
    नवषष्टिः,एकोनसप्ततिः सप्ततिः
    एकसप्ततिः द्विसप्ततिः,द्वासप्ततिः त्रिसप्ततिः चतुःसप्ततिः,चतुस्सप्ततिः पञ्चसप्ततिः षट्सप्ततिः सप्तसप्ततिः
    अष्टसप्ततिः,अष्टासप्ततिः नवसप्ततिः,एकोनाशीतिः अशीतिः
    एकाशीतिः द्व्यशीतिः त्र्यशीतिः चतुरशीतिः पञ्चाशीतिः षडशीतिः सप्ताशीतिः
    अष्टाशीतिः नवाशीतिः,एकोननवतिः नवतिः
    एकनवतिः द्विनवतिः,द्वानवतिः त्रिनवतिः चतुर्नवतिः पञ्चनवतिः षण्णवतिः सप्तनवतिः अष्टनवतिः,अष्टानवतिः
    नवनवतिः,एकोनशतम्
"""


def _count_words(names: str) -> dict[str, int]:
    """The words of a list that counts from zero."""
    groups = names.replace("|", " ").split()
    return {name: value for value, group in enumerate(groups) for name in group.split(",")}


TENS = {
    name: 10 * value
    for value, group in enumerate(_ENGLISH_TENS.split(), start=2)
    for name in group.split(",")
}
DIGITS = {name: value for name, value in _count_words(_ENGLISH).items() if 0 < value < 10}
# पञ्चशतम्: in Sanskrit a number may be one word with its hundreds or thousands.
_STEMS = "एक द्वि त्रि चतुः,चतुर् पञ्च षट् सप्त अष्ट नव"
_HUNDREDS = {
    stem + ending: value * size
    for value, group in enumerate(_STEMS.split(), start=1)
    for stem in group.split(",")
    for ending, size in {"शतम्": 100, "शतं": 100, "सहस्रम्": 1000, "सहस्रं": 1000}.items()
}
UNITS = {
    **_count_words(_ENGLISH),
    **TENS,
    **_count_words(_HINDI),
    **_count_words(_SANSKRIT),
    **_HUNDREDS,
}
MULTIPLIERS = {
    **dict.fromkeys(["hundred", "सौ", "शतम्", "शतं", "शते", "शतानि", "शत"], 100),
    **dict.fromkeys(["thousand", "हज़ार", "हजार", "सहस्र", "सहस्रम्", "सहस्रं", "सहस्राणि"], 1000),
    **dict.fromkeys(["lakh", "lakhs", "lac", "लाख", "लक्षम्", "लक्षं"], 100_000),
    **dict.fromkeys(["million"], 1_000_000),
    **dict.fromkeys(["crore", "crores", "करोड़", "कोटिः"], 10_000_000),
    **dict.fromkeys(["billion", "अरब"], 1_000_000_000),
}
# Quarters that Hindi puts before a number: सवा दो is 2¼, साढ़े तीन 3½, पौने चार 3¾.
QUARTERS = {
    **dict.fromkeys(["सवा"], "0.25"),
    **dict.fromkeys(["साढ़े", "साढे"], "0.5"),
    **dict.fromkeys(["पौने"], "-0.25"),
}
# Numbers with a fraction that have a name of their own.
BROKEN = {
    **dict.fromkeys(["डेढ़", "डेढ"], "1.5"),
    **dict.fromkeys(["ढाई", "ढ़ाई", "अढ़ाई"], "2.5"),
    **dict.fromkeys(["half", "आधा", "आधी", "आधे", "अर्धम्", "अर्धं"], "0.5"),
    **dict.fromkeys(["quarter", "चौथाई", "पाव"], "0.25"),
    **dict.fromkeys(["पौन", "पौना"], "0.75"),
}
# What a number before these is divided by: three quarters, दो तिहाई.
PARTS = {
    **dict.fromkeys(["halves"], 2),
    **dict.fromkeys(["third", "thirds", "तिहाई"], 3),
    **dict.fromkeys(["quarter", "quarters", "fourth", "fourths", "चौथाई"], 4),
    **dict.fromkeys(["fifth", "fifths"], 5),
    **dict.fromkeys(["eighths"], 8),
    **dict.fromkeys(["tenth", "tenths"], 10),
}
MINUS_WORDS = ("minus", "negative", "माइनस", "ऋण", "ऋणात्मक")
