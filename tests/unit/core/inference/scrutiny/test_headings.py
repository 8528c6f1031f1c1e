"""Headings that say what a page is about."""

from __future__ import annotations

from scrapy_bt.core.inference.scrutiny.headings import heading_left_out
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def _page(name: str, title: str = "{} - Huts") -> Answer:
    return answer("/", f"<html><head><title>{title.format(name)}</title></head><body><h3>Account</h3><h3>{name}</h3>")


NONE = ["", ""]


def test_a_heading_that_stands_in_the_title_is_told_where_no_field_has_it():
    pages = [_page("Old mill"), _page("Grey hut")]
    assert heading_left_out(pages, ["Old mill", "Grey hut"], NONE) == "Old mill"
    assert heading_left_out(pages, ["Old mill"], NONE) == ""
    assert heading_left_out([], ["Old mill"], []) == ""


def test_a_field_that_says_a_part_of_a_heading_does_not_say_it():
    pages, names = [_page("Mill 7"), _page("Mill 9")], ["Mill 7", "Mill 9"]
    assert heading_left_out(pages, names, ["mill", "mill"]) == "Mill 7"
    assert heading_left_out(pages, names, ["no 7", "no 9"]) == "", "what all headings say tells nothing"
    assert heading_left_out(pages, names, ["no 9", "no 7"]) == "Mill 7", "said of another page"


def test_a_heading_may_stand_behind_a_menu():
    pages = [_page(f"<ul><li>Edit</li></ul> {name}", f"{name} - Huts") for name in ("Old mill", "Grey hut")]
    assert heading_left_out(pages, ["Old mill", "Grey hut"], NONE) == "Old mill"


def test_other_headings_say_what_stands_below_them():
    assert heading_left_out([_page("Old mill", "Huts")], ["Old mill"], [""]) == ""
    assert heading_left_out([answer("/", {"name": "Old mill"})], ["Old mill"], [""]) == ""
