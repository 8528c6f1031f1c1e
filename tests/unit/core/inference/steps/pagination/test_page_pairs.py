from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.locating.locations import ValueLocation
from scrapy_bt.core.inference.answers.values import (
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Taken,
    Value,
    Within,
)
from scrapy_bt.core.inference.steps.pagination.page_pairs import innermost, moved, pairs_of, says_further, standing
from scrapy_bt.core.inference.steps.series import Series
from tests.recordings import ask, series

NEXT = Extraction("css", "li.next a::attr(href)")
PIECE = Extraction("re", r"'(\w+)'")


def page(number: int) -> str:
    return f"/list?page={number}"


def test_each_page_goes_with_the_request_for_the_one_that_follows() -> None:
    own = [ask(page(number), f"<p>{number}</p>") for number in (1, 2, 3)]
    pairs = pairs_of([series(*own[:2]), series(*own, first=4)])
    assert [(pair.step, pair.following) for pair in pairs] == [(0, 1), (4, 5), (5, 6)]
    assert [pair.answer for pair in pairs] == [own[0].answer, own[0].answer, own[1].answer]
    assert [pair.exchange for pair in pairs] == [own[1], own[1], own[2]]


def test_a_page_that_was_not_answered_leads_nowhere() -> None:
    own = [ask(page(1)), replace(ask(page(2)), answer=None), ask(page(3))]
    assert [pair.step for pair in pairs_of([series(*own)])] == [0]


def test_the_first_page_stands_for_all() -> None:
    own = [ask(page(number)) for number in (1, 2, 3)]
    assert standing([series(*own[:2]), series(*own, again=[5])]) == (0, (1, 2, 5), None)


def test_the_first_page_of_a_form_is_none_of_those_that_it_sends() -> None:
    first, second, third = ask("/grid"), *(ask("/grid", form={"page": number}) for number in "23")
    assert standing([series(first, second), series(first, second, third, again=[4])]) == (1, (2, 4), 0)
    later = series(ask("/grid"), second, third, first=3)
    assert standing([Series(0, later.pages, {2: 3, 6: 4})]) == (4, (5, 6), 3), "nor is one that sends it again"


def test_a_first_page_that_was_come_to_by_a_redirect_is_another_request() -> None:
    first = ask("/start", hops=[ask("/start", status=302)], lands="https://shop.test/list?page=1")
    assert standing([series(first, ask(page(2)), ask(page(3)))]) == (1, (2,), 0)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Taken(0, NEXT), Taken(7, NEXT)),
        (Within(Taken(0, NEXT), PIECE), Within(Taken(7, NEXT), PIECE)),
        (Decoded(Coded(Taken(0, NEXT), "url"), "strip"), Decoded(Coded(Taken(7, NEXT), "url"), "strip")),
        (Joined((Constant("from:"), Taken(0, NEXT))), Joined((Constant("from:"), Taken(7, NEXT)))),
        (Constant("from:"), Constant("from:")),
        (Each(0), Each(0)),
    ],
)
def test_what_is_taken_from_another_step_is_made_of_it_in_the_same_way(value: Value, expected: Value) -> None:
    assert moved(value, 7) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Taken(0, NEXT), NEXT),
        (Within(Taken(0, NEXT), PIECE), NEXT),
        (Decoded(Within(Taken(0, NEXT), PIECE), "strip"), NEXT),
        (Joined((Taken(0, NEXT),)), None),
        (Constant("next"), None),
    ],
)
def test_what_takes_the_text_of_a_piece_from_the_page(value: Value, expected: Extraction | None) -> None:
    assert innermost(value) == expected


def place(value: Value) -> ValueLocation:
    return ValueLocation(value, 0.9, 1.0, "", "the attribute href of <a>")


@pytest.mark.parametrize(
    "css",
    [
        "a.next",
        "a.pageOlder",
        "a[rel=NEXT]",
        "a[title='下一页']",
        "a:contains('»')",
        "span.current + a",
        "b.this-page + a:not([class])",
        "li.active-page + li a",
    ],
)
def test_places_that_say_that_they_lead_on(css: str) -> None:
    assert says_further(place(Within(Taken(0, Extraction("css", f"{css}::attr(href)")), PIECE)))


@pytest.mark.parametrize(
    "value",
    [
        Taken(0, Extraction("css", "li.previous a::attr(href)")),
        # What stands within this page's own entry does not lead on, unlike what stands after it.
        Taken(0, Extraction("css", "span.current a::attr(href)")),
        Constant("next"),
    ],
)
def test_places_that_say_nothing_of_it(value: Value) -> None:
    assert not says_further(place(value))
