"""Addresses as pages spell them."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag, urljoin

_UNSAFE = re.compile(r"[^!-~]+")
"""Blanks, and what is no ASCII: pages hold them as they are, requests do not."""
_SITE = re.compile(r"([^:/?]+:)?(//[^/?]*)?")
"""The scheme and the host of an address: a host has an encoding of its own, which is left to who asks there."""


def joined(base: str, address: str) -> str:
    """An address of a page as a browser asks for it, absolute and without its fragment; empty if it is no address."""
    try:
        url = urldefrag(urljoin(base, address.strip())).url
        url.encode()  # half a character, as JSON may hold it, is in no address
        site = _SITE.match(url)
        start = site.end() if site is not None else 0
        return url[:start] + _UNSAFE.sub(lambda found: quote(found[0]), url[start:])
    except ValueError:
        return ""
