import gzip
import zlib

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response, TextResponse
from scrapy.http.cookies import CookieJar

from scrapy_bt.crawl.reading.pages import ResponsePage, thaw
from scrapy_bt.errors import NodeError
from tests.htmlpages import page, values


def test_facts_of_a_page() -> None:
    a_page = page(url="https://site.test/x", ETag="abc")
    assert (a_page.url, a_page.base, a_page.status, a_page.is_empty) == ("https://site.test/x", a_page.url, 200, False)
    assert a_page.header("etag") == "abc"
    assert a_page.header("absent") is None
    assert page(" \n").is_empty
    assert page("").is_empty


def test_headers_of_one_name_say_something_together() -> None:
    headers = {"Link": ["<a>; rel=self", "<b>; rel=next"], "Content-Type": ["text/html", "text/plain"]}
    a_page = ResponsePage(HtmlResponse("https://site.test/", headers=headers, body=b"<p>"))
    for either in (a_page, thaw(a_page.freeze())):
        assert either.header("link") == "<a>; rel=self, <b>; rel=next"
        assert either.header("content-type") == "text/html"


@pytest.mark.parametrize(
    ("body", "asks"),
    [
        ("<form><input name=u><input TYPE=Password name=p></form>", True),
        ("<p>Your password</p><script>'<input type=password>'</script><!-- <input type=password> -->", False),
        ("", False),
    ],
)
def test_a_login_page_has_a_field_for_a_password(body: str, asks: bool) -> None:
    assert bool(page(body).password_fields) is asks
    assert not ResponsePage(Response("https://site.test/", body=body.encode())).password_fields


def test_links_start_from_the_base_of_the_page() -> None:
    a_page = page('<base href="/other/"><a href="x">')
    assert a_page.base == "https://site.test/other/"
    assert ResponsePage(Response("https://site.test/a.png")).base == "https://site.test/a.png"


def test_a_page_can_be_carried() -> None:
    a_page = ResponsePage(
        HtmlResponse(
            "https://site.test/x",
            status=201,
            headers={"Content-Type": "text/html; charset=gb18030", "Set-Cookie": "a=b", "X-Y": "z"},
            body="<p>你好</p>".encode("gb18030"),
        )
    )
    again = thaw(a_page.freeze())
    assert type(again.response) is HtmlResponse
    assert (again.url, again.status, again.header("x-y"), again.header("set-cookie")) == (a_page.url, 201, "z", None)
    assert values(again, "css", "p::text") == ["你好"]
    image = thaw(ResponsePage(Response("https://site.test/a.png", body=b"\x89PNG\x00")).freeze())
    assert image.response.body == b"\x89PNG\x00"
    text = thaw(
        ResponsePage(TextResponse("https://site.test/a", body="é".encode("latin-1"), encoding="latin-1")).freeze()
    )
    assert text.text == "é"


def test_a_damaged_page_says_so() -> None:
    frozen = page().freeze()
    with pytest.raises(NodeError, match="cannot be read"):
        thaw(frozen._replace(body=frozen.body[:10]))
    with pytest.raises(NodeError, match="cannot be read"):
        thaw(frozen._replace(body=None))  # type: ignore[arg-type]
    with pytest.raises(NodeError, match=r"cannot be read: it holds more than 67,108,864 bytes"):
        thaw(frozen._replace(body=zlib.compress(bytes(80_000_000), 1)))
    with pytest.raises(NodeError, match="DOWNLOAD_MAXSIZE"):
        thaw(frozen._replace(body=zlib.compress(gzip.compress(b"<rss>" + b" " * 2000))), most=1000).root  # noqa: B018
    assert thaw(frozen, most=0).url == frozen.url


def test_a_cookie_is_what_the_page_sets_or_what_the_session_would_send_back_to_it() -> None:
    jar = CookieJar()
    before = HtmlResponse("https://site.test/", headers={"Set-Cookie": ["XSRF-TOKEN=old; Path=/", "lang=en; Path=/"]})
    jar.extract_cookies(before, Request("https://site.test/"))
    after = HtmlResponse(
        "https://site.test/list/", headers={"Set-Cookie": ["XSRF-TOKEN=a=b==; Path=/x", "gone=; Path=/"]}
    )
    a_page = ResponsePage(after, jar)
    assert a_page.cookie("XSRF_TOKEN") == a_page.cookie("XSRF-TOKEN") == "a=b=="
    assert a_page.cookie("lang") == "en"
    assert a_page.cookie("gone") is None
    assert ResponsePage(after).cookie("lang") is None
    assert ResponsePage(HtmlResponse("https://other.test/"), jar).cookie("lang") is None


@pytest.mark.parametrize("name", ["zlib", "undefined", "idna", "punycode", "unicode_escape"])
@pytest.mark.parametrize("where", ["header", "page"])
def test_a_charset_that_reads_no_page_is_passed_over(name: str, where: str) -> None:
    kind = f"text/html; charset={name}" if where == "header" else "text/html"
    body = f"<meta charset={name}><p>é" if where == "page" else "<p>é"
    a_page = ResponsePage(HtmlResponse("https://site.test/", body=body.encode(), headers={"Content-Type": kind}))
    assert a_page.text.endswith("é")
    assert a_page.base == "https://site.test/"
    assert a_page.root is not None


def test_a_sitemap_in_a_gzip_file_is_a_page_and_can_be_carried() -> None:
    body = gzip.compress(b'<urlset xmlns="urn:x"><url><loc>/\xc3\xa9</loc></url></urlset>')
    a_page = ResponsePage(
        Response("https://site.test/a.xml.gz", body=body, headers={"Content-Type": "x/y; charset=zlib"})
    )
    assert values(a_page, "css", "url > loc::text") == ["/é"]
    assert values(thaw(a_page.freeze()), "css", "url > loc::text") == ["/é"]


def test_a_gzip_file_with_too_much_in_it_is_refused() -> None:
    a_page = ResponsePage(Response("https://site.test/a.xml.gz", body=gzip.compress(b"<rss>" + b" " * 2000)), most=1000)
    with pytest.raises(NodeError, match="DOWNLOAD_MAXSIZE"):
        values(a_page, "css", "loc")


@pytest.mark.parametrize("body", [b"[" * 20_000, b'{"a":' * 100_000])
def test_json_that_nests_without_end_is_text(body: bytes) -> None:
    deep = ResponsePage(TextResponse("https://site.test/", body=body, headers={"Content-Type": "application/json"}))
    assert deep.json is None
    assert deep.root.text_content() == body.decode()
