from dataclasses import replace

from scrapy_bt.core.inference.answers.values import Constant, Now
from scrapy_bt.core.inference.findings import ListOf, Loop
from scrapy_bt.core.inference.growth.scopes import Scope, Scopes
from tests import conclusions


def outline(scope: Scope) -> list:
    return [entry if isinstance(entry, int) else outline(entry) for entry in scope.entries]


def test_steps_that_depend_on_nothing_that_repeats_run_once():
    scopes = Scopes(conclusions.signed())
    assert outline(scopes.root) == [0, 1]
    assert scopes.home[1] is scopes.root


def test_details_run_for_each_entry_within_each_page_of_their_list():
    scopes = Scopes(conclusions.quotes())
    assert outline(scopes.root) == [0, 1, [2, [5]]]
    pages, detail = scopes.home[2], scopes.home[5]
    assert (pages.depth, detail.depth) == (1, 2)
    assert pages.tree is scopes.root
    assert detail.tree is detail
    assert list(detail.around()) == [detail, pages, scopes.root]


def test_lists_of_lists_lie_in_each_other():
    assert outline(Scopes(conclusions.shop()).root) == [0, [[1, [3]]]]


def test_a_repeat_is_stood_for_by_the_first():
    scopes = Scopes(conclusions.quotes())
    assert [scopes.named(step) for step in (2, 3, 4, 5)] == [2, 2, 2, 5]


def test_findings_that_no_path_can_have_are_passed_over():
    quotes = conclusions.quotes()
    back = ListOf(5, 2, None, conclusions.css("a"))
    odd = Loop(5, (6,), "link", None, Now("s"))
    scopes = Scopes(replace(quotes, findings=(back, odd, *quotes.findings)))
    assert set(scopes.lists) == {5}
    assert set(scopes.pages) == {2}
    assert scopes.is_before(0, 1)
    assert not scopes.is_before(1, 0)
    assert not scopes.is_before(0, 77)


def test_the_same_sent_again_is_a_series_as_long_as_something_tells_of_more():
    quotes = conclusions.quotes()
    again = Loop(5, (6,), "cursor", None, Constant("Page$Next"))
    assert set(Scopes(replace(quotes, findings=(again, *quotes.findings))).pages) == {2}
    told = replace(again, until=conclusions.css("a.next"))
    assert set(Scopes(replace(quotes, findings=(told, *quotes.findings))).pages) == {2, 5}


def test_a_first_page_that_is_a_detail_of_a_list_as_well_stands_in_the_list_alone():
    quotes = conclusions.quotes()
    first = next(found for found in quotes.findings if isinstance(found, ListOf))
    odd = Loop(3, (), "counter", None, Constant("2"))
    listed = replace(first, repeats=(3,))
    kept = tuple(found for found in quotes.findings if found is not first and not isinstance(found, Loop))
    scopes = Scopes(replace(quotes, findings=(odd, listed, *kept)))
    assert set(scopes.pages) <= set(scopes.home)
    assert 3 not in scopes.pages
