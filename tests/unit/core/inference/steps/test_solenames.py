"""Ways by which each name of a page leads to one address."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.callednames import BY_LINK, text_at
from scrapy_bt.core.inference.steps.solenames import said_by, sole_way
from scrapy_bt.core.samples.traffic import Answer
from scrapy_bt.core.tree.literals import literal
from tests.recordings import answer

LIST = (
    "<ul class=all>"
    + "".join(f"<li><a href='/{n}'>{name}</a>" for n, name in enumerate(("Oak", "Elm", "Ash")))
    + "</ul>"
)


def way_of(page: Answer, name: str = "Oak", address: str = "/0") -> tuple[str, ...]:
    right = lambda way: text_at(page, literal(name).join(way)) == address  # noqa: E731
    return sole_way(BY_LINK, right, [(page, name)], said_by)


@pytest.mark.parametrize("more", ["", "<p><a href='/2'>Ash</a></p>", "<p><a href='/new/3'>Ash</a></p>"])
def test_what_stands_below_or_leads_to_the_same_changes_nothing(more: str) -> None:
    assert way_of(answer("/", LIST + more)) == BY_LINK[0]


@pytest.mark.parametrize("above", ["<p><a href='/new/3'>Ash</a></p>", "<ul class=few><li><a href='/7'>Ash</a></ul>"])
def test_what_stands_above_is_told_by_what_is_around_the_list(above: str) -> None:
    page = answer("/", above + LIST)
    assert text_at(page, literal("Ash").join(way_of(page))) == "/2"


def test_a_name_that_leads_to_several_addresses_of_one_list_finds_nothing() -> None:
    page = answer("/", LIST.replace("</ul>", "<li><a href='/7'>Ash</a><li><a href='/1'>Elm</a></ul>"))
    way = way_of(page)
    assert [text_at(page, literal(name).join(way)) for name in ("Oak", "Elm", "Ash")] == ["/0", "/1", ""]


def test_no_way_is_none() -> None:
    assert way_of(answer("/", LIST), "Fir") == ()
