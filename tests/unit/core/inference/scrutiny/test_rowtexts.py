"""What stands in rows and around them."""

from __future__ import annotations

from typing import Any

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.scrutiny.rowtexts import advertised, glued, heading_between, held_elsewhere
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

LIST = "<li><b>a</b></li><li><b>b</b></li>{}<li><b>c</b></li>"


def rows(text: str, selector: str = "li") -> Any:
    return page_of(answer("/", text)).elements(Extraction("css", selector))


def test_a_heading_between_rows_that_is_in_no_record_is_told() -> None:
    assert heading_between(rows(LIST.format("<h3>Similar</h3>")), {"a", "b", "c"}) == "Similar"
    assert heading_between(rows(LIST.format("<h3>Similar</h3>")), {"Similar"}) == ""
    assert heading_between(rows(LIST.format("<p>Similar</p>")), ()) == ""
    assert heading_between(rows(LIST.format("") + "<h3>About</h3>"), ()) == ""


def test_rows_that_are_labelled_as_advertisements_are_told() -> None:
    assert advertised(rows(LIST.format("<li><b>d</b> <i>Sponsored</i></li>"))) == "Sponsored"
    assert advertised(rows(LIST.format("<li class=card--ad><b>d</b></li>"))) == "ad"
    assert advertised(rows(LIST.format("<li><b>Ads of the world</b></li>"))) == ""
    assert advertised(rows("<li><i>Ad</i></li><li><i>Ad</i></li>")) == ""
    assert advertised(rows("<li><i>AD</i> Andorra</li><li><i>FR</i> France</li>")) == ""


def run_together(page: str, field: str = "normalize-space(//p)", other: str = "0") -> str:
    pages: list[Answer] = [answer("/", page), answer("/", page.replace("0", other))]
    return glued(Records(0, None, (("text", Extraction("xpath", field)),)), [[]], pages)


def test_a_field_of_several_elements_without_a_blank_between_is_told() -> None:
    assert run_together("<p><a>Lamp 0</a><span>Quito</span></p>", other="1") == "text"
    assert run_together("<p><a>Lamp 0</a><span>Quito</span></p>") == ""
    assert run_together("<p><a>Lamp 0</a> <span>Quito</span></p>", other="1") == ""
    assert run_together("<p>H<sub>2</sub>O and <b>b</b>old 0</p>", other="1") == ""
    assert run_together("<p><a>one</a>, <a>two 0</a></p>", other="1") == ""
    assert run_together("<p><b>Lamp 0</b>5.00</p>", other="1") == "text"
    assert run_together("<p>Price 0<sup>99</sup></p>", other="1") == ""
    assert run_together("<p><a>one</a><a>two 0</a></p>", "//p", other="1") == ""


def test_what_holds_what_was_given_and_is_built_as_the_rows_is_missed() -> None:
    page = "<ul><li><b>a rope</b></li></ul><ol>{}</ol>"
    with_it = rows(page.format("<li><b>a lamp</b></li>"), "ul li")
    assert held_elsewhere([with_it], ["lamp"]) == "a lamp"
    assert held_elsewhere([with_it], ["rope"]) == ""
    assert held_elsewhere([with_it], [""]) == ""
    assert held_elsewhere([rows(page.format("<li><i>a lamp</i></li>"), "ul li")], ["lamp"]) == ""
