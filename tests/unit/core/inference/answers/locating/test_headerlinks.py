"""Links that headers tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.locating.headerlinks import links_in_headers, next_in_headers
from scrapy_bt.core.inference.origins.links import leads_to
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

SECOND = "https://site.test/api?page=2"


def told(*lines: str) -> Answer:
    return replace(answer("https://site.test/api", "[]"), headers=tuple(("LINK", line) for line in lines))


@pytest.mark.parametrize(
    "lines",
    [
        ('<https://site.test/api?page=2>; rel="next", <https://site.test/api?page=9>; rel="last"',),
        ("</api?page=9>; rel=last", "</api?page=2>; rel=next"),
        ("</api?page=2>; title=more; rel=next",),
        ('<?page=2>; rel="last next"',),
    ],
)
def test_the_next_page_is_found_and_taken_again(lines: tuple[str, ...]) -> None:
    page = told(*lines)
    assert next_in_headers(page) == SECOND
    (*_, place) = links_in_headers(SECOND, page, 3)
    assert leads_to(place.value, page, 3) == SECOND


@pytest.mark.parametrize("line", ["</api?page=2>; rel=prev; title=next", "</api?page=2>", "rel=next", "<>; rel=next"])
def test_no_other_header_leads_to_a_next_page(line: str) -> None:
    assert next_in_headers(told(line)) is None
