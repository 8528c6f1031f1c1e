"""What was done to selectors at changes seen before."""

import pytest

from scrapy_bt.core.healing.changes import PageChange
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.recommending import Precedent, recommend

LAYOUT = ("b.cost", "h2.heading", "main")
CHANGE = PageChange(0.4, 0.1, 0.5)


def recommended(selector, *, new="b.cost::text", within="", layout=LAYOUT, cosine=0.4, edits=0.5):
    precedent = Precedent("span.price::text", within, new, layout, cosine, edits)
    return recommend(Observation("parse", "price", selector, 1), [precedent], LAYOUT, CHANGE)


@pytest.mark.parametrize("selector", [".price::text", "div.box > b.price::text", "//i[@class='price']/text()"])
def test_what_elements_of_the_same_names_became_at_a_change_that_is_near(selector):
    assert recommended(selector) == [("b.cost::text", pytest.approx(0.6))]
    assert recommended(selector, edits=0.6) == [("b.cost::text", pytest.approx(0.4))]
    assert recommended(selector, layout=("b.cost", "p.other", "main")) == [("b.cost::text", pytest.approx(0.3))]


def test_the_same_selector_is_likelier_however_the_change_was():
    assert recommended("span.price::text", cosine=0.9, edits=0.1) == [("b.cost::text", 0.75)]


@pytest.mark.parametrize(
    ("selector", "options"),
    [
        (".name::text", {}),
        (".price::attr(content)", {}),
        (".price::text", {"within": "li.row"}),
        (".price::text", {"new": "meta::attr(content)"}),
        ("*::text", {}),
        ("{start: '<b>'}", {}),
    ],
)
def test_other_names_rows_and_readings_say_nothing(selector, options):
    assert recommended(selector, **options) == []


def test_a_change_that_is_far_is_hardly_a_reason():
    assert recommended(".price::text", cosine=0.9) == [("b.cost::text", 0.0)]
