"""Addresses as pages spell them."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag, urljoin

_UNSAFE = re.compile(r"[^!-~]+")
"""Blanks, and what is no ASCII: pages hold them as they are, requests do not."""


def joined(base: str, address: str) -> str:
    """An address of a page as a browser asks for it, absolute and without its fragment; empty if it is no address."""
    try:
        url = urldefrag(urljoin(base, address.strip())).url
    except ValueError:
        return ""
    return _UNSAFE.sub(lambda found: quote(found[0]), url)
