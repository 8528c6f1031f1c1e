"""The file of weights beside a tree: read where a crawl starts, and by `BT_WEIGHTS_FILE` written where it ends."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from ..core.documents.json import LARGEST
from ..core.priority.recorded import ENDING, read_weights, write_weights
from ..settings import BTSettings
from ..wholefiles import write_whole

if TYPE_CHECKING:
    from typing_extensions import Self

    from .spiders import TreeSpider

logger = logging.getLogger(__name__)


def weights_path(tree_file: str | Path) -> Path | None:
    """`trees/quotes.weights.json` of `trees/quotes.bt`; None where the tree has no file, as a remote tree."""
    tree = Path(tree_file)
    return tree.with_name(tree.stem + ENDING) if tree.name else None


def load_weights(tree_file: str | Path) -> dict[str, float]:
    """Seconds by node before their first execution; a file that cannot be used tells none, and the log says so."""
    path = weights_path(tree_file)
    if path is None:
        return {}
    try:
        with path.open(encoding="utf-8") as file:
            return read_weights(file.read(LARGEST + 1))
    except (FileNotFoundError, NotADirectoryError):  # a tree in an archive has none
        return {}
    except (OSError, ValueError) as error:
        logger.warning(
            "%s holds no weights, so visits have BT_WEIGHT_PRIOR until they are measured: %s. Remove it, or let"
            " BT_WEIGHTS_FILE = True write it anew at the end of a crawl",
            path,
            error,
        )
        return {}


def save_weights(path: Path, seconds: Mapping[str, float]) -> None:
    """Write the file as a whole or not at all; where it cannot be written, the log says so."""
    try:
        write_whole(path, write_weights(seconds))
    except OSError as error:
        logger.warning(
            "%s is not written: %s. Make its folder writable, or set BT_WEIGHTS_FILE = False", path, error.strerror
        )


class WeightsFile:
    """Keeps what a crawl has measured for the next one."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        path = weights_path(getattr(crawler.spidercls, "tree_file", ""))
        if path is None or not BTSettings.read(crawler.settings).weights_file:
            raise NotConfigured
        extension = cls(path)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_closed(self, spider: TreeSpider) -> None:
        runner = getattr(spider, "runner", None)  # none where the crawl could not begin
        if runner is not None and runner.priorities.slowest() is not None:
            save_weights(self._path, runner.priorities.known())
