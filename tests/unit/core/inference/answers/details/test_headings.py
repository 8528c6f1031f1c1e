"""Headings of a page about one thing, and what stands in them beside its title."""

from __future__ import annotations

from collections import Counter

import lxml.html
import pytest

from scrapy_bt.core.documents.elements import Element
from scrapy_bt.core.inference.answers.details.headings import badges_in, before_note, behind_menu, placed


def heading_of(body: str) -> Element:
    return next(lxml.html.document_fromstring(f"<body>{body}</body>").iter("h1"))


@pytest.mark.parametrize(
    ("heading", "path"),
    [
        ("<h1>Lamp <small>new</small></h1>", "//h1"),
        ("<h1><a>Lamp <small>new</small></a></h1>", "//h1/a"),
        ("<h1><a>Lamp</a> <small>new</small></h1>", ""),
        ("<h1>Lamp <small></small></h1>", ""),
        ("<h1>Lamp <b>of</b> <small>new</small></h1>", ""),
        ("<h1><small>new</small></h1>", ""),
        ("<h1 class=b>Lamp <small>new</small></h1><h1>Site</h1>", "//h1"),
    ],
)
def test_a_note_in_small_letters_ends_a_heading_or_the_link_in_it(heading: str, path: str) -> None:
    assert before_note(heading_of(heading)) == path


def test_a_heading_behind_another_one_is_told_by_its_note() -> None:
    _, second = heading_of("<h1>Site</h1><h1>Lamp <small>new</small></h1>").getroottree().iter("h1")
    assert before_note(second) == "//h1[small]"


@pytest.mark.parametrize(
    ("heading", "texts"),
    [
        ("<h1>Order 12 <span><i></i> Paid</span></h1>", ["normalize-space(//h1/span)"]),
        (
            "<h1>Order 12 <span>Paid</span> <em>late</em></h1>",
            ["normalize-space(//h1/span)", "normalize-space(//h1/em)"],
        ),
        ("<h1>Order 12 <a>more</a></h1>", []),
        ("<h1>Order 12 <span></span></h1>", []),
        ("<h1>Order 12 <ul><li>Paid</ul></h1>", []),
    ],
)
def test_badges_are_what_elements_behind_the_title_say(heading: str, texts: list[str]) -> None:
    assert [each.text for each in badges_in(heading_of(heading), "h1")] == texts


def test_a_title_behind_a_menu_is_found_by_its_class_or_its_place() -> None:
    menu = "<div><ul><li>Change</ul></div>Lamp"
    assert behind_menu(heading_of(f"<h1 class=name>{menu}</h1>"), Counter({"name": 1})) == "h1.name"
    assert behind_menu(heading_of(f"<h1>{menu}</h1>"), Counter()) == "h1"
    assert behind_menu(heading_of("<h1>Lamp <b>new</b></h1>"), Counter()) == ""


def test_a_heading_is_found_by_what_it_begins() -> None:
    page = heading_of("<h1>Site</h1><div class=entry><h1>Lamp</h1></div>").getroottree()
    first, second = page.iter("h1")
    assert (placed(first, Counter()), placed(second, Counter({"entry": 1})), placed(second, Counter())) == (
        "h1",
        "div.entry h1",
        "",
    )
