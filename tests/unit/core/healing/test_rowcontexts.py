"""Rows, cells and containers around an element."""

import pytest

from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.rowcontexts import Contexts, is_file, steady

TABLE = Page("<table><tr><th>a<th>b</tr><tr><td>1<td><a href='/2'>2</a></tr><tr><td>3<td><b>4</b></tr></table>")
CARDS = Page(
    "<div class=all>"
    + "".join(f"<div class='card {way}'><h3>t</h3></div>" for way in ("odd", "even", "odd"))
    + "</div>"
)


def test_an_element_of_a_table_knows_its_cell_row_and_table():
    around = Contexts(TABLE.outline)
    (link,) = TABLE.root.iter("a")
    cell, position = around.cell_of(link)
    assert (cell.tag, position) == ("td", 2)
    assert around.row_of(link, around.container_of(link)).tag == "tr"
    assert around.container_of(link).tag in ("table", "tbody")


def test_what_repeats_is_held_by_what_is_around_it_whatever_its_stripes():
    around = Contexts(CARDS.outline)
    cards = CARDS.root.find(".//div")
    first, second, _ = CARDS.root.iter("h3")
    assert around.container_of(first) is cards
    assert around.row_of(first, cards).get("class") == "card odd"
    assert around.row_of(second, cards).get("class") == "card even"
    assert around.cell_of(first) == (None, 0)
    assert around.way_of(first)[-2:] == (("div", "card odd"), ("h3", None))
    assert around.steady_way_of(first)[-2:] == (("div", "card"), ("h3", None))


def test_an_element_that_stands_alone_has_no_container():
    page = Page("<body><main><p>text</p></main></body>")
    assert Contexts(page.outline).container_of(page.root.find(".//p")) is None


@pytest.mark.parametrize(("name", "left"), [("card odd", "card"), ("item-3 row", "row"), ("active", ""), (None, "")])
def test_a_class_attribute_without_what_tells_rows_apart(name, left):
    assert steady(name) == left


def test_an_address_is_that_of_the_element_the_link_in_it_or_the_one_around_it():
    page = Page("<div><p><a href='/x.pdf'><i>icon</i></a></p><p>none</p></div>")
    around = Contexts(page.outline)
    assert [around.address_of(page.root.find(f".//{tag}")) for tag in ("p", "a", "i")] == ["/x.pdf"] * 3
    assert around.address_of(page.root.findall(".//p")[1]) == ""
    assert is_file("/x.pdf")
    assert not is_file("/x")
