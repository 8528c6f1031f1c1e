from __future__ import annotations

import pytest
from lxml import etree
from scrapy.http import HtmlResponse, JsonResponse, TextResponse, XmlResponse

from scrapy_bt.crawl.reading.roots import select_root

_BODIES = (
    b"<html><body><p>one<p>two", b"", b" \n", b"\x00", b"plain", b"<!-- only this -->",
    b"<p>\x00gr\xc3\xbc\xc3\x9fe\xff", b"<?xml version='1.0' encoding='latin-1'?><p>\xc3\xa9</p>",
    b"<base href=/in/><a href=x>", b'{"a": [1]}',
    b"<a>" * 300,
)  # fmt: skip


@pytest.mark.parametrize("kind", [HtmlResponse, XmlResponse, JsonResponse, TextResponse])
@pytest.mark.parametrize("body", _BODIES, ids=range(len(_BODIES)))
def test_a_page_is_parsed_as_scrapy_parses_it(kind: type[TextResponse], body: bytes) -> None:
    ours, theirs = (
        kind("http://a.test/b", headers={"Content-Type": "text/html; charset=utf-8"}, body=body) for _ in "ab"
    )
    selector = select_root(ours)
    assert selector is ours.selector
    assert selector.response is (ours if theirs.selector.response is theirs else theirs.selector.response)
    for name in ("type", "namespaces", "_expr", "_huge_tree", "_text"):
        assert getattr(selector, name) == getattr(theirs.selector, name), name
    assert selector.getall() == theirs.selector.getall()
    if isinstance(selector.root, etree._Element):
        assert type(selector.root) is type(theirs.selector.root)
        assert selector.root.base == theirs.selector.root.base
        assert etree.tostring(selector.root) == etree.tostring(theirs.selector.root)
