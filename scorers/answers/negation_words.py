"""The words by which replies deny, doubt, choose and take back what they name.

For English, Hindi and Sanskrit; `negation.py` applies them.
"""

from __future__ import annotations

import re

# Vowel signs are not \w, so the boundaries of Devanagari words are said in full; the danda, which
# ends a sentence, is none of its letters.
LETTER = r"\w\u0900-\u0963\u0966-\u097f"
START, END = rf"(?<![{LETTER}])", rf"(?![{LETTER}])"
# Marks that may stand between a mention and the words behind it.
CLOSED = r"^[\s)\].*\"'”’]*"


def match_words(*expressions: str) -> str:
    """An expression that finds any of these as whole words, in Latin or Devanagari script."""
    return f"{START}(?:{'|'.join(expressions)}){END}"


def compile_words(*expressions: str) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


SENTENCE_END = re.compile(r"[.](?=\s|$)|[!?।॥;]|\n")
CONCLUDES = compile_words(
    match_words("so", "therefore", "hence", "thus", "इसलिए", "इसलिये", "अतः", "अत:", "तस्मात्")
)
# Words that begin a clause of its own: what stands before them does not deny what follows.
BARRIER = compile_words(
    match_words(
        "but|however|although|though|yet|whereas|while|because|since|so|therefore|hence|thus"
        "|which|(?<!think )(?<!believe )it(?: is|'s)|it must|leaving|leaves|rather(?! than)"
        "|instead(?! of)|लेकिन|परन्तु|परंतु|किन्तु|किंतु|मगर|बल्कि|अपितु|क्योंकि|यतः|इसलिए"
        "|इसलिये|अतः|अत:|तस्मात्|जबकि"
    ),
    r"[:–—→]|\s-\s|=>",
)
CONTRAST = compile_words(
    match_words(
        "but|however|although|though|yet|then|so|therefore|now|लेकिन|परन्तु|परंतु|किन्तु|किंतु"
        "|मगर|पर|बल्कि|अपितु|अब|फिर|ततः|अधुना|इसलिए|अतः"
    )
)
NOT = compile_words(
    match_words(
        "not(?! only)|never|neither|nor|cannot|no longer|rather than|नहीं लगता|नहीं मानता"
        "|instead of|other than|except|as opposed to|besides|unlike|wrong|incorrect|fooled by"
        r"|misled by|confused? (?:\w+ )?with|careful with|mistaken? \w+ for|anything but"
        "|nothing to do with|far from|no(?! doubt)|none of|without"
        r"|(?:rul|exclud|eliminat|reject|dismiss|discard)\w*(?: out)?|न कि|न|ना"
    ),
    r"n['’]t\b",
)
LIST = compile_words(match_words("or", "nor", "and", "या", "और", "तथा", "एवं", "वा", "च", "अथवा"))
# What denies a mention from behind: "A is not right", "A cannot be the answer", "A is wrong".
NOT_AFTER = re.compile(
    # "A and D can be eliminated"
    rf"{CLOSED}(?:(?:,|and|or|&|, and|, or)\s*[(\[]?[A-E][)\]]?\s+)*(?:(?:both|all)\s+)?"
    r"(?:(?:is|are|was|were|seems|looks|would be|can be|could be|must be)\s+)?"
    r"(?:(?:also|clearly|definitely|simply|just|surely|obviously|thus|therefore)\s+)*"
    r"(?:(?:is|can|could|would|does|did|do|must|may)?(?:\s?not|n['’]t|cannot)\s+"
    r"(?:be\s+)?(?:(?:the|a)\s+)?(?:right|correct|answer|it|possible|valid|true|work|fit|apply|"
    r"option|choice|one|case|match|suitable|relevant|topic|subject|focus|theme|main)\b"
    r"|(?:cannot|can['’]t) be\b|(?:is|are)?\s?(?:not|n['’]t)\s*(?:$|[,.)])"
    r"|an? (?:\w+ )?(?:trap|distractor|decoy|red herring)"
    r"|wrong|incorrect|false|out\b|ruled out|eliminated|excluded|impossible|fails|"
    r"does(?: not|n['’]t) (?:fit|work|apply|match))",
    re.IGNORECASE,
)
# A Hindi or Sanskrit clause denies by its end: "A सही नहीं है", "A और B दोनों गलत हैं".
NOT_AT_END = compile_words(match_words(r"नहीं|न|नास्ति|गलत|ग़लत|असत्य\w*|अशुद्ध\w*|अनुचित\w*|अयुक्त\w*"))
# A comma that ends a clause; in "A, B और C गलत हैं" it divides a list.
UNLISTED_COMMA = re.compile(r",(?!\s*[(\[]?(?:[A-E]|[क-ङ]|\d+)[)\]]?\s+(?:और|या|तथा|वा|च)\s)")
# Where several are named like this, none of them is the answer yet.
HEDGED = compile_words(
    match_words(
        "maybe|perhaps|possibly|could (?:also )?be|might be|may be|can be|arguably|it depends"
        "|depends on|torn between|toss-up|between|either|one of|शायद|संभवतः|सम्भवतः|हो सकता"
        "|हो सकती|हो सकते|कदाचित्|स्यात्|भवेत्|भी|अपि"
    )
)
DOUBTED = compile_words(
    match_words(
        r"(?:at )?first|initial(?:ly)?|originally|tempt\w+|might(?! be)|used to|going to say"
        r"|about to say|argue for|mistake is|mistake would be|confus\w+|wrongly|mistakenly"
        "|if (?:the question|the problem|it) (?:had|were|was|asked)"
        "|(?:यदि|अगर) (?:प्रश्न|सवाल)|could (?:think|say|argue)|may (?:think|seem|look)"
        "|some (?:people|say|think)|people (?:often )?(?:think|say)|if it were|had been"
        "|seem(?:s|ed)|(?:my )?guess was|thought it was|many (?:choose|think)|पहले|शुरू में"
        "|लग सकता|लगता था|प्रथमं?|आदौ"
    )
)
# "A is tempting, but", "A looks right, but"; "A लग सकता है".
DOUBTED_AFTER = re.compile(
    rf"{CLOSED}(?:at first|tempting|लग(?:ता|ती)? (?:सकता )?|आकर्षक"
    r"|(?:is|are|was|looks?|looked|seems?|seemed|sounds?|(?:may|might) (?:look|seem)|could)\s+"
    r"(?:\w+ )?(?:tempting|plausible|attractive|close|likely|right|a distractor|good|possible|"
    r"correct)(?=[^.]*\b(?:but|however|yet|though)\b)"
    r"|would (?:be|have been) (?:the )?(?:correct|right|answer)(?: only)? if\b)",
    re.IGNORECASE,
)
# What takes back everything that was said before it.
WITHDRAWAL = compile_words(
    match_words(
        "wait|hold on|actually|on reflection|changing my answer|i change|let me change|revised"
        "|more precisely|correction|sorry|my mistake|oops|i made (?:a|an) (?:mistake|error)"
        "|on second thoughts?|scratch that|let me (?:re-?check|correct|reconsider|redo)"
        "|no, that is wrong|no, that's wrong|corrected|सुधार|संशोधन|रुकिए|रुको|ठहरिए"
        r"|क्षमा करें|माफ़? ?कीजिए|गलती हुई|ग़लती हुई|recompute|recalculat\w+|पुनः गणयामि"
        r"|फिर से गिन[^।]*|फिर से देख\w*|नहीं नहीं|क्षम्यताम्"
    )
)
# What takes back the one thing that was said right before it: "C... no, that is resistance".
TAKEN_BACK = re.compile(
    r"^[\s.…?!,।)\]\"'–-]*(?:(?:hmm+|well|oh|er)[,.…\s]+)*"
    rf"(?:no(?! doubt)|nope|नहीं(?= *[,।])){END}",
    re.IGNORECASE,
)
# "Although the hospital suggests health, …": what is granted is not the answer.
CONCESSION = compile_words(
    match_words(
        "although|even though|even if|while (?:it|one|you|this|the|some)|हालाँकि|हालांकि|यद्यपि"
    )
)
CONCEDED = re.compile(CONCESSION.pattern + r"[^,;]*$", re.IGNORECASE)
# Where a reply says that it does not decide.
UNDECIDED = compile_words(
    match_words(
        "(?:can(?:no|['’])t|cannot|could not|couldn['’]t) (?:decide|say|choose|tell|determine)"
        "|(?:not able|unable|impossible) to (?:decide|settle|choose|say|tell|determine)"
        "|(?:equally|both) (?:right|likely|possible|plausible|correct|valid)|not sure which"
        "|just as (?:likely|good|possible)|as likely|so does|as does|either of them"
        "|one of the two"
        r"|no (?:single|one|clear|definit\w+)(?: (?:right|correct|best))? (?:answer|choice)"
        "|for some[^.]*for others?[^.]*|if you mean[^.]*otherwise[^.]*"
        "|(?:hard|difficult) to (?:say|tell|decide)"
        "|(?:कोई )?एक (?:ही )?(?:सही )?उत्तर (?:नहीं|संभव)[^।]*"
        "|कहना (?:मुश्किल|कठिन|संभव नहीं)|(?:पसंद|व्यक्ति|रुचि)[^।]*निर्भर[^।]*"
        "|उत्तर नहीं दिया जा सक[^।]*|दोनों (?:ही )?(?:सही|ठीक|संभव|हो सकत)[^।]*"
        "|(?:नहीं|न) (?:चुन|कह|बता) (?:सक|पा)[^।]*|वक्तुं न शक्(?:नोमि|यते)"
        "|निर्णेतुं न शक्(?:नोमि|यते)|तय नहीं कर[^।]*"
    )
)
CHOOSES = re.compile(
    rf"{START}(?:choose|pick|select|settle (?:on|for)|go(?:ing)? (?:with|for)|"
    r"lean(?:ing)? (?:to|towards?)|"
    r"prefer|opt for|stick(?:ing)? with|vote for|final (?:choice|answer|pick) is|my answer is)\s+"
    r"(?:the |option |choice |letter |विकल्प )*[(\[\"'“]*$",
    re.IGNORECASE,
)
CONNECTED = re.compile(
    r"[\s)\].\"'”’]*(?:(?:है|हो|भी|होगा|अस्ति)\s+)*"
    r"(?:,|/|\||,?\s?or|as well as|and|and/or|या|वा|और|एवं|अथवा|तथा|व|च)"
    r"(?:\s+(?:maybe|perhaps|possibly|even|फिर|शायद|कदाचित्))?[\s(\[\"'“‘]*",
    re.IGNORECASE,
)
