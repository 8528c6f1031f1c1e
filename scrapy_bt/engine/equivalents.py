"""Scrapy's own methods for each page, done with less: each leaves what Scrapy's leaves, and hands on what is rare.

They hold for the versions of Scrapy that were tested (`choosing.TESTED`), and for objects of its own classes alone:
a subclass, or a method that somebody has replaced, is called as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from http import HTTPStatus
from types import MethodType
from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.defaultheaders import DefaultHeadersMiddleware
from scrapy.downloadermiddlewares.httpcompression import ACCEPTED_ENCODINGS, HttpCompressionMiddleware
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware, RedirectMiddleware
from scrapy.downloadermiddlewares.stats import DownloaderStats, get_status_size
from scrapy.downloadermiddlewares.useragent import UserAgentMiddleware
from scrapy.http import Headers, HtmlResponse, Response
from scrapy.http.cookies import CookieJar
from scrapy.spidermiddlewares.referer import DefaultReferrerPolicy, RefererMiddleware
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.request import request_httprepr
from scrapy.utils.response import _baseurl_cache
from w3lib.html import get_meta_refresh

from ..core.documents.plainurls import is_safe, match_plain
from .texts import decode
from .unwrapping import unwrap

_ENCODINGS = b", ".join(ACCEPTED_ENCODINGS)
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_ENCODING_OF_HEADERS = "utf-8"
_BASE = re.compile("<base", re.IGNORECASE | re.ASCII)
_STATUSES = {status.value: get_status_size(status.value) for status in HTTPStatus}


def find_equivalent(method: Any) -> Any:
    """A bound method that does the same with less, if one is known; else the method itself."""
    owner = getattr(method, "__self__", None)
    equivalent = _EQUIVALENTS.get((type(owner), getattr(method, "__name__", "")))
    if equivalent is None:
        return method
    known, ours = equivalent
    return MethodType(ours, owner) if unwrap(method).__func__ is known else method


# What a request gets.


def _set_default_headers(self: DefaultHeadersMiddleware, request: Request) -> None:
    for name, value in self._headers:
        set_default(request.headers, name, value)


def _set_user_agent(self: UserAgentMiddleware, request: Request) -> None:
    if self.user_agent:
        set_default(request.headers, b"User-Agent", self.user_agent)


def _accept_encodings(self: HttpCompressionMiddleware, request: Request) -> None:  # noqa: ARG001  # a method
    set_default(request.headers, b"Accept-Encoding", _ENCODINGS)


def set_default(headers: Headers, name: str | bytes, value: Any) -> None:
    """`Headers.setdefault` that normalises a name once, and a value only if it is set."""
    if type(headers) is not Headers or headers.encoding != _ENCODING_OF_HEADERS:
        headers.setdefault(name, value)
        return
    key = _normalise(name)
    if not dict.__contains__(headers, key):
        dict.__setitem__(headers, key, headers.normvalue(value))


@lru_cache(maxsize=1000)
def _normalise(name: str | bytes) -> bytes:
    return Headers().normkey(name)


def _add_cookies(self: CookiesMiddleware, request: Request) -> None:
    meta = request.meta
    if meta.get("dont_merge_cookies", False):
        return
    jar = self.jars[meta.get("cookiejar")]
    if request.cookies or type(jar) is not CookieJar or jar.jar._cookies:  # type: ignore[attr-defined]  # Python's own
        _SCRAPYS_COOKIES(self, request)
    else:
        request.headers.pop(b"Cookie", None)


def _stay_on_site(self: OffsiteMiddleware, request: Request) -> None:
    if request.dont_filter or request.meta.get("allow_offsite"):
        return
    spider = self.crawler.spider
    assert spider
    self._update_host_regex(spider)
    if self.host_regex.pattern:
        _SCRAPYS_OFFSITE(self, request)


def _stay_on_site_when_scheduled(self: OffsiteMiddleware, request: Request, spider: Any) -> None:  # noqa: ARG001  # as Scrapy calls it
    _stay_on_site(self, request)


def _count_request(self: DownloaderStats, request: Request) -> None:
    inc_value = self.stats.inc_value
    inc_value("downloader/request_count")
    inc_value(f"downloader/request_method_count/{request.method}")
    inc_value("downloader/request_bytes", measure_request(request))


def measure_request(request: Request) -> int:
    """The length of `request_httprepr`, without making it."""
    headers, plain = request.headers, match_plain(request.url)
    if plain is not None:
        host, target = plain["host"], len(request.url) - plain.start("path")
    else:
        parsed = urlparse_cached(request)
        path, host = parsed.path, parsed.hostname or ""
        if path.startswith("//") or not request.url.isascii():
            return len(request_httprepr(request))
        target = sum(1 + len(part) for part in (parsed.params, parsed.query) if part) + (len(path) or 1)
    # "GET /path HTTP/1.1\r\n", "Host: host\r\n", the headers and "\r\n".
    size = len(request.method) + target + 12 + len(host) + 8 + 2 + len(request.body)
    return size + (_measure_lines(headers) + 2 if headers else 0)


def _measure_lines(headers: Headers) -> int:
    """The length of `Headers.to_string`: the lines, and line ends between them."""
    lines = [len(name) + 2 + len(value) for name, values in items_of(headers) for value in values]
    return sum(lines) + 2 * (len(lines) - 1) if lines else 0


def items_of(headers: Headers) -> Iterable[tuple[bytes, list[bytes]]]:
    """`Headers.items` without normalising names that are normalised; those that are not ASCII change once more."""
    if type(headers) is not Headers or not all(map(bytes.isascii, headers)):
        return headers.items()
    return dict.items(headers)


# What a response passes.


def _count_response(self: DownloaderStats, request: Request, response: Response) -> Response:
    headers, status = response.headers, response.status
    if status not in _STATUSES:
        return _SCRAPYS_STATS(self, request, response)
    inc_value = self.stats.inc_value
    inc_value("downloader/response_count")
    inc_value(f"downloader/response_status_count/{status}")
    size = 2 * (len(headers) - 1)
    for name, values in items_of(headers):
        for value in values:
            size += 2 + len(name) + len(value)
    inc_value("downloader/response_bytes", len(response.body) + size + _STATUSES[status] + 4)
    return response


def _take_cookies(self: CookiesMiddleware, request: Request, response: Response) -> Response:
    meta = request.meta
    if meta.get("dont_merge_cookies", False):
        return response
    if type(self.jars[meta.get("cookiejar")]) is CookieJar and not has_cookies(response):
        return response
    return _SCRAPYS_SET_COOKIES(self, request, response)


def has_cookies(response: Response) -> bool:
    """Whether a response sets any; `Set-Cookie2` is of a standard that is no more, but jars may know it."""
    headers = response.headers
    if type(headers) is not Headers:
        return True
    return dict.__contains__(headers, b"Set-Cookie") or dict.__contains__(headers, b"Set-Cookie2")


def _redirect(self: RedirectMiddleware, request: Request, response: Response) -> Request | Response:
    if response.status not in _REDIRECTS:
        return response
    return _SCRAPYS_REDIRECT(self, request, response)


def _refresh(self: MetaRefreshMiddleware, request: Request, response: Response) -> Request | Response:
    if request.meta.get("dont_redirect", False) or request.method == "HEAD" or not isinstance(response, HtmlResponse):
        return response
    # The base of the page matters only to one that has a target.
    head = decode(response)[:4096]
    interval, _ = get_meta_refresh(head, "", response.encoding, ignore_tags=self._ignore_tags)
    if interval is not None:
        return _SCRAPYS_REFRESH(self, request, response)
    if is_safe(response.url) and not _BASE.search(head):
        # Selectors and links ask for it, and Scrapy would make the URL safe once more.
        _baseurl_cache[response] = response.url
    return response


def _decompress(self: HttpCompressionMiddleware, request: Request, response: Response) -> Response:
    headers = response.headers
    if type(headers) is Headers and not dict.__contains__(headers, b"Content-Encoding"):
        return response
    return _SCRAPYS_COMPRESSION(self, request, response)


# What the spider gives.


def _refer(self: RefererMiddleware, request: Request, response: Response | None) -> Request | None:
    if response is None:
        return request
    headers, url = response.headers, response.url
    is_known = (
        self.default_policy is DefaultReferrerPolicy
        and "referrer_policy" not in request.meta
        and type(headers) is Headers
        and not dict.__contains__(headers, b"Referrer-Policy")
        and (url.startswith("http://") or (url.startswith("https://") and request.url.startswith("https://")))
    )
    if not is_known:
        return _SCRAPYS_REFERER(self, request, response)
    referrer = _strip(url)
    if referrer is not None:
        set_default(request.headers, "Referer", referrer)
    return request


@lru_cache(maxsize=100)
def _strip(url: str) -> str | None:
    return DefaultReferrerPolicy().stripped_referrer(url)


def _scrapys(owner: type, name: str) -> Callable[..., Any]:
    """Scrapy's method without what warns of a spider as an argument."""
    function: Any = vars(owner)[name]
    return getattr(function, "__wrapped__", function)


_SCRAPYS_COOKIES = _scrapys(CookiesMiddleware, "process_request")
_SCRAPYS_SET_COOKIES = _scrapys(CookiesMiddleware, "process_response")
_SCRAPYS_OFFSITE = _scrapys(OffsiteMiddleware, "process_request")
_SCRAPYS_STATS = _scrapys(DownloaderStats, "process_response")
_SCRAPYS_REDIRECT = _scrapys(RedirectMiddleware, "process_response")
_SCRAPYS_REFRESH = _scrapys(MetaRefreshMiddleware, "process_response")
_SCRAPYS_COMPRESSION = _scrapys(HttpCompressionMiddleware, "process_response")
_SCRAPYS_REFERER = _scrapys(RefererMiddleware, "get_processed_request")

_EQUIVALENTS: dict[tuple[type, str], tuple[Callable[..., Any], Callable[..., Any]]] = {
    (owner, name): (_scrapys(owner, name), ours)
    for owner, name, ours in (
        (DefaultHeadersMiddleware, "process_request", _set_default_headers),
        (UserAgentMiddleware, "process_request", _set_user_agent),
        (HttpCompressionMiddleware, "process_request", _accept_encodings),
        (CookiesMiddleware, "process_request", _add_cookies),
        (OffsiteMiddleware, "process_request", _stay_on_site),
        (OffsiteMiddleware, "request_scheduled", _stay_on_site_when_scheduled),
        (DownloaderStats, "process_request", _count_request),
        (DownloaderStats, "process_response", _count_response),
        (CookiesMiddleware, "process_response", _take_cookies),
        (RedirectMiddleware, "process_response", _redirect),
        (MetaRefreshMiddleware, "process_response", _refresh),
        (HttpCompressionMiddleware, "process_response", _decompress),
        (RefererMiddleware, "get_processed_request", _refer),
    )
}
"""By class and name of the method: Scrapy's, and ours."""
