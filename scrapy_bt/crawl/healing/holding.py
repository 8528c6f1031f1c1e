"""Pages on which something is missing, held until it is known why, so that no record goes out without it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING
from uuid import uuid4

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from .looks import KEPT

if TYPE_CHECKING:
    from typing_extensions import Self

_MOST_BYTES = 16_000_000
_MOST_PAGES = 1_000

Resume = Callable[[], None]


class HeldPages:
    """What goes on when it is known what has become of a node, by node."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Resume]] = defaultdict(list)
        self._kept: dict[str, Response] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    @property
    def has_room(self) -> bool:
        """Another page may wait."""
        return len(self) < _MOST_PAGES

    @property
    def nodes(self) -> list[str]:
        """Those that pages wait for."""
        return [node for node, waiting in self._waiting.items() if waiting]

    def hold(self, node: str, resume: Resume) -> None:
        """Call *resume* when it is known what has become of the node."""
        self._waiting[node].append(resume)

    def release(self, node: str) -> int:
        """Let all go on that wait for a node; how many these were."""
        waiting = self._waiting.pop(node, [])
        for resume in waiting:
            resume()
        return len(waiting)

    def keep(self, response: Response) -> str:
        """Keep a page to be read again, under a name; beyond a bound it has to be fetched again."""
        name = uuid4().hex
        if self._bytes + len(response.body) <= _MOST_BYTES:
            self._bytes += len(response.body)
            self._kept[name] = response
        return name

    def take(self, name: str) -> Response | None:
        """The page of a name, once."""
        response = self._kept.pop(name, None)
        if response is not None:
            self._bytes -= len(response.body)
        return response


class KeptPages:
    """A downloader middleware that answers with pages that were kept."""

    def __init__(self, held: HeldPages) -> None:
        self._held = held

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        from .watching import Healing  # noqa: PLC0415  # which holds pages

        healing = crawler.get_extension(Healing)
        if healing is None or healing.repairs is None:
            raise NotConfigured
        return cls(healing.repairs.held)

    def process_request(self, request: Request) -> Response | None:
        """The page that was kept of a request; none where it has to be fetched."""
        name = request.meta.get(KEPT)
        page = self._held.take(name) if name else None
        return None if page is None else page.replace(request=request)  # so that it is known that it waits no more
