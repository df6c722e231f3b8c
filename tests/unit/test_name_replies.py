"""Names are read from many forms, without their postpositions; a refusal names nothing."""

from __future__ import annotations

import pytest

from kasauti.data.indicglue.named_sentences import type_names
from kasauti.scorers.replies.names import read_names

SENTENCE = "राम कुमार ने इसरो के लिए दिल्ली से काम किया ।"
NAMES = ("B-PER", "I-PER", "O", "B-ORG", "O", "O", "B-LOC", "O", "O", "O", "O")


@pytest.mark.parametrize(
    "reply",
    [
        "राम कुमार ने: व्यक्ति\nइसरो के: संगठन\nदिल्ली से: स्थान",
        "राम कुमार ने (व्यक्ति), इसरो के लिए (संगठन), दिल्ली से (स्थान)",
        "व्यक्ति: राम कुमार ने\nसंगठन: इसरो के लिए\nस्थान: दिल्ली से",
        '{"राम कुमार ने": "PER", "इसरो के": "ORG", "दिल्ली से": "LOC"}',
        '{"PER": ["राम कुमार ने"], "ORG": ["इसरो के"], "LOC": ["दिल्ली से"]}',
        "| राम कुमार ने | व्यक्ति |\n| इसरो के | संगठन |\n| दिल्ली से | स्थान |",
        "राम कुमार = PER\nइसरो = ORG\nदिल्ली = LOC",
        "PER - राम कुमार\nORG - इसरो\nLOC - दिल्ली",
        "व्यक्ति → राम कुमार\nसंगठन → इसरो\nस्थान → दिल्ली",
        "1) राम कुमार [PER]\n2) इसरो [ORG]\n3) दिल्ली [LOC]",
        "राम कुमार/PER\nइसरो/ORG\nदिल्ली/LOC",
        "[राम कुमार](PER) ने [इसरो](ORG) के लिए [दिल्ली](LOC) से काम किया ।",
        "[PER राम कुमार] ने [ORG इसरो] के लिए [LOC दिल्ली] से काम किया ।",
        "<person>राम कुमार</person> ने <org>इसरो</org> के लिए <place>दिल्ली</place> से काम किया ।",
        '<e type="PER">राम कुमार</e> ने <e type="ORG">इसरो</e> के लिए <e type="LOC">दिल्ली</e>',
        "राम कुमार,PER\nइसरो,ORG\nदिल्ली,LOC",
        "राम कुमार (PER) ने इसरो (ORG) के लिए दिल्ली (LOC) से काम किया ।",
        "राम कुमार एक व्यक्ति है, इसरो एक संगठन है और दिल्ली एक स्थान है।",
        "राम कुमार is a person, इसरो is an organization and दिल्ली is a location.",
        "व्यक्ति:\n- राम कुमार\n\nसंगठन:\n- इसरो\n\nस्थान:\n- दिल्ली",
        "### व्यक्ति\nराम कुमार\n### संगठन\nइसरो\n### स्थान\nदिल्ली",
        "**व्यक्तियों के नाम:** राम कुमार\n**संगठनों के नाम:** इसरो\n**स्थानों के नाम:** दिल्ली",
        "व्यक्ति का नाम: राम कुमार\nसंगठन का नाम: इसरो\nस्थान का नाम: दिल्ली",
        "नाम - राम कुमार, प्रकार - व्यक्ति\nनाम - इसरो, प्रकार - संगठन\nनाम - दिल्ली, प्रकार - स्थान",
        "Entity: राम कुमार | Type: PER\nEntity: इसरो | Type: ORG\nEntity: दिल्ली | Type: LOC",
        "- text: राम कुमार\n  label: PER\n- text: इसरो\n  label: ORG\n- text: दिल्ली\n  label: LOC",
        '"राम कुमार" - व्यक्ति; "इसरो" - संगठन; "दिल्ली" - स्थान',
        "राम B-PER\nकुमार I-PER\nने O\nइसरो B-ORG\nके O\nलिए O\nदिल्ली B-LOC\nसे O",
        "राम कुमार : व्यक्ति ✅\nइसरो : संगठन ✅\nदिल्ली : स्थान ✅",
        "👤 व्यक्ति: राम कुमार\n🏢 संगठन: इसरो\n📍 स्थान: दिल्ली",
        "वाक्य में व्यक्ति 'राम कुमार', संगठन 'इसरो' और स्थान 'दिल्ली' हैं।",
        "राम कुमार: व्यक्ति (Person)\nइसरो: संगठन (Organization)\nदिल्ली: स्थान (Location)",
        "राम कुमार - व्यक्ति का नाम\nइसरो - संस्था का नाम\nदिल्ली - शहर का नाम",
        "PER: राम कुमार; ORG: इसरो; LOC: दिल्ली",
        "PER: राम कुमार, ORG: इसरो, LOC: दिल्ली",
        "व्यक्ति - राम कुमार, संगठन - इसरो, स्थान - दिल्ली",
        "राम कुमार: व्यक्ति, इसरो: संगठन, दिल्ली: स्थान",
        "राम कुमार व्यक्ति\nइसरो संगठन\nदिल्ली स्थान",
        "राम कुमार\tPER\nइसरो\tORG\nदिल्ली\tLOC",
        "राम कुमार: व्यक्ति\nइसरो: संगठन\nदिल्ली: स्थान\nकाम: कोई नहीं",
        "राम/B-PER कुमार/I-PER ने/O इसरो/B-ORG के/O लिए/O दिल्ली/B-LOC से/O",
        "राम कुमार_PER\nइसरो_ORG\nदिल्ली_LOC",
        "राम कुमार (एक व्यक्ति)\nइसरो (एक संगठन)\nदिल्ली (एक शहर)",
        "‘राम कुमार’ व्यक्ति का नाम है। ‘इसरो’ संगठन का नाम है। ‘दिल्ली’ स्थान का नाम है।",
        "Persons: राम कुमार\nOrganizations: इसरो\nLocations: दिल्ली\nMisc: none",
        "Person name: राम कुमार\nOrganization name: इसरो\nPlace name: दिल्ली",
    ],
)
def test_names_are_read_from_many_forms(reply: str) -> None:
    assert read_names(reply, SENTENCE.split(), type_names())[0] == NAMES


@pytest.mark.parametrize(
    ("reply", "sentence", "tags"),
    [
        ("पटना में: स्थान", "वह पटना में है ।", "O B-LOC O O O"),
        ("मोहन को: व्यक्ति", "मोहन को बुलाओ ।", "B-PER O O O"),
        ("आगरा तक: स्थान", "वह आगरा तक गया ।", "O B-LOC O O O"),
        ("सीता का: व्यक्ति", "सीता का घर ।", "B-PER O O O"),
        ("मेज़ पर: स्थान", "किताब मेज़ पर है ।", "O B-LOC O O O"),
        ("दिल्ली में: स्थान", "वह दिल्ली गया ।", "O B-LOC O O"),
        ("भारत के लिए: स्थान", "वह भारत के लिए खेला ।", "O B-LOC O O O O"),
        # Inside a name a postposition belongs to it.
        ("भारत की कम्युनिस्ट पार्टी: संगठन", "भारत की कम्युनिस्ट पार्टी जीती ।",
         "B-ORG I-ORG I-ORG I-ORG O O"),
        ("भारत की कम्युनिस्ट पार्टी ने: संगठन", "भारत की कम्युनिस्ट पार्टी ने कहा ।",
         "B-ORG I-ORG I-ORG I-ORG O O O"),
        ("[अमर](PER) का घर [पटना](LOC) में है ।", "अमर का घर पटना में है ।", "B-PER O O B-LOC O O O"),
        ("में: स्थान", "वह पटना में है ।", "O O O O O"),
    ],
)  # fmt: skip
def test_a_postposition_is_no_part_of_a_name(reply: str, sentence: str, tags: str) -> None:
    assert read_names(reply, sentence.split(), type_names())[0] == tuple(tags.split())


@pytest.mark.parametrize(
    "reply",
    [
        "उत्तर प्रदेश: स्थान",
        "| उत्तर प्रदेश | स्थान |",
        '[{"name": "उत्तर प्रदेश", "type": "LOC"}]',
        '{"उत्तर प्रदेश": "राज्य"}',
        "स्थान: उत्तर प्रदेश में",
        "उत्तर प्रदेश - राज्य (स्थान)",
        "<LOC>उत्तर प्रदेश</LOC>",
    ],
)
def test_a_name_may_have_the_word_for_a_type_in_it(reply: str) -> None:
    words = ["वह", "उत्तर", "प्रदेश", "में", "है", "।"]
    assert read_names(reply, words, type_names())[0] == ("O", "B-LOC", "I-LOC", "O", "O", "O")


@pytest.mark.parametrize(
    "reply",
    [
        "क्षमा करें, मैं इस अनुरोध में आपकी सहायता नहीं कर सकता।",
        "माफ़ कीजिए, मैं यह नहीं कर सकती।",
        "मैं इसमें मदद नहीं कर सकता।",
        "मुझे खेद है, यह कार्य मेरे लिए संभव नहीं है।",
        "I'm sorry, but I can't help with that.",
        "I cannot assist with this request.",
        "Sorry, I am unable to process this.",
        "As an AI language model, I can't identify people.",
        "कृपया वाक्य दीजिए।",
        "क्षम्यताम्, अहं साहाय्यं कर्तुं न शक्नोमि।",
        "",
        "<think>राम एक व्यक्ति",
    ],
)
def test_a_refusal_names_nothing(reply: str) -> None:
    tags, matched = read_names(reply, SENTENCE.split(), type_names())
    assert (set(tags), matched) == ({"O"}, 0)
