"""The newest entry, which a page shows above the others in another way."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.rows.newest import newest_fields, with_newest
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

ROWS = Extraction("css", "li.post")
LINKS = Extraction("css", "li.post a::attr(href)")


def blog(newest: str = "", *numbers: int) -> Answer:
    rows = "".join(
        f'<li class="post"><a href="/post/{n}">Post {n}</a><i class="by">Ann</i>' for n in numbers or (3, 2, 1)
    )
    return answer("/blog", f'<nav><a href="/tags/all">All</a></nav>{newest}<ul>{rows}</ul>')


def shown(address: str = "/post/4", name: str = "by") -> str:
    return f'<div id="top"><h1><a href="{address}">Post 4</a></h1><b class="{name}">Ann</b><i class="by">Bob</i></div>'


def test_what_leads_to_another_entry_and_is_built_of_the_same_parts_is_one() -> None:
    first, other = blog(shown()), blog("", 7, 6, 5)
    each = with_newest(ROWS, [[first, other], [first]])
    assert each == Extraction("css", "li.post, #top")
    assert len(page_of(first).elements(each)) == 4
    fields = (("title", Extraction("css", "a::text")),)
    found = newest_fields(fields, page_of(first).elements(ROWS), page_of(first).elements(each))
    top = page_of(first).elements(each)[0]
    assert {text for _, field in found for text in extract_within(top, field)} == {"Post 4", "/post/4", "Ann", "Bob"}
    assert newest_fields(fields, page_of(first).elements(ROWS), page_of(first).elements(ROWS)) == fields


def test_links_to_entries_are_found_within_it() -> None:
    each = with_newest(LINKS, [[blog(shown())]])
    assert each == Extraction("css", "li.post a::attr(href), #top a::attr(href)")
    assert page_of(blog(shown())).extract(each) == ["/post/4", "/post/3", "/post/2", "/post/1"]


def test_what_leads_elsewhere_is_on_other_pages_or_looks_like_nothing_in_a_row_is_none() -> None:
    assert with_newest(ROWS, [[blog(shown("/about/us"))]]) == ROWS
    assert with_newest(ROWS, [[blog(shown("/post/3"))]]) == ROWS
    assert with_newest(ROWS, [[blog(shown()), blog(shown(), 7, 6, 5)]]) == ROWS
    assert with_newest(ROWS, [[blog('<p><a href="/post/4">New: Post 4</a></p>')]]) == ROWS
    assert with_newest(ROWS, [[blog(shown())], [blog()]]) == ROWS
    assert with_newest(ROWS, [[blog(shown(), 3, 2)]]) == ROWS
    assert with_newest(Extraction("json", "rows"), []) == Extraction("json", "rows")


def test_a_page_without_elements_leads_nowhere() -> None:
    assert with_newest(ROWS, [[blog(shown()), answer("/blog?page=2", "")]]) == Extraction("css", "li.post, #top")
