"""The feeds of a crawl: what they have got must be in their files before the step that gave it counts as done."""

from __future__ import annotations

import contextlib
import errno
import io
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter, FileFeedStorage
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.job import job_dir

from ...errors import BTError, NoRoom
from ...sentences import say
from ...settings import BTSettings

logger = logging.getLogger(__name__)

_RESERVE = 4 << 20
"""Bytes that are left free where tasks are kept, since a step is written there after its records."""
_SCHEMES = ("", "file")


class Feeds:
    """Scrapy's feed exporter, seen by who keeps tasks; where they do not outlast the process, a kill ends the crawl.

    While a file has no room, the crawl waits, up to `BT_ROOM_SECONDS`.
    """

    def __init__(self, crawler: Crawler, *, outlasts: bool) -> None:
        self._exporter = crawler.get_extension(FeedExporter) if outlasts else None
        bt = BTSettings.read(crawler.settings)
        self._folder = job_dir(crawler.settings) if outlasts and bt.frontier == "memory" else None
        self._timeout = bt.room_seconds
        self._crawler = crawler
        self._full_since: float | None = None
        self._trouble: OSError | None = None

    @property
    def is_full(self) -> bool:
        """There was no room when it was tried last."""
        return self._full_since is not None

    @property
    def failure(self) -> NoRoom | None:
        """Why the crawl shall end, when it has waited for room long enough."""
        if self._full_since is None or time.monotonic() - self._full_since < self._timeout:
            return None
        told = say("there was no room") if _is_full(self._trouble) else say("records could not be written")
        return NoRoom(
            say(
                "{} for {:g} s ({}): the crawl ends, and goes on from here with all records when it is started"
                " again; make room, or wait longer by BT_ROOM_SECONDS",
                told,
                self._timeout,
                self._trouble,
            )
        )

    def flush(self) -> bool:
        """Hand on what is buffered in this process; answers whether it is all in the files."""
        try:
            self._look_for_room()
            for file in self._files():
                file.flush()
        except OSError as error:
            self._hold(is_held=True)
            if self._full_since is None:
                self._full_since = time.monotonic()
                logger.warning(
                    "%s (%s): the crawl waits, up to %g s",
                    "The disk is full" if _is_full(error) else "Records cannot be written",
                    error,
                    self._timeout,
                    extra={"spider": self._crawler.spider},
                )
            self._trouble = error
            return False
        if self._full_since is not None:
            self._full_since = None
            self._hold(is_held=False)
            logger.info(
                "There is room on the disk again, and the crawl goes on", extra={"spider": self._crawler.spider}
            )
        return True

    def _files(self) -> Iterator[IO[bytes]]:
        for slot in self._exporter.slots if self._exporter is not None else ():
            if slot.file is not None and not slot.file.closed:
                yield slot.file

    def _hold(self, *, is_held: bool) -> None:
        """The steps whose records wait are not done: should the crawl end so, the records come again."""
        for file in self._files():
            if isinstance(file, FeedFile):
                file.is_held = is_held

    def _look_for_room(self) -> None:
        """Raises `OSError` where there is so little left that a step could not be written."""
        if self._folder is None:
            return
        place = os.statvfs(self._folder)
        if place.f_blocks and place.f_bavail * place.f_frsize < min(_RESERVE, place.f_blocks * place.f_frsize // 20):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), self._folder)


def _is_full(trouble: OSError | None) -> bool:
    return trouble is not None and trouble.errno in (errno.ENOSPC, errno.EDQUOT)


class FeedFile(io.BufferedIOBase):
    """A file that takes all that is written: what it has no room for waits here, and is tried again at each `flush`.

    So does a file that cannot be opened. When it is closed without room, it ends with what the last `flush` has left
    whole.
    """

    is_held = False
    """What waits is not to be written at the end."""

    def __init__(self, path: str, mode: str) -> None:
        self.name, self._mode = path, mode
        self._raw: io.RawIOBase | None = None
        self._whole = 0
        self._waiting = bytearray()
        with contextlib.suppress(OSError):  # it is told at the next `flush`
            self._open()

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return (self._raw.tell() if self._raw is not None else 0) + len(self._waiting)

    def write(self, data: Any) -> int:
        self._waiting += data
        return len(data)

    def flush(self) -> None:
        """Raises `OSError` where there is no room, or no such place."""
        if self._raw is None and not self._waiting:
            return
        raw = self._open()
        while self._waiting:
            del self._waiting[: raw.write(self._waiting)]
        if not raw.closed:
            self._whole = raw.tell()

    def _open(self) -> io.RawIOBase:
        if self._raw is None:
            path = Path(self.name)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._raw = cast("io.RawIOBase", path.open(self._mode, buffering=0))  # `close` closes it
            self._whole = self._raw.seek(0, os.SEEK_END)
        return self._raw

    def close(self) -> None:
        if self.closed:
            return
        try:
            if not self.is_held:
                self.flush()
        except OSError as error:
            logger.warning("%s: %d bytes are not written (%s)", self.name, len(self._waiting), error)
        finally:
            if self._raw is not None:
                if self._waiting:
                    with contextlib.suppress(OSError):  # what is no file on a disk
                        self._raw.truncate(self._whole)
                self._raw.close()
            self._waiting.clear()
            super().close()


class FeedFileStorage(FileFeedStorage):
    """Scrapy's own, with files that wait for room."""

    def open(self, spider: Spider) -> IO[bytes]:  # noqa: ARG002  # Scrapy's signature
        return cast("IO[bytes]", FeedFile(self.path, self.write_mode))


def _folder_of(settings: BaseSettings) -> str | None:
    try:
        folder = job_dir(settings)
        if folder is not None and not Path(folder).is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        told = say("the JOBDIR {} cannot be used ({})", settings["JOBDIR"], error.strerror)
        raise BTError(say("{}; give a folder that can be written to", told)) from error
    return folder


def let_feeds_wait(settings: BaseSettings) -> None:
    """Where tasks outlast the process, feeds in files wait for room; storages that the project has chosen stay.

    Raises `BTError` where the JOBDIR can be no folder.
    """
    if not _folder_of(settings) and BTSettings.read(settings).frontier != "redis":
        return
    chosen = settings.getdict("FEED_STORAGES")
    path = f"{__name__}.{FeedFileStorage.__qualname__}"
    priority = max((settings.getpriority("FEED_STORAGES") or 0) + 1, SETTINGS_PRIORITIES["spider"])
    settings.set("FEED_STORAGES", {**dict.fromkeys(_SCHEMES, path), **chosen}, priority=priority)
