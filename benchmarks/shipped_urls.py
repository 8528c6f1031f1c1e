"""URLs that documentation of Debian holds, parted by host: some to learn from, others with their routes to judge by."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from zlib import crc32

DOC = Path("/usr/share/doc")
SITES = {
    "docs.python.org": DOC / "python3-doc/html",
    "docs.djangoproject.com": DOC / "python-django-doc/html",
    "httpd.apache.org": DOC / "apache2-doc/manual/en",
    "git-scm.com": DOC / "git/html",
    "debian-handbook.info": DOC / "debian-handbook/html",
    "www.sqlite.org": DOC / "sqlite3-doc",
}
_LINK = re.compile(rb'href="(https?://[^"<>\s\\]{8,300})"')
_FEWEST = 5
"""URLs of a route that says something."""


def taught() -> list[str]:
    """Links to hosts that are not judged."""
    return [url for url in _links() if not _is_judged(_host(url))]


def judged() -> list[tuple[str, str]]:
    """URLs with their routes, which are folders: of documentation, and of links to hosts that are not learned from."""
    routes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for host, root in SITES.items():
        for page in sorted(path.relative_to(root) for path in root.rglob("*.html")) if root.is_dir() else ():
            routes[host, str(page.parent)].append(f"https://{host}/{page}")
    for url in _links():
        if _is_judged(_host(url)) and _host(url) not in SITES:
            folder = url.partition("://")[2].partition("?")[0].rpartition("/")[0].partition("/")[2]
            routes[_host(url), folder].append(url)
    return [(url, folder) for (_, folder), urls in routes.items() if len(urls) >= _FEWEST for url in urls]


def _links() -> Iterator[str]:
    found: set[str] = set()
    for path in sorted(DOC.rglob("*.html")):
        if path.is_file():
            found.update(
                unescape(link.decode("utf-8", "replace")).partition("#")[0] for link in _LINK.findall(path.read_bytes())
            )
    yield from sorted(found)


def _host(url: str) -> str:
    return url.split("/")[2].lower()


def _is_judged(host: str) -> bool:
    return host in SITES or crc32(host.encode()) % 3 == 0
