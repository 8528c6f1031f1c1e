"""Requests for Scrapy's downloader from recorded ones, and its responses as recorded answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request

from ..core.samples.requestparts import STACK_HEADERS
from ..core.samples.traffic import Answer, Sent, all_headers
from .replaymiddlewares import COOKIES_OF_HOPS

if TYPE_CHECKING:
    from scrapy.http import Response


def request_of(sent: Sent, *, jar: Any, follows_redirects: bool = True) -> Request:
    """A request for Scrapy's downloader, its cookies in the jar of that name; `ValueError`: its URL is wrong."""
    headers: dict[str, list[str]] = {}
    for name, value in sent.headers:
        if name.lower() not in STACK_HEADERS and not name.startswith(":"):
            headers.setdefault(name, []).append(value)
    pairs = (
        cookie.strip().partition("=") for line in all_headers(sent.headers, "cookie") for cookie in line.split(";")
    )
    meta = {"cookiejar": jar, "dont_redirect": not follows_redirects, "dont_retry": True, COOKIES_OF_HOPS: []}
    return Request(
        sent.url,
        method=sent.method,
        headers=headers,
        body=sent.body or b"",
        cookies={name: value for name, _, value in pairs if name},
        meta=meta,
        dont_filter=True,
    )


def answer_of(response: Response) -> Answer:
    """A response as recordings have them, with the cookies that redirects on the way set, as far as they still hold."""
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        for value in values
    ]
    hops = response.meta.get(COOKIES_OF_HOPS, ()) if response.request is not None else ()
    own = {_cookie_name(value) for name, value in headers if name.lower() == "set-cookie"}
    held = {_cookie_name(cookie): cookie for cookie in hops}
    earlier = [("Set-Cookie", cookie) for name, cookie in held.items() if name not in own]
    return Answer(response.status, response.url, (*earlier, *headers), response.body)


def _cookie_name(header: str) -> str:
    return header.partition(";")[0].partition("=")[0].strip()
