"""The feeds of a crawl: what they have got must be in their files before the step that gave it counts as done."""

from __future__ import annotations

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter


class Feeds:
    """Scrapy's feed exporter, seen by who keeps tasks; where they do not outlast the process, a kill ends the crawl."""

    def __init__(self, crawler: Crawler, *, outlasts: bool) -> None:
        self._exporter = crawler.get_extension(FeedExporter) if outlasts else None

    def flush(self) -> None:
        """Hand on what is buffered in this process."""
        if self._exporter is not None:
            for slot in self._exporter.slots:
                if slot.file is not None and not slot.file.closed:
                    slot.file.flush()
