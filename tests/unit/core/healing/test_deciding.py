"""Which element is which field."""

import pytest

from scrapy_bt.core.healing.deciding import Models, Wording, decide, remember, said_elsewhere, shared_content
from scrapy_bt.core.healing.features import Survey
from scrapy_bt.core.healing.fields import find_old
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.learning.shipped_models import read_models
from tests.redesigns import FIELDS, NEW, OLD


@pytest.fixture(scope="module")
def models():
    return read_models()[0]


def test_fields_are_decided_together(models):
    old, new = Survey(Page(OLD)), Survey(Page(NEW))
    places = {name: find_old(old.page, *field) for name, field in FIELDS.items()}
    found = decide(old, new, places, models)
    assert found["title"].candidate.text == "Market opens late"
    assert found["author"].candidate.text == "Bo Chan"
    assert found["title"].top[0] is found["title"].candidate
    assert decide(old, Survey(Page("")), places, models) == {}
    assert decide(old, new, {}, models) == {}


def test_equal_texts_count_where_the_content_is_the_same():
    old, new = Survey(Page(OLD)), Survey(Page(NEW))
    assert shared_content(old, old) == 1.0
    assert shared_content(old, new) == 0.0
    fields = [old.page.by_text[text][0] for text in ("storm over the bay", "all rights reserved")]
    assert shared_content(old, new, fields) == 0.0
    one, same, like, other = map(Wording.of, ("One two", "one two", "one three", "Four"))
    assert remember(one, same, 0.0) == 0.0
    assert remember(one, same, 1.0) > remember(one, like, 1.0) > remember(one, other, 1.0) == 0.0


def test_what_the_old_page_has_said_elsewhere_is_less_likely_the_value():
    said = {"storm over the bay": [1], "all rights reserved": [1], "politics": [1, 2]}
    assert said_elsewhere("storm over the bay", "market opens late", said, 0.0) == 0.0
    assert said_elsewhere("politics", "politics", said, 0.0) == 0.0
    assert said_elsewhere("politics", "all rights reserved", said, 0.0) == 0.0
    once = said_elsewhere("storm over the bay", "all rights reserved", said, 0.0)
    assert once > 0.0
    assert said_elsewhere("storm over the bay", "all rights reserved", said, 0.75) == pytest.approx(once / 4)
    assert said_elsewhere("storm over the bay", "all rights reserved", said, 1.0) == 0.0


def test_the_value_of_before_among_other_things_of_today_is_not_the_value(models):
    texts = "".join(f"<p>{f'All pages of the shop say this about {what}. ' * 3}</p>" for what in ("it", "you", "us"))
    prices = {"Oak shelf": "70 €", "Tea pot": "31 €", "Desk lamp": "12 €", "Wool rug": "88 €", "Vase": "9 €"}

    def page(thing, markup):
        others = "".join(
            f"<div class=card><i>{name}</i><em>{prices[name]}</em></div>" for name in prices if name != thing
        )
        return Survey(Page(f"<html><body>{markup.format(thing, prices[thing])}{others}{texts}</body></html>"))

    old = page("Tea pot", "<h1>{}</h1><b class=price>{}</b>")
    new = page("Desk lamp", "<h2>{}</h2><p><span>Price</span> <strong>{}</strong></p>")
    places = {"name": find_old(old.page, "h1"), "price": find_old(old.page, "b.price")}
    assert shared_content(old, new, places.values()) > 0
    assert decide(old, new, places, models)["price"].candidate.text == "12 €"


def test_malformed_models_are_refused():
    with pytest.raises(ValueError, match="not models of healing"):
        Models.read({})
