"""Where a text is written otherwise, it is read as it was written."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage

OLD = "<h1>Thing {n} of it</h1><p class=price>{n}.50</p><ul><li><time>2026-0{m}-1{m}</time></ul>"
NEW = "<h1>Thing {n} of it</h1><p class=price>Price: {n},50 EUR</p><ul><li><time>1{m}.0{m}.2026</time></ul>"
PRICE, DATE = "css p.price::text", "css time::text"
FORMS = {PRICE: ("0.0",), DATE: ("0-0-0",)}


def page(state, layout, number):
    markup = f"<html><body>{layout}</body></html>".format(n=number, m=number % 9 + 1)
    return KeptPage(f"https://a.test/{state}/{number}", state, markup)


def case(pages, within=""):
    observations = [
        Observation("parse", "css h1::text", "h1::text", 1, 0, ("Thing 7 of it",)),
        Observation("parse", PRICE, "p.price::text", 1, 0, ("7.50",)),
        Observation("parse", DATE, "time::text", 1, 0, ("2026-08-18",), "", within),
    ]
    before = [one for one in pages if one.state == "good"]
    return Case(before[0], observations, pages, {PRICE: ("form",), DATE: ("form",)}, FORMS)


PAGES = [page("good", OLD, number) for number in range(1, 8)]
NOW = [page("failing", NEW, number) for number in range(11, 17)]


@pytest.mark.parametrize(("within", "top"), [("", "//"), ("//ul", ".//")])
def test_prices_and_dates_are_read_as_they_were_written(within, top):
    mixed = [*PAGES, page("good", NEW, 9), *NOW, page("failing", OLD, 10)]
    found = {one.field: one for one in propose(case(mixed, within))}
    price, date = found[PRICE], found[DATE]
    assert price.new == (
        'translate(substring-before(substring-after(normalize-space(//p[has-class("price")]/text()), "Price: "), '
        '" EUR"), ",", ".")'
    )
    assert (price.kind, price.choices[0].trial.fitting, price.is_sure) == ("text format changed", 6, False)
    assert date.new == f're:replace(normalize-space({top}time/text()), "^(\\d+)\\D(\\d+)\\D(\\d+)$", "", "\\3-\\2-\\1")'
    assert date.choices[0].trial.example == "2026-03-13"


def test_pages_of_one_address_make_it_sure():
    now = [KeptPage(f"https://a.test/good/{number}", "failing", page("", NEW, number).markup) for number in range(3, 8)]
    assert [one.is_sure for one in propose(case([*PAGES, *now]))] == [True, True]
