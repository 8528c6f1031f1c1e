"""Codes for tags of rules."""

import pytest

from scrapy_bt.core.healing.modelfiles import SHIPPED_ALONE
from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.core.healing.perception.views import form_of
from scrapy_bt.core.healing.proposals import SWITCH, Trial
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.healing import models_of
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.tagproposals import find_codes
from scrapy_bt.learning.trials import KeptPage, values_of

MODELS = models_of(SHIPPED_ALONE)
EXCHANGED = [
    r"""{replace: ',', with: "\ufdd0"}""",
    r"{replace: '\.', with: ','}",
    r"""{replace: "\ufdd0", with: '.'}""",
]

OLD = "<html><body><div class=box><h1>Thing {n} of all</h1><i>by</i> <em>Ann {n}</em>{links}</div></body></html>"
NEW = "<html><body><main><h2 class=t>Thing {n} of all</h2><b class=who>Ann {n}</b>{links}</main></body></html>"
LINKS = "<ul class=a>{}</ul>"
LINKS_NEW = "<div class=more>{}</div>"


def page(number, *, is_new):
    row = '<p class=go><a href="/x/{0}">To {0}</a></p>' if is_new else "<li><a href='/x/{0}'>To {0}</a></li>"
    rows = "".join(row.format(number * 10 + each) for each in range(6))
    links = (LINKS_NEW if is_new else LINKS).format(rows)
    return KeptPage(
        f"https://a.test/{number}", "failing" if is_new else "good",
        (NEW if is_new else OLD).replace("{n}", str(number)).replace("{links}", links),
    )  # fmt: skip


BEFORE, NOW = page(1, is_new=False), [page(number, is_new=True) for number in range(2, 6)]
TITLE = Observation("thing", "title", "{start: '<h1>', end: '</h1>'}", 1, 0, ("Thing 1",), "things.yaml")
LINK = Observation("thing", "link", '{start: "<a href=\'", end: "\'"}', 6, 0, ("https://a.test/x/10",), "things.yaml")
GONE = Observation("thing", "by", "{start: '<i>', end: '</i>'}", 1, 0, ("by",), "things.yaml")


def test_codes_take_on_all_pages_what_stood_there_before():
    found = find_codes([TITLE, LINK, GONE], BEFORE, NOW, MODELS)
    codes, probability = found["title"][0]
    assert [values_of(codes, each.markup) for each in NOW] == [[f"Thing {number} of all"] for number in range(2, 6)]
    assert probability > 0.5
    codes, _ = found["link"][0]
    assert values_of(codes, NOW[0].markup) == [f"/x/{number}" for number in range(20, 26)]


def test_proposals_for_tags_are_tried_on_all_pages():
    case = Case(BEFORE, [TITLE, LINK], [BEFORE, *NOW], {"title": ("found",)}, {"title": {"words"}})
    one = next(one for one in propose(case) if one.field == "title")
    assert (one.old, one.kind, one.place) == (TITLE.selector, "layout replaced", "things.yaml")
    assert one.choices[0].trial == Trial(4, 4, 4, "Thing 2 of all")
    assert one.choices[0].values[0].before == "Thing 1 of all"


def test_what_a_tag_has_not_taken_as_an_element_gets_nothing():
    odd = TITLE._replace(selector="{start: 'Thing', end: 'of'}")
    assert find_codes([odd], BEFORE, NOW, MODELS) == {"title": []}
    assert find_codes([TITLE._replace(selector="{start: 'nowhere', end: 'x'}")], BEFORE, NOW, MODELS) == {"title": []}


def test_what_stands_between_a_label_and_a_unit_is_taken_where_there_was_nothing_around_it():
    texts = {"good": (1, "{n}.50"), "failing": (11, "Price:\n EUR {n}.50 each")}
    pages = [
        KeptPage(f"https://a.test/{n}", state, f"<html><body><h1>Thing {n}</h1><p class=price>{text}</p>".format(n=n))
        for state, (start, text) in texts.items()
        for n in range(start, start + 5)
    ]
    price = Observation("thing", "price", "{start: '<p class=price>', end: '</p>'}", 1, 0, ("1.50",), "things.yaml")
    (one,) = propose(Case(pages[0], [price], pages, {"price": ("form",)}, {"price": {"0.0"}}))
    assert one.new == r"{start: '<p class=price>', end: '</p>', rematch: 'Price:\s+EUR\s*(.*?)\s*each'}"
    assert [values_of(one.new, page.markup) for page in pages[5:]] == [[f"{n}.50"] for n in range(11, 16)]
    assert (one.choices[0].trial, one.choices[0].probability >= SWITCH) == (Trial(5, 5, 5, "11.50"), False)


@pytest.mark.parametrize(
    ("before", "now", "codes", "wanted"),
    [
        ("{n}.50", "{n},50", "treatments: [{replace: ',', with: '.'}]", "{n}.50"),
        ("1,0{n}.50", "1.0{n},50", f"treatments: [{', '.join(EXCHANGED)}]", "1,0{n}.50"),
        ("2026-11-{n}", "{n}.11.2026", r"treatments: [{replace: '^\s*(\d+)\D(\d+)\D(\d+)\s*$', with: '\3-\2-\1'}]",
         "2026-11-{n}"),
        ("{n}.50", "Price:\n {n},50 EUR", r"rematch: 'Price:\s*(.*?)\s*EUR', treatments: [{replace: ',', with: '.'}]",
         "{n}.50"),
    ],
    ids=["decimals", "thousands", "a date", "a label too"],
)  # fmt: skip
def test_other_signs_and_orders_are_for_treatments_in_front_of_those_of_the_rule(before, now, codes, wanted):
    pages = [
        KeptPage(f"https://a.test/{n}", state, f"<html><body><h1>Thing {n}</h1><p class=price>{text}</p>".format(n=n))
        for state, (start, text) in {"good": (11, before), "failing": (21, now)}.items()
        for n in range(start, start + 5)
    ]
    price = Observation("thing", "price", "{start: '<p class=price>', end: '</p>'}", 1, 0, ("1.50",), "things.yaml")
    form = form_of(before.format(n=11))
    (one,) = propose(Case(pages[0], [price], pages, {"price": ("form",)}, {"price": {form}}))
    assert one.new == f"{{start: '<p class=price>', end: '</p>', {codes}}}"
    assert [values_of(one.new, page.markup) for page in pages[5:]] == [[wanted.format(n=n)] for n in range(21, 26)]
    assert not one.choices[0].probability >= SWITCH
