"""Reads URLs to learn from, with their routes where these are known: lines of text, feeds, CSV, sitemaps."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from scrapy.utils.sitemap import Sitemap

from ...core.documents.json import read_json
from ...core.documents.packing import inflated
from ...errors import BTError

_LARGEST = 200_000_000
"""Bytes of a file, unpacked."""


class RoutedUrl(NamedTuple):
    """A URL and its route; where it has none of its own, that of its file."""

    url: str
    route: str


def read_addresses(path: Path) -> list[RoutedUrl]:
    """The URLs of a file; raises `BTError`, which names the place, where one is not valid.

    The name's end tells the format: `.csv` has the columns `url` and perhaps `route`; `.jl` and `.jsonl` have these
    keys; `.xml` is a sitemap; all others have one URL a line, with its route behind a tab. `.gz` may follow.
    """
    try:
        data = path.read_bytes()
        text = (inflated(data, _LARGEST) if path.suffix == ".gz" else data).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BTError(f"{path}: not a text in UTF-8: {error.reason} at byte {error.start}") from error
    except (OSError, ValueError) as error:
        raise BTError(f"{path}: the URLs cannot be read: {getattr(error, 'strerror', None) or error}") from error
    kind = Path(path.name.removesuffix(".gz")).suffix.lower()
    read = {".csv": _read_csv, ".jl": _read_lines_of_json, ".jsonl": _read_lines_of_json, ".xml": _read_sitemap}
    found = []
    for line, url, route in read.get(kind, _read_lines)(text, path):
        if "://" not in url or any(sign.isspace() for sign in url):
            raise BTError(f"{path}:{line}: {url[:80]!r} is no URL; it begins as https://… and has no spaces")
        found.append(RoutedUrl(url, route or path.name))
    return found


_Rows = Iterator[tuple[int, str, str]]


def _read_lines(text: str, _path: Path) -> _Rows:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            url, _, route = line.strip().partition("\t")
            yield number, url.strip(), route.strip()


def _read_csv(text: str, path: Path) -> _Rows:
    rows = csv.DictReader(io.StringIO(text))
    try:
        if "url" not in (rows.fieldnames or ()):
            raise BTError(f"{path}:1: there is no column 'url'; the first line names the columns: url,route")
        for row in rows:
            yield rows.line_num, (row["url"] or "").strip(), (row.get("route") or "").strip()
    except csv.Error as error:
        raise BTError(f"{path}:{rows.line_num}: not CSV: {error}") from None


def _read_lines_of_json(text: str, path: Path) -> _Rows:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = read_json(line)
        except ValueError as error:
            raise BTError(f"{path}:{number}: not JSON: {error}") from None
        if not isinstance(record, dict) or not isinstance(record.get("url"), str):
            raise BTError(f"{path}:{number}: the record has no text 'url'")
        yield number, record["url"], str(record.get("route") or "")


def _read_sitemap(text: str, path: Path) -> _Rows:
    try:
        entries: Iterable[dict[str, str | None]] = list(Sitemap(text.encode()))
    # lxml's, and what an empty one, or none, leads to.
    except (ValueError, SyntaxError, AttributeError, TypeError, StopIteration) as error:
        raise BTError(f"{path}: not a sitemap: {error}") from None
    for entry in entries:
        yield 1, entry["loc"] or "", ""
