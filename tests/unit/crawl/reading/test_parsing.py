from __future__ import annotations

import asyncio
import threading

import pytest
from scrapy.http import HtmlResponse, Response

from scrapy_bt.core.tree.pages import Query
from scrapy_bt.crawl.reading import parsing
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.parsing import Parsing, may_take_long
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import NodeError

WAIT = 150
ROW = "<div class='row'><a href='/x?1'>Some text of a product that is there</a><span>1,50</span></div>\n"


def page(body: str) -> ResponsePage:
    return ResponsePage(HtmlResponse("https://site.test/", body=body.encode(), encoding="utf-8"))


def tag(attributes: int) -> str:
    return f"<h1>Title</h1><p {' '.join(f'a{n}=1' for n in range(attributes))}>"


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("", False),
        (tag(2000), False),  # too short to take long
        (ROW * 2000, False),
        (ROW * 4000, True),  # large
        (ROW * 20 + tag(9000) + ROW * 20, True),
        ("<script>" + "x" * 50_000 + "</script>", True),  # it might be a tag
    ],
    ids=["empty", "small", "ordinary", "large", "long tag", "long script"],
)
def test_which_pages_may_take_long(body: str, answer: bool) -> None:
    assert may_take_long(page(body)) is answer


def test_what_is_no_text_is_not_parsed_at_all() -> None:
    assert not may_take_long(ResponsePage(Response("https://site.test/a.png", body=b"\x00" * 1_000_000)))


def test_a_page_is_parsed_beside_the_reactor() -> None:
    async def act() -> ResponsePage:
        a_page = page(tag(9000))
        await Parsing(seconds=WAIT).parse(a_page)
        return a_page

    a_page = asyncio.run(act())
    assert a_page.refusal == ""
    assert list(PageReader().values(Query("css", ("h1::text",)), a_page, "")) == ["Title"]


def test_the_reactor_goes_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be done elsewhere before the page can be parsed is done: on one thread both would wait for ever."""
    turn = threading.Event()
    monkeypatch.setattr(parsing, "parse", lambda _: turn.wait(WAIT))

    async def act() -> None:
        pages = [asyncio.ensure_future(Parsing(seconds=WAIT).parse(page(ROW))) for _ in range(3)]
        await asyncio.sleep(0)
        turn.set()
        await asyncio.gather(*pages)

    asyncio.run(act())


def test_a_tag_with_too_many_attributes_is_refused_at_once() -> None:
    a_page = page(ROW + tag(200_000))
    asyncio.run(Parsing(seconds=WAIT).parse(a_page))
    assert a_page.refusal == "the page is not parsed: a tag of it has 200000 attributes, more than 100000"
    for use in (
        lambda: PageReader().values(Query("css", ("h1",)), a_page, ""),
        lambda: PageReader(lambda _: lambda response, context: response.css("h1")).call("m:f", a_page, {}),
    ):
        with pytest.raises(NodeError, match="200000 attributes"):
            use()
    assert a_page.password_fields == ()


def test_a_page_that_takes_too_long_is_given_up_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    slow, quick = page(ROW), page(ROW)
    monkeypatch.setattr(parsing, "parse", lambda given: end.wait(WAIT) if given is slow else None)

    async def act() -> None:
        limited = Parsing(seconds=0.01)
        await limited.parse(slow)
        end.set()
        patient = Parsing(seconds=WAIT)
        await patient.parse(quick)

    asyncio.run(act())
    assert slow.refusal == "the page is not parsed: that takes longer than 0.01 s (BT_PARSE_SECONDS)"
    assert quick.refusal == ""


def test_pages_that_are_given_up_hold_no_more_than_a_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    end, begun = threading.Event(), []

    def parse(given: ResponsePage) -> None:
        begun.append(given)
        end.wait(WAIT)

    monkeypatch.setattr(parsing, "parse", parse)

    async def act() -> None:
        limited = Parsing(seconds=0.01)
        given_up = [page(ROW) for _ in range(10)]
        await asyncio.gather(*(limited.parse(each) for each in given_up))
        assert all(each.refusal for each in given_up)
        assert len(begun) <= 4
        end.set()

    asyncio.run(act())


def test_an_error_of_the_parser_is_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: ResponsePage) -> None:
        raise ValueError("no way")

    monkeypatch.setattr(parsing, "parse", fail)
    with pytest.raises(NodeError, match="no way"):
        asyncio.run(Parsing(seconds=WAIT).parse(page(ROW)))
