"""Attributes that are called otherwise today."""

import pytest

from scrapy_bt.core.healing.attributes import attribute_now
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage

BEFORE = "<i data-score=4.5 class=x>stars of a thing</i>"


def candidate(markup):
    page = Page(f"<html><body><h1>A</h1>{markup}</body></html>")
    return page.by_text["stars of a thing"][0]


@pytest.mark.parametrize(
    ("now", "attribute", "share"),
    [
        ("<i data-value=3.9 title=words>stars of a thing</i>", "data-value", 1.0),
        ("<b><i rate=3.9 data-scored=1.2>stars of a thing</i></b>", "data-scored", 0.5),
        ("<i data-score=word data-value=3.9>stars of a thing</i>", "data-score", 1.0),
        ("<i class=3.9>stars of a thing</i>", "data-score", 1.0),
    ],
)
def test_the_one_with_such_a_value_is_it(now, attribute, share):
    assert attribute_now("data-score", candidate(BEFORE), [candidate(now)]) == (attribute, share)
    assert attribute_now("title", candidate(BEFORE), [candidate(now)]) == ("title", 1.0)


def test_it_is_read_by_its_new_name():
    old = "<html><body><h1>Thing {n}</h1><div class=rating data-score={n}.5>stars</div><p>About {n}</p></body></html>"
    new = "<html><body><h2>Thing {n}</h2><span class=stars data-value={n}.5>stars</span><p>About {n}</p></body></html>"
    pages = [
        KeptPage(f"https://a.test/{n}", state, (old if state == "good" else new).replace("{n}", str(n)))
        for n, state in [*((n, "good") for n in range(1, 5)), *((n, "failing") for n in range(5, 9))]
    ]
    selector = "div.rating::attr(data-score)"
    seen = [
        Observation("parse", selector, selector, 1, 0, ("1.5",)),
        Observation("parse", "h1::text", "h1::text", 1, 0, ("Thing 1",)),
    ]
    case = Case(pages[0], seen, pages, {selector: ("found",)}, {selector: {"0.0"}})
    found = {one.field: one for one in propose(case)}
    assert found[selector].new == "span.stars::attr(data-value)"
    assert found[selector].choices[0].trial.fitting == 4
