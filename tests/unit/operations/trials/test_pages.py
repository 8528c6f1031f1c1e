import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from scrapy.exceptions import UsageError
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_bt.crawl.reading.missed_pages import PageKeeper
from scrapy_bt.operations.trials.pages import PageError, read_page_at

CHINESE = "<p>新闻列表：今天的天气很好。</p>"


class Site(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/to-file":
            self.send_response(302)
            self.send_header("Location", "file:///etc/hostname")
            self.end_headers()
            return
        if self.path == "/old":
            self.send_response(302)
            self.send_header("Location", "/new")
            self.end_headers()
            return
        body = CHINESE.encode("gb18030")
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("Content-Type", "text/html; charset=gb2312")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_page_of_the_web_comes_with_where_it_was_in_the_end(address):
    page = read_page_at(f"{address}/old", Settings())
    assert page.text == CHINESE
    assert page.url == f"{address}/new"
    assert page.described == "gb18030 by its header, 33 bytes"


def test_bytes_of_an_address_that_are_no_text_are_quoted(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>")
    page = read_page_at(str(path), Settings(), url=os.fsdecode(b"https://s.test/\xe4/\xc3\xa4"))
    assert page.url == "https://s.test/%E4/\xe4"
    assert page.base_url == "https://s.test/%E4/%C3%A4"


def test_a_file_may_say_where_it_was(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(b'<base href="/deep/">' + CHINESE.encode("gb18030"))
    page = read_page_at(str(path), Settings(), url="https://s.test/x")
    assert page.text.endswith(CHINESE)
    assert (page.url, page.base_url) == ("https://s.test/x", "https://s.test/deep/")
    assert read_page_at(str(path), Settings()).url == path.as_uri()


def test_an_encoding_may_be_said(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes("é".encode("latin-1"))
    assert read_page_at(str(path), Settings(), encoding="iso-8859-2").described == "iso8859-2 by its rule, 1 bytes"


@pytest.mark.parametrize(
    ("path", "message"),
    [("/missing", "the site answered 404"), ("/to-file", "cannot be fetched|the site answered 302")],
)
def test_what_the_site_refuses_is_told(address, path, message):
    with pytest.raises(PageError, match=message):
        read_page_at(f"{address}{path}", Settings())


def test_pages_that_are_too_large_are_not_read(address):
    with pytest.raises(PageError, match="larger than 10 bytes"):
        read_page_at(f"{address}/", Settings({"DOWNLOAD_MAXSIZE": 10}))


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("ftp://s.test/", "only http:, https: and files"),
        ("nothing.html", "there is no file nothing.html"),
        (str(Path(__file__).parent), "is a folder"),
    ],
)
def test_other_places_are_refused(where, message):
    with pytest.raises(UsageError, match=message):
        read_page_at(where, Settings())


def test_a_site_that_is_not_there_is_told():
    with pytest.raises(PageError, match=r"http://127\.0\.0\.1:9/: the page cannot be fetched: Connection refused$"):
        read_page_at("http://127.0.0.1:9/", Settings())


def test_a_page_that_a_crawl_kept_is_read_as_it_was(tmp_path: Path) -> None:
    body = "<p>Ünd</p>".encode("iso8859-2")
    response = HtmlResponse("https://a.test/x", body=body, headers={"Content-Type": "text/html; charset=iso-8859-2"})
    path = PageKeeper(Settings({"BT_KEEP_PAGES": str(tmp_path)})).keep("r", "l:t", response)
    assert path is not None
    page = read_page_at(str(path), Settings())
    assert (page.url, page.decoded.encoding, page.decoded.source) == ("https://a.test/x", "iso8859-2", "header")
    assert read_page_at(str(path), Settings(), url="https://b.test/").url == "https://b.test/"


def test_what_is_printed_for_a_file_can_be_given_again(tmp_path: Path) -> None:
    path = tmp_path / "a pagé#1.html"
    path.write_text("<p>")
    page = read_page_at(str(path), Settings())
    assert page.url.startswith("file:///")
    assert read_page_at(page.url, Settings()) == page
    assert read_page_at(page.url.replace("file:///", "file://localhost/"), Settings()).text == "<p>"
    with pytest.raises(UsageError, match="a file on b"):
        read_page_at("file://b.test/etc/passwd", Settings())
    with pytest.raises(UsageError, match="there is no file /nowhere"):
        read_page_at("file:///nowhere", Settings())
