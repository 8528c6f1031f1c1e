"""Pages that lack something that others had wait until the reason is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.healing.modes import Modes
from ...core.healing.perception.watchers import Watcher
from .doubts import Doubts
from .holding import HeldPages
from .looks import KEPT, PageLooks
from .underway import UnderWay


class WaitingPages:
    """The waiting pages of a crawl that is healed at least in part without a person."""

    def __init__(self, crawler: Crawler, watcher: Watcher, modes: Modes) -> None:
        self._crawler, self._watcher, self._modes = crawler, watcher, modes
        self._stats: Any = crawler.stats
        self.held = HeldPages()
        self._doubts, self._under_way = Doubts(), UnderWay(crawler)
        self._spider = ""
        self._settled: set[str] = set()
        """Nodes whose change has been decided on."""

    def open(self, spider: str) -> None:
        """Begin with the crawl of a spider."""
        self._spider = spider

    @property
    def nodes(self) -> list[str]:
        """The nodes that pages wait for."""
        return self.held.nodes

    @property
    def may_be(self) -> bool:
        """Whether something of this spider is healed without a person."""
        return self._modes.is_automatic(self._spider)

    def missing(self, look: PageLooks) -> str | None:
        """The node of a page that lacks something that others had, if that is not decided yet."""
        observations = look.observations
        if self._has_waited(look) or not self.held.has_room:
            return None
        for one in observations:
            if (one.node, one.field) in look.healed or one.node in self._settled:
                continue
            watch = self._watcher.fields.get((one.node, one.field))
            is_doubted = not one.found and self._doubts.has(one.node, one.field)
            if not is_doubted and (watch is None or not watch.is_strange(one)):
                continue
            if self._modes.of(self._spider, one.node, one.field) != "auto":
                continue
            if look.kind().is_in_place_of_content:
                return None
            self._doubts.raise_(one.node, one.field, until=self._watcher.attention.met + self._under_way.count())
            return one.node
        return None

    def _has_waited(self, look: PageLooks) -> bool:
        """Whether the page has waited in this worker; another one may have been told already what its selectors are."""
        request = look.response.request
        name = request.meta.get(KEPT) if request is not None else None
        return look.is_again and (name is None or self.held.gave(name))

    def hold(self, node: str, resume: Callable[[], None], *, size: int = 0) -> None:
        """Let a page wait; *size*: the bytes of one that waits with its task."""
        self._stats.inc_value("bt/healing/held")
        self.held.hold(node, resume, size=size)

    def hold_response(self, node: str, look: PageLooks) -> None:
        """Let a page of a spider wait; its callback is called once more later."""
        response = look.response
        request = response.request
        assert request is not None, "the engine sets it"
        name = self.held.keep(response)
        again = request.replace(dont_filter=True, meta={**request.meta, KEPT: name})
        self.hold(node, lambda: self.send(again))

    def is_settled(self, node: str) -> bool:
        """Whether its change has been decided on."""
        return node in self._settled

    def settle(self, node: str) -> None:
        """Note that its change has been decided on: no page waits for it any more."""
        self._settled.add(node)
        self.release(node)

    def release(self, node: str) -> None:
        """Let the pages of a node go on."""
        self._doubts.end(node)
        released = self.held.release(node)
        if released:
            self._stats.inc_value("bt/healing/released", released)

    def release_undoubted(self) -> None:
        """Let the pages of nodes go on that show no sign of a change."""
        for node in self.nodes:
            if not self._is_doubtful(node):
                self.release(node)

    def are_alone(self) -> bool:
        """Whether there are waiting pages, and nothing else is under way."""
        return self._under_way.is_nothing() and len(self.held) > 0

    def send(self, request: Request) -> None:
        """Request a page, or read a kept one once more."""
        engine: Any = self._crawler.engine
        engine.crawl(request)

    def _is_doubtful(self, node: str) -> bool:
        """Whether something speaks for a change, or may: pages after a surprise have not been looked at yet."""
        attention = self._watcher.attention
        if attention.is_raised or self._doubts.last(node, attention.met):
            return True
        watches = (watch for (name, _), watch in self._watcher.fields.items() if name == node)
        return any(watch.changed or watch.has_evidence for watch in watches)
