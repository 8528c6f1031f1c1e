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
