"""What a spider keeps in its JOBDIR for the next run: a full disk leaves it as it was."""

from __future__ import annotations

import logging
import pickle
from pathlib import Path

from scrapy import Spider
from scrapy.extensions.spiderstate import SpiderState

from ...wholefiles import write_whole

logger = logging.getLogger(__name__)


class WholeSpiderState(SpiderState):
    """Scrapy's own, whose file is written whole or not at all."""

    def spider_closed(self, spider: Spider) -> None:
        try:
            write_whole(Path(self.statefn), pickle.dumps(spider.state, protocol=4))  # type: ignore[attr-defined]
        except OSError as error:
            logger.warning("%s is not written: %s", self.statefn, error, extra={"spider": spider})
