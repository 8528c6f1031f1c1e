"""Keeps pages on which a tag or a node took nothing, a few for each, so that `scrapy bt try` can show why.

Beside `list.title-1.html` lies `list.title-1.json`: where the page was, and its headers, by which it is read again as
it was read in the crawl.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from scrapy.http import Response
from scrapy.settings import BaseSettings

from ...core.documents.json import read_json
from ...settings import BTSettings
from ...versions import data_path

PAGES_OF_A_PART = 3
"""More of them would show the same."""
LARGEST = 10_000_000
"""Bytes of a page that is kept."""
_UNFIT = re.compile(r"[^\w.-]|^\.")
_LONGEST = 60
"""Characters of a name of a rule or a tag that a name of a file has."""
_SECRET = frozenset((b"set-cookie", b"set-cookie2"))


class PageRecord(NamedTuple):
    """What is known of a page that was kept."""

    url: str
    content_type: str | None


def read_kept(path: Path) -> PageRecord | None:
    """What lies beside a page; None where it was not kept by a crawl."""
    try:
        record = read_json(path.with_suffix(".json").read_text("utf-8"))
        url, headers = record["url"], record["headers"]
        content_type = headers.get("Content-Type")
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    if not isinstance(url, str) or not isinstance(content_type, (str, type(None))):
        return None
    return PageRecord(url, content_type)


class PageKeeper:
    """Writes pages into the folder `BT_KEEP_PAGES`, below the project's `.scrapy` unless it is absolute."""

    def __init__(self, settings: BaseSettings) -> None:
        folder = BTSettings.read(settings).keep_pages
        self._folder = data_path(folder).resolve() if folder else None
        self._counts: dict[tuple[str, str], int] = {}

    def keep(self, owner: str, part: str, response: Response) -> Path | None:
        """Where the page will be; None if enough of this part are there, or it is too large. The newest runs' stay.

        *owner*: a rule or a tree, *part*: its tag or its node.
        """
        count = self._counts.get((owner, part), 0)
        if self._folder is None or count >= PAGES_OF_A_PART or len(response.body) > LARGEST:
            return None
        self._counts[owner, part] = count + 1
        path = self._folder / _as_name(owner) / f"{_as_name(part)}-{count + 1}.html"
        self._write_apart(path, response.body, json.dumps(_described(response), ensure_ascii=False, indent=2))
        return path

    def _write_apart(self, path: Path, body: bytes, described: str) -> None:
        """A slow disk stops no reactor."""
        writing = partial(_write, path, body, described)
        try:
            asyncio.get_running_loop().run_in_executor(None, writing)
        except RuntimeError:  # none runs
            writing()


def kept_pages(settings: BaseSettings, owner: str, part: str) -> list[Path]:
    """The pages that are kept of a tag or a node, the latest first."""
    folder = BTSettings.read(settings).keep_pages
    if not folder:
        return []
    found = (data_path(folder) / _as_name(owner)).glob(f"{_as_name(part)}-[0-9].html")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _as_name(text: str) -> str:
    """A text as the name of a file or folder, which stays in the folder above it."""
    return _UNFIT.sub("_", text[:_LONGEST]) or "_"


def _described(response: Response) -> dict[str, Any]:
    headers = {
        name.decode("latin-1"): b", ".join(values).decode("latin-1")
        for name, values in response.headers.items()
        if name.lower() not in _SECRET
    }
    return {"url": response.url, "status": response.status, "headers": headers}


def _write(path: Path, body: bytes, described: str) -> None:
    with suppress(OSError):  # it is a help, no more
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        path.with_suffix(".json").write_text(described, encoding="utf-8", errors="backslashreplace")
