"""Of the details of a long list, a rehearsal asks for a sample: enough to tell that they come, and those recorded."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError

from ...core.inference.origins.links import whole
from ...crawl.visits.requests import FLIGHT

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from typing_extensions import Self

SAMPLE = "BT_REHEARSED_DETAILS"
"""The setting by which the sample of a rehearsal comes to its middleware."""
_MOST = 50
"""Details of one node that are always asked for."""
_NOT_MODIFIED = 304
"""What a tree passes over at a detail: there is nothing to read anew."""
_AGAIN = ("redirect_times", "retry_times")


class AskedFor(NamedTuple):
    """What tells a request from others."""

    method: str
    url: str
    body: bytes


@dataclass
class DetailsSample:
    """*nodes*: the visits of details; *recorded*: what a recording asked for, which is asked for in any case."""

    nodes: frozenset[str] = frozenset()
    recorded: frozenset[AskedFor] = frozenset()
    skipped: list[tuple[str, AskedFor]] = field(default_factory=list)
    """What was not asked for, with its node."""
    _asked: Counter[str] = field(default_factory=Counter)
    _met: set[str] = field(default_factory=set)
    """The nodes that have asked for something recorded. Where none has, recorded details may still be to come."""

    def skips(self, node: str, asked: AskedFor) -> bool:
        """Whether a request of a node is one too many; it is counted."""
        if node not in self.nodes:
            return False
        if asked in self.recorded:
            self._met.add(node)
        elif node in self._met and self._asked[node] >= _MOST:
            self.skipped.append((node, asked))
            return True
        self._asked[node] += 1
        return False


class DetailsSampleMiddleware:
    """Answers what is one too many as a page that has not changed, and sends nothing."""

    def __init__(self, sample: DetailsSample) -> None:
        self._sample = sample

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.settings[SAMPLE])

    def process_request(self, request: Request) -> None:
        flight = request.meta.get(FLIGHT)
        if flight is None or any(name in request.meta for name in _AGAIN):
            return
        asked = AskedFor(request.method, whole(request.url), request.body)
        if self._sample.skips(flight.step.name, asked):
            raise HttpError(Response(request.url, status=_NOT_MODIFIED, request=request), "a sample is enough")
