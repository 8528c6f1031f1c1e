"""Fingerprints of requests: Scrapy's own, at once where a URL is canonical as it stands."""

from __future__ import annotations

from hashlib import sha1

from scrapy import Request
from scrapy.utils.request import RequestFingerprinter

from ..core.documents.plainurls import match_plain


class LeanFingerprinter(RequestFingerprinter):
    """Keeps no fingerprint for a request asked about again, since making it costs no more than to look it up."""

    def fingerprint(self, request: Request) -> bytes:
        url = request.url
        plain = match_plain(url)
        method = request.method
        if plain is None or not (method.isalpha() and method.isascii()):
            return super().fingerprint(request)
        query = plain["query"]
        if query is not None and "&" in query and not request.meta.get("verbatim_url"):
            pairs = sorted(pair.split("=") for pair in query.split("&"))
            url = f"{url[: -len(query)]}{'&'.join(map('='.join, pairs))}"
        known = f'{{"body": "{request.body.hex()}", "headers": {{}}, "method": "{method}", "url": "{url}"}}'
        return sha1(known.encode()).digest()  # noqa: S324  # Scrapy's fingerprints are
