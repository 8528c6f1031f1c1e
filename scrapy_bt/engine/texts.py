"""The text of a page, whose encoding Scrapy asks for several times."""

from __future__ import annotations

from functools import lru_cache

from scrapy.http import Headers, HtmlResponse
from w3lib.encoding import http_content_type_encoding, read_bom, to_unicode

_OF_EITHER_ORDER = ("utf-16", "utf-32")


def decode(response: HtmlResponse) -> str:
    """`response.text`; where the headers name the encoding, nothing else of the response is looked at for it."""
    headers, body = response.headers, response.body
    if response._encoding is None and response._cached_ubody is None and type(headers) is Headers:
        values = dict.get(headers, b"Content-Type")
        encoding = _encoding_of(values[-1]) if values else None
        if encoding is not None and read_bom(body)[0] is None:
            response._cached_ubody = to_unicode(body, encoding)
            response._encoding = encoding
    return response.text


@lru_cache(1000)
def _encoding_of(content_type: bytes) -> str | None:
    """None: it names none, or one of which Scrapy makes another for the text."""
    named = http_content_type_encoding(content_type.decode("latin-1"))
    is_whole = named not in _OF_EITHER_ORDER and http_content_type_encoding(f"charset={named}") == named
    return named if is_whole else None
