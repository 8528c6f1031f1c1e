"""What recorded pages of the target have in common."""

from __future__ import annotations

from scrapy_bt.core.inference.scrutiny.allpages import apart, echo_of_given, of_one_alone, on_all_pages, passed_over
from scrapy_bt.core.samples.traffic import Recording
from tests.recordings import ask, record

MADE = (("lamp", 12, "amber"), ("rope", 15, "red"))


def test_the_last_page_behind_a_target_is_told_where_recordings_differ_in_it() -> None:
    def browsed(*paths: str) -> Recording:
        return record(*(ask(path, path) for path in paths))

    def passed(*recordings: Recording) -> str:
        return passed_over(recordings, [each.answer for each in recordings[0].exchanges[:1] if each.answer])

    assert passed(browsed("/list", "/a"), browsed("/list", "/b")) == "https://shop.test/a"
    assert passed(browsed("/list", "/a"), browsed("/list", "/a")) == ""
    assert passed(browsed("/list", "/a"), browsed("/list")) == ""
    assert passed(browsed("/list", "/a")) == ""


def test_a_row_of_each_of_three_pages_is_told() -> None:
    def pages(*texts: str) -> list[list[frozenset[str]]]:
        return [[frozenset({letter}) for letter in text] for text in texts]

    assert on_all_pages(pages("abc", "cde", "fgc")) == "c"
    assert on_all_pages(pages("abc", "cde")) == ""
    assert on_all_pages(pages("abc", "cde", "fgh")) == ""


def test_a_first_page_with_a_few_rows_less_is_told() -> None:
    assert apart([7, 8, 8, 2]) == (7, 8)
    assert apart([8, 8, 8, 2]) is None
    assert apart([2, 8, 8, 2]) is None
    assert apart([7, 8]) is None
    assert apart([5, 8, 6, 2]) is None


def test_records_of_one_recording_alone_are_told_where_each_has_many() -> None:
    def rows(*names: str) -> list[frozenset[str]]:
        return [frozenset({name, "in stock"}) for name in names]

    assert of_one_alone([rows("lamp", "torch", "lantern"), rows("rope", "cord", "twine")]) == "lantern"
    assert of_one_alone([rows("lamp", "torch", "cord"), rows("rope", "cord", "twine")]) != ""
    assert of_one_alone([rows("lamp", "torch", "cord"), rows("lamp", "torch", "cord", "rope", "twine")]) == ""
    assert of_one_alone([rows("new", *"abcdefghi"), rows(*"abcdefghi", "old")]) == ""
    assert of_one_alone([rows("lamp", "torch", "lantern")]) == ""


def test_a_row_is_the_same_where_only_its_token_is_another_one() -> None:
    def rows(token: str) -> list[frozenset[str]]:
        return [frozenset({name, f"/delete/{name}?token={token}"}) for name in ("lamp", "torch", "rope")]

    assert of_one_alone([rows("1"), rows("2")]) == ""


def test_a_row_that_says_what_was_given_is_told() -> None:
    def rows(word: str, *names: str, first: str) -> list[frozenset[str]]:
        return [frozenset({first.format(word)}), *(frozenset({name}) for name in names)]

    def told(first: str) -> str:
        pages = [rows("lamp", "Amber", "Calm", first=first), rows("rope", "Brisk", "Dusty", first=first)]
        return echo_of_given(pages, ["lamp", "rope"])

    assert told("7 results for {}") == "7 results for lamp"
    assert told("{}: results") == "lamp: results"
    assert told("{0} or {0}") == "lamp or lamp"
    assert told("{}") == told("{} x 7") == told("a {}") == ""
    assert told("results") == told("results " * 1000) == ""
    assert echo_of_given([rows("lamp", "a lamp", "b", first="a {}")] * 2, ["lamp", "lamp"]) == ""
    made = [rows(word, f"{word} {n} in {colour}", "b", first="{} 7 in green") for word, n, colour in MADE]
    assert echo_of_given(made, ["lamp", "rope"]) == "", "its name is made as those of the others"
    alike = [rows(word, f"an old {word}", f"a new {word}", first="an old {}") for word in ("lamp", "rope")]
    assert echo_of_given(alike, ["lamp", "rope"]) == ""
