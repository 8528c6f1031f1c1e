"""A selector of somebody's own on all pages that are kept."""

from dataclasses import replace

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.trying import try_for


def keep(store, number, state, markup, node="Shop.parse", seen=()):
    url = f"https://shop.test/{number}"
    store.add_page("shop", node, state=state, url=url, status=200, markup=markup, seen=seen)


def test_what_speaks_against_it_comes_first(filing):
    keep(filing.store, 1, "good", "<h1>One two</h1><h2>Menu here</h2>")
    keep(filing.store, 2, "good", "<h1>Two two</h1>")
    keep(filing.store, 3, "failing", "<h2>Three two</h2>")
    keep(filing.store, 4, "failing", "<h2></h2>")
    one = filing.file()
    tried = try_for(filing.store, replace(one, proposal=replace(one.proposal, forms=("words",))), "h2::text")
    assert [(page.url[-1], page.state, page.before, page.after, page.agrees) for page in tried.pages] == [
        ("4", "failing", "", "", False),
        ("1", "good", "One two", "Menu here", False),
        ("3", "failing", "", "Three two", True),
        ("2", "good", "Two two", "", True),
    ]
    assert (tried.trial.pages, tried.trial.found, tried.trial.fitting, tried.trial.example) == (2, 1, 1, "Three two")
    assert [page.is_equal for page in tried.pages] == [True, False, False, False]


def test_texts_are_read_as_the_source_of_a_tree_says(filing):
    seen = [Observation("product", "title", 'css "h1" as number', 1, 0, ("1",))]
    keep(filing.store, 1, "good", "<h1>1 €</h1>", "product", seen)
    keep(filing.store, 2, "failing", "<h2>2 €</h2><h3>none</h3>", "product")
    one = filing.file("shop.bt:1")
    one = replace(one, proposal=replace(one.proposal, forms=("0",)))
    assert try_for(filing.store, one, "h2").trial.fitting == 1
    assert try_for(filing.store, one, "h3").trial.fitting == 0


def test_what_is_no_selector_is_told(filing):
    with pytest.raises(BTError, match="is no selector"):
        try_for(filing.store, filing.file(), "h1[")


def test_a_page_of_before_that_lacks_something_of_itself_is_none_of_today(filing):
    old = "<table class=berths><tr><td>{}</td></tr></table>"
    keep(filing.store, 1, "good", old.format("One"))
    keep(filing.store, 2, "failing", old.format("The last one, without a next page"))
    keep(filing.store, 3, "failing", "<h2>Three two</h2>")
    tried = try_for(filing.store, filing.file(), "h2::text")
    assert (tried.trial.pages, [page.url[-1] for page in tried.pages]) == (1, ["3", "1"])
