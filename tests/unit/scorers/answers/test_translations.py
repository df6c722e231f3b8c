"""A translation is read out of whatever a model writes around it."""

from __future__ import annotations

import json
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasauti.data.zeroshot.languages import Language, language
from kasauti.fixtures.suites.zeroshot.translation import is_in_script
from kasauti.scorers.answers.translations import read_translation
from kasauti.scorers.text.translation import sentence_chrf
from tests.support import ROOT

PACK = ROOT / "data" / "zeroshot" / "pack" / "translation.jsonl"
SENTENCES = [json.loads(line) for line in PACK.read_text(encoding="utf-8").splitlines()]
DIRECTIONS = [("en", "hi"), ("hi", "en"), ("en", "sa"), ("sa", "en"), ("hi", "sa")]
WRAPPINGS = r"""
{translation}
<think>{source} This may be: {translation}?</think>\n\n{translation}
[THINK]How do I say this?[/THINK]{translation}
<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{translation}
{translation}<|im_end|>
Sure! Here is the translation:\n\n{translation}
Sure! Here is the translation: {translation}
Certainly!\n\n{translation}
Okay, here's the text in {to}, as you asked:\n\n{translation}
Sure, I can help with that. The sentence in {to}:\n{translation}\n\nI hope this helps!
The {to} translation is: "{translation}"
In {to}, this would be: {translation}
"{source}" translates to "{translation}" in {to}.
The translation of "{source}" in {to} is:\n\n{translation}
Translation: {translation}
**Translation:**\n\n{translation}
### Translation\n{translation}
#### {translation}
अनुवाद: {translation}
{to}: {translation}
{start}: {source}\n{to}: {translation}
**{start}:** {source}\n\n**{to} (formal):** {translation}
{start} text: {source}\n{to} text: {translation}
Original: {source}\nTranslation: {translation}\nNotes: word by word.
{source}\n\n{translation}
{source} → {translation}
{translation}\n\n{source}
{translation} ({source})
"{translation}"
“{translation}”
**{translation}**
({translation})
> {translation}
```\n{translation}\n```
```json\n{{"translation": {quoted}}}\n```
{{"source": {quoted_source}, "translation": {quoted}, "notes": "None."}}
{{"{start}": {quoted_source}, "{to}": {quoted}}}
<translation>{translation}</translation>
{translation}\n\nNote: the names stay as they are.
{translation}\n\n(Note: the order of words differs.)
{translation}\n\nLet me know if you need anything else!
{translation}\n\nTransliteration: as it is spoken
{translation}\n\n---\n\n**Explanation:**\n- one: two\n- three: four
Here are two ways to say it:\n\n1. {translation}\n2. something else
The sentence "{source}" means "{translation}" in {to}.
""".strip().splitlines()
WRAPPINGS = [wrapping.replace("\\n", "\n") for wrapping in WRAPPINGS]


def read(reply: str, source: str, target: Language) -> str:
    return read_translation(reply, source, partial(is_in_script, target))


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_perfect_translation_is_worth_the_same_in_any_wrapping(wrapping: str) -> None:
    for start, to in DIRECTIONS:
        target = language(to)
        for row in SENTENCES[::5]:
            reply = wrapping.format(
                source=row[start], translation=row[to], start=language(start).name, to=target.name,
                quoted=json.dumps(row[to]), quoted_source=json.dumps(row[start]),
            )  # fmt: skip
            found = read(reply, row[start], target)
            assert sentence_chrf([found], [row[to]])[0] >= 0.98, reply


@given(st.text(), st.sampled_from(WRAPPINGS), st.sampled_from(SENTENCES))
@settings(max_examples=50)
def test_thoughts_before_a_wrapping_do_not_change_what_is_read(
    thought: str, wrapping: str, row: dict[str, str]
) -> None:
    reply = wrapping.format(
        source=row["en"], translation=row["hi"], start="English", to="Hindi",
        quoted=json.dumps(row["hi"]), quoted_source=json.dumps(row["en"]),
    )  # fmt: skip
    hindi = language("hi")
    thoughtful = f"<think>{thought}</think>\n{reply}"
    assert read(thoughtful, row["en"], hindi) == read(reply, row["en"], hindi)


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("चेतावनी: अंदर मत आइए।", "Warning: do not enter."),
        ("सूचना: दुकान बंद है।", "Note: the shop is closed."),
        ("उसने कहा: घर जाओ।", "He said: go home."),
        ("“घर जाओ”", "“Go home”"),
        ("वह (मेरा भाई) आया (कल)", "He (my brother) came (yesterday)"),
        ("1. दूध\n2. चाय", "1. milk\n2. tea"),
        ("ज़रूर! मैं आऊँगा।", "Sure! I will come."),
        ("यह अनुवाद अच्छा है: पढ़ो।", "This translation is good: read it."),
        ("राम आया।\n\nसीता गई।", "Ram came.\n\nSita left."),
        ("कृपया दरवाज़ा बंद करें।", "Please close the door."),
        ("अगर तुम आओ, तो मैं भी आऊँगा।", "If you come, I will come too."),
        ("अगर बारिश हो - और होती है - तो खेल रुकता है।", "If it rains - and it does - play stops."),
        ('{"a": "दूध"}', '{"a": "milk"}'),
        ("अंग्रेज़ी", "English"),
    ],
)
def test_clean_translation_stays_as_it_is(source: str, translation: str) -> None:
    assert read(translation, source, language("en")) == translation
    assert read(source, translation, language("hi")) == source


def test_label_in_another_script_is_no_part_of_a_translation() -> None:
    reply = "**Formal:** मैं घर जाता हूँ।\n**Casual:** मैं घर चला।"
    assert read(reply, "I go home.", language("hi")) == "मैं घर जाता हूँ।"


def test_reply_without_a_translation_stays_as_it_is() -> None:
    hindi = language("hi")
    assert read("I go home.", "I go home.", hindi) == "I go home."
    assert read("I cannot translate this.", "I go home.", hindi) == "I cannot translate this."
    assert read("<think>How do I say", "I go home.", hindi) == ""


@given(st.text(), st.text())
def test_no_text_breaks_the_reader(reply: str, source: str) -> None:
    assert isinstance(read(reply, source, language("en")), str)
