from __future__ import annotations

import gzip

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.settings import Settings

from scrapy_bt.crawl.reading.contents import by_content
from scrapy_bt.crawl.reading.sizes import LARGEST_PAGE, largest_page
from scrapy_bt.crawl.spiders import TreeSpider
from scrapy_bt.errors import NodeError

SITEMAP = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://site.test/\xc3\xa9</loc></url></urlset>'
LATIN = b'<?xml version="1.0" encoding="latin-1"?><rss><t>\xe9</t></rss>'
URL = "https://site.test/x"


@pytest.mark.parametrize("kind", [Response, TextResponse, HtmlResponse, XmlResponse])
@pytest.mark.parametrize("body", [SITEMAP, b"\xef\xbb\xbf\n" + SITEMAP, gzip.compress(SITEMAP, mtime=0)])
def test_a_sitemap_is_xml_whatever_it_is_called(kind: type[Response], body: bytes) -> None:
    found = by_content(kind(URL, 203, {"ETag": "x"}, body), most=1000)
    assert isinstance(found, XmlResponse)
    assert (found.url, found.status, found.headers["ETag"]) == (URL, 203, b"x")
    assert found.xpath("//*[local-name()='loc']/text()").get() == "https://site.test/é"


@pytest.mark.parametrize(
    "body",
    [LATIN, gzip.compress(LATIN, mtime=0), gzip.compress(LATIN[:20], mtime=0) + gzip.compress(LATIN[20:], mtime=0)],
)
def test_the_encoding_that_it_declares_holds(body: bytes) -> None:
    found = by_content(Response(URL, body=body), most=0)
    assert isinstance(found, XmlResponse)
    assert found.xpath("//t/text()").get() == "é"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<p>&lt;?xml",
        b'<?xml version="1.0"?><!DOCTYPE html><html><body>',
        b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">',
        b"<rssfeed>",
        gzip.compress(b"<p>a page", mtime=0),
        gzip.compress(SITEMAP, mtime=0)[:12],
        b"\x1f\x8b\x08 no gzip file",
    ],
)
def test_what_is_something_else_stays(body: bytes) -> None:
    response = HtmlResponse(URL, body=body)
    assert by_content(response, most=1000) is response


def test_a_gzip_file_may_not_fill_the_memory() -> None:
    bomb = gzip.compress(SITEMAP + b" " * 5_000_000)
    with pytest.raises(NodeError, match=r"more than 1000000 bytes \(DOWNLOAD_MAXSIZE\)"):
        by_content(Response(URL, body=bomb), most=1_000_000)


def test_what_a_broken_transfer_left_is_read() -> None:
    broken = gzip.compress(SITEMAP + bytes(range(256)) * 400)[:-30]
    assert by_content(Response(URL, body=broken), most=0).body.startswith(SITEMAP)


def test_scrapys_default_is_none_of_ours() -> None:
    assert largest_page(Settings()) == LARGEST_PAGE == 64 * 1024 * 1024
    assert largest_page(Settings({"DOWNLOAD_MAXSIZE": 1000})) == 1000
    assert largest_page(Settings({"DOWNLOAD_MAXSIZE": 0})) == 0


def test_a_tree_takes_pages_of_that_size_and_what_somebody_sets_holds() -> None:
    for given, expected in (({}, LARGEST_PAGE), ({"DOWNLOAD_MAXSIZE": 5}, 5), ({"DOWNLOAD_MAXSIZE": 0}, 0)):
        settings = Settings(given)
        TreeSpider.update_settings(settings)
        assert settings.getint("DOWNLOAD_MAXSIZE") == expected
