"""One page for commands that look at it: from a file, or from the web with one request."""

from __future__ import annotations

import http.client
import re
import ssl
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from w3lib.html import get_base_url

from ...core.rules.encoding import DecodedText, decode_page
from ...crawl.reading.contents import unpacked
from ...crawl.reading.missed_pages import read_kept
from ...crawl.reading.sizes import largest_page
from ...errors import BTError, NodeError
from ...sentences import say, spoken

_SECONDS = 30
_READABLE = "!#$%&'()*+,/:;=?@[]~"
_UNDECODED = re.compile("[\udc80-\udcff]")
"""Bytes of a command line that are no UTF-8, as Python hands them on."""
_SOURCES = {
    "bom": say("byte-order mark"),
    "rule": say("rule"),
    "header": say("header"),
    "page": say("page"),
    "bytes": say("bytes"),
}
"""What tells the encoding of a page."""


class PageError(BTError):
    """A page cannot be read."""


@dataclass(frozen=True)
class RawPage:
    """A page as it came: *url* is its address after redirects."""

    url: str
    content_type: str | None
    body: bytes


@dataclass(frozen=True)
class TrialPage:
    """A page as text; *url* is its address after redirects, its links are relative to *base_url*."""

    url: str
    base_url: str
    decoded: DecodedText
    size: int
    """Bytes."""

    @property
    def text(self) -> str:
        """The text."""
        return self.decoded.text

    @property
    def described(self) -> str:
        """Its encoding and its size, for people."""
        size = f"{self.size / 1000:,.1f} KB" if self.size >= 1000 else say("{} bytes", self.size)
        read = say("{} by its {}, {}", self.decoded.encoding, _SOURCES[self.decoded.source], size)
        return say("{}, {} characters unreadable", read, self.decoded.replaced) if self.decoded.replaced else read


def read_page_at(where: str, settings: Settings, *, encoding: str = "", url: str = "") -> TrialPage:
    """The page of a file or of an `http` or `https` URL; *url*: where a file was, for its links.

    What a crawl has kept is read with the headers that lie beside it.
    Raises `PageError` and `UsageError`.
    """
    page = read_raw_page(where, settings, url=url)
    decoded = decode_page(page.body, content_type=page.content_type, encoding=encoding)
    return TrialPage(page.url, get_base_url(decoded.text, page.url), decoded, len(page.body))


def read_raw_page(where: str, settings: Settings, *, url: str = "") -> RawPage:
    """The page, unpacked and not yet read as text."""
    scheme = urlsplit(where).scheme.lower() if "://" in where else ""
    path = _path_of(where) if scheme == "file" else Path(where)
    if scheme in ("http", "https"):
        body, content_type, found_at = _fetch(where, settings)
    elif scheme not in ("", "file"):
        raise UsageError(say("{}: only http:, https: and files are read, not {}:", where, scheme))
    else:
        body, kept = _read(path), read_kept(path)
        content_type, found_at = (kept.content_type, kept.url) if kept else (None, path.resolve().as_uri())
    try:
        address = _UNDECODED.sub(lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", url or found_at)
        return RawPage(address, content_type, unpacked(body, where, most=largest_page(settings)))
    except NodeError as error:
        raise PageError(spoken(error)) from None


def _path_of(url: str) -> Path:
    """The path of a `file:` URL, as it is printed for a page that was given by its path."""
    parts = urlsplit(url)
    if parts.netloc not in ("", "localhost"):
        raise UsageError(
            say("{}: a file on {} is not read; give a path, or file:///… of this machine", url, parts.netloc)
        )
    return Path(url2pathname(parts.path))


def _read(path: Path) -> bytes:
    if path.is_dir():
        raise UsageError(say("{} is a folder; give a page in it", path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(say("there is no file {}; a URL begins with http:// or https://", path)) from None
    except OSError as error:
        raise PageError(say("{}: the page cannot be read: {}", path, error.strerror or error)) from error


def _fetch(url: str, settings: Settings) -> tuple[bytes, str | None, str]:
    """The body, the content type, and the address after redirects."""
    opener = urllib.request.OpenerDirector()  # without those for ftp: and file:, so no redirect leads there
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=ssl.create_default_context()),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
    ):
        opener.add_handler(handler)
    headers = {"User-Agent": settings["USER_AGENT"] or "scrapy_bt", "Accept-Encoding": "identity"}
    most = largest_page(settings) or sys.maxsize - 1
    try:
        request = urllib.request.Request(quote(url, safe=_READABLE), headers=headers)  # noqa: S310  # see the caller
        with opener.open(request, timeout=_SECONDS) as response:
            body = response.read(most + 1)
            if len(body) > most:
                raise PageError(say("{}: the page is larger than {:,} bytes (DOWNLOAD_MAXSIZE)", url, most))
            return body, response.headers.get("Content-Type"), response.geturl()
    except HTTPError as error:
        error.close()
        raise PageError(say("{}: the site answered {} {}", url, error.code, error.reason)) from None
    except (URLError, OSError, http.client.HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        reason = getattr(reason, "strerror", None) or reason
        raise PageError(say("{}: the page cannot be fetched: {}", url, reason)) from None
