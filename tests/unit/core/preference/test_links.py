"""What is written on links and around them."""

import pytest
from lxml import html
from scrapy import Request

from scrapy_bt.core.preference.links import Link, LinkIndex, page_of

PAGE = """<html><head><title>A  list</title><script>var hidden</script></head><body><h1>Engines</h1>
<ul><li>The <a href="/e/1?x=1#top">first <b>engine</b></a> of 1837</li>
<li><a href="/e/2"><img alt="A picture"></a></li></ul>
<h2>More</h2>
<p>See <a href="../e/3">this</a> and <a href="/e/3">the third</a>, <a href="#top">up</a></p></body></html>"""


def index():
    return LinkIndex(html.fromstring(PAGE), "http://a.test/list/")


def test_what_is_written_on_a_link_around_it_and_above_it():
    assert index().find("http://a.test/e/1?x=1") == Link("first engine", "The of 1837", "Engines")
    assert index().find("http://a.test/e/2") == Link("A picture", "", "Engines")
    third = index().find("http://a.test/e/3")
    assert index().said("http://a.test/e/3") == third.anchor
    assert (third.anchor, third.section) == ("this ‖ the third", "More")


def test_a_link_on_which_nothing_is_written_has_what_stands_around_it():
    page = html.fromstring("<ul><li><a href='/e/5'><i class='icon'></i></a> An engine</li></ul>")
    assert LinkIndex(page, "http://a.test/").find("http://a.test/e/5") == Link("", "An engine", "")


def test_no_link_leads_there():
    assert index().find("http://a.test/e/4") == index().find("http://b.test/e/2") == Link()
    assert not index().leads_to("http://a.test/e/4")
    assert index().leads_to("http://a.test/e/2")


@pytest.mark.parametrize(
    ("base", "href", "expected"),
    [
        ("http://a.test/list/?page=1", "?page=2", "http://a.test/list/?page=2"),
        ("http://a.test/list/all", "?page=2#top", "http://a.test/list/all?page=2"),
        ("http://a.test/list/all?x=/y", "e/1.html", "http://a.test/list/e/1.html"),
        ("http://a.test/list/all", " ../e/./1 ", "http://a.test/e/1"),
        ("http://a.test", "e-1", "http://a.test/e-1"),
        ("http://a.test/list/all", "../", "http://a.test/"),
        ("http://a.test/list/all/", "..", "http://a.test/list/"),
        ("http://a.test/list/all", "/", "http://a.test/"),
        ("http://a.test/list/", "//b.test/e", "http://b.test/e"),
        ("http://a.test/list/", "", None),
        ("http://a.test/list/", "http://[broken/e", None),
    ],
)
def test_where_links_lead(base, href, expected):
    links = LinkIndex(html.fromstring(f'<p>A <a href="{href}">link</a></p>'), base)
    assert links.said(expected or "http://a.test/e") == ("link" if expected else "")


def test_among_many_links_that_end_in_a_slash_each_is_found():
    page = html.fromstring("".join(f"<p><a href='/e/{number}/'>{number}</a></p>" for number in range(200)))
    links = LinkIndex(page, "http://a.test/list/")
    assert [links.said(f"http://a.test/e/{number}/") for number in range(200)] == [*map(str, range(200))]


@pytest.mark.parametrize("href", ["内核 1.html", "%E5%86%85%E6%A0%B8%201.html"])
def test_a_link_in_chinese_is_that_of_the_request(href):
    links = LinkIndex(html.fromstring(f"<p><a href='/{href}'>内核</a></p>"), "http://a.test/list/")
    asked = Request("http://a.test/内核 1.html#1").url
    assert page_of("http://a.test/内核 1.html#1") == page_of(asked)
    assert links.said(asked) == links.said("http://a.test/内核 1.html") == "内核"


def test_the_heading_above_a_link_may_stand_in_a_block_of_its_own():
    text = "<header><h2>Engines</h2></header><div><p><a href=a>a</a></p><h3>Steam</h3></div><p><a href=b>b</a></p>"
    links = LinkIndex(html.fromstring(f"<main>{text}</main>"), "http://a.test/")
    assert [links.find(f"http://a.test/{name}").section for name in "ab"] == ["Engines", "Steam"]
