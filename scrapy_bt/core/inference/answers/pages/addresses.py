"""Addresses as pages spell them."""

from __future__ import annotations

import re
from urllib.parse import quote, urldefrag, urljoin, urlsplit

_UNSAFE_IN_PATHS, _UNSAFE_IN_QUERIES = re.compile(r"""[^!-~]+|["<>`{}]+"""), re.compile(r"""[^!-~]+|["<>']+""")
"""Blanks, what is no ASCII, and marks: pages hold them as they are, requests do not. So browsers part them."""
_SITE = re.compile(r"([^:/?]+:)?(//[^/?]*)?")
"""The scheme and the host of an address: a host has an encoding of its own, which is left to who asks there."""


def joined(base: str, address: str) -> str:
    """An address of a page as a browser asks for it, absolute and without its fragment; empty if it is no address."""
    try:
        url = urldefrag(urljoin(base, address.strip())).url
        url.encode()  # half a character, as JSON may hold it, is in no address
        site = _SITE.match(url)
        start = site.end() if site is not None else 0
        path, mark, query = url[start:].partition("?")
        return url[:start] + _coded(_UNSAFE_IN_PATHS, path) + mark + _coded(_UNSAFE_IN_QUERIES, query)
    except ValueError:
        return ""


def _coded(unsafe: re.Pattern[str], text: str) -> str:
    return unsafe.sub(lambda found: quote(found[0]), text)


def authority_of(url: str) -> str:
    """The host and port that a URL is asked at, in small letters and without a login; empty if it is no URL."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""


def bare_address(url: str) -> str:
    """Host and path of a URL, without its query and a last slash; the text itself if it is no URL."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return url
    return f"{authority_of(url)}{path.rstrip('/')}"
