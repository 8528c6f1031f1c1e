"""Pages side by side."""

from dataclasses import replace

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.comparing import compare_pages, list_pages

OLD, NEW = "<html><p>menu</p><h1>One</h1>", "<html><p>menu</p><h2>Two</h2>"


def keep(store, number, state, markup):
    store.add_page(
        "shop", "Shop.parse", state=state, url=f"https://shop.test/{number}", status=200, markup=markup, seen=()
    )


def test_both_pages_are_marked_and_matched(filing):
    keep(filing.store, 1, "good", OLD)
    keep(filing.store, 2, "failing", NEW)
    one = filing.file()
    told = compare_pages(filing.store, one)
    assert (told.before.url[-1], told.now.url[-1], told.before.markup, told.now.markup) == ("1", "2", OLD, NEW)
    title = "/html/body/h1"
    assert [(mark.name, mark.paths) for mark in told.before.marks] == [("old", (title,)), ("1", ()), ("2", ())]
    assert [len(mark.paths) for mark in told.now.marks] == [0, 1, 0]
    assert told.matched == (("/html/body/p", "/html/body/p"),)
    assert told.change.edits > 0


def test_pages_of_one_address_are_preferred_and_any_can_be_chosen(filing):
    for number in (1, 2):
        keep(filing.store, number, "good", OLD)
    for number in (1, 3):
        keep(filing.store, number, "failing", NEW)
    one = filing.file()
    told = compare_pages(filing.store, one)
    assert (told.before.url, told.now.url) == ("https://shop.test/1", "https://shop.test/1")
    pages = list_pages(filing.store, one)
    told = compare_pages(filing.store, one, now=pages["failing"][1].id)
    assert (told.before.url[-1], told.now.url[-1]) == ("2", "3")
    with pytest.raises(BTError, match="page 99 is not kept any more"):
        compare_pages(filing.store, one, before=99)


def test_what_tags_of_rules_take_is_marked(filing):
    keep(filing.store, 1, "good", OLD)
    keep(filing.store, 2, "failing", NEW)
    one = filing.file()
    choices = (replace(one.proposal.choices[0], selector="{start: '<h2>', end: '<'}"),)
    proposal = replace(one.proposal, old="{start: '<h1>', end: '<'}", choices=choices)
    told = compare_pages(filing.store, replace(one, proposal=proposal))
    assert [mark.paths for mark in told.before.marks] == [("/html/body/h1",), ()]
    assert [mark.paths for mark in told.now.marks] == [(), ("/html/body/h2",)]


def test_sides_that_are_not_kept(filing):
    one = filing.file()
    assert (compare_pages(filing.store, one).before, compare_pages(filing.store, one).now) == (None, None)
    keep(filing.store, 1, "good", OLD)
    told = compare_pages(filing.store, one)
    assert (told.before.url, told.now, told.matched, told.change) == ("https://shop.test/1", None, (), None)
