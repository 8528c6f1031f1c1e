"""URLs from templates: each placeholder is percent-encoded as its place in the URL needs.

A placeholder that begins the URL or its path may hold a part of a URL (`/page/2?x=1`, a whole link): what is reserved
stays. Later in the path `?` and `#` are encoded, in the query everything that would end the value. In the host only
the characters of host names are let through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import quote

from .values import UnfitValueError, describe, to_text

_BARE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_PLAIN = re.compile(r"[\w./:-]*", re.ASCII)
"""Texts in which nothing is ever encoded, to tell most of them at once."""
_HOST = re.compile(r"[\w.\-:\[\]]*")
_RESERVED = "/?#[]@!$&'()*+,;=:~%"
_PATH = "/@!$&'()*+,;=:~%"


def _keep(value: str, safe: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    return quote(_BARE_PERCENT.sub("%25", value), safe=safe, errors="replace")


def as_url_part(value: str) -> str:
    """Only what no URL can hold is encoded."""
    return _keep(value.strip(), _RESERVED)


def in_path(value: str) -> str:
    """Slashes and escapes stay."""
    return _keep(value, _PATH)


def in_query(value: str) -> str:
    """A value that is a text of its own: escapes in it are encoded once more."""
    return quote(value, safe="", errors="replace")


def in_host(value: str) -> str:
    """A name, a port, or the path that follows them; raises `UnfitValueError` for anything else."""
    if value.strip()[:1] in ("/", "?", "#", ""):
        return as_url_part(value)
    if not _HOST.fullmatch(value):
        raise UnfitValueError(f"{describe(value)} cannot stand in the host of a URL; a path begins with '/'")
    return value


Encode = Callable[[str], str]


def encodings(literals: Sequence[str]) -> list[Encode]:
    """How to encode the placeholder after each of the *literals* that lead up to it."""
    found: list[Encode] = []
    before = ""
    for literal in literals:
        before += literal
        found.append(_encoding(before))
    return found


def _encoding(before: str) -> Encode:
    """*before*: the text up to the placeholder without what other placeholders will hold."""
    if not before:
        return as_url_part
    if "?" in before or "#" in before:
        return in_query
    _, mark, rest = f"x:{before}".partition("://") if before.startswith("//") else before.partition("://")
    if mark and "/" not in rest:
        return in_host
    return in_path


def fill(encode: Encode, value: object, name: str) -> str:
    """The text of *value* for a URL; none has no text and is a fault."""
    if value is None:
        raise UnfitValueError(f"'{name}' is none and cannot stand in a URL")
    if isinstance(value, (list, dict)):
        raise UnfitValueError(f"'{name}' is {describe(value)}, not one value, and cannot stand in a URL")
    return encode(to_text(value))
