"""Pages that rules and trees are tried on: those that crawls have kept, and those that somebody has given here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from scrapy.settings import BaseSettings

from ...crawl.reading.missed_pages import LARGEST, read_kept
from ...operations.trials.given import MOST, GivenPages, LargePageError
from ...operations.trials.pages import RawPage
from ...sentences import say
from ...settings import BTSettings
from ...versions import data_path
from ..refusals import Refusal


@dataclass(frozen=True)
class PageEntry:
    """*hash*: by which it is asked for; *origin*: the tag that took nothing from it, or `given`."""

    hash: str
    path: Path
    url: str
    origin: str
    size: int


class PageFolder:
    """*own*: the folder of the console's own files."""

    def __init__(self, own: Path, settings: BaseSettings) -> None:
        self._given = GivenPages(own)
        folder = BTSettings.read(settings).keep_pages
        self._crawled = data_path(folder).resolve() if folder else None
        self._hashes: dict[tuple[Path, int, int], str] = {}

    def all(self) -> list[PageEntry]:
        """The newest first of those that were given, then those of crawls."""
        found = [self._kept(path, "given") for path in self._given.all()[:MOST]]
        if self._crawled is not None and self._crawled.is_dir():
            kept = (path for path in self._crawled.rglob("*.html") if path.is_file())
            inside = sorted(path for path in kept if path.resolve().is_relative_to(self._crawled))
            found += [self._kept(path, _tag_of(path, self._crawled)) for path in inside[:MOST]]
        return [page for page in found if page is not None]

    def find(self, hash: str) -> PageEntry:  # noqa: A002 - as the addresses call it
        """Raises `Refusal`."""
        for page in self.all():
            if page.hash == hash:
                return page
        raise Refusal(404, "page", say("this page is not kept any more"), advice=say("give it again"))

    def add(self, body: bytes, url: str, content_type: str = "") -> PageEntry:
        """Keep a page; the oldest that was given goes for it, if there are too many. Raises `Refusal`."""
        try:
            path = self._given.add(RawPage(url, content_type or None, body))
        except LargePageError as error:
            raise Refusal(413, "size", error.args[0]) from None
        page = self._kept(path, "given")
        assert page is not None, "it has just been written"
        return page

    def _kept(self, path: Path, origin: str) -> PageEntry | None:
        try:
            status = path.stat()
            key = (path, status.st_mtime_ns, status.st_size)
            if status.st_size > LARGEST:
                return None
            if key not in self._hashes:
                self._hashes[key] = sha256(str(path).encode() + b"\0" + path.read_bytes()).hexdigest()
        except OSError:
            return None
        known = read_kept(path)
        return PageEntry(self._hashes[key], path, known.url if known else path.as_uri(), origin, status.st_size)


def _tag_of(path: Path, folder: Path) -> str:
    """`shop/list.title-1.html` is a page from which the rule's tag took nothing."""
    name = path.relative_to(folder).with_suffix("").as_posix()
    return re.sub(r"-\d+\Z", "", name)
