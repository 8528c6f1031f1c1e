"""URLs that are canonical as they stand, told by one pattern: most are, and nothing in them has to be parsed again."""

from __future__ import annotations

import re
from functools import lru_cache

_HOST = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.)*[a-z]+|127\.0\.0\.1"
_PLAIN = re.compile(
    rf"(?P<scheme>https?)://(?P<netloc>(?P<host>{_HOST})(?::[1-9][0-9]{{0,3}}|:[1-5][0-9]{{4}})?)"
    r"(?P<path>/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?)?)"
    r"(?:\?(?P<query>[A-Za-z0-9_.-]+=[A-Za-z0-9_.-]*(?:&[A-Za-z0-9_.-]+=[A-Za-z0-9_.-]*)*))?",
    re.ASCII,
)
"""Of the query, if any, the order may be another."""
_REMEMBERED = 1000


@lru_cache(_REMEMBERED)
def match_plain(url: str) -> re.Match[str] | None:
    """The `scheme`, `netloc`, `host`, `path` and `query`, as `urllib.parse.urlparse` gives them.

    None for a URL in which something may have to be quoted, resolved or left out.
    """
    return _PLAIN.fullmatch(url)


def is_safe(url: str) -> bool:
    """Whether w3lib's `safe_url_string` leaves a URL as it is, told of the common ones alone."""
    return match_plain(url) is not None
