"""URLs of visits, as far as they stand in the file: with a scheme that is fetched, and a host."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from ....sentences import say
from ...tree.nodes import Text, Visit
from ..report import place_of_name
from .checkeddocument import CheckedDocument

SCHEMES = ("http", "https", "file", "ftp", "s3", "data")
"""Those that Scrapy has download handlers for."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_WITHOUT_HOST = ("file", "data")
_BEGINS_WITHOUT_SCHEME = re.compile(r"[^:/?#]*[/?#]")
_LONGEST = 60
_EXAMPLE = say('write `visit "https://host/path"`')


def check_urls(checked: CheckedDocument) -> None:
    """No URL is one that cannot be fetched, whatever its placeholders hold."""
    for visit in checked.complete_declarations:
        if isinstance(visit, Visit) and visit.url is not None and (found := _find_fault(visit.url)) is not None:
            message, advice = found
            checked.report.add("bad-url", place_of_name(visit), message, advice)


def is_relative(url: Text | None) -> bool:
    """Whether *url* is right and surely needs a page to start from."""
    if url is None or _find_fault(url) is not None:
        return False
    if isinstance(url, str):
        return _SCHEME.match(url.strip()) is None
    if not isinstance(url.parts[0], str):
        return False
    return _BEGINS_WITHOUT_SCHEME.match(url.parts[0]) is not None


def _find_fault(url: Text) -> tuple[str, str] | None:
    text = url if isinstance(url, str) else url.parts[0]
    if not isinstance(text, str):
        return None
    text = text.strip()
    if not text and isinstance(url, str):
        return say("a visit needs a URL, and this one is empty"), _EXAMPLE
    # What stands before the path, the query or a placeholder.
    beginning = re.split(r"(?<![:/])/(?!/)|[?#]", text, maxsplit=1)[0]
    scheme = _SCHEME.match(text)
    if scheme is None:
        if re.search(r"\s", beginning):
            return say("`{}` is no URL: there is a blank in it", _shorten(text)), _EXAMPLE
        return None
    name = scheme[1].lower()
    if name not in SCHEMES:
        known = ", ".join(f"`{known}:`" for known in SCHEMES)
        return say("nothing is fetched by `{}`", _shorten(scheme[0])), say("a URL begins with {}; {}", known, _EXAMPLE)
    if not isinstance(url, str) or name in _WITHOUT_HOST:
        return None
    try:
        parts = urlsplit(text)
        _ = parts.port  # raises for a port that is no number
    except ValueError as error:
        return say("`{}` is no URL: {}", _shorten(text), error), _EXAMPLE
    if not parts.hostname:
        return say("`{}` names no host", _shorten(text)), _EXAMPLE
    if re.search(r"\s", parts.netloc):
        return say("`{}` is no URL: there is a blank in its host", _shorten(text)), _EXAMPLE
    return None


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
