"""One entry of a HAR file as an exchange, in the dialects of the tools that write such files."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_plus

from ..core.inference.answers.pages.addresses import authority_of
from ..core.samples.multipart import declared_by
from ..core.samples.traffic import Answer, Exchange, Headers, Sent, first_header
from ..core.tree.methods import METHODS, WITHOUT_BODY
from ..errors import with_article
from .codings import UndecodableError, expanded, from_base64, in_declared_encoding
from .har_fields import (
    form_of,
    has_host,
    has_size,
    headers_of,
    is_cut,
    kind_of_entry,
    list_of,
    mapping_of,
    pairs_of,
    seconds_of,
    set_cookie_of,
    status_of,
    text_of,
)
from .jsonstream import TOO_LONG
from .moments import moment
from .problems import Problems

MEDIA = ("image/", "font/", "video/", "audio/", "application/font", "application/x-font")
_BEGINNING = 1_000
"""Characters of a body in which the first line of a form in parts stands."""
MEDIA_LIMIT = 65_536
"""Bytes of a picture, font, film or sound above which its body is not kept: nothing is ever taken from it."""
NO_BODY = frozenset({204, 205, 304})
_SKIPPED_METHODS = frozenset({"CONNECT"})
_HTTP = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*(?=:)", re.IGNORECASE)

Attachment = Callable[[str], bytes | None]
"""The body that a file beside the HAR holds (its `_file`); None if there is no such file."""

_FOR_THE_EYE = frozenset({"font", "image", "media", "style", "stylesheet", "ping", "beacon", "manifest"})
"""What a browser asks for beside the page, and blockers refuse: that it has no answer is nothing to be told."""


@dataclass
class HarReader:
    """Reads the entries of one file; *room*: bytes of bodies that may still be kept."""

    problems: Problems
    room: int
    attachment: Attachment = lambda _: None
    _last: float = 0.0
    _bodies: dict[str, tuple[bytes, Headers]] = field(default_factory=dict)
    _answered: set[str] = field(default_factory=set)
    """Addresses that were answered before, also where the body was not kept."""

    def exchange(self, number: int, entry: Any) -> Exchange | None:
        """The exchange of an entry, which may be any JSON; None if it is something else, as the problems say."""
        place = f"entry {number + 1}"
        request = entry.get("request") if isinstance(entry, dict) else None
        if not isinstance(request, dict) or not isinstance(request.get("url"), str):
            self.problems.add(place, "there is no request with a URL", "the entry was left out")
            return None
        if not self._is_http(place, entry, request):
            return None
        sent = self._sent(place, request)
        started = self._started(place, entry)
        answer = self._answer(place, entry.get("response"), sent, kind_of_entry(entry, sent))
        return Exchange(
            number,
            sent,
            answer,
            started=started,
            seconds=seconds_of(entry),
            kind=kind_of_entry(entry, sent),
            page=str(entry.get("pageref") or ""),
        )

    def _is_http(self, place: str, entry: Mapping[str, Any], request: Mapping[str, Any]) -> bool:
        url, response = request["url"], mapping_of(entry.get("response"))
        scheme = (_SCHEME.match(url) or [""])[0].lower()
        if scheme in ("ws", "wss") or entry.get("_resourceType") == "websocket" or status_of(response) == 101:
            self.problems.add(place, "a WebSocket, whose messages are no requests", "it was skipped")
            return False
        if text_of(request.get("method")).upper() in _SKIPPED_METHODS:
            self.problems.add(place, "the opening of a tunnel (CONNECT)", "it was skipped")
            return False
        method = text_of(request.get("method")).upper() or "GET"
        if method not in METHODS:
            self.problems.add(place, f"its method is none of {', '.join(METHODS)}", "it was skipped")
            return False
        if not _HTTP.match(url):
            what = f"{with_article(scheme)}: address" if scheme else "not an address of the web"
            self.problems.add(place, f"{what}, which no request fetches", "it was skipped")
            return False
        if not has_host(url):
            self.problems.add(place, "its address has no host, or one that cannot be read", "it was skipped")
            return False
        return True

    def _started(self, place: str, entry: Mapping[str, Any]) -> float:
        found = moment(entry.get("startedDateTime"))
        if found is None:
            self.problems.add(place, "its time cannot be read", "it is taken to follow the one before")
            return self._last
        if not found[1]:
            self.problems.add("", "its times have no zone", "they are taken as UTC")
        self._last = found[0]
        return found[0]

    def _sent(self, place: str, request: Mapping[str, Any]) -> Sent:
        headers = headers_of(request.get("headers"))
        if first_header(headers, "cookie") is None:
            cookies = [f"{name}={value}" for name, value in pairs_of(request.get("cookies"))]
            headers += (("Cookie", "; ".join(cookies)),) if cookies else ()
        url = request["url"]
        if "?" not in url and (query := pairs_of(request.get("queryString"))):
            url += "?" + "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in query)
        method = text_of(request.get("method")).upper()
        if not method:
            self.problems.add(place, "its request has no method", "it is taken as GET")
            method = "GET"
        post = mapping_of(request.get("postData"))
        declared = text_of(post.get("mimeType")) or declared_by(text_of(post.get("text"))[:_BEGINNING])
        if post and declared and first_header(headers, "content-type") is None:
            headers += (("Content-Type", declared),)
        body = self._posted(place, post, first_header(headers, "content-type") or "")
        size = request.get("bodySize")
        if body and method in WITHOUT_BODY:
            self.problems.add(place, f"a {method} request with a body, which no visit sends", "the body was left out")
            body = None
        elif body is None and isinstance(size, int) and size > 0:
            self.problems.add(place, "the body of its request was not recorded", "record it with another tool")
        return Sent(method, url, headers, body or None)

    def _posted(self, place: str, post: Mapping[str, Any], content_type: str) -> bytes | None:
        text = post.get("text")
        if isinstance(post.get("_file"), str):
            return self._attached(place, post["_file"])
        if isinstance(text, str) and text.startswith(TOO_LONG):
            self.problems.add(place, "the body of its request is too large", "it was left out")
            return None
        if isinstance(text, str) and text:
            if "base64" in (text_of(post.get("encoding")).lower(), text_of(post.get("_encoding")).lower()):
                return self._unpacked(place, text)
            return in_declared_encoding(text, content_type)[0]
        return form_of(post.get("params"), content_type)

    def _answer(self, place: str, response: Any, sent: Sent, kind: str) -> Answer | None:
        status = status_of(mapping_of(response))
        if not isinstance(response, dict) or status <= 0:
            if not _is_beside_page(kind, sent):
                self.problems.add(place, "it has no answer: it was cancelled, or failed", "it is kept without one")
            return None
        headers = headers_of(response.get("headers"))
        content = mapping_of(response.get("content"))
        location = text_of(response.get("redirectURL"))
        if location and first_header(headers, "location") is None and 300 <= status < 400:
            headers += (("Location", location),)
        if first_header(headers, "content-type") is None and (declared := text_of(content.get("mimeType"))):
            headers += (("Content-Type", declared),) if "/" in declared and not declared.startswith("x-unknown") else ()
        if first_header(headers, "set-cookie") is None:
            headers += tuple(("Set-Cookie", set_cookie_of(cookie)) for cookie in list_of(response.get("cookies")))
        headers, body = self._content(place, headers, content, status, sent)
        if status == 304:
            is_plain = kind in _FOR_THE_EYE or sent.url in self._answered
            status, headers, body = self._from_cache(place, sent, headers, body, is_plain=is_plain)
        elif status == 200 and sent.method == "GET":
            self._answered.add(sent.url)
            if body is not None:
                self._bodies[sent.url] = (body, headers)
        return Answer(status, sent.url, headers, body)

    def _content(
        self, place: str, headers: Headers, content: Mapping[str, Any], status: int, sent: Sent
    ) -> tuple[Headers, bytes | None]:
        text = content.get("text")
        body: bytes | None = None
        if isinstance(content.get("_file"), str):
            body = self._attached(place, content["_file"])
        elif not isinstance(text, str) or (not text and has_size(content)):
            body = self._not_recorded(place, headers, content, status, sent)
        elif text.startswith(TOO_LONG):
            if not _is_media(headers):
                self.problems.add(place, "the body of its answer is too large", "it was left out")
        elif text_of(content.get("encoding")).lower() == "base64":
            body = self._unpacked(place, text)
        else:
            declared = first_header(headers, "content-type") or ""
            headers, body = as_text(headers, text)
            if is_cut(content, body, declared) and not _is_media(headers):
                self.problems.add(
                    place,
                    "only the beginning of its answer's body was recorded",
                    "save it with a tool that keeps whole bodies, such as `scrapy bt record`",
                )
        return headers, body if body is None else self._kept(place, body, headers)

    def _not_recorded(
        self, place: str, headers: Headers, content: Mapping[str, Any], status: int, sent: Sent
    ) -> bytes | None:
        has_none = status in NO_BODY or status // 100 == 3
        if has_none or content.get("size") == 0:
            return b""
        if has_size(content) and sent.method != "HEAD" and not _is_media(headers):
            self.problems.add(
                place,
                "the body of its answer was not recorded",
                "save the HAR with content, and before other pages are opened; or use `scrapy bt record`",
            )
        return None

    def _kept(self, place: str, body: bytes, headers: Headers) -> bytes | None:
        if _is_media(headers):
            return body if len(body) <= MEDIA_LIMIT else None
        try:
            body = expanded(body, first_header(headers, "content-encoding") or "")
        except UndecodableError as error:
            self.problems.add(place, str(error), "it is kept as it is")
        if len(body) > self.room:
            self.problems.add(place, "the bodies of the file are too large in all", "the rest was left out")
            return None
        self.room -= len(body)
        return body

    def _unpacked(self, place: str, text: str) -> bytes:
        try:
            return from_base64(text)
        except UndecodableError as error:
            self.problems.add(place, str(error), "it is taken as text")
            return text.encode("utf-8", "replace")

    def _attached(self, place: str, name: str) -> bytes | None:
        body = self.attachment(name)
        if body is None:
            self.problems.add(place, f"the file '{name}' of its body is missing", "keep it beside the HAR")
        return body

    def _from_cache(
        self, place: str, sent: Sent, headers: Headers, body: bytes | None, *, is_plain: bool
    ) -> tuple[int, Headers, bytes | None]:
        """What the browser showed for a 304: what it had received for the same URL before.

        *is_plain*: where that is lost, nobody has to be told.
        """
        if body:
            return 200, headers, body
        if sent.url not in self._bodies:
            if not is_plain:
                why = "answered with 304, from a page that was in the cache before"
                self.problems.add(place, why, "clear the cache, record again")
            return 304, headers, None
        earlier, earlier_headers = self._bodies[sent.url]
        new = {name.lower() for name, _ in headers}
        return 200, (*headers, *(pair for pair in earlier_headers if pair[0].lower() not in new)), earlier


def _is_beside_page(kind: str, sent: Sent) -> bool:
    """Whether blockers may refuse it, and the page goes on: what is for the eye, or a script of another site."""
    page = sent.header("referer") or ""
    return kind in _FOR_THE_EYE or (kind == "script" and bool(page) and authority_of(page) != authority_of(sent.url))


def _is_media(headers: Headers) -> bool:
    return (first_header(headers, "content-type") or "").startswith(MEDIA)


def as_text(headers: Headers, text: str) -> tuple[Headers, bytes]:
    """A text as bytes; the headers say their encoding, if it is another than was declared."""
    content_type = first_header(headers, "content-type") or ""
    body, is_as_declared = in_declared_encoding(text, content_type)
    if not is_as_declared:
        plain = content_type.partition(";")[0] or "text/html"
        headers = (*_without(headers, "content-type"), ("Content-Type", f"{plain}; charset=utf-8"))
    return headers, body


def _without(headers: Headers, name: str) -> Headers:
    return tuple(pair for pair in headers if pair[0].lower() != name)
