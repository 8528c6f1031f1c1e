"""What is sent for a request: its head in the order and the writing of its headers, and its body."""

from __future__ import annotations

import re
from base64 import b64encode
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from ..equivalents import items_of

if TYPE_CHECKING:
    from scrapy import Request

TOKEN = re.compile(rb"[-!#$%&'*+.^_`|~0-9a-zA-Z]+")
_NOT_IN_TARGET = re.compile(rb"[^\x21-\x7e]")
_END_OF_AUTHORITY = re.compile(rb"[/?]")
_MOST_TOKENS = 10_000
_FRAMING = (b"Content-Length", b"Transfer-Encoding")
"""The client's own: the body goes with its length, wherever it stands."""
_WITH_LENGTH = frozenset(("POST", "PUT", "PATCH"))
"""Methods that have a length also where they have no body."""

_tokens: set[bytes] = set()
"""Names of headers that were looked at."""


def write_request(request: Request, *, is_proxied: bool) -> bytes:
    """The bytes of a request; *is_proxied*: it goes to a proxy, which wants the whole URL.

    Raises `ValueError` where a name, a value or the URL would be read as something else.
    """
    method = request.method.encode("ascii")
    target, authority = _split_url(request.url)
    headers = request.headers
    fields: list[bytes] = []
    if b"Host" not in headers:
        fields.append(b"Host: " + _host_of(authority, b"https" if request.url[:6].lower() == "https:" else b"http"))
    length = b"Content-Length: %d" % len(request.body)
    has_length = not request.body and request.method not in _WITH_LENGTH
    for name, values in items_of(headers):
        if name in _FRAMING:
            if name == _FRAMING[0] and not has_length:
                fields.append(length)
                has_length = True
        elif name != b"Proxy-Authorization" or is_proxied:
            _check_name(name)
            fields.extend(b"%b: %b" % (name, value) for value in values)
    if b"@" in authority and b"Authorization" not in headers:
        fields.append(b"Authorization: Basic " + b64encode(unquote_to_bytes(authority.rpartition(b"@")[0])))
    if not has_length:
        fields.append(length)
    whole = target if not is_proxied else request.url.partition("#")[0].encode("ascii")
    head = b"%b %b HTTP/1.1\r\n%b\r\n\r\n" % (method, whole, b"\r\n".join(fields))
    lines = len(fields) + 2
    if head.count(b"\n") != lines or head.count(b"\r") != lines or b"\0" in head:
        raise ValueError(f"a header of {request} holds a line end or NUL")
    if not TOKEN.fullmatch(method):
        raise ValueError(f"{request.method!r} is no method")
    return head + request.body if request.body else head


def _split_url(url: str) -> tuple[bytes, bytes]:
    """The target and the authority of a URL, as they are written."""
    raw = url.partition("#")[0].encode("ascii")
    begin = raw.index(b"://") + 3
    found = _END_OF_AUTHORITY.search(raw, begin)
    if _NOT_IN_TARGET.search(raw):
        raise ValueError(f"{url!r} holds what may not stand in a URL")
    end = found.start() if found else len(raw)
    target = raw[end:]
    return target if target.startswith(b"/") else b"/" + target, raw[begin:end]


def _host_of(authority: bytes, scheme: bytes) -> bytes:
    """What `Host` says: without the port of the scheme (RFC 9110, 4.2.3)."""
    return authority.rpartition(b"@")[2].removesuffix(b":80" if scheme == b"http" else b":443")


def _check_name(name: bytes) -> None:
    if name in _tokens:
        return
    if not TOKEN.fullmatch(name):
        raise ValueError(f"{name!r} is no name of a header")
    if len(_tokens) < _MOST_TOKENS:
        _tokens.add(name)
