"""Headings that say what a page is about."""

from __future__ import annotations

from scrapy_bt.core.inference.scrutiny.headings import heading_left_out
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def _page(name: str, title: str = "{} - Huts") -> Answer:
    return answer("/", f"<html><head><title>{title.format(name)}</title></head><body><h3>Account</h3><h3>{name}</h3>")


def test_a_heading_that_stands_in_the_title_is_told_where_no_field_has_it():
    pages = [_page("Old mill"), _page("Grey hut")]
    assert heading_left_out(pages, ["Old mill", "Grey hut"]) == "Old mill"
    assert heading_left_out(pages, ["Old mill"]) == ""
    assert heading_left_out([], ["Old mill"]) == ""


def test_other_headings_say_what_stands_below_them():
    assert heading_left_out([_page("Old mill", "Huts")], ["Old mill"]) == ""
    assert heading_left_out([answer("/", {"name": "Old mill"})], ["Old mill"]) == ""
