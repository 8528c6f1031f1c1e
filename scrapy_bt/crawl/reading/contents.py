"""Responses as what their bodies are, whatever their headers say: sitemaps and feeds come under many names."""

from __future__ import annotations

import re
import zlib

from scrapy.http import Response, XmlResponse
from scrapy.utils.gz import gunzip

from ...errors import NodeError
from ...sentences import say

_GZIP = b"\x1f\x8b\x08"
_GZIP_FORMAT = 31
"""What `zlib` calls a gzip file."""
_START = 1024
"""Bytes that show what a body is."""
_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml\s|(?:urlset|sitemapindex|rss|feed|rdf:RDF)[\s>])")
_HTML = re.compile(rb"<(?:!doctype\s+)?html\b", re.IGNORECASE)


def by_content(response: Response, *, most: int) -> Response:
    """The response as XML, if that is what it holds, in a gzip file too; otherwise as it is.

    *most*: bytes that may come out of the gzip file; 0: any number. Raises `NodeError` where there are more.
    """
    body = unpacked(response.body, response.url, most=most)
    if body is not response.body:
        return response.replace(cls=XmlResponse, body=body, encoding=None)
    if isinstance(response, XmlResponse) or not _is_xml(body[:_START]):
        return response
    return response.replace(cls=XmlResponse)


def unpacked(body: bytes, url: str, *, most: int) -> bytes:
    """What a gzip file with XML holds; any other body as it is. *most* and errors: see `by_content`."""
    if not (body.startswith(_GZIP) and _is_xml(_first_bytes(body))):
        return body
    try:
        return gunzip(body, max_size=most)
    except ValueError:
        raise NodeError(say("the gzip file {} holds more than {} bytes (DOWNLOAD_MAXSIZE)", url, most)) from None


def _first_bytes(body: bytes) -> bytes:
    try:
        return zlib.decompressobj(_GZIP_FORMAT).decompress(body[: 4 * _START], _START)
    except zlib.error:
        return b""


def _is_xml(start: bytes) -> bool:
    return _XML.match(start) is not None and _HTML.search(start) is None
