"""Features of candidates."""

import pytest

from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.looks import NAMES
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import NEW, OLD


@pytest.fixture(scope="module")
def survey():
    return Survey(Page(OLD))


def look(survey, text):
    return survey.look_of(survey.page.by_text[text.casefold()][0])


def test_the_main_title_and_the_body_are_found(survey):
    assert survey.title.text == "Storm over the bay"
    assert look(survey, "Storm over the bay").number("is title") == 1.0
    assert look(survey, "Ann Lee").number("chars after title") > 0
    storm = look(survey, FIRST)
    assert storm.number("in body") == 1.0
    assert storm.number("body paragraphs before") < look(survey, SECOND).number("body paragraphs before")


def test_words_tags_labels_and_keys_are_known(survey):
    author = look(survey, "Ann Lee")
    assert author.words == {"byline", "author"}
    assert author.tags[:2] == ("span", "div")
    assert author.label == "storm over the bay"
    assert ("author.name", 0) in author.keys
    vector = dict(zip(NAMES, author.vector(), strict=True))
    assert (vector["tag span"], vector["own author"], vector["key author.name"], vector["in nav"]) == (1, 1, 1, 0)


def test_runs_count_siblings_of_a_kind(survey):
    assert look(survey, "coast").number("run index") > look(survey, "weather").number("run index")


@pytest.mark.parametrize("source", ["", "<html><body></body></html>", "<p>one</p>", NEW])
def test_any_page_can_be_looked_at(source):
    page = Page(source)
    assert len(Survey(page).looks) == len(page.candidates)


FIRST = "The storm reached the bay in the early morning and took two boats with it, the harbour said."
SECOND = "Nobody was hurt, but the bridge stays closed until engineers have looked at each of its eleven pillars."
