"""Features of pairs of an old element and a new candidate."""

from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.pairs import PAIR_NAMES, TYPED_PAIR_NAMES, TypeLikeness, pair_features
from tests.redesigns import NEW, OLD


def look(survey, text):
    return survey.look_of(survey.page.by_text[text.casefold()][0])


def numbers(old_text, new_text):
    old, new = Survey(Page(OLD)), Survey(Page(NEW))
    (pair,) = pair_features(look(old, old_text), [look(new, new_text)], new)
    return dict(zip(PAIR_NAMES, pair, strict=True))


def test_what_structured_data_call_the_same_is_told():
    assert numbers("Ann Lee", "Bo Chan")["same key and index"] == 1.0
    assert numbers("weather", "trade")["same key and index"] == 1.0
    other = numbers("weather", "city")
    assert (other["same key and index"], other["same key"]) == (0.0, 1)
    assert numbers("Ann Lee", "trade")["key held by another"] == 1


def test_tags_words_and_sides_are_compared():
    pair = numbers("Storm over the bay", "Market opens late")
    assert (pair["same inner tag"], pair["change of is title"]) == (1.0, 0.0)
    assert numbers("Ann Lee", "Bo Chan")["same side of title"] == 1.0
    assert numbers("Ann Lee", "Home")["same side of title"] == 0.0


def test_kinds_are_counted_in_the_order_of_the_page():
    old, new = Survey(Page(OLD)), Survey(Page(NEW))
    old_topics = [0.9 if one.candidate.text in ("weather", "coast") else 0.1 for one in old.looks]
    new_topics = [0.9 if one.candidate.text in ("trade", "city") else 0.1 for one in new.looks]
    old_shares, new_shares = ([[1 - each for each in topics], topics] for topics in (old_topics, new_topics))
    likeness = TypeLikeness(look(old, "coast"), old_shares, new.looks, new_shares)
    names = TYPED_PAIR_NAMES[len(PAIR_NAMES) :]
    city = dict(zip(names, likeness.features(look(new, "city")), strict=True))
    trade = dict(zip(names, likeness.features(look(new, "trade")), strict=True))
    assert (city["type same order"], trade["type same order"]) == (1.0, 0.0)
    assert city["type share of best"] == 1.0
