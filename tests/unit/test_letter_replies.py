"""The choice that a reply settles on, said by letter, by order or by its text."""

from __future__ import annotations

import pytest

from kasauti.scorers.replies.letters import read_letter

GASES = ("Oxygen", "Nitrogen", "Carbon dioxide", "Hydrogen")
RIVERS = ("गंगा", "यमुना", "नर्मदा", "गोदावरी")
POETS = ("कालिदासः", "भासः", "बाणः", "माघः")
THINGS = ("A wooden spoon", "A plastic cup", "An iron nail", "A glass marble")
COUNTS = ("5", "7", "9", "11")
YEARS = ("1905", "1914", "1918", "1939", "1945")


def letter_of(reply: str, choices: tuple[str, ...]) -> str | None:
    return read_letter(reply, "ABCDE"[: len(choices)], choices=choices).lenient


@pytest.mark.parametrize(
    ("reply", "choices", "letter"),
    [
        ("So it's the last option.", GASES, "D"),
        ("It has to be the last one.", GASES, "D"),
        ("The final option is the right one.", GASES, "D"),
        ("The answer is the second.", GASES, "B"),
        ("I'd go for the third choice here.", GASES, "C"),
        ("Definitely the first of these.", GASES, "A"),
        ("The correct one is the 4th option.", GASES, "D"),
        ("The second-to-last option is correct.", GASES, "C"),
        ("Option two is correct.", GASES, "B"),
        ("Option 3 is correct.", GASES, "C"),
        ("I choose option number 4.", GASES, "D"),
        ("Choice 1.", GASES, "A"),
        ("#### 2", GASES, "B"),
        ("Answer: 3", GASES, "C"),
        ("Option 7 is correct.", COUNTS, "B"),
        ("#### 5", COUNTS, "A"),
        ("Answer: 9", COUNTS, "C"),
        ("The fifth option fits.", YEARS, "E"),
        ("अतः तीसरा विकल्प सही है।", RIVERS, "C"),
        ("मेरे हिसाब से पहला वाला सही है।", RIVERS, "A"),
        ("सही उत्तर दूसरा है।", RIVERS, "B"),
        ("अंतिम विकल्प सही है।", RIVERS, "D"),
        ("आखिरी विकल्प ही ठीक लगता है।", RIVERS, "D"),
        ("चौथे विकल्प को चुनूँगा।", RIVERS, "D"),
        ("विकल्प 2 सही है।", RIVERS, "B"),
        ("विकल्प दो सही है।", RIVERS, "B"),
        ("विकल्प संख्या ३ सही है।", RIVERS, "C"),
        ("द्वितीयः विकल्पः समीचीनः।", POETS, "B"),
        ("अन्तिमः विकल्पः एव उचितः।", POETS, "D"),
        ("तृतीयः विकल्पः युक्तः अस्ति।", POETS, "C"),
        ("अतः प्रथमं विकल्पं चिनोमि।", POETS, "A"),
        # What only warns of a choice does not choose it.
        ("Don't be fooled by the last option. Answer: C", GASES, "C"),
        ("The second option is a trap.", GASES, None),
        ("I read the options one by one.", GASES, None),
        ("In the first place, plants need light.", GASES, None),
        ("The first step is to read the question.", GASES, None),
        ("Here are two options to consider.", GASES, None),
        ("पहली बात यह है कि प्रश्न कठिन है।", RIVERS, None),
        ("It is the sixth option.", GASES, None),
    ],
)
def test_a_choice_may_be_named_by_its_place(
    reply: str, choices: tuple[str, ...], letter: str | None
) -> None:
    assert letter_of(reply, choices) == letter


@pytest.mark.parametrize(
    ("reply", "choices", "letter"),
    [
        (
            "I was torn between A and C. If I have to choose between the two, I'd go with C, "
            "since photosynthesis consumes carbon dioxide.",
            GASES,
            "C",
        ),
        ("It's a toss-up between B and D, but I'd lean towards B.", GASES, "B"),
        ("Either A or D could work; I'll pick D.", GASES, "D"),
        ("Both B and C look plausible. My final choice is B.", GASES, "B"),
        ("I'm hesitating between A and B. I'll settle on A.", GASES, "A"),
        ("Between C and D, C is the better fit.", GASES, "C"),
        ("It could be A or B. Gun to my head: B.", GASES, "B"),
        ("A and C both seem possible, yet C is the stronger answer.", GASES, "C"),
        ("A या C हो सकता है, पर मैं C चुनूँगा।", RIVERS, "C"),
        ("A और B में दुविधा है, लेकिन मेरा उत्तर B है।", RIVERS, "B"),
        ("मुझे A और D में से एक चुनना हो तो D चुनूँगा।", RIVERS, "D"),
        ("A वा C वा इति संशयः, तथापि C इति मम उत्तरम्।", POETS, "C"),
        ("I'm torn between A and C and can't decide.", GASES, None),
        ("I was torn between A and C.", GASES, None),
        ("It is a toss-up between B and D.", GASES, None),
        ("A or B? The latter.", GASES, "B"),
        ("I hesitate between C and D; the former fits better.", GASES, "C"),
        ("The former is a gas.", GASES, None),
        ("A और C के बीच तय नहीं कर पा रहा हूँ।", RIVERS, None),
        ("There is no single correct answer: oxygen and nitrogen both fit.", GASES, None),
        ("Could be oxygen, could be nitrogen; it depends on the planet.", GASES, None),
        ("किसी को गंगा अच्छी लगती है, किसी को यमुना। कोई एक सही उत्तर नहीं है।", RIVERS, None),
        ("यह व्यक्ति की पसंद पर निर्भर करता है। किसी को गंगा, किसी को यमुना भाती है।", RIVERS, None),
        ("I'm not comfortable picking one of these options.", GASES, None),
        ("क्षमा करें, मैं इस प्रश्न का उत्तर नहीं दे सकता।", RIVERS, None),
        ("एतस्य प्रश्नस्य उत्तरं दातुं न शक्नोमि।", POETS, None),
        ("As an AI, I don't have an opinion on A or B.", GASES, None),
        ("More than one answer is possible here: A as well as B.", GASES, None),
    ],
)
def test_a_reply_that_weighs_two_choices_may_decide_or_not(
    reply: str, choices: tuple[str, ...], letter: str | None
) -> None:
    assert letter_of(reply, choices) == letter


@pytest.mark.parametrize(
    ("reply", "choices", "letter"),
    [
        (
            "Could it be A? 21 = 3 × 7, no. B? 27 = 3 × 9, no. C? 33 = 3 × 11, no. "
            "D? 37 has no divisors besides 1 and itself, yes. E? 39 = 3 × 13, no.",
            ("21", "27", "33", "37", "39"),
            "D",
        ),
        ("A? No. B? No. C? Yes! D? No.", GASES, "C"),
        ("Is it A? Nope, that is for breathing. Is it B? Yes, air is mostly B.", GASES, "B"),
        ("Oxygen? No, it is produced. Nitrogen? No. Carbon dioxide? Yes.", GASES, "C"),
        ("क्या A? नहीं। क्या B? नहीं। क्या C? हाँ। क्या D? नहीं।", RIVERS, "C"),
        ("A? न। B? आम्। C? न। D? न।", POETS, "B"),
        ("A? No. B? No. C? No. D? No.", GASES, None),
        ("A? Maybe. B? Maybe.", GASES, None),
        ("A? Yes. B? Yes. C? No. D? No.", GASES, None),
        ("A – no\nB – no\nC – yes\nD – no", GASES, "C"),
        ("A ✗, B ✗, C ✓, D ✗", GASES, "C"),
        ("(A) ❌ (B) ✅ (C) ❌ (D) ❌", GASES, "B"),
        ("A: 5%\nB: 10%\nC: 80%\nD: 5%", GASES, "C"),
        ("Oxygen: 2/10\nNitrogen: 9/10\nCarbon dioxide: 1/10\nHydrogen: 0/10", GASES, "B"),
        ("A: 50%\nB: 50%", GASES, None),
        ("A is out. B is out. D is out.", GASES, "C"),
        ("We can rule out A, B and C, so only one remains.", GASES, "D"),
        ("Eliminating A and B leaves C and D.", GASES, None),
        ("A गलत, B गलत, C गलत, इसलिए बचा D।", RIVERS, "D"),
        ("All except C are wrong.", GASES, "C"),
        ("Everything but B can be ruled out.", GASES, "B"),
    ],
)
def test_choices_are_ruled_out_one_by_one(
    reply: str, choices: tuple[str, ...], letter: str | None
) -> None:
    assert letter_of(reply, choices) == letter


@pytest.mark.parametrize(
    ("reply", "choices", "letter"),
    [
        (
            "A magnet attracts iron. A wooden spoon, a plastic cup and a glass marble contain "
            "no iron. A person would therefore pick the iron nail.",
            THINGS,
            "C",
        ),
        ("The wooden spoon floats, so it must be the wooden spoon.", THINGS, "A"),
        ("It's an iron nail.", THINGS, "C"),
        ("Of the four only the plastic cup bends.", THINGS, "B"),
        ("The gas that plants take in is carbon dioxide.", GASES, "C"),
        ("Carbon dioxide is taken in by plants, but oxygen is given off.", GASES, None),
        ("Hydrogen.", GASES, "D"),
        ("The answer would be nitrogen, which makes up 78 % of the air.", GASES, "B"),
        ("गंगा नहीं, यमुना।", RIVERS, "B"),
        ("ताजमहल यमुना के किनारे है।", RIVERS, "B"),
        ("मेरा जवाब: नर्मदा", RIVERS, "C"),
        ("मेघदूतं कालिदासेन रचितम्।", POETS, "A"),
        ("शिशुपालवधं माघस्य काव्यम् अस्ति।", POETS, "D"),
        ("कादम्बरी बाणेन लिखिता। अतः बाणः इति उत्तरम्।", POETS, "C"),
        ("मेघदूत कालिदास की रचना है।", POETS, "A"),
        ("It's nitrogen — oxygen is only a fifth of the air.", GASES, "B"),
        (
            "Oxygen and nitrogen do not burn; only hydrogen burns, unlike carbon dioxide.",
            GASES,
            "D",
        ),
        ("Oxygen helps burning, nitrogen does nothing; only hydrogen burns well.", GASES, "D"),
        ("Plants need oxygen and nitrogen.", GASES, None),
        ("A wooden spoon and a plastic cup are both light.", THINGS, None),
        ("A person needs air.", THINGS, None),
        ("कालिदासः भासः च नाटकानि रचितवन्तौ।", POETS, None),
    ],
)
def test_a_choice_is_concluded_by_its_text(
    reply: str, choices: tuple[str, ...], letter: str | None
) -> None:
    assert letter_of(reply, choices) == letter


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Response format: <reasoning> #### <letter>\n\n<reasoning> Air. #### <A>", "A"),
        ("#### <B>", "B"),
        ("#### {C}", "C"),
        ("#### «D»", "D"),
        ("#### `A`", "A"),
        ("#### Answer: B", "B"),
        ("#### Option C", "C"),
        ("#### The answer is D", "D"),
        ("#### $B$", "B"),
        ("#### b)", "B"),
        ("#### Final Answer: **C**", "C"),
        ("### Answer\nB", "B"),
        ("## Final answer: (D)", "D"),
        ("Final answer → B", "B"),
        ("Answer = C", "C"),
        ("Ans. (b)", "B"),
        ("ans: b", "B"),
        ("👉 B", "B"),
        ("✅ C", "C"),
        ("✅ **Answer: D**", "D"),
        ("🅱️", "B"),
        ("<answer>C</answer>", "C"),
        ('{"answer": "D"}', "D"),
        ("{'choice': 'B'}", "B"),
        ("The best answer is C.", "C"),
        ("C is the correct one.", "C"),
        ("C it is.", "C"),
        ("My pick: D", "D"),
        ("I'm going with B, final.", "B"),
        ("I'd choose B over C.", "B"),
        ("It has to be B.", "B"),
        ("B seems right to me.", "B"),
        ("Must be D then.", "D"),
        ("Let me mark C.", "C"),
        ("A is incorrect; the right one is D.", "D"),
        ("The answer can't be A or B. It's D.", "D"),
        ("सही जवाब है C", "C"),
        ("उत्तरः (ख)", "B"),
        ("उत्तरम् = ग", "C"),
        ("मैं विकल्प घ को चुनता हूँ।", "D"),
        ("सही विकल्प: (ब)", "B"),
        ("B ही सही उत्तर है।", "B"),
        ("इसका उत्तर D होना चाहिए।", "D"),
        ("समीचीनः विकल्पः C अस्ति।", "C"),
        ("अहं B इति विकल्पं वृणोमि।", "B"),
        ("Sahi jawab B hai.", "B"),
        ("The answer is B.\n\nQuestion: And which gas burns?\nAnswer: D", "B"),
        ("उत्तर: C\n\nप्रश्न: कौन-सी गैस जलती है?\nउत्तर: D", "C"),
        ("Question: Which gas?\nAnswer: D", "D"),
        ("The answer is A. Hmm, no: B is more common. So B.", "B"),
        ("First I picked A. That was a mistake. B.", "B"),
        ("The answer is B (not C, which is exhaled).", "B"),
        ("B, since A is needed for breathing and C is exhaled.", "B"),
        ("The answer is not given in the passage.", None),
        ("Vitamin C is not a gas.", None),
        ("Plan B would be to ask somebody.", None),
        ("None of the options is correct.", None),
        ("#### <letter>", None),
        ("#### N/A", None),
        ("I need more information to answer.", None),
        ("A good question!", None),
        ("A, B, C or D?", None),
    ],
)
def test_how_an_answer_is_announced(reply: str, letter: str | None) -> None:
    assert letter_of(reply, GASES) == letter
