"""Which sites belong together."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.sites import site_of, sites_around
from tests.recordings import answer, ask


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://shop.test/list", "shop.test"),
        ("https://api.shop.test:8443/list", "shop.test"),
        ("http://127.0.0.1:8000/", "127.0.0.1"),
        ("http://[::1]:8000/", "::1"),
        ("http://localhost/", "localhost"),
        ("about:blank", ""),
        ("http://[/", ""),
    ],
)
def test_the_site_of_an_address(url: str, site: str) -> None:
    assert site_of(url) == site


def test_redirects_and_referrers_join_sites() -> None:
    hop = ask("https://shop.test/login", "", status=302)
    lands = ask("https://shop.test/login", "in", hops=[hop], lands="https://accounts.test/form")
    assert lands.answer is not None
    assert lands.answer.url == answer("https://accounts.test/form").url
    came = ask("https://bank.test/pay", "pay", sends={"Referer": "https://accounts.test/"})
    apart = ask("https://news.test/", "news")
    assert sites_around({"shop.test"}, [came, apart, lands]) == {"shop.test", "accounts.test", "bank.test"}
    assert sites_around({"news.test"}, [came, apart, lands]) == {"news.test"}


def test_what_many_pages_load_joins_none() -> None:
    shop, bank = ({"Referer": f"https://{name}.test/"} for name in ("shop", "bank"))
    loaded = [ask("https://cdn.test/a.js", b"a()", sends=sends, kind="script") for sends in (shop, bank)]
    assert sites_around({"shop.test"}, loaded) == {"shop.test"}
