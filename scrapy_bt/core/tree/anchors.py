"""What the constant part of a visit's URL names of scheme, host and port: no value changes that.

If a host is named whole, what follows it is a path, or the URL is refused: `"https://shop.test{v}"` never asks
`shop.test.evil.test`. If an end of the host is named (`"https://{city}.shop.test/"`), a value is labels before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .values import UnfitValueError, describe

_HOLE = "\ue000"
"""Stands for a placeholder; no host has this character."""
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = re.compile(r"[^/?#]*")
_BEGINS_MORE = (".", "-", ":", "@")
"""After these a host, or a port, goes on."""
_END = r"(?=[/?#]|\Z)"


def scheme_of(literals: Sequence[str]) -> str:
    """The scheme that the author has written, in small letters; empty if there is none. *literals*: as of `Anchor`."""
    found = _SCHEME.match(literals[0])
    return found[1].lower() if found else ""


class Anchor:
    """Checks the URLs of one visit; *literals*: what stands before, between and behind its placeholders."""

    def __init__(self, literals: Sequence[str]) -> None:
        self._pattern = _pattern_of(_HOLE.join(literals))

    def check(self, url: str) -> str:
        """The URL; raises `UnfitValueError` where a value has changed what is named."""
        if self._pattern is not None and self._pattern.match(url) is None:
            raise UnfitValueError(
                f"{describe(url)}: a value changes the host, the port or the scheme that the visit names; what follows"
                " a host begins with '/'"
            )
        return url


def _pattern_of(template: str) -> re.Pattern[str] | None:
    """What a URL has to match; None: whatever the values are, it names what the author has written."""
    scheme, mark, rest = template.partition("://")
    if template.startswith("//"):
        scheme, mark, rest = "", "//", template[2:]
    if not mark or set(scheme) & set("/?#"):
        # What follows the first slash of a path may not make a host of it.
        return re.compile(r"/(?!/)") if template.startswith(f"/{_HOLE}") else None
    authority = _AUTHORITY.match(rest)
    assert authority is not None, "it may be empty"
    host = authority[0]
    if _HOLE not in scheme + host or not (scheme + host).strip(_HOLE):
        return None
    named = host.rstrip(_HOLE)
    if named != host and named and not named.endswith(_BEGINS_MORE):
        host = named  # what follows is a path
    begin = "".join(r"[A-Za-z0-9+.\-]*" if sign == _HOLE else re.escape(sign) for sign in scheme)
    return re.compile(f"{begin}{mark}{_authority_pattern(host)}{_END}", re.IGNORECASE)


def _authority_pattern(host: str) -> str:
    if not host.strip(_HOLE):
        return r"[^/?#@\\]*"
    parts = []
    for at, sign in enumerate(host):
        if sign != _HOLE:
            parts.append(re.escape(sign))
        elif "@" in host[at:]:
            parts.append(r"[^/?#@\\]*")
        elif host[:at].endswith(":"):
            parts.append("[0-9]*")
        elif host[:at].endswith("@") and not host[at + 1 :]:
            parts.append(r"[\w.\-:\[\]]*")
        else:
            parts.append(r"[\w.\-]*")
    return "".join(parts)
