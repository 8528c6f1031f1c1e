"""Fields that machines are told as well."""

import json

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.views import form_of
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.datakeys import DataKeys
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.trials import KeptPage, values_of

NAMES = ["Sea clock", "Oak table", "Tin lamp", "Red chair", "Wool rug", "Glass jar", "Iron pan"]
JSON_LD = '<script type="application/ld+json">{}</script>'
STATE = "<script>window.__STATE__ = {};</script>"


def product(number):
    return {"@type": "Product", "name": NAMES[number], "offers": {"price": f"{number + 11}.50"}}


def page(number, state, *, told=JSON_LD, shown):
    data = json.dumps({"page": {"product": product(number)}} if told is STATE else product(number))
    head = f"<head>{told.format(data)}</head>"
    body = shown.format(name=NAMES[number], price=f"{number + 11}.50")
    return KeptPage(f"https://a.test/{number}", state, f"<html>{head}<body>{body}</body></html>")


SHOWN = "<h1 class=name>{name}</h1><p class=price>{price} €</p>"
PROGRAM = "<div id=root></div>"
PRICES = {"0.0 €"}


def case(old, *, before=3, told=JSON_LD, now=PROGRAM, forms=PRICES):
    kept = [page(number, "good", told=told, shown=SHOWN) for number in range(before)]
    kept += [page(number, "failing", told=told, shown=now) for number in range(3, 7)]
    one = Observation("parse", "price", old, 1, 0, ("11.50 €",))
    return Case(kept[0], [one], kept, {"price": ("found",)}, {"price": forms})


@pytest.mark.parametrize("told", [JSON_LD, STATE], ids=["json-ld", "state"])
def test_a_value_that_only_a_script_holds_today_is_read_there_as_it_was_written(told):
    one = case(".price::text", told=told)
    (proposal,) = propose(one)
    assert proposal.is_sure
    assert "json-value(" in proposal.new
    assert [values_of(proposal.new, page.markup) for page in one.now] == [[f"{n + 11}.50 €"] for n in range(3, 7)]


def test_one_page_of_before_is_no_proof():
    (proposal,) = propose(case(".price::text", before=1))
    assert not proposal.is_sure


def test_what_gives_the_same_as_machines_are_told_is_sure():
    now = "<main><b>Old: 99.00 €</b><i class=x>1.00 €</i><i class=y>{price} €</i><i class=z>2.00 €</i></main>"
    one = case(".price::text", now=now)
    keys = DataKeys(one.observations[0], one)
    assert keys.speak_for("i.y::text")
    assert not keys.speak_for("i.x::text")
    (proposal,) = propose(one)
    assert proposal.is_sure
    assert [values_of(proposal.new, page.markup)[0] for page in one.now] == [f"{n + 11}.50 €" for n in range(3, 7)]


def test_a_value_of_a_script_that_is_on_the_page_today():
    old = """json-value(//script[contains(., "__STATE__")], 'page.product.name')"""
    seen = [page(number, "good", told=STATE, shown=SHOWN) for number in range(3)]
    seen += [
        page(number, "failing", told="", shown="<main><h2>{name}</h2><p>Ask us</p></main>") for number in range(3, 7)
    ]
    one = Observation("parse", "name", old, 1, 0, (NAMES[0],))
    (proposal,) = propose(Case(seen[0], [one], seen, {"name": ("found",)}, {"name": {form_of(name) for name in NAMES}}))
    assert [values_of(proposal.new, page.markup)[0] for page in seen[3:]] == NAMES[3:7]


def test_lists_tags_and_fields_of_rows_are_not_looked_for():
    one = case(".price::text")
    field = one.observations[0]
    for other in (
        field._replace(selector="{start: '<p>'}"),
        field._replace(within="li"),
        field._replace(selector="$.a"),
    ):
        assert DataKeys(other, one).selectors() == []
