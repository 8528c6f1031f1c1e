"""Scrapy requests from what visits send."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlencode, urljoin, urlsplit, urlunsplit

from scrapy import Request
from w3lib.http import basic_auth_header

from ...core.documents.plainurls import is_safe
from ...core.tree.actions import VisitRequest
from ...core.tree.values import to_text
from ...errors import LONGEST_LINE, NodeError
from ...sentences import say
from .multipart import build_multipart
from .pagemethods import PAGE_METHODS, build_page_methods

LEAST_TIMEOUT = 0.001
"""Seconds for a request that comes when a limit of time is over; 0 would mean no limit."""
FLIGHT = "bt_flight"
"""Key of `Request.meta` under which a tree's request knows its lease and its task."""

REQUESTS = "requests"
"""The node at which ordinary requests stand; no path of a tree is only this name, for those begin with a tree's."""


_SCHEMES = ("http", "https")
_VERBATIM = "verbatim_url"
"""Key of `Request.meta`: Scrapy does not make the URL safe once more; older versions do."""


def build_request(visit: VisitRequest) -> Request:
    """The request of a visit; raises `NodeError` where its values make none."""
    request = _made_request(visit) if visit.made is not None else _plain_request(visit)
    request.dont_filter = True
    return request


def _plain_request(visit: VisitRequest) -> Request:
    attributes = visit.attributes
    if is_safe(visit.url):
        url = visit.url
        if not attributes:
            request = Request(url, method=visit.method, meta={_VERBATIM: True})
            del request.meta[_VERBATIM]
            return request
    else:
        url = _absolute(visit.url, visit.base)
        _check_scheme(visit, url)
    if not attributes:
        return _create(visit, url=url, method=visit.method)
    if attributes.get("query"):
        url = _with_query(url, _mapping(visit, "query"))
    options: dict[str, Any] = {"url": url, "method": visit.method}
    headers = {name.replace("_", "-"): value for name, value in _mapping(visit, "headers").items() if value is not None}
    headers = {name: to_text(value) for name, value in headers.items()}
    _add_body(visit, options, headers)
    if attributes.get("cookies"):
        cookies = _mapping(visit, "cookies")
        options["cookies"] = {name: to_text(value) for name, value in cookies.items() if value is not None}
    if attributes.get("encoding"):
        options["encoding"] = to_text(attributes["encoding"])
    meta = dict(_mapping(visit, "meta"))
    if PAGE_METHODS in meta:
        meta[PAGE_METHODS] = build_page_methods(visit.node, meta[PAGE_METHODS])
    if attributes.get("timeout") is not None:
        meta["download_timeout"] = float(attributes["timeout"])
    if attributes.get("redirect") is False:
        meta["dont_redirect"] = True
    return _create(visit, headers=headers, meta=meta, **options)


def _create(visit: VisitRequest, **options: Any) -> Request:
    try:
        return _without_login(Request(**options))
    except (ValueError, TypeError, LookupError) as error:
        raise NodeError(say("'{}' makes no request: {}", visit.node, error)) from None


def _without_login(request: Request) -> Request:
    """A user and a password in the URL go as HTTP asks for them, in a header, and into no log (RFC 9110, 11.7.1)."""
    if "@" not in request.url:
        return request
    before, at, _ = request.url.partition("//")[2].partition("@")
    if not at or set(before) & set("/?#"):
        return request
    parts = urlsplit(request.url)
    login, _, place = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    request = request.replace(url=urlunsplit(parts._replace(netloc=place)))
    if parts.scheme in _SCHEMES:
        request.headers.setdefault("Authorization", basic_auth_header(unquote(user), unquote(password)))
    return request


def _absolute(url: str, base: str | None) -> str:
    try:
        if urlsplit(url).scheme:
            return url
        if base:
            return urljoin(base, url)
    except ValueError as error:
        raise NodeError(say("'{}' is no URL: {}", url, error)) from None
    raise NodeError(
        say("the URL '{}' is relative, and no page was visited before it in this tree; begin it with https://", url)
    )


def _check_scheme(visit: VisitRequest, url: str) -> None:
    """What a page, a message or a `<base>` gives is asked by http or https: a file is nobody's page."""
    scheme = urlsplit(url).scheme.lower()
    if scheme not in (*_SCHEMES, visit.scheme):
        shown = url if len(url) <= LONGEST_LINE else f"{url[:LONGEST_LINE]}…"
        raise NodeError(
            say(
                "'{}' visits by http and https, not by '{}:' ({}); write the scheme itself into the visit to allow"
                ' it: visit "{}:…"',
                visit.node,
                scheme,
                shown,
                scheme,
            )
        )


def _with_query(url: str, query: Mapping[str, Any]) -> str:
    address, mark, fragment = url.partition("#")
    encoded = urlencode(_pairs(query))
    return f"{address}{'&' if '?' in address else '?'}{encoded}{mark}{fragment}" if encoded else url


def _pairs(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """One pair for each value, lists flattened, none left out."""
    lists = ((name, value if isinstance(value, list) else [value]) for name, value in values.items())
    return [(name, to_text(entry)) for name, entries in lists for entry in entries if entry is not None]


def _add_body(visit: VisitRequest, options: dict[str, Any], headers: dict[str, str]) -> None:
    attributes = visit.attributes
    if attributes.get("form") is not None:
        options["body"] = urlencode(_pairs(_mapping(visit, "form")))
        _default_type(headers, "application/x-www-form-urlencoded")
    elif attributes.get("multipart") is not None:
        options["body"], kind = build_multipart(visit.node, _mapping(visit, "multipart"))
        _default_type(headers, kind)
    elif attributes.get("json") is not None:
        options["body"] = json.dumps(attributes["json"], ensure_ascii=False)
        _default_type(headers, "application/json")
    elif attributes.get("body") is not None:
        options["body"] = to_text(attributes["body"])


def _default_type(headers: dict[str, str], kind: str) -> None:
    if not any(name.lower() == "content-type" for name in headers):
        headers["Content-Type"] = kind


def _mapping(visit: VisitRequest, name: str) -> Mapping[str, Any]:
    value = visit.attributes.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise NodeError(say("'{}' of '{}' must be {{ name = value … }}, not {}", name, visit.node, repr(value)))
    return value


def _made_request(visit: VisitRequest) -> Request:
    """What the visit's Python function gave: a URL, the arguments of a request, or a request."""
    made = visit.made
    if isinstance(made, Request):
        return made.copy()
    if isinstance(made, str):
        return _create(visit, url=made)
    if isinstance(made, Mapping):
        return _create(visit, **made)
    raise NodeError(
        say("the request function of '{}' must give a URL, a dict or a Request, not {}", visit.node, repr(made))
    )
