"""How far texts are about what is preferred."""

import pytest
from lxml import html

from scrapy_bt.core.preference.linking import EntityProfile, Linker
from scrapy_bt.core.preference.names import EntityName
from scrapy_bt.core.preference.pages import HEADING, PageText, Passage
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.relevance import Relevance
from scrapy_bt.core.preference.scripts import fold, is_border, words

NAMES = [
    EntityName("Ada Lovelace", "ada", "person"),
    EntityName("Lovelace", "ada", "person"),
    EntityName("London", "london", "place"),
]


def test_more_mentions_are_more_relevant_and_a_heading_counts_more():
    relevance = Relevance(Preferences(entities={"Lovelace": 3.0}), NAMES)
    values = [relevance.of_page([Passage("Lovelace " * count)]) for count in (0, 1, 3, 30)]
    assert values == sorted(values)
    assert values[0] == 0.0
    assert values[-1] == pytest.approx(1.0, abs=1e-4)
    assert relevance.of_page([Passage("Ada Lovelace", HEADING)]) > values[2]
    assert relevance.of_page([Passage("London " * 9)]) == 0.0


def test_kinds_words_and_strangers_count_by_their_weights():
    preferences = Preferences(entities={"Babbage": 3.0}, kinds={"person": 1.0}, words={"for sale": -3.0})
    relevance = Relevance(preferences, NAMES)
    assert relevance.of_page([Passage("Babbage " * 30)]) == pytest.approx(1.0, abs=1e-3)
    assert relevance.of_page([Passage("Lovelace " * 30)]) == pytest.approx(1 / 3, abs=1e-3)
    assert relevance.of_page([Passage("for sale, " * 30)]) == pytest.approx(-1.0, abs=1e-3)
    assert relevance.of_phrase("Charles Babbage") > relevance.of_phrase("Lovelace") > 0.0 == relevance.of_phrase("")


def test_a_name_of_several_is_linked_by_the_page():
    names = [EntityName("Paris", "city", "place"), EntityName("Paris", "hero", "person")]
    linker = Linker({"city": EntityProfile(frozenset({"france"})), "hero": EntityProfile(frozenset({"troy"}))})
    relevance = Relevance(Preferences(entities={"hero": 3.0}), names, linker)
    assert relevance.named([Passage("Paris went to Troy.")]) == {"hero": 1}
    assert relevance.named([Passage("Paris, capital of France")]) == {"city": 1}
    assert relevance.named([Passage("Paris")]) == {"?paris": 1}


def test_who_is_known_bears_a_name_before_a_provisional_entity_however_often_that_was_meant():
    names = [
        EntityName("Git", "?git", "organisation"),
        EntityName("GIT", "git", "work"),
        EntityName("Hub", "?hub", "organisation"),
    ]
    relevance = Relevance(Preferences(kinds={"work": 1.0}), names, Linker({"?git": EntityProfile(popularity=99.0)}))
    assert relevance.named([Passage("Git and a hub")]) == {"git": 1, "?hub": 1}
    assert relevance.of_page([Passage("Git")]) > 0


def test_names_that_are_everywhere_are_told():
    assert [name.text for name in Relevance(Preferences(), [EntityName("the", "q")]).refused] == ["the"]


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("the cat sat", 4, True),
        ("concat", 3, False),
        ("cat", 0, True),
        ("cat", 3, True),
        ("os.path", 2, True),
        ("在北京市", 1, True),
        ("用Python写", 1, True),
        ("Straße", 4, False),
    ],
)
def test_borders(text, at, expected):
    assert is_border(text, at) is expected


def test_folding_keeps_each_character_at_its_place():
    assert fold("İstanbul ABC") == "İstanbul abc"
    assert fold("ÄÖ") == "äö"


def test_words_of_both_kinds_of_script():
    assert words("the quick fox_1") == ["the", "quick", "fox", "1"]
    assert words("北京大学 in 2024") == ["北京", "京大", "大学", "in", "2024"]
    assert words("“naïve” – café_2\u3000ok") == ["naïve", "café", "2", "ok"]


def test_a_name_of_two_words_is_found_over_the_end_of_a_line_and_across_elements():
    judge = Relevance(Preferences(words={"analytical engine": 3.0}))
    for text in ("<p>The analytical\n   engine</p><p>Analytical engines</p>", "<p><i>Analytical</i> <b>engine</b></p>"):
        assert read(judge, text) == {"analytical engine": 1}


@pytest.mark.parametrize(
    "words", [["engine"], ["engine", "boiler"], ["engine", "steam boiler"], [*"αβγδεζηθι", "engine"]]
)
def test_only_what_may_name_something_is_read(words):
    page = "<title>Engine</title><script>engine()</script><p>Boilers</p><p>Engine,<b>engine</b>"
    judge = Relevance(Preferences(words=dict.fromkeys(words, 3.0)))
    assert read(judge, page) == judge.named(PageText(html.fromstring(page))) == {"engine": 4 + 3}
    assert not read(judge, "<p>Boil<b>er</b>s of an eng<i>ine</i></p>")


def read(judge, page):
    return judge.read(html.fromstring(page), page.encode(), "utf-8")[1]
