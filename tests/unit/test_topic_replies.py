"""The topic that a reply settles on, by its name, its number or its score."""

from __future__ import annotations

import pytest

from kasauti.data.zeroshot.topics import topic_names
from kasauti.scorers.replies.topics import read_topic

TOPICS = ("science/technology", "travel", "politics", "sports", "health")
LIST = "1. science/technology\n2. travel\n3. politics\n4. sports\n5. health\n\n"
LETTERED = "A) science/technology\nB) travel\nC) politics\nD) sports\nE) health\n"
IN_HINDI = "1. विज्ञान/प्रौद्योगिकी\n2. यात्रा\n3. राजनीति\n4. खेल\n5. स्वास्थ्य\n\n"


@pytest.mark.parametrize(
    ("reply", "topic"),
    [
        (LIST + "The right option is 3.", "politics"),
        (LIST + "Answer: 4", "sports"),
        (LIST + "I choose number 5.", "health"),
        (LIST + "#### 2", "travel"),
        (LIST + "The third one.", "politics"),
        (LIST + "It is the last option.", "health"),
        (LIST + "So: 1", "science/technology"),
        (LIST + "The answer is sports.", "sports"),
        (LIST + "Not 3 but 4.", "sports"),
        (LETTERED + "Answer: C", "politics"),
        (LETTERED + "The correct option is (E).", "health"),
        (IN_HINDI + "सही विकल्प: 2", "travel"),
        (IN_HINDI + "उत्तर: ४", "sports"),
        (IN_HINDI + "तीसरा विकल्प सही है।", "politics"),
        (IN_HINDI + "विकल्प 5 सही है।", "health"),
        ("(1) travel (2) sports (3) health. My choice is 2.", "sports"),
        (LIST, None),
        (LIST + "The right option is 7.", None),
        (LIST + "I cannot choose between 3 and 4.", None),
        (LIST + "It is not 3.", None),
        ("The right option is 3.", None),
    ],
)
def test_a_topic_is_chosen_from_a_list_by_its_number(reply: str, topic: str | None) -> None:
    assert read_topic(reply, TOPICS, names=topic_names()).lenient == topic


@pytest.mark.parametrize(
    ("reply", "topic"),
    [
        ("- science/technology: 2%\n- travel: 91%\n- politics: 3%\n- sports: 1%", "travel"),
        ("science/technology: 0.1\ntravel: 0.2\npolitics: 0.7", "politics"),
        ("विज्ञान - 5%\nयात्रा - 90%\nखेल - 5%", "travel"),
        ("sports 8/10, health 3/10, travel 1/10", "sports"),
        ("| topic | score |\n|---|---|\n| travel | 10 |\n| health | 85 |", "health"),
        ("Sports (95%)", "sports"),
        ("politics (80%), health (20%)", "politics"),
        ("Health: high\nPolitics: low\nSports: low", "health"),
        ("travel: ★★★★★\nsports: ★", "travel"),
        ("travel: 50%\nsports: 50%", None),
        ("science/technology: ✗\ntravel: ✓\npolitics: ✗", "travel"),
        ("science/technology: no\ntravel: no\npolitics: yes\nsports: no", "politics"),
        ("Science? No. Travel? No. Politics? Yes.", "politics"),
        ("विज्ञान? नहीं। यात्रा? हाँ।", "travel"),
    ],
)
def test_the_topic_with_the_highest_score_counts(reply: str, topic: str | None) -> None:
    assert read_topic(reply, TOPICS, names=topic_names()).lenient == topic


@pytest.mark.parametrize(
    ("reply", "topic"),
    [
        ("Primarily sports, though it touches on health because of the injury.", "sports"),
        ("Mainly politics, with some health.", "politics"),
        ("Mostly about travel; sports is only mentioned.", "travel"),
        ("The main topic is health, although politics is mentioned too.", "health"),
        ("Primary topic: politics\nSecondary topic: health", "politics"),
        ("It touches on sports and health, but it is chiefly about travel.", "travel"),
        ("While it mentions a hospital and health, the focus is on politics.", "politics"),
        ("Sports, even though politics plays a part.", "sports"),
        ("Health (with elements of science).", "health"),
        ("Politics rather than health.", "politics"),
        ("More politics than sports.", "politics"),
        ("It has a political side, but the best fit is sports.", "sports"),
        ("Despite the mention of a minister, politics is not the topic; sports is.", "sports"),
        ("Closest to travel, I'd say, and a little bit sports.", "travel"),
        ("मुख्यतः राजनीति, हालाँकि स्वास्थ्य का भी उल्लेख है।", "politics"),
        ("यह मुख्य रूप से खेल से जुड़ा है, स्वास्थ्य का केवल ज़िक्र है।", "sports"),
        ("मुख्य विषय यात्रा है, साथ में खेल का उल्लेख भी है।", "travel"),
        ("प्रमुख विषय: स्वास्थ्य\nगौण विषय: राजनीति", "health"),
        ("मुख्यतया क्रीडा, किञ्चित् स्वास्थ्यम् अपि।", "sports"),
        ("प्रधानतः राजनीतिः, यद्यपि यात्रा अपि उल्लिखिता।", "politics"),
        ("Partly sports, partly health.", None),
        ("Mainly politics and health.", None),
        ("Equally sports and health.", None),
        ("It mentions sports and health.", None),
    ],
)
def test_the_main_topic_counts(reply: str, topic: str | None) -> None:
    assert read_topic(reply, TOPICS, names=topic_names()).lenient == topic


@pytest.mark.parametrize(
    ("reply", "topic"),
    [
        ("एषः पाठः यात्रायाः विषये अस्ति, न तु राजनीतेः।", "travel"),
        ("अयं पाठः विज्ञानस्य विषये वर्तते।", "science/technology"),
        ("स्वास्थ्यविषये", "health"),
        ("क्रीडासम्बद्धः पाठः", "sports"),
        ("राजनीतेः विषयः", "politics"),
        ("पाठः क्रीडायाः सम्बद्धः।", "sports"),
        ("स्वास्थ्येन सम्बद्धः", "health"),
        ("राजनीतौ अन्तर्भवति", "politics"),
        ("विज्ञाने", "science/technology"),
        ("प्रौद्योगिक्याः विषये", "science/technology"),
        ("यात्रासम्बन्धी", "travel"),
        ("पर्यटनस्य विषयः", "travel"),
        ("यह पाठ खेलों के बारे में है।", "sports"),
        ("यात्राओं के बारे में", "travel"),
        ("राजनैतिक समाचार", "politics"),
        ("सेहत से जुड़ा", "health"),
        ("यह पाठ यात्रा-पर्यटन का है।", "travel"),
        ("विज्ञान एवं प्रौद्योगिकी", "science/technology"),
        ("Sci/Tech", "science/technology"),
        ("S&T", "science/technology"),
        ("science & technology", "science/technology"),
        ("Public health", "health"),
        ("The label is “Sports”.", "sports"),
        ("topic = politics", "politics"),
        ('{"topic": "travel"}', "travel"),
        ("<topic>health</topic>", "health"),
        ("🏏 Sports", "sports"),
        ("#sports", "sports"),
        ("SPORTS!", "sports"),
        ("politics\n\nText: The match ended 2-1.\nTopic: sports", "politics"),
        (
            "The text is clearly about the politics of the region and nothing else.\n\n"
            "Text: A new phone.\nTopic: science/technology",
            "politics",
        ),
        ("Topic: politics\n\nText: A new phone.\nTopic: science/technology", "politics"),
        ("विषय: खेल\n\nपाठ: नया अस्पताल खुला।\nविषय: स्वास्थ्य", "sports"),
        ("This is about a football match, so sports.", "sports"),
        ("Neither health nor politics: it is travel.", "travel"),
        ("The text isn't about politics. It's about sports.", "sports"),
        ("This can't be health; it must be science.", "science/technology"),
        ("I'd say it's politics, since a minister travels to Paris.", "politics"),
        ("Economics", None),
        ("This text is about cooking.", None),
        ("None of these.", None),
        ("इनमें से कोई नहीं", None),
        ("Sports or health, I can't tell.", None),
        ("खेल या स्वास्थ्य, कहना कठिन है।", None),
        ("क्षमा करें, मैं इसमें मदद नहीं कर सकता।", None),
        ("I don't know.", None),
        ("It is not sports.", None),
    ],
)
def test_topics_are_inflected_and_announced(reply: str, topic: str | None) -> None:
    assert read_topic(reply, TOPICS, names=topic_names()).lenient == topic
