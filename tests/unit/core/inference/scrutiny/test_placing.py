"""Rows in two places of a page, and on two pages."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.scrutiny.placing import heads_each, in_two_places, overlap_of_pages
from tests.recordings import answer


def places(*parts: tuple[str, int, str, int]) -> tuple[str, str] | None:
    pages = [
        answer("/", f"<{one}>{'<p class=row>a' * first}</{one[:3]}><{two}>{'<p class=row>b' * second}</{two[:3]}>")
        for one, first, two, second in parts
    ]
    return in_two_places([page_of(page).elements(Extraction("css", "p.row")) for page in pages])


def test_as_many_rows_on_each_page_in_another_part_of_it_are_told() -> None:
    list_, seen = "div class=list", "div class=seen"
    assert places((list_, 4, seen, 2), (list_, 3, seen, 2)) == ("div.list", "div.seen")
    assert places((list_, 4, seen, 2)) is None
    assert places((list_, 4, seen, 2), (list_, 3, seen, 0)) is None
    assert places((list_, 4, list_, 2), (list_, 3, list_, 2)) is None
    assert places((list_, 4, seen, 2), (list_, 4, seen, 2)) is None


def test_parts_that_are_numbered_are_called_the_same() -> None:
    one, two = "div id=part1", "div id=part2"
    assert places((one, 4, two, 2), (one, 3, two, 2)) is None


def test_rows_beside_each_other_stand_in_one_place() -> None:
    page = answer("/", "<p class=row>a<p class=row>b")
    assert in_two_places([page_of(page).elements(Extraction("css", "p.row"))] * 2) is None
    assert in_two_places([[{"name": "Ann"}, {"name": "Bob"}]] * 2) is None


def rows(text: str) -> list[frozenset[str]]:
    return [frozenset(letter) for letter in text]


def test_pages_that_begin_with_what_the_one_before_ended_with_overlap() -> None:
    assert overlap_of_pages([rows("abc"), rows("cde"), rows("efg")]) == "c"
    assert overlap_of_pages([rows("abcd"), rows("cdef"), rows("efgh")]) == "c"
    assert overlap_of_pages([rows("abc"), rows("cde"), rows("fgh")]) == ""
    assert overlap_of_pages([rows("abc"), rows("cde")]) == ""
    assert overlap_of_pages([rows("abc"), rows("abc"), rows("abc")]) == ""


def test_a_row_that_is_the_first_or_the_last_of_each_page_of_a_recording_comes_with_each() -> None:
    one, other = [[rows("abc"), rows("ade"), rows("afg")], [rows("hij"), rows("hkl")]]
    assert heads_each([one, other]) == "a"
    assert heads_each([[page[::-1] for page in one], [page[::-1] for page in other]]) == "a"
    assert heads_each([one, [rows("hij"), rows("klm")]]) == ""
    assert heads_each([one[:2]]) == ""
