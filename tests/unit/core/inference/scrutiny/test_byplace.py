"""Whether a link to the next page is told by its place alone."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.scrutiny.byplace import told_by_place
from tests.recordings import answer

HERE = "https://site.test/list"


def pages(count, shown=range(1, 9)):
    links = "".join(f'<a href="?page={number}">{number}</a>' for number in shown)
    return [answer(f"{HERE}?page={number}", links) for number in range(1, count + 1)]


def loop(how, text):
    return Loop(0, (1, 2), "link", None, Taken(0, Extraction(how, text)))


@pytest.mark.parametrize("text", ["a:nth-of-type(3)::attr(href)", "a[href]::attr(href)", "nav a.nr::attr(href)"])
def test_one_of_several_links_that_say_nothing(text) -> None:
    assert told_by_place([loop("css", text)], [pages(2), pages(3)]) == text


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("css", "a.next::attr(href)"),
        ("css", "li.active + li > a::attr(href)"),
        ("css", "b + a::attr(href)"),
        ("css", "input.number + a:not([class])::attr(href)"),
        ("css", "li[aria-current] + li > a::attr(href)"),
        ("css", "a:has(i.arrow-right)::attr(href)"),
        ("xpath", "(//a[@href])[last()]/@href"),
        ("xpath", '//a[normalize-space()="Older"]/@href'),
        ("xpath", '//a[normalize-space()=">"]/@href'),
    ],
)
def test_one_that_says_which_it_is(how, text) -> None:
    assert told_by_place([loop(how, text)], [pages(3)]) == ""


def test_more_pages_or_one_link_alone_show_which_it_is() -> None:
    weak = [loop("css", "a[href]::attr(href)")]
    assert told_by_place(weak, [pages(3), pages(4)]) == ""
    assert told_by_place(weak, [pages(3, shown=[3])]) == ""
    assert told_by_place([], [pages(3)]) == ""
