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
ALL = "<li><a href='/8'>all</a>"


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


@pytest.mark.parametrize(
    "page",
    [
        # Another list that is built alike, an entry below another one, and a link in the text.
        LIST + "<ul class=all><li><a href='/1'>Elm</a><li><a href='/7'>Ash</a></ul>",
        LIST.replace(
            "</ul>", f"<li><a href='/5'>Fir</a><ul><li><a href='/7'>Ash</a>{ALL}{ALL.replace('8', '9')}</ul></ul>"
        ),
        "<a href='/0'>Oak</a> <a href='/1'>Elm</a> <a href='/2'>Ash</a><p>As <a href='/7'>Ash</a></p>",
    ],
)
def test_the_first_of_a_name_is_taken_that_alone_stands_as_the_chosen_ones_do(page: str) -> None:
    shown = answer("/", page)
    right = lambda way: text_at(shown, literal("Oak").join(way)) == "/0"  # noqa: E731
    way = sole_way(BY_LINK, right, [(shown, "Oak"), (shown, "Elm")], said_by)
    assert text_at(shown, literal("Ash").join(way)) == "/2"


def test_the_first_of_a_name_is_taken_that_was_chosen_itself() -> None:
    page = answer("/", LIST.replace("</ul>", "<li><a href='/7'>Oak</a></ul>"))
    assert text_at(page, literal("Oak").join(way_of(page))) == "/0"


def test_of_hundreds_of_names_those_with_several_addresses_are_looked_up_first() -> None:
    many = "".join(f"<li><a href='/{100 + n}'>Tree {n}</a>" for n in range(200))
    page = answer("/", LIST.replace("</ul>", f"{many}</ul><ul class=all>{many}<li><a href='/9'>Tree 199</a></ul>"))
    way = way_of(page)
    assert text_at(page, literal("Tree 199").join(way)) in ("", "/299")
