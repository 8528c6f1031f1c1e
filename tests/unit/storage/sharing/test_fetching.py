import asyncio

import pytest

from scrapy_bt.storage.sharing.answers import ServerError
from scrapy_bt.storage.sharing.fetching import fetch
from tests.serving import Handler, serving


def test_redirects_are_not_followed():
    class Redirecting(Handler):
        def do_GET(self):  # noqa: N802 - as http.server calls it
            self.answer(302, "", ("Location", "http://127.0.0.1:9/"))

    with serving(Redirecting) as url, pytest.raises(ServerError, match="302") as told:
        asyncio.run(fetch(url, "GET", "/v1/rules", {}, None, token="", seconds=20.0, largest=100))
    assert told.value.status == 302
