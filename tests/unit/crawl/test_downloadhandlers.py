import importlib
import logging

import pytest
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler

from scrapy_bt import versions
from scrapy_bt.crawl import downloadhandlers

aiohttphandler = pytest.importorskip("scrapy_bt.crawl.network.aiohttphandler", exc_type=ImportError)


def test_it_goes_through_aiohttp_where_scrapy_does() -> None:
    assert downloadhandlers.HTTPDownloadHandler is aiohttphandler.AiohttpHandler


def test_it_is_scrapys_default_where_scrapy_has_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(versions, "first_of", lambda _, last: versions.load_object(last))
    caplog.set_level(logging.INFO)
    try:
        assert importlib.reload(downloadhandlers).HTTPDownloadHandler is HTTP11DownloadHandler
    finally:
        monkeypatch.undo()
        importlib.reload(downloadhandlers)
    assert "its default is taken" in caplog.text
