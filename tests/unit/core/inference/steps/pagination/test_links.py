from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.steps.pagination.links import by_link
from scrapy_bt.core.inference.steps.pagination.page_pairs import pairs_of
from scrapy_bt.core.inference.steps.series import Series
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, linked_page, list_page, series


def turned(*group: Series) -> Loop | None:
    found = next(by_link(pairs_of(group), group), None)
    return found[0] if found else None


def css(selector: str, step: int = 0) -> Taken:
    return Taken(step, Extraction("css", f"{selector}::attr(href)"))


def test_the_link_that_leads_from_each_page_to_the_next() -> None:
    group = [series(linked_page(1), linked_page(2)), series(linked_page(1), linked_page(2), linked_page(3))]
    found = next(by_link(pairs_of(group), group), None)
    assert found is not None
    assert found[0] == Loop(0, (1, 2), "link", None, css("li.next a"))
    assert found[1] == "each page leads to the next by the attribute href of <a> (pages that were turned: 3)"


def test_the_link_of_a_page_that_was_come_to_otherwise_is_that_of_the_others() -> None:
    login = ask("/login", linked_page(1).answer.body.decode(), form={"user": "a"}, lands="https://shop.test/list/1/")  # type: ignore[union-attr]
    assert turned(series(login, linked_page(2), linked_page(3))) == Loop(
        1, (2,), "link", None, css("li.next a", 1), entry=0
    )


def test_json_that_names_the_next_page() -> None:
    pages = [ask(f"/api?page={n}", {"items": [{"id": n}], "next": f"/api?page={n + 1}"}) for n in (1, 2)]
    assert turned(series(*pages)) == Loop(0, (1,), "link", None, Taken(0, Extraction("json", "next")))


def test_the_fragment_of_an_address_is_no_matter() -> None:
    top = ask("/list/2/#top", list_page(2))
    assert turned(series(linked_page(1), top)) == Loop(0, (1,), "link", None, css("li.next a"))


def test_what_is_sent_by_a_form_is_no_link() -> None:
    assert (
        turned(series(linked_page(1), replace(linked_page(2), sent=replace(linked_page(2).sent, method="POST"))))
        is None
    )


def test_a_link_that_is_missing_between_two_of_the_pages_is_none() -> None:
    assert turned(series(linked_page(1), linked_page(2, last=2), linked_page(3))) is None
    assert turned(series(linked_page(1), linked_page(2)), series(linked_page(1), linked_page(3))) is None


def pages(link: Callable[[int], str], count: int) -> list[Exchange]:
    return [ask(f"/list/{number}/", list_page(number) + link(number)) for number in range(1, count + 1)]


def test_two_pages_need_a_link_that_says_that_it_leads_on() -> None:
    def plain(number: int) -> str:
        return f'<a class="go" href="/list/{number + 1}/">go</a>'

    assert turned(series(*pages(plain, 2)), series(*pages(plain, 2))) is None
    loop = turned(series(*pages(plain, 3)))
    assert loop is not None
    assert loop.next == css("a.go")


def test_a_link_that_says_that_it_leads_on_is_better_than_a_firm_one() -> None:
    loop = turned(
        series(*pages(lambda n: f'<a id="go" href="/list/{n + 1}/">x</a><p><a class="next" href="/list/{n + 1}/">x', 3))
    )
    assert loop is not None
    assert loop.next == css("a.next")


def test_the_link_behind_the_number_of_this_page() -> None:
    def pager(number: int) -> str:
        links = "".join(
            f'<b class="this-page">{n}</b> ' if n == number else f'<a href="/list/{n}/">{n}</a> ' for n in range(1, 6)
        )
        return f'<p class="paginator">{links}<a class="all" href="?all=">all</a></p>'

    loop = turned(series(*pages(pager, 3)[1:]))
    assert loop is not None
    assert loop.next == css("b.this-page + a:not([class])")


@pytest.mark.parametrize(("told", "is_next"), [("{}", True), ("{} of 9", False), ("Sizes", False)])
def test_of_two_pages_the_number_behind_that_of_this_one_leads_on(told: str, is_next: bool) -> None:
    def pager(number: int) -> str:
        following = f'» <a href="/list/{number + 1}/"><span class="counted-entry">{number + 1}</span></a>'
        bar = f'<p><span class="counted-entry">{told.format(number)}</span> {following if number < 2 else ""}</p>'
        return f'<p><span>By</span> <a href="/who/">us</a></p>{bar}'

    loop = turned(series(*pages(pager, 2)))
    assert (loop.next if loop is not None else None) == (css("span.counted-entry + a") if is_next else None)


def test_the_last_page_tells_the_next_one_from_all_in_one() -> None:
    def pager(number: int, last: int = 3) -> str:
        def link(other: int) -> str:
            if other == number:
                return f'<span class="current">{other}</span>'
            return f'<a href="/list/{other}/"{" class=end" if other == last else ""}>{other}</a>'

        return f'<p>{" ".join(map(link, range(1, last + 1)))} <a href="?all=1" class="showall">all</a></p>'

    loop = turned(series(*pages(pager, 3)), series(*pages(pager, 2)))
    assert loop is not None
    assert loop.next == css("span.current + a:not(.showall)")


@pytest.mark.parametrize(
    ("name", "selector"),
    [('class="showall"', "span.this-page + a:not(.showall)"), ("", 'span.this-page + a[href*="p="]')],
    ids=["named", "nameless"],
)
def test_of_two_pages_too_the_last_tells_the_next_one_from_all_in_one(name: str, selector: str) -> None:
    def page(word: str, number: int) -> Exchange:
        ends = (
            '<a href="?p=1&q={0}">1</a> <span class="this-page">2</span>',
            '<span class="this-page">1</span> <a href="?p=2&q={0}" class="end">2</a>',
        )
        pager = f'<p>{ends[number == 1].format(word)} 120 users <a href="?all=&q={word}" {name}>all</a></p>'
        return ask(f"/list/?{'' if number == 1 else 'p=2&'}q={word}", list_page(number) + pager)

    loop = turned(*(series(page(word, 1), page(word, 2)) for word in "ab"))
    assert loop is not None
    assert loop.next == css(selector)


def two_links(number: int, count: int, at_the_end: str) -> str:
    """Two links to the next page, of which the firmer one is still there on the last page."""
    on = f"/list/{number + 1}/"
    firm = f'<a id="next" href="{on if number < count else at_the_end}">on</a>'
    return firm + (f'<div class="more"><a href="{on}">on</a></div>' if number < count else "")


def test_a_link_that_goes_back_from_the_last_page_is_worth_less() -> None:
    back = turned(series(*pages(lambda number: two_links(number, 3, "/list/1/"), 3)))
    assert back is not None
    assert back.next == css("div.more a")


def test_a_last_page_that_was_not_answered_says_nothing() -> None:
    one, two, three = pages(lambda number: f'<a class="next" href="/list/{number + 1}/">on</a>', 3)
    loop = turned(series(one, two, replace(three, answer=None)))
    assert loop is not None
    assert loop.next == css("a.next")
