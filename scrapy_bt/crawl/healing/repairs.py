"""Repairs in a running crawl: proposals are found, those that are sure are switched on, and pages that waited go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from concurrent.futures import Executor
from dataclasses import replace
from itertools import chain
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider

from ...core.healing.modes import HEALING, Modes
from ...core.healing.perception.watchers import Watcher
from ...core.healing.proposals import LEAST_PAGES, Filed, State
from ...errors import BTError
from ...sentences import Sentence, say
from .fetchagain import FetchAgain
from .looks import PageLooks
from .proposing import file_proposals
from .revisits import Revisits
from .storeplace import model_files
from .sureness import Sureness
from .switching import Switching
from .waiting import WaitingPages

logger = logging.getLogger(__name__)

_TICK = 1.0
"""Seconds between two looks whether anything but pages that wait is under way."""
_LOOK_AGAIN = 5
"""After so many of these looks, the store is asked what others have decided."""
_VIEWS = frozenset({"found", "form", "script", "repeated", "neighbour"})
"""What another selector may mend."""


class Repairs:
    """What is healed in one crawl; *store* is written and read by *executor* alone.

    *tell_lost*: tells what is lost by all that is known when there are no more pages for now, and returns its nodes.
    """

    def __init__(
        self,
        crawler: Crawler,
        store: Any,
        executor: Executor,
        watcher: Watcher,
        modes: Modes,
        tell_lost: Callable[[], Collection[str]],
        notifications: Any = None,
    ) -> None:
        self._crawler, self._store, self._executor, self._notifications = crawler, store, executor, notifications
        self._watcher, self._modes, self._tell_lost = watcher, modes, tell_lost
        self._stats: Any = crawler.stats
        self._files = model_files(crawler.settings)
        self.switching = Switching(crawler.stats, store, executor, self._warn)
        self.switches = self.switching.switches
        self.waiting = WaitingPages(crawler, watcher, modes)
        self._sureness = Sureness(watcher, modes, self.switches)
        self._revisits = Revisits(crawler, store, self._in_store)
        self._spider = ""
        self.again = FetchAgain(crawler, store, executor, watcher, modes, self.waiting.send)
        self._at_work: set[str] = set()
        self._wanting: dict[str, list[Filed]] = {}
        """Nodes with too few pages of today, and what was proposed from these."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._revision = -1
        self._is_going_on = self._is_fetching = False
        self._seen = self._pages = 0
        self._tried: dict[str, int] = {}
        """By node: how many pages had been read at the last search for proposals."""

    def open(self, spider: str) -> None:
        """Heal by what was decided before; look from time to time for new decisions."""
        self._spider = spider
        self.waiting.open(spider)
        self._start(self._keep_up())
        if self._notifications is not None:
            self._start(self._notifications.hear(lambda: self._start(self._look_up())))
        try:
            self.again.open(spider)
            self._take_up([one for one in self._store.proposals.of(spider) if not one.written])
            self._revision = self._store.proposals.revision()
        except BTError as error:  # the next look may succeed
            self._warn(say("The store of healing cannot be read: {}", error))

    async def close(self, *, is_finished: bool) -> None:
        """Stop looking; *is_finished*: the crawl was not stopped before its end."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        for one in chain.from_iterable(self._wanting.values()):
            self._ask_for(one)
        self.again.close(is_finished=is_finished)
        self.switching.write_down()

    def on_idle(self) -> None:
        """Handler of `spider_idle`: wait for running repairs, then let waiting pages go on."""
        if not self._at_work and self._let_go():
            self._is_going_on = True
        if self._at_work or self._is_going_on:
            self._is_going_on = False
            raise DontCloseSpider
        if self.again.has_earlier and not self._is_fetching:
            self._is_fetching = True
            self._start(self._fetch_earlier())
        if self._is_fetching:
            raise DontCloseSpider

    def _let_go(self) -> bool:
        """Let pages go on that nothing can be done for any more; tells whether there were some."""
        for node in self._tell_lost():
            self._heal(node)
        left = [node for node in self.waiting.nodes if node not in self._at_work and not self._tries_again(node)]
        for node in left:
            self.waiting.release(node)
        return bool(left)

    def note(self, look: PageLooks, alarms: list[tuple[str, str, str]]) -> None:
        """A page was read; *alarms*: node, field and view of what has changed."""
        self._seen += 1
        self._pages += 1
        for number in set(look.healed.values()):
            self.switching.note_healed(number, look)
        changed = {node for node, _, view in alarms if view in _VIEWS}
        nodes = {one.node for one in look.observations}
        self._revisits.note(nodes, look.response.request)
        for node in changed.union(filter(self._wants_healing, nodes)):
            self._heal(node)
        self.waiting.release_undoubted()
        self.again.note(look)

    async def _fetch_earlier(self) -> None:
        try:
            await self.again.fetch_earlier()
        except Exception as error:  # noqa: BLE001 - those of any database; the next crawl fetches them
            self._warn(say("Pages that earlier crawls have missed are not fetched again: {}", error))
        finally:
            self._is_fetching = False

    def _wants_healing(self, node: str) -> bool:
        """Whether it has changed, perhaps in an earlier crawl, and there is no decision yet."""
        if self.waiting.is_settled(node):
            return False
        watches = (watch for (name, _), watch in self._watcher.fields.items() if name == node)
        return node in self._wanting or any(not _VIEWS.isdisjoint(watch.changed) for watch in watches)

    # Finding and switching

    def _heal(self, node: str) -> None:
        if self._modes.heals(self._spider, node) and node not in self._at_work:
            self._at_work.add(node)
            self._tried[node] = self._pages
            self._start(self._heal_node(node))

    async def _heal_node(self, node: str) -> None:
        try:
            filed, pages = await self._in_store(lambda: self._propose(node))
            if self._sureness.is_in_doubt(node, filed) and await self._revisits.ask(self._spider, node):
                filed, pages = await self._in_store(lambda: self._propose(node))
            self._wanting.pop(node, None)
            sure = {one.id for one in self._sureness.sure_of(node, filed)}
            if filed and pages < LEAST_PAGES and len(sure) < len(filed):
                self._wanting[node] = filed  # further pages of today
                return
            after = [
                await self._decide_live(one) if one.id in sure and one.state is State.OPEN else one for one in filed
            ]
            for one in after:  # all at once, so that no page is healed by halves
                if one.state in (State.LIVE, State.ACCEPTED):
                    self.switching.switch_on(one)
            for one in after:
                self._ask_for(one)
            await self._take_up_decisions()  # another worker may have decided meanwhile
            self.waiting.settle(node)
        except (BTError, OSError, ValueError) as error:
            self.waiting.settle(node)
            self._warn(say("Nothing could be proposed for '{}': {}", node, error))
        finally:
            self._at_work.discard(node)

    def _propose(self, node: str) -> tuple[list[Filed], int]:
        """Proposals for a node, and how many pages of today they are made from."""
        filed = list(file_proposals(self._store, self._spider, node, files=self._files))
        trials = [one.proposal.choices[0].trial.pages for one in filed if one.proposal.choices]
        return filed, min(trials, default=len(self._store.pages(self._spider, node, "failing")))

    def _tries_again(self, node: str) -> bool:
        """Whether to look once more before pages go on: there were too few pages of today, and now there are others."""
        if node not in self._wanting or self._tried.get(node) == self._pages:
            return False
        self._heal(node)
        return True

    async def _decide_live(self, filed: Filed) -> Filed:
        """The proposal after the decision, which somebody else may have made meanwhile."""
        proposals = self._store.proposals

        def decide() -> Filed:
            try:
                return proposals.decide(filed.id, State.LIVE, before=filed.state)
            except BTError:
                return proposals.get(filed.id)

        after: Filed = await self._in_store(decide)
        return after

    def _ask_for(self, filed: Filed) -> None:
        """Ask a person to decide, where that is left to do."""
        mode = self._modes.of(self._spider, filed.proposal.node, filed.proposal.field)
        if not filed.selector or filed.state is not State.OPEN or mode not in HEALING or self.switches.has(filed):
            return
        best = filed.proposal.choices[0]
        self._warn(
            say(
                "Proposal {} for '{}' waits for a person: {} (P {}, {} of {} pages as usual): scrapy bt heal review",
                *(filed.id, filed.name, filed.selector),
                *(f"{best.probability:.2f}", best.trial.fitting, best.trial.pages),
            )
        )
        self._stats.inc_value("bt/healing/proposed")

    # What others have decided

    def _take_up(self, filed: list[Filed]) -> set[str]:
        """Heal by what is decided now; returns the nodes of new switches."""
        known = {switch.filed.id: switch for switch in self.switches}
        fresh: set[str] = set()
        for one in filed:
            node = one.proposal.node
            mode = self._modes.of(self._spider, node, one.proposal.field)
            wanted = one.state is State.ACCEPTED or (one.state is State.LIVE and mode == "auto")
            if mode not in HEALING:
                continue
            if wanted and (one.id not in known or known[one.id].selector != one.selector):
                self.switching.switch_on(replace(one, healed=0))
                fresh.add(node)
            elif not wanted and one.id in known:
                self.switching.switch_off(one.id)
        return fresh

    async def _keep_up(self) -> None:
        """Take over what people decide, and let pages go on when nothing else is awaited; never returns."""
        turn = quiet = 0
        while True:
            await asyncio.sleep(_TICK)
            turn += 1
            quiet = quiet + 1 if self._is_quiet() else 0
            if quiet > 1:
                self._let_go()
            if not turn % _LOOK_AGAIN:
                self.again.renew()
                await self._look_up()

    async def _look_up(self) -> None:
        try:
            await self._take_up_decisions()
        except Exception as error:  # noqa: BLE001 - those of any database; it may be back the next time
            self._stats.inc_value("bt/healing/unread")
            if self._stats.get_value("bt/healing/unread") == 1:
                self._warn(say("The store of healing cannot be read: {}", error))

    async def _take_up_decisions(self) -> None:
        proposals = self._store.proposals
        revision = await self._in_store(proposals.revision)
        if revision == self._revision:
            return
        self._revision = revision
        fresh = self._take_up(await self._in_store(lambda: proposals.of(self._spider)))
        self.again.fetch(fresh)

    def _is_quiet(self) -> bool:
        """Whether pages wait, nothing was read since the last look, and nothing else is under way."""
        seen, self._seen = self._seen, 0
        return not (seen or self._at_work) and self.waiting.are_alone()

    async def _in_store(self, function: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function)

    def _start(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _warn(self, message: Sentence) -> None:
        logger.warning("%s", message, extra={"spider": self._crawler.spider})
