"""Stores records that are tasks of other trees in their queues, before the step that gave them is acknowledged."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ...core.schemes.seeds import SEED_TIME, content_key
from ...core.tree.program import Program
from ...errors import BTError, FrontierLost
from ...frontier.completion import Requeue
from ...frontier.redis.queue_configuration import KEY as CONFIGURATION
from ..runtime.frontiers import TREE
from ..runtime.routes import check_fields, check_nodes, read_routes, routes_of
from .programs import find_program, other_trees
from .tree_queue import FED_BY, FEEDS, TreeQueue, add_name

if TYPE_CHECKING:
    from ..runtime.records import Record
    from .remote import RemoteFrontier

logger = logging.getLogger(__name__)

_MOST = 500
"""Tasks that travel in one call."""

_TIMEOUT = 5.0
"""Seconds that the end of a crawl waits for a Redis that is away."""

_MOST_TOLD = 3


async def open_downstream_queues(
    crawler: Crawler, program: Program, frontier: RemoteFrontier
) -> DownstreamQueues | None:
    """The queues to which `BT_SEEDS` leads from a tree, ready to be used; raises `BTError`."""
    settings = crawler.settings
    given = read_routes(settings)
    routes = routes_of(program, given)
    loop = asyncio.get_running_loop()

    def find(name: str) -> Program:
        return program if name == program.name else find_program(name, settings)

    if not routes:
        check_nodes(given, program, others=other_trees(settings), load=find)
        return None
    # Redis may be asked for them, and that waits.
    targets = {node: await loop.run_in_executor(None, find, name) for node, name in routes.items()}
    for node, target in targets.items():
        check_fields(node, program, target)
    downstream_queues = DownstreamQueues(program, targets, frontier, settings, stats=crawler.stats)
    await downstream_queues.open()
    return downstream_queues


class DownstreamQueues:
    """Puts records into queues; one that is sent again, by this worker or any other, is there once.

    *targets*: the trees by item nodes.
    """

    def __init__(
        self, program: Program, targets: Mapping[str, Program], frontier: RemoteFrontier, settings: Any, *, stats: Any
    ) -> None:
        self._program, self._frontier, self._stats = program, frontier, stats
        queues = {target.name: TreeQueue(settings, target) for target in targets.values()}
        self._downstream_queues = {name: _DownstreamQueue(queue, frontier, stats) for name, queue in queues.items()}
        self._by_node = {node: self._downstream_queues[target.name] for node, target in targets.items()}

    @property
    def nodes(self) -> frozenset[str]:
        """The item nodes whose records go elsewhere."""
        return frozenset(self._by_node)

    async def open(self) -> None:
        """Raises `BTError` when a queue cannot be used."""
        for downstream_queue in self._downstream_queues.values():
            await downstream_queue.open(self._program.name)
            known = await self._frontier.read(FEEDS)
            await self._frontier.write(FEEDS, add_name(known, downstream_queue.queue.program.name))

    async def store(self, records: Sequence[tuple[str, Record]]) -> None:
        """Wait until all of them are in their queues; raises `BTError` when they cannot be."""
        waiting = [stored for node, record in records if (stored := self._by_node[node].add(node, record)) is not None]
        if waiting:
            await asyncio.gather(*waiting)

    async def close(self) -> None:
        """Leave nothing behind in the queues but tasks."""
        for downstream_queue in self._downstream_queues.values():
            await downstream_queue.close()


class _DownstreamQueue:
    """The way to one queue: what comes together travels together, one call after the other."""

    def __init__(self, queue: TreeQueue, frontier: RemoteFrontier, stats: Any) -> None:
        self.queue = queue
        self._frontier, self._stats = frontier, stats
        self._waiting: list[tuple[Requeue, asyncio.Future[None]]] = []
        self._is_sending = False
        self._refused = 0

    async def open(self, feeder: str) -> None:
        self._feeder = feeder
        queue, send = self.queue, self._frontier.send
        queue.check_owner(await send(queue.calls.recall(TREE)))
        configuration = await send(queue.calls.recall(CONFIGURATION))
        queue.adopt(configuration)
        for call in queue.opening(is_configured=configuration is not None):
            await send(call)
        known = await send(queue.calls.recall(FED_BY))
        await send(queue.calls.remember(FED_BY, add_name(known, feeder)))

    def add(self, node: str, record: Record) -> asyncio.Future[None] | None:
        """What is done when the record is stored; none for one that is no task of the tree."""
        try:
            task = self.queue.task(self._stamped(record), content_key(record))
        except BTError as error:
            self._tell_refused(node, error)
            return None
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((task, stored))
        if not self._is_sending:
            self._is_sending = True
            self._frontier.spawn(self._send())
        return stored

    def _stamped(self, record: Record) -> Mapping[str, Any]:
        """With the time, for a tree that asks when its seed was made, and a record that does not say it."""
        parameters = (parameter.name for parameter in self.queue.program.main.parameters)
        return {SEED_TIME: round(time.time(), 3), **record} if SEED_TIME in parameters else record

    async def close(self) -> None:
        try:
            await self._frontier.send(self.queue.calls.leave(), timeout=_TIMEOUT)
        except BTError as error:
            logger.info("%s", error, extra=self._extra)

    async def _send(self) -> None:
        # Whatever else happens at the moment may have more of them.
        await asyncio.sleep(0)
        try:
            while self._waiting:
                part, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                await self._send_part(part)
        finally:
            self._is_sending = False

    async def _send_part(self, part: Sequence[tuple[Requeue, asyncio.Future[None]]]) -> None:
        tasks = [task for task, _ in part]
        try:
            ids = await self._store(tasks)
        except BTError as error:
            for _, stored in part:
                if not stored.done():
                    stored.set_exception(error)
            return
        name, known = self.queue.program.name, ids.count(0)
        self._stats.inc_value(f"bt/seeds/{name}", len(ids) - known)
        if known:
            self._stats.inc_value(f"bt/seeds_known/{name}", known)
        for _, stored in part:
            if not stored.done():
                stored.set_result(None)

    async def _store(self, tasks: Sequence[Requeue]) -> tuple[int, ...]:
        """The ids; 0 for what is known: what is queued, in execution or done."""
        send = self._frontier.send
        try:
            return (await send(self.queue.calls.exchange(put=tasks))).ids
        except FrontierLost:
            logger.warning("%s was deleted, and is made anew", self.queue.place, extra=self._extra)
            self.queue.renew()
            await self.open(self._feeder)
            return (await send(self.queue.calls.exchange(put=tasks))).ids

    def _tell_refused(self, node: str, error: BTError) -> None:
        self._stats.inc_value(f"bt/seeds_refused/{self.queue.program.name}")
        self._refused += 1
        level = logging.WARNING if self._refused <= _MOST_TOLD else logging.DEBUG
        logger.log(level, "A record of '%s' is no task: %s", node, error, extra=self._extra)

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._frontier.spider}
