"""Rows, cells and containers around an element."""

import pytest
from lxml import html

from scrapy_bt.core.healing.rowcontexts import address_of, cell_of, container_of, is_file, row_of, steady, way_of

TABLE = html.fromstring(
    "<table><tr><th>a<th>b</tr><tr><td>1<td><a href='/2'>2</a></tr><tr><td>3<td><b>4</b></tr></table>"
)
CARDS = html.fromstring(
    "<div class=all>"
    + "".join(f"<div class='card {way}'><h3>t</h3></div>" for way in ("odd", "even", "odd"))
    + "</div>"
)


def test_an_element_of_a_table_knows_its_cell_row_and_table():
    (link,) = TABLE.iter("a")
    cell, position = cell_of(link)
    assert (cell.tag, position) == ("td", 2)
    assert row_of(link, container_of(link)).tag == "tr"
    assert container_of(link).tag in ("table", "tbody")


def test_what_repeats_is_held_by_what_is_around_it_whatever_its_stripes():
    (first, *_) = CARDS.iter("h3")
    assert container_of(first) is CARDS
    assert row_of(first, CARDS).get("class") == "card odd"
    assert cell_of(first) == (None, 0)
    assert way_of(first)[-2:] == (("div", "card odd"), ("h3", None))


def test_an_element_that_stands_alone_has_no_container():
    assert container_of(html.fromstring("<body><main><p>text</p></main></body>").find(".//p")) is None


@pytest.mark.parametrize(("name", "left"), [("card odd", "card"), ("item-3 row", "row"), ("active", ""), (None, "")])
def test_a_class_attribute_without_what_tells_rows_apart(name, left):
    assert steady(name) == left


def test_an_address_is_that_of_the_element_the_link_in_it_or_the_one_around_it():
    link = html.fromstring("<p><a href='/x.pdf'><i>icon</i></a></p>")
    assert [address_of(link.find(f".//{tag}")) for tag in ("a", "i")] == ["/x.pdf", "/x.pdf"]
    assert address_of(link) == "/x.pdf"
    assert address_of(html.fromstring("<p>none</p>")) == ""
    assert is_file("/x.pdf")
    assert not is_file("/x")
