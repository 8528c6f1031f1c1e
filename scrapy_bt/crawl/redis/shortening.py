"""URLs of stored requests, in few bytes: without their usual beginning, and a referer without what it shares."""

from __future__ import annotations

from typing import Any

from ...sentences import say
from .fields import FieldError

REFERER = b"Referer"

_SCHEMES = ("https://www.", "http://www.", "https://", "http://")
"""Written as one character, the first of them as \\x01."""


def shorten_url(url: str) -> str:
    """A URL without what most of them begin with."""
    for number, scheme in enumerate(_SCHEMES, 1):
        if url.startswith(scheme):
            return chr(number) + url[len(scheme) :]
    return url


def expand_url(text: str) -> str:
    """The URL of a shortened one."""
    number = ord(text[0]) if text else 0
    return _SCHEMES[number - 1] + text[1:] if 1 <= number <= len(_SCHEMES) else text


def shorten_referer(headers: dict[bytes, list[bytes]], url: str) -> list[Any] | None:
    """The page that a request comes from, which is often like its URL, taken out of the headers if it is the last."""
    if not headers or next(reversed(headers)) != REFERER or len(headers[REFERER]) != 1:
        return None
    try:
        referer = headers[REFERER][0].decode("ascii")
    except UnicodeDecodeError:
        return None
    del headers[REFERER]
    shared = _count_shared(url, referer)
    return [shared, referer[shared:]]


def _count_shared(one: str, other: str) -> int:
    for count, (letter, counterpart) in enumerate(zip(one, other, strict=False)):
        if letter != counterpart:
            return count
    return min(len(one), len(other))


def expand_referer(value: Any, url: str) -> list[bytes]:
    """The header of a shortened one; raises `FieldError` for what is no header."""
    if type(value) is not list or [type(part) for part in value] != [int, str] or not 0 <= value[0] <= len(url):
        raise FieldError(say("its referer is {:.80}", repr(value)))
    return [(url[: value[0]] + value[1]).encode("ascii")]
