"""How a page was asked for, written down so that another crawl can ask for it in the same way."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec
from scrapy import Request

from ...core.documents.json import read_json
from ...core.healing.missed import MissedPage
from ...core.samples.hiding import hide
from ...core.samples.redaction import redact
from ...core.samples.secrets import WEB_TOKEN
from ...core.samples.traffic import Exchange, Recording, Sent
from .looks import KEPT
from .sharedcookies import SharedCookies, cookies_of

_LARGEST = 16_000
_OF_ONE_REQUEST = frozenset({KEPT, "depth", "retry_times", "dont_filter", "proxy"})
_OF_DOWNLOAD = "download_", "redirect_"
"""What Scrapy itself puts into `Request.meta`."""
_OF_ONE_CRAWL = frozenset(
    {"cookie", "user-agent", "accept-encoding", "referer", "if-none-match", "if-modified-since", "proxy-authorization"}
)
"""Headers that Scrapy adds to each request."""


class _Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What a request has beside its address and its callback, as far as it was set."""

    method: str = "GET"
    headers: dict[str, str] = {}
    body: str = ""
    meta: dict[str, Any] = {}
    cb_kwargs: dict[str, Any] = {}
    cookies: list[str] = []
    """The names of those that all requests of its callback have."""


def same_page(request: Request) -> str:
    """A key that is equal for two requests of the same page, whatever arguments their callbacks get."""
    if request.method == "GET" and not request.body:
        return request.url
    return f"{request.method} {request.url} {sha256(request.body).hexdigest()}"


def write_down(request: Request, spider: Any, shared: SharedCookies | None = None) -> tuple[str, str] | None:
    """The method that reads the answer, and as JSON what the request has beside its address, if anything.

    None where it has cookies of its own, a secret, or what cannot be written down, or who reads it is no method of the
    spider.
    """
    callback: Any = request.callback or spider.parse
    if getattr(callback, "__self__", None) is not spider or _has_own_cookie(request, spider):
        return None
    if request.cookies and (shared is None or not shared.has(request)):
        return None
    left_out = _OF_ONE_CRAWL | ({"authorization"} if getattr(spider, "http_user", "") else set())
    try:
        sent: Any = request.headers.to_unicode_dict()
        headers = {name: text for name, text in sent.items() if name.lower() not in left_out}
        facts = {
            "method": "" if request.method == "GET" else request.method,
            "headers": headers,
            "body": request.body.decode(),
            "meta": {name: value for name, value in request.meta.items() if not _is_scrapys(name)},
            "cb_kwargs": request.cb_kwargs,
            "cookies": sorted(cookies_of(request) or ()),
        }
        told = {name: value for name, value in facts.items() if value}
        asked = json.dumps(told, ensure_ascii=False, allow_nan=False) if told else ""
        if len(asked) > _LARGEST or (told and read_json(asked) != told):
            return None
    except (TypeError, ValueError, RecursionError):
        return None
    whole = Sent(request.method, request.url, tuple(headers.items()), request.body or None)
    said = {name: value for name, value in told.items() if name != "cookies"}  # of which these are the names alone
    is_hidden = hide(said) != said or hide(request.body) != request.body  # that of XML, too, or of a query language
    is_secret = _holds_secret(whole) or is_hidden or WEB_TOKEN.search(asked)
    return None if is_secret else (str(callback.__name__), asked)


def ask_again(url: str, callback: str, asked: str, spider: Any, shared: SharedCookies | None = None) -> Request | None:
    """The request that was written down; None where the spider has no such method any more, or it cannot be read.

    None, too, where it had cookies, and this crawl's requests of the callback have no such ones.
    """
    made = _made(url, callback, asked, spider)
    if made is None:
        return None
    request, names = made
    cookies = shared.of(callback) if shared is not None else {}
    if not names:
        return request
    return request.replace(cookies=dict(cookies)) if sorted(cookies) == names else None


def read_request(missed: MissedPage, spider: Any, shared: SharedCookies | None = None) -> tuple[str, Request | None]:
    """The key of a missed page, and its request, if it can be made."""
    made = _made(missed.url, missed.callback, missed.asked, spider)
    key = missed.url if made is None else same_page(made[0])
    return key, ask_again(missed.url, missed.callback, missed.asked, spider, shared)


def lacks_cookies(missed: MissedPage, spider: Any, shared: SharedCookies) -> bool:
    """Whether a missed page needs cookies that this crawl does not have; a later one may have them."""
    made = _made(missed.url, missed.callback, missed.asked, spider)
    return made is not None and bool(made[1]) and sorted(shared.of(missed.callback)) != made[1]


def _made(url: str, callback: str, asked: str, spider: Any) -> tuple[Request, list[str]] | None:
    """The request without its cookies, and the names of the cookies."""
    method = getattr(spider, callback, None)
    if not callable(method):
        return None
    try:
        told = msgspec.structs.asdict(read_json(asked or "{}", shape=_Asked))
        names = told.pop("cookies")
        return Request(url, method, dont_filter=True, **told), names
    except ValueError:
        return None


def _is_scrapys(name: Any) -> bool:
    return name in _OF_ONE_REQUEST or str(name).startswith(_OF_DOWNLOAD)


def _has_own_cookie(request: Request, spider: Any) -> bool:
    """Whether its `Cookie` header was sent as the spider has written it, and not by Scrapy from what sites have set."""
    settings = getattr(spider, "settings", None)
    is_merged = settings is None or settings.getbool("COOKIES_ENABLED")
    return "Cookie" in request.headers and (not is_merged or bool(request.meta.get("dont_merge_cookies")))


def _holds_secret(sent: Sent) -> bool:
    cleaned, _ = redact(Recording(sent.url, (Exchange(0, sent),)), b"asked")
    return cleaned.exchanges[0].sent != sent
