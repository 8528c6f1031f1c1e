"""`UrlFilter`: Scrapy's filter of duplicate requests in less memory, or in memory that does not grow.

It goes by the fingerprints of requests that Scrapy goes by: w3lib's canonical form of the URL, the method and the body.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.utils.job import job_dir

from ...core.documents.json import LARGEST, read_json
from ...core.duplicates.bloom import BloomSet
from ...errors import BTError
from ...frontier.seen import SeenKeys
from ...wholefiles import replacing
from ..redis.codec import KEY_LENGTH
from ..redis.url_filters import UrlOptions
from ..runtime.faults import refuse_start

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)

FILE = "urls.seen"
"""In the `JOBDIR`: a line of JSON about what follows, and then fingerprints or shards."""


class UrlFilter(RFPDupeFilter):
    """`DUPEFILTER_CLASS` for any project; `BT_URL_FILTER` says how exact it is.

    With a `JOBDIR` it is kept there when the crawl ends in order: what a killed crawl had seen, but may not have
    crawled, is crawled again.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        super().__init__(debug=settings.getbool("DUPEFILTER_DEBUG"), fingerprinter=crawler.request_fingerprinter)
        self._crawler = crawler
        folder = job_dir(settings)
        self._path = Path(folder, FILE) if folder else None
        self._options = UrlOptions()
        self._seen: SeenKeys | BloomSet = SeenKeys()
        self._count = 0
        self._is_open = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def open(self) -> None:
        """Go on with what an earlier run has left; where that is impossible the crawl ends at once, in order."""
        try:
            self._options = UrlOptions.read(self._crawler.settings)
            if self._options.layout is not None:
                self._seen = BloomSet(self._options.layout)
            if self._path is not None and self._path.exists():
                self._load(self._path)
        except BTError as error:
            refuse_start(self._crawler, error, logger, reason="no_url_filter")
            return
        self._is_open = True

    def request_seen(self, request: Request) -> bool:
        is_new = self._seen.add(blake2b(self._fingerprint(request), digest_size=KEY_LENGTH).digest())
        if is_new:
            self._count += 1
            if self._count == self._options.items + 1 and isinstance(self._seen, BloomSet):
                logger.warning(
                    "The filter of URLs holds more than the %d that it is made for (BT_URL_FILTER_ITEMS): from now on"
                    " more than %g of the new URLs are taken for known",
                    self._options.items,
                    self._options.error,
                    extra={"spider": self._crawler.spider},
                )
        return not is_new

    def close(self, reason: str) -> None:  # noqa: ARG002 - as Scrapy calls it
        if not self._is_open:
            return
        stats = self._crawler.stats
        stats.set_value("bt/urls/known", self._count)
        if isinstance(self._seen, BloomSet):
            stats.set_value("bt/urls/error", self._seen.error)
            stats.set_value("bt/urls/bytes", self._seen.size)
        if self._path is not None:
            self._save(self._path)

    def _save(self, path: Path) -> None:
        """As a whole or not at all."""
        with replacing(path) as file:
            file.write(json.dumps({"filter": self._text, "count": self._count}).encode() + b"\n")
            file.writelines(self._seen.dump() if isinstance(self._seen, BloomSet) else self._seen)

    def _load(self, path: Path) -> None:
        with path.open("rb") as file:
            head: Any = None
            with suppress(ValueError):
                head = read_json(file.readline(LARGEST))
            if not isinstance(head, dict) or not {"filter", "count"} <= set(head):
                raise BTError(f"{path}: this is no filter of URLs: take another JOBDIR")
            if head["filter"] != self._text:
                raise BTError(
                    f"{path}: the filter of URLs is {head['filter']!r}, and BT_URL_FILTER… asks for {self._text!r}: set"
                    " them as they were, or take another JOBDIR"
                )
            if isinstance(self._seen, BloomSet):
                layout = self._seen.layout
                for number in range(layout.shards):
                    shard = file.read(layout.bits // 8)
                    if any(shard):
                        self._seen.load(number, shard)
                self._seen.count = head["count"]
            else:
                while key := file.read(KEY_LENGTH):
                    self._seen.add(key)
            self._count = head["count"]

    @property
    def _text(self) -> str:
        return f"bounded {self._options.layout.text}" if self._options.layout is not None else "exact"
