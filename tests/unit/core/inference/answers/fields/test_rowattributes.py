from __future__ import annotations

import pytest
from parsel import Selector

from scrapy_bt.core.inference.answers.fields.rowattributes import attributes_of, shown_attributes


def element(html: str):
    return Selector(text=f"<div>{html}</div>", type="html").css("div > *")[0].root


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ('<a href="/t/1"><b>x</b></a>', [("href", "link", "/t/1")]),
        ('<a href="javascript:go()"><b>x</b></a>', []),
        ('<li title="A lamp of brass">A lamp…</li>', [("title", "title", "A lamp of brass")]),
        ('<li title="Open it">A lamp</li>', []),
        ('<img src=x alt="A lamp">', [("alt", "alt", "A lamp")]),
        ("<input value=5.00>", [("value", "value", "5.00")]),
        ("<input type=hidden value=5.00>", []),
        ("<input type=checkbox value=on>", []),
        ('<a-card class=c data-price="5.00"></a-card>', [("data-price", "price", "5.00")]),
        ('<a-card data-price="5.00">5.00</a-card>', []),
    ],
)
def test_what_an_attribute_says_and_no_text_does(html: str, told: list[tuple[str, str, str]]) -> None:
    row = element(html)
    assert list(attributes_of(row, row)) == told


def test_the_title_of_a_picture_that_stands_beside_it_says_nothing_more() -> None:
    row = element('<li><img src=x alt="A lamp"> A lamp</li>')
    assert not list(attributes_of(row, row[0]))
    assert not list(shown_attributes(row))
