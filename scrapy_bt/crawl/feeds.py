"""The feeds of a crawl: what they have got must be in their files before the step that gave it counts as done."""

from __future__ import annotations

from scrapy.crawler import Crawler
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.job import job_dir


class Feeds:
    """Scrapy's feed exporter, seen by who keeps tasks beyond the process; where nobody does, a kill ends the crawl."""

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        outlasts = job_dir(settings) or settings["BT_FRONTIER"] != "memory"
        self._exporter = crawler.get_extension(FeedExporter) if outlasts else None

    def flush(self) -> None:
        """Hand on what is buffered in this process."""
        if self._exporter is not None:
            for slot in self._exporter.slots:
                if slot.file is not None and not slot.file.closed:
                    slot.file.flush()
