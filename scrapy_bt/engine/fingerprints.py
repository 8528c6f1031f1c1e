"""Fingerprints of requests: Scrapy's own, at once where a URL is canonical as it stands."""

from __future__ import annotations

import re
from hashlib import sha1

from scrapy import Request
from scrapy.utils.request import RequestFingerprinter

_HOST = r"(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.)*[a-z]+|127\.0\.0\.1"
_PLAIN = re.compile(
    rf"https?://(?:{_HOST})(?::[1-9][0-9]{{0,3}}|:[1-5][0-9]{{4}})?"
    r"/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?)?"
    r"(?:\?([A-Za-z0-9_.-]+=[A-Za-z0-9_.-]*(?:&[A-Za-z0-9_.-]+=[A-Za-z0-9_.-]*)*))?",
    re.ASCII,
)
"""URLs of which nothing is to be quoted, resolved or left out; of the query, if any, the order may be another."""


def is_safe(url: str) -> bool:
    """Whether w3lib's `safe_url_string` leaves a URL as it is, told of the common ones alone."""
    return _PLAIN.fullmatch(url) is not None


class LeanFingerprinter(RequestFingerprinter):
    """Keeps no fingerprint for a request asked about again, since making it costs no more than to look it up."""

    def fingerprint(self, request: Request) -> bytes:
        url = request.url
        plain = _PLAIN.fullmatch(url)
        method = request.method
        if plain is None or not (method.isalpha() and method.isascii()):
            return super().fingerprint(request)
        query = plain[1]
        if query is not None and "&" in query and not request.meta.get("verbatim_url"):
            pairs = sorted(pair.split("=") for pair in query.split("&"))
            url = f"{url[: -len(query)]}{'&'.join(map('='.join, pairs))}"
        known = f'{{"body": "{request.body.hex()}", "headers": {{}}, "method": "{method}", "url": "{url}"}}'
        return sha1(known.encode()).digest()  # noqa: S324  # Scrapy's fingerprints are
