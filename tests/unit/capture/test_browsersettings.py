"""Crawls that load pages in a browser."""

from __future__ import annotations

import pytest
from scrapy.settings import Settings

from scrapy_bt.capture.browsersettings import HANDLER, browser_settings
from scrapy_bt.capture.replaymiddlewares import ReplayLimits
from scrapy_bt.errors import SampleError


class Asked:
    def __init__(self, method, url):
        self.method, self.url = method, url


def test_pages_send_nothing_beyond_the_limits(monkeypatch):
    pytest.importorskip("scrapy_playwright")
    monkeypatch.setattr("scrapy_bt.capture.browsersettings.find_browser", lambda: "/a/browser")
    made = browser_settings(Settings(), ReplayLimits(frozenset({"shop.test"})))
    refused = made["PLAYWRIGHT_ABORT_REQUEST"]
    assert not refused(Asked("GET", "https://shop.test/app.js"))
    assert refused(Asked("POST", "https://shop.test/buy"))
    assert refused(Asked("GET", "https://ads.test/"))
    assert made["DOWNLOAD_HANDLERS"] == {"http": HANDLER, "https": HANDLER}
    assert made["PLAYWRIGHT_LAUNCH_OPTIONS"]["executable_path"] == "/a/browser"


def test_what_the_project_has_is_kept(monkeypatch):
    pytest.importorskip("scrapy_playwright")
    own = Settings({"DOWNLOAD_HANDLERS": {"https": HANDLER}})
    assert list(browser_settings(own, ReplayLimits(frozenset()))) == ["PLAYWRIGHT_ABORT_REQUEST"]


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(SampleError, match="pip install scrapy-playwright"):
        browser_settings(Settings(), ReplayLimits(frozenset()))
