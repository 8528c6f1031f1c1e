"""Which documents came with the page around them."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.frames import is_framed
from tests.recordings import SITE, ask

AROUND = ask("/", "<iframe src='/button#x'></iframe><frame src=//ads.test/1><object data='http://[/'></object>")


@pytest.mark.parametrize(
    ("path", "sends", "expected"),
    [
        ("/button", {}, True),
        ("/button", {"Referer": f"{SITE}/"}, True),
        ("/button", {"Referer": f"{SITE}/other"}, False),
        ("https://ads.test/1", {}, True),
        ("/list", {}, False),
        ("/list", {"Sec-Fetch-Dest": "iframe"}, True),
        ("/list", {"Sec-Fetch-Dest": "frame", "Sec-Fetch-User": "?1"}, False),
        ("/button", {"Sec-Fetch-Dest": "document"}, False),
    ],
)
def test_the_browser_tells_it_or_the_page_does(path: str, sends: dict[str, str], expected: bool) -> None:
    assert is_framed(ask(path, "text", sends=sends), [ask("/data", {"a": 1}), AROUND]) is expected


@pytest.mark.parametrize(
    ("around", "after", "expected"),
    [
        ("<p>A script makes a frame.", [("/more", "/")], True),
        ("<a href='/button'>A link", [("/more", "/")], False),
        ("<form action='/button'>", [("/more", "/")], False),
        ("<p>It was left.", [], False),
        ("<p>It was left.", [("/more", "/button?a=1")], False),
        ("<p>It was opened again.", [("/", "/button?a=1"), ("/more", "/")], False),
        ("<p>Somebody went on.", [("/next", "/button?a=1"), ("/more", "/")], False),
    ],
)
def test_a_page_that_goes_on_asking_was_not_left(around: str, after: list[tuple[str, str]], expected: bool) -> None:
    page = ask("/", around, at=1)
    framed = ask("/button?a=1", "<p>text", sends={"Referer": f"{SITE}/"}, at=2)
    later = [
        ask(path, "<p>more", sends={"Referer": SITE + came_from}, at=number)
        for number, (path, came_from) in enumerate(after, 3)
    ]
    assert is_framed(framed, [page], later) is expected
