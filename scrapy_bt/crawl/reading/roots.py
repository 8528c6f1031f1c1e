"""Parses pages as Scrapy's selectors do, with a parser that is made once."""

from __future__ import annotations

from threading import local
from typing import Any

from lxml import etree, html
from scrapy.http import HtmlResponse, TextResponse
from scrapy.selector import Selector
from scrapy.utils.response import get_base_url

_ENCODING = "utf-8"


class _Parsers(local):
    """One for each thread: a page that another thread parses is not waited for."""

    def __init__(self) -> None:
        self.html = html.HTMLParser(recover=True, encoding=_ENCODING, huge_tree=True)


_parsers = _Parsers()


def select_root(response: TextResponse) -> Selector:
    """`response.selector`."""
    if response._cached_selector is None and type(response) is HtmlResponse:
        text = response.text
        body = text.strip().replace("\x00", "").encode(_ENCODING) or b"<html/>"
        root: Any = etree.fromstring(body, parser=_parsers.html, base_url=get_base_url(response))
        if root is not None:
            response._cached_selector = selector = Selector(root=root, type="html")
            selector.response, selector._text = response, text
    return response.selector
