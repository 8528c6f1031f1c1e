from __future__ import annotations

from collections.abc import Sequence

import pytest

from scrapy_bt.core.inference.answers.values import Constant, Each, Extraction, Joined, Value
from scrapy_bt.core.inference.findings import Loop
from scrapy_bt.core.inference.steps.pagination.counters import by_counter, by_numbered_form
from scrapy_bt.core.inference.steps.pagination.page_pairs import pairs_of
from scrapy_bt.core.inference.steps.series import Series
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask, list_page, series

ITEMS = {"items": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}, {"id": 3, "name": "z"}]}
UNTIL = Extraction("json", "items")


def turned(*group: Series) -> Loop | None:
    found = by_counter(pairs_of(group), group)
    return found[0] if found else None


def asked(*queries: str) -> Series:
    """Pages of three rows, asked for with these queries."""
    return series(*(ask(f"/api?{query}".rstrip("?"), ITEMS) for query in queries))


def test_the_number_that_grows_from_request_to_request() -> None:
    group = [asked("page=1&sort=name", "page=2&sort=name", "page=3&sort=name"), asked("page=1", "page=2")]
    found = by_counter(pairs_of(group), group)
    assert found is not None
    assert found[0] == Loop(0, (1, 2), "counter", Key("query", "page"), Each(0), 1, UNTIL)
    assert found[1] == "query page grows by 1 from request to request"


@pytest.mark.parametrize(
    ("queries", "by"),
    [
        # The first page is asked for without its number.
        (("", "offset=20", "offset=40"), 20),
        (("", "page=2"), 1),
        (("", "page=1"), 1),
        (("", "offset=15", "offset=30"), 15),
        # As many as a page has rows.
        (("offset=0", "offset=3"), 3),
        # The same step more than once.
        (("offset=0", "offset=7", "offset=14"), 7),
        # Long values may be tokens, which are new each time; an added one says nothing.
        (("page=1&key=m4Tc9Yh1Ds7Gq8Zr", "page=2&key=h7Jb3Nf6Wq2Kz5Xp"), 1),
        (("page=1", "page=2&more=1"), 1),
        (("from=1000001", "from=1000002"), 1),
    ],
)
def test_steps_in_which_programs_count(queries: Sequence[str], by: int) -> None:
    loop = turned(asked(*queries))
    assert loop is not None
    assert (loop.next, loop.by) == (Each(0), by)


@pytest.mark.parametrize(
    "queries",
    [
        ("page=1", "page=2", "page=4"),
        ("page=3", "page=2", "page=1"),
        ("page=1", "page=one"),
        ("page=2", "page=2"),
        ("page=1", "page=2", ""),
        # The text around the number is another one.
        ("page=a1", "page=b2"),
        ("page=1a", "page=2b"),
        # Moments and keys are no pages.
        ("at=17000001", "at=17000002"),
        # Not as many as there are rows, and only once.
        ("offset=0", "offset=7"),
        # As many as ten, where a page has three rows.
        ("", "offset=10"),
        # Behind a page without a number comes page 1 or 2, or as many rows as it has.
        ("", "offset=1", "offset=4"),
        # A form that was sent is no page.
        ("", "page=2&word=brass"),
        # Two short ones that change together.
        ("page=1&word=brass+lantern", "page=2&word=copper+pan"),
    ],
)
def test_what_does_not_count(queries: Sequence[str]) -> None:
    assert turned(asked(*queries)) is None


def test_what_one_path_goes_on_with_may_be_an_entry_of_a_list() -> None:
    assert turned(series(ask("/items", ITEMS), ask("/items/1", ITEMS))) is None
    assert turned(series(*(ask(f"/items{page}", ITEMS) for page in ("", "/2", "/3")))) is not None


@pytest.mark.parametrize(
    ("count", "offset", "by", "start"),
    [(10, 10, 10, 0), (15, 15, 15, 0), (7, 7, 7, 0), (7, 8, None, None), (9, 2, 1, 1)],
)
def test_one_number_may_be_that_of_the_rows_of_a_page(
    count: int, offset: int, by: int | None, start: int | None
) -> None:
    data = {"items": [{"id": number, "name": "x"} for number in range(count)]}
    loop = turned(series(ask("/api", data), ask(f"/api?offset={offset}", data)))
    assert (loop and loop.by, loop and loop.start) == (by, start)


def test_all_recordings_count_alike() -> None:
    assert turned(asked("from=1", "from=2"), asked("from=1", "from=4", "from=7")) is None
    assert turned(asked("from=1", "from=2"), asked("from=1", "from=1")) is None


def test_headers_and_cookies_do_not_turn_pages() -> None:
    pages = [ask("/api", ITEMS, sends={"X-Page": number}, cookies={"page": number}) for number in "123"]
    assert turned(series(*pages)) is None


def test_headers_may_change_beside_the_number() -> None:
    assert turned(series(*(ask(f"/api?page={n}", ITEMS, sends={"X-Trace": f"t{n}"}) for n in "12"))) is not None


@pytest.mark.parametrize(
    ("pages", "key", "following"),
    [
        ([ask(f"/list/{number}", ITEMS) for number in (1, 2)], Key("path", "1"), Each(0)),
        ([ask(f"/list/p{number}.html", ITEMS) for number in (1, 2)], Key("path", "1"), "p.html"),
        ([ask("/api", ITEMS, data={"page": number}) for number in (1, 2)], Key("json", "page"), Each(0)),
        ([ask("/api", ITEMS, form={"turn": f"Page${number}"}) for number in (1, 2)], Key("form", "turn"), "Page$"),
    ],
)
def test_numbers_wherever_they_are_sent(pages: list[Exchange], key: Key, following: Value | str) -> None:
    loop = turned(series(*pages))
    assert loop is not None
    if isinstance(following, str):
        before, _, after = following.partition(".")
        parts = (Constant(before), Each(0), *([Constant(f".{after}")] if after else []))
        following = Joined(parts)
    assert (loop.key, loop.next) == (key, following)


def test_pages_without_rows_have_no_end_and_are_not_counted() -> None:
    assert turned(series(*(ask(f"/api?page={number}", {"number": number}) for number in (1, 2, 3)))) is None


def test_the_rows_that_matter_most_say_how_long_there_are_more() -> None:
    # One entry of many fields comes before the rows by what it holds, but not by how many there are.
    data = {"shop": [dict.fromkeys("abcdef", "x")], "items": [{"id": number, "name": "x"} for number in range(5)]}
    loop = turned(series(*(ask(f"/api?page={number}", data) for number in (1, 2))))
    assert loop is not None
    assert loop.until == UNTIL
    loop = turned(series(*(ask(f"/list?page={number}", list_page(number)) for number in (1, 2))))
    assert loop is not None
    assert loop.until == Extraction("css", "li.row")


def form(number: int) -> Exchange:
    return ask("/grid", list_page(number), form={"turn": f"Page${number}", "sort": "name"} if number > 1 else None)


def numbered(*pages: Exchange) -> Loop | None:
    group = [series(*pages)]
    found = by_numbered_form(pairs_of(group), group)
    return found[0] if found else None


def test_forms_whose_number_says_which_page_is_meant() -> None:
    loop = numbered(form(1), form(2), form(3))
    assert loop is not None
    assert (loop.step, loop.repeats, loop.kind, loop.entry) == (1, (2,), "counter", 0)
    assert (loop.key, loop.next) == (Key("form", "turn"), Joined((Constant("Page$"), Each(1))))


def test_a_number_alone_may_be_one_of_many_in_a_form() -> None:
    pages = [ask("/grid", ITEMS, form={"page": number}) for number in (1, 2)]
    assert numbered(*pages) is None
    assert turned(series(*pages)) is not None
    assert numbered(*(ask("/grid", ITEMS, form={"page": "x"}) for _ in range(2))) is None


def test_an_address_with_a_number_is_no_form() -> None:
    assert numbered(*(ask(f"/list/p{number}.html", ITEMS) for number in (1, 2))) is None


def test_of_two_that_count_the_one_that_counts_rows() -> None:
    loop = turned(
        asked("draw=2&start=0", "draw=3&start=3"), asked("draw=2&start=0", "draw=3&start=3", "draw=4&start=6")
    )
    assert loop is not None
    assert (loop.key, loop.by) == (Key("query", "start"), 3)
    assert turned(asked("page=1&day=3", "page=2&day=9")) is None


@pytest.mark.parametrize("query", ["local=1", "in_stock=1"])
def test_a_switch_that_leaves_some_of_the_rows_is_no_page(query: str) -> None:
    left = {"items": ITEMS["items"][1:]}
    assert turned(series(ask("/api", ITEMS), ask(f"/api?{query}", left))) is None
    others = {"items": [{"id": 4, "name": "u"}, {"id": 5, "name": "v"}, {"id": 6, "name": "w"}]}
    assert turned(series(ask("/api", ITEMS), ask(f"/api?{query}", others))) is not None


def test_a_digit_within_what_was_made_up_counts_nothing() -> None:
    assert turned(asked("q=lamp", "q=lamp&cursor=eyJhZnRlciI6MjAsImF0IjoxNzk2MDUzMTc3NTU2fQ")) is None
    assert turned(asked("q=lamp", "q=lamp&cursor=page-2")) is not None
