"""Keeps pages on which a tag took nothing, a few for each tag, so that `scrapy bt rules try` can show why."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from functools import partial
from pathlib import Path

from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.utils.project import data_path

from ..core.rules.rule import TagRef

PAGES_OF_A_TAG = 3
"""More of them would show the same."""
LARGEST = 10_000_000
"""Bytes of a page that is kept."""
_UNFIT = re.compile(r"[^\w.-]")


class PageKeeper:
    """Writes pages into the folder `BT_KEEP_PAGES`, below the project's `.scrapy` unless it is absolute."""

    def __init__(self, settings: BaseSettings) -> None:
        folder = settings.get("BT_KEEP_PAGES")
        self._folder = Path(data_path(folder)).resolve() if folder else None
        self._counts: dict[tuple[str, TagRef], int] = {}

    def keep(self, rule: str, tag: TagRef, response: Response) -> Path | None:
        """Where the page will be; none if enough of this tag are there, or it is too large. The newest runs' stay."""
        count = self._counts.get((rule, tag), 0)
        if self._folder is None or count >= PAGES_OF_A_TAG or len(response.body) > LARGEST:
            return None
        self._counts[rule, tag] = count + 1
        path = self._folder / _UNFIT.sub("_", rule) / f"{_UNFIT.sub('_', str(tag))}-{count + 1}.html"
        self._write_apart(path, response.body)
        return path

    def _write_apart(self, path: Path, body: bytes) -> None:
        """A slow disk stops no reactor."""
        writing = partial(_write, path, body)
        try:
            asyncio.get_running_loop().run_in_executor(None, writing)
        except RuntimeError:  # none runs
            writing()


def _write(path: Path, body: bytes) -> None:
    with suppress(OSError):  # it is a help, no more
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
