"""Where a page leads on to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.scrutiny.lastpages import leads_further, leads_on_alike
from tests.recordings import answer

HERE = "https://site.test/list?q=a&page=3"


@pytest.mark.parametrize(
    ("link", "onward"),
    [
        ('<a rel="next" href="/more/x">on</a>', "https://site.test/more/x"),
        ('<a href="?q=a&page=4">4</a>', "https://site.test/list?q=a&page=4"),
        ('<a href="?q=a&page=4">Next</a>', "https://site.test/list?q=a&page=4"),
        ('<a href="?q=a&page=3&start=20">Next</a>', "https://site.test/list?q=a&page=3&start=20"),
        ('<a href="?q=a&page=4"><img src="r.png" alt=">"></a>', "https://site.test/list?q=a&page=4"),
        ('<a href="?q=a&page=4" title="Next page"><img src="r.png"></a>', "https://site.test/list?q=a&page=4"),
        ('<a href="?q=a&page=4" title="Go to page 4"><i></i></a>', "https://site.test/list?q=a&page=4"),
        ('<a href="?q=a&page=3&start=2" title="Page 2"><i></i></a>', "https://site.test/list?q=a&page=3&start=2"),
        ('<a href="?q=a&page=9" title="Go to page 9"><i></i></a>', ""),
        ('<a href="?q=a&page=9">9</a>', ""),
        ('<a href="?q=a&page=2">2</a>', ""),
        ('<a href="?q=a&page=4">a thing</a>', ""),
        ('<a href="?q=a&page=3&sort=up">Title</a>', ""),
        ('<a href="#">Next</a>', ""),
        ('<a href="http://[">Next</a>', ""),
    ],
)
def test_a_page_leads_on(link, onward) -> None:
    page = answer(HERE, f"<p>A page</p>{link}")
    assert leads_further(page, [HERE]) == onward
    assert leads_further(page, [HERE, onward]) == ""


@pytest.mark.parametrize(
    ("data", "onward"),
    [
        ({"next": "https://site.test/api?page=4", "rows": [{"next": "/x"}]}, "https://site.test/api?page=4"),
        ({"_links": {"next": {"href": "/api?page=4"}}}, "https://site.test/api?page=4"),
        ({"@odata.nextLink": "?page=4"}, "https://site.test/list?page=4"),
        ({"next_page_url": "/api?page=4"}, "https://site.test/api?page=4"),
        ({"nextRecordsUrl": "/query/01-200"}, "https://site.test/query/01-200"),
        ({"paging": {"nextCursor": "/more/x"}}, "https://site.test/more/x"),
        ({"nextChunkOfThings": "/list?after=x"}, "https://site.test/list?after=x"),
        ({"items": [], "nextEpisode": "/ep/2"}, ""),
        ({"shop": {"next_step": "/checkout"}}, ""),
        ({"next": None, "nextIndex": 4, "context": "/more", "rows": [{"next": "/x"}]}, ""),
    ],
)
def test_data_lead_on_by_what_they_call_so(data, onward) -> None:
    page = answer(HERE, data)
    assert leads_further(page, [HERE]) == onward
    assert leads_further(page, [HERE, onward]) == ""


@pytest.mark.parametrize(
    ("header", "onward"),
    [
        ('<https://site.test/api?page=2>; rel="next", <https://site.test/api?page=9>; rel="last"', "?page=2"),
        ("</api?page=2>; title=more; REL=next", "?page=2"),
        ('</api?page=2>; rel="last next"', "?page=2"),
        ("</api?page=1>; rel=prev; title=next", ""),
        ("</api?page=2>", ""),
    ],
)
def test_a_header_leads_on(header, onward) -> None:
    page = replace(answer("https://site.test/api", "[]"), headers=(("LINK", header),))
    assert leads_further(page, []) == (f"https://site.test/api{onward}" if onward else "")


def test_empty_fields_of_a_form_ask_for_nothing() -> None:
    page = answer(f"{HERE}&from=", '<a href="?q=a&page=4&from=">Next</a>')
    assert leads_further(page, [HERE]) == "https://site.test/list?q=a&page=4&from="
    assert leads_further(page, [HERE, "https://site.test/list?page=4&q=a&to="]) == ""


def test_a_page_with_blanks_in_its_address_is_visited_as_browsers_ask_for_it() -> None:
    page = answer(HERE, '<a rel="next" href="/more of it">on</a>')
    assert leads_further(page, [HERE]) == "https://site.test/more%20of%20it"
    assert leads_further(page, [HERE, "https://site.test/more%20of%20it"]) == ""


def test_numbers_of_thousands_of_digits_are_none_of_pages() -> None:
    assert leads_further(answer(HERE, f'<a href="?q=a&page={"9" * 5000}">Next</a>'), [HERE]) == ""


def test_a_piece_that_gives_the_next_one_as_it_was_given_leads_on() -> None:
    def further(button: str, *visited: str) -> str:
        piece = answer("https://shop.test/more?q=lamp&after=3", f"<li>a<li>b{button}")
        return leads_on_alike(piece, Extraction("css", "button::attr(data-url)"), visited)

    onward = "https://shop.test/more?q=lamp&after=6"
    assert further('<button data-url="/more?q=lamp&amp;after=6">More</button>') == onward
    assert further('<button data-url="/more?q=lamp&amp;after=6">More</button>', onward) == ""
    assert further('<button data-url="/more?q=lamp&amp;after=3">More</button>') == ""
    assert further('<button data-url="/basket?add=3">Buy</button>') == ""
    assert further("") == ""
