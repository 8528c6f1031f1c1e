"""Values in the URLs of visits: whatever a page gives, the host that a visit names is the one that is asked."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httptools
from scrapy import Request

from scrapy_bt.core.tree.expressions import compile_url
from scrapy_bt.core.tree.nodes import Reference, Template
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.core.tree.values import UnfitValueError

BASE = "https://base.test/folder/page"
SEEDS = [
    b"/products?x=1#y",
    b".evil.test",
    b"//evil.test\\@x:80",
    b"s://evil.test/?",
    "\u3002evil\uff0ftest\u2488\t@".encode(),
]

_VALUE = Reference("v")
_VISITS = {
    "shop.test": [
        Template(("https://shop.test", _VALUE)),
        Template(("https://shop.test/", _VALUE)),
        Template(("https://shop.test?x=", _VALUE, "/y")),
        Template(("https://shop.test:8443", _VALUE)),
        Template(("http", _VALUE, "://shop.test/")),
        Template(("https://", _VALUE, "@shop.test", _VALUE)),
        Template(("//shop.test", _VALUE)),
        Template(("HTTPS://Shop.test", _VALUE, _VALUE, "/")),
    ],
    ".shop.test": [
        Template(("https://", _VALUE, ".shop.test/")),
        Template(("https://a-", _VALUE, ".shop.test", _VALUE)),
    ],
    "base.test": [
        Template(("/", _VALUE)),
        Template(("/", _VALUE, _VALUE)),
        Template(("?q=", _VALUE)),
        Template(("../x", _VALUE)),
    ],
}
"""By the host, or the end of the host, that they name; what is relative stays where the page is."""
_COMPILED = [(host, compile_url(visit)) for host, visits in _VISITS.items() for visit in visits]


def read_value(path: Path) -> None:
    """The input in each of the visits."""
    frame = Frame(1, {"v": path.read_bytes().decode("utf-8", "replace")})
    for named, compute in _COMPILED:
        try:
            url = Request(urljoin(BASE, compute(frame, 0.0))).url
            hosts = {urlsplit(url).hostname or "", httptools.parse_url(url.encode()).host.decode()}
        except (UnfitValueError, ValueError, httptools.HttpParserInvalidURLError):
            continue  # it is refused
        for host in hosts:
            if not (host.lower().rpartition("@")[2].endswith(named) if named[0] == "." else host.lower() == named):
                raise AssertionError(f"{url!r} asks {host!r}, and not {named!r}")
