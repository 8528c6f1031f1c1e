"""Lists that are still there in other elements."""

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.learning.cases import Case
from scrapy_bt.learning.proposals import propose
from scrapy_bt.learning.samelists import selectors_of_same_list
from scrapy_bt.learning.trials import KeptPage
from scrapy_bt.learning.twins import find_twins

NAMES = ["Red lamp", "Blue desk", "Old clock", "Oak chair", "Tin kettle", "Low shelf"]
MENU = "<nav><a href=/a>Home</a><a href=/b>Shop</a><a href=/c>About</a></nav>"
OLD, NEW = '<li class=good><a href="/{0}">{0}</a></li>', '<div class=tile><a class=go href="/{0}"><b>{0}</b></a></div>'


def page(state, row, names, number=1):
    rows = "".join(map(row.format, names))
    return KeptPage(f"https://a.test/{number}", state, f"<html><body>{MENU}<section>{rows}</section></body></html>")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("li.good", "div.tile"),
        ("li.good a", "a.go"),
        ("li.good a::attr(href)", "a.go::attr(href)"),
        ("//li/a/@href", "a.go::attr(href)"),
    ],
)
def test_they_are_found_by_their_values(old, new):
    twins = find_twins([page("good", OLD, NAMES), page("failing", NEW, NAMES)])
    assert selectors_of_same_list(old, twins)[0] == new


@pytest.mark.parametrize("names", [NAMES[::-1], NAMES[1:], [*NAMES, "One more"]])
def test_another_list_is_not_the_same(names):
    assert (
        selectors_of_same_list("li.good a", find_twins([page("good", OLD, NAMES), page("failing", NEW, names)])) == []
    )


@pytest.mark.parametrize("selector", ["nav", "em", "count(//li)"])
def test_what_is_no_list_has_none(selector):
    assert selectors_of_same_list(selector, find_twins([page("good", OLD, NAMES), page("failing", NEW, NAMES)])) == []


def proposed(*pages):
    seen = [Observation("parse", "css li.good", "li.good", len(NAMES), 0, ())]
    (found,) = propose(Case(pages[0], seen, pages, {"css li.good": ("found",)}))
    return found


def test_one_page_is_enough_where_many_values_are_the_same():
    found = proposed(page("good", OLD, NAMES), page("failing", NEW, NAMES))
    assert (found.new, found.is_sure, found.is_proven) == ("div.tile", True, True)


def test_where_few_are_or_another_page_says_otherwise_a_person_decides():
    assert not proposed(page("good", OLD, NAMES[:3]), page("failing", NEW, NAMES[:3])).is_sure
    two = [page(state, row, NAMES, number) for state, row in (("good", OLD), ("failing", NEW)) for number in (1, 2)]
    assert proposed(*two).is_sure
    assert not proposed(*two[:3], page("failing", NEW, NAMES[::-1], 2)).is_sure


def test_a_list_of_two_is_found_where_nothing_else_is_alike():
    old, new = "<li class=tag>{}</li>", "<p><i>{}</i></p>"
    pages = [page("good", old, NAMES[n : n + 2], n) for n in (1, 2)]
    twins = find_twins([*pages, *(page("failing", new, NAMES[n : n + 2], n) for n in (1, 2))])
    assert selectors_of_same_list("li.tag::text", twins)[0] in ("i::text", "section i::text")
