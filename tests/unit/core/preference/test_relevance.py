"""How far texts are about what is preferred."""

import pytest

from scrapy_bt.core.preference.linking import Linker, Profile
from scrapy_bt.core.preference.names import Name
from scrapy_bt.core.preference.preferences import Preferences
from scrapy_bt.core.preference.relevance import HEADING, Passage, Relevance

NAMES = [Name("Ada Lovelace", "ada", "person"), Name("Lovelace", "ada", "person"), Name("London", "london", "place")]


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
    names = [Name("Paris", "city", "place"), Name("Paris", "hero", "person")]
    linker = Linker({"city": Profile(frozenset({"france"})), "hero": Profile(frozenset({"troy"}))})
    relevance = Relevance(Preferences(entities={"hero": 3.0}), names, linker)
    assert relevance.named([Passage("Paris went to Troy.")]) == {"hero": 1}
    assert relevance.named([Passage("Paris, capital of France")]) == {"city": 1}
    assert relevance.named([Passage("Paris")]) == {"?paris": 1}


def test_names_that_are_everywhere_are_told():
    assert [name.text for name in Relevance(Preferences(), [Name("the", "q")]).refused] == ["the"]
