"""Leases tasks from Redis before they are asked for, and sends completed steps back, in batches."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from ...errors import BTError
from ...frontier.completion import Requeue
from ...frontier.entries import Lease
from ...frontier.lanes import Lanes
from ...frontier.listings import TaskCounts
from ...frontier.redis.call import Bury, Complete, Ended, Exchanged, ReleaseLease
from ...frontier.redis.calls import Calls
from ...sentences import say
from ...versions import end_tasks
from ..runtime.slots import DownloadSlots
from .demand import Demand
from .held_leases import HeldLeases
from .outbox import Outbox
from .pace import Pace

if TYPE_CHECKING:
    from .retrying_client import RetryingClient

logger = logging.getLogger(__name__)

_MOST = 250
"""Steps, and new tasks, that travel in one call: so many that it holds Redis up for 10 ms and not much longer."""

_GLANCE = 0.02
"""Seconds between two calls that are made only because a download slot has something free again."""

_BREATH = 0.002
"""Seconds between two calls at least, so that what ends together travels together."""

_STUCK = 0.5
"""The same while steps must not be stored."""


class LeasePrefetcher:
    """One exchange after the other: steps and new tasks out, leases in; each is one atomic call.

    *room*: how many more tasks may be in progress. *slots*: over which leases are spread. *lanes*: what is left to
    other workers. *places*: requests at a time; as many leases wait here as there are free ones, and beyond these what
    the next call needs to come (`Pace`); *most*: so many at most, 0: however many; those apart whose slots have nothing
    free. *linger*: seconds that a step waits for others to travel with, while there is other work. *beat*: seconds
    after which leases are prolonged. *on_leases* is called when there is something to do, *on_failure* when there will
    be nothing to do any more, *on_send* when steps are about to be stored: it answers whether they may be.
    """

    def __init__(
        self,
        retrying_client: RetryingClient,
        calls: Calls,
        *,
        room: Callable[[], int],
        slots: Callable[[], DownloadSlots | None] = lambda: None,
        lanes: Callable[[], Lanes | None] = lambda: None,
        places: int,
        most: int = 0,
        linger: float,
        beat: float,
        on_leases: Callable[[], None],
        on_send: Callable[[], bool],
        on_exchange: Callable[[Exchanged], None],
        on_failure: Callable[[BTError], None],
        stats: Any,
        extra: dict[str, Any],
    ) -> None:
        self._retrying_client, self._calls = retrying_client, calls
        self._linger, self._beat, self._lanes = linger, beat, lanes
        self._reopening = inf
        """When there may be more to lease, by the clock of the loop, since a download slot has something free then."""
        now = asyncio.get_running_loop().time()
        self._pace = Pace(places=places, most=min(most or _MOST, _MOST), linger=linger, now=now)
        self._low_since: float | None = None
        """When it was seen that more are needed, by the clock of the loop; None where there are no more to be had."""
        self._absence = 0.0
        """Seconds that it took from there until the last ones came."""
        self._on_send = on_send
        self._on_leases, self._on_exchange, self._on_failure = on_leases, on_exchange, on_failure
        self._stats, self._extra = stats, extra
        self._held_leases = HeldLeases(stats, extra)
        self._demand = Demand(self._held_leases, room=room, slots=slots, places=places, most=most or inf)
        self._outbox = Outbox()
        self._own = 0
        """Leases of this worker that the counts count as running."""
        self._nudge = asyncio.Event()
        self._is_dry = False
        """The last look found less than was asked for, and nothing has been heard since it began."""
        self._was_woken = False
        """Something has been heard since the last look began."""
        self._has_enough = False
        """No call is under way or near, since so many leases wait; whoever takes one looks whether that is still so."""
        self._oldest = 0.0
        """When the first of what waits to travel came, by the clock of the loop."""
        self._last_beat = self._last_call = 0.0
        self._interruptions = retrying_client.interruptions
        self._is_closing = self._is_stuck = False
        self.counts = TaskCounts()
        self.next_due: float | None = None

    # What the crawl does; nothing here waits

    def take(self) -> Lease | None:
        """The next leased task; None while as many are in progress as there is room for."""
        demand = self._demand
        if demand.is_met:
            return None
        lease = self._held_leases.take(time.time(), demand.slots())
        if lease is None:
            demand.is_hungry = True
        else:
            self._pace.note_taken()
        if lease is None or (self._has_enough and demand.is_low):
            if self._low_since is None and not self._is_dry:
                self._low_since = asyncio.get_running_loop().time()
            self._nudge.set()
        return lease

    def hand_in(self, step: Ended) -> None:
        """Let the end of a lease travel."""
        self._held_leases.end(step.lease)
        self._note_first()
        self._outbox.put_step(step)
        self._hurry()

    def add(self, task: Requeue) -> None:
        """Let a new task travel."""
        self._note_first()
        self._outbox.put_task(task)
        self._hurry()

    def wake(self) -> None:
        """There may be work."""
        self._is_dry, self._was_woken = False, True
        self._nudge.set()

    @property
    def is_busy(self) -> bool:
        """Leases wait for the engine, or something travels or is about to."""
        return bool(self._held_leases.waiting or self._held_leases.held or self._outbox)

    @property
    def has_more(self) -> bool:
        """There may be something to take, beside what goes on when leases of this worker end."""
        return self.queued > 0 or self.counts.unfinished - self.counts.paused > self._own

    @property
    def held(self) -> int:
        """Leases of this worker, those that wait for the engine included."""
        return self._held_leases.held

    @property
    def queued(self) -> int:
        """Tasks that wait for the engine, or for Redis, here."""
        return self._held_leases.waiting + self._outbox.queued

    @property
    def in_progress(self) -> int:
        """Leases that the engine has taken and not ended."""
        return self._held_leases.in_progress

    @property
    def outbox(self) -> int:
        """Steps and new tasks that Redis has not confirmed."""
        return len(self._outbox)

    def unconfirmed_sessions(self) -> set[int]:
        """Sessions whose changed cookies have not come to Redis."""
        return self._outbox.sessions()

    # The background

    def start(self) -> None:
        """Begin to exchange."""
        self._rounds = asyncio.get_running_loop().create_task(self._go_round())

    async def close(self, *, timeout: float) -> None:
        """Give back what waits here, and let everything travel; raises `BTError` after *timeout* seconds in vain."""
        self._is_closing = True
        for lease in self._held_leases.give_up_waiting():
            self._outbox.put_step(ReleaseLease(lease))
        self._nudge.set()
        await asyncio.wait({self._rounds}, timeout=timeout)
        if not self._rounds.done():
            await self.give_up()
            raise BTError(say("Redis has not answered for {:.0f} s", timeout))

    async def give_up(self) -> None:
        """Exchange nothing more: what waits here is done again by others."""
        await end_tasks({self._rounds})

    async def _go_round(self) -> None:
        try:
            while not self._is_closing or self._outbox:
                await self._rest()
                await self._exchange()
        except BTError as error:
            self._on_failure(error)
        except Exception as error:
            logger.exception("The exchange with Redis failed", extra=self._extra)
            self._on_failure(BTError(say("the exchange with Redis failed: {}", error)))

    async def _exchange(self) -> None:
        """One call: what is there to travel, and a look for as many leases as there is room for."""
        steps, new = self._take_along()
        loop = asyncio.get_running_loop()
        is_beat = loop.time() - self._last_beat >= self._beat
        self._demand.ahead = self._pace.look(
            now=loop.time(), absence=self._absence, was_short=self._demand.is_hungry and not self._is_dry
        )
        wanted = self._count_wanted()
        low_since, self._low_since = self._low_since or loop.time(), None
        lead = _GLANCE + 2 * (self._retrying_client.round_trip or 0.0)
        standing, self._reopening = self._demand.ask_slots(lead)
        after_interruption = self._interruptions != self._retrying_client.interruptions
        self._interruptions = self._retrying_client.interruptions
        extend = self._held_leases.leases() if is_beat else []
        call = self._calls.exchange(
            steps=steps,
            put=new,
            extend=extend,
            lease=wanted,
            release_unknown=self._known_tokens() if after_interruption else None,
            slots=standing,
            lanes=self._lanes(),
        )
        self._demand.is_hungry = self._was_woken = False
        exchanged = await self._retrying_client.send(call)
        self._outbox.confirm()
        self._last_call = loop.time()
        if exchanged.leases:
            self._absence = self._last_call - low_since
        if is_beat:
            self._last_beat = self._last_call
            if not exchanged.repeated:
                self._held_leases.prolong(extend, exchanged.extended)
        self._take_in(exchanged, steps, wanted)

    # One exchange

    def _take_along(self) -> tuple[list[Ended], list[Requeue]]:
        """What travels now: nothing, while what the steps gave is not safe; at the end they do not count then."""
        self._is_stuck = bool(self._outbox.steps) and not self._on_send()
        if self._is_stuck and not self._is_closing:
            return [], []
        if self._is_stuck:
            self._outbox.give_back()
        return self._outbox.send(_MOST)

    async def _rest(self) -> None:
        """Wait until a call is worth while."""
        loop = asyncio.get_running_loop()
        while True:
            due = self._next_call(loop.time())
            if due <= loop.time():
                break
            self._nudge.clear()
            try:
                await asyncio.wait_for(self._nudge.wait(), due - loop.time())
            except asyncio.TimeoutError:
                break
            await asyncio.sleep(0)
        self._has_enough = False

    def _next_call(self, now: float) -> float:
        """When to call next, by the clock of the loop."""
        soon = self._last_call + (_STUCK if self._is_stuck else _BREATH)
        if self._is_closing or self._outbox.is_full(_MOST):
            return soon
        is_low = self._demand.is_low
        self._has_enough = not is_low
        look = inf
        if is_low and self._count_wanted() > 0:
            if not self._is_dry:
                return soon
            look = max(self._reopening, self._last_call + _GLANCE)
        if self._outbox:
            due = soon if self._demand.is_hungry else self._oldest + self._linger
        else:
            due = self._last_beat + self._beat
            if self.next_due is not None and is_low:
                due = min(due, now + max(0.0, self.next_due - time.time()))
        return max(soon, min(due, look))

    def _count_wanted(self) -> int:
        """Leases to ask for."""
        return 0 if self._is_closing or self._is_stuck else self._demand.wanted

    def _known_tokens(self) -> list[int]:
        """Of all leases, those included whose steps have to wait for the next call."""
        return [*self._held_leases.tokens(), *(step.lease.token for step in self._outbox.steps)]

    def _note_first(self) -> None:
        if not self._outbox.has_unsent:
            self._oldest = asyncio.get_running_loop().time()
            self._nudge.set()

    def _hurry(self) -> None:
        """Let nothing linger where the engine has nothing to do, or a call is full."""
        if self._demand.is_hungry or self._outbox.is_full(_MOST):
            self._nudge.set()

    def _take_in(self, exchanged: Exchanged, steps: list[Ended], wanted: int) -> None:
        if not exchanged.repeated:
            outcomes = list(zip(steps, exchanged.ended, strict=True))
            self._held_leases.lose(
                [step.lease for step, said in outcomes if said is False and not isinstance(step, ReleaseLease)]
            )
            for step, outcome in outcomes:
                if isinstance(outcome, str):
                    self._refuse(step, outcome)
            if doubles := sum(not task_id for task_id in exchanged.ids):
                self._stats.inc_value("bt/known", doubles)
        self._held_leases.add(exchanged.leases)
        self.counts, self.next_due = exchanged.counts, exchanged.next_due
        self._own = self._held_leases.held + len(self._outbox.steps)
        # The leases of an answer that was lost are given back by the next call, and may be had again; and what was
        # heard while the call was under way may be newer than its answer.
        found_all = len(exchanged.leases) == wanted or exchanged.more
        self._is_dry = not (found_all or exchanged.repeated or self._was_woken)
        self._on_exchange(exchanged)
        if exchanged.leases or not self.is_busy:
            self._on_leases()

    def _refuse(self, step: Ended, reason: str) -> None:
        """A step that contradicts itself is a fault of this program: the task is kept, among the dead letters."""
        logger.error("Task %d: %s", step.lease.entry.id, reason, extra=self._extra)
        if isinstance(step, Complete):
            self.hand_in(Bury(step.lease, reason))
