"""The frontier in process: no server, and with a journal no loss when the process is killed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf

from ..core.tree.states import LifeState, Transition
from ..errors import LeaseLost
from ..sentences import say
from .buckets import BucketHeap
from .completion import Completion, Requeue
from .controls import Controls
from .deadlocks import break_deadlocks
from .description import Description, StandingOrders, describe_all, standing_orders
from .entries import DeadLetter, Lease, SharedValue
from .lanes import Lanes
from .leasing import Leasing
from .listings import BucketStatus, ControlTarget, TaskCounts, TaskLine, TaskPage
from .measures import Measures
from .orders import Orders
from .peeking import find_line, peek
from .permits import Permits
from .persistence import NoJournal
from .protocol import Number
from .slots import Slots
from .status import count_tasks, describe
from .steps import apply, check, check_entry
from .store import TaskStore
from .tasks import Running


class MemoryFrontier:
    """Implements `Frontier` (see there what each method promises).

    *limits*: places of competing resources; one, if a resource is not in it. *ageing*: seconds of priority for each
    second waited. *number* is asked when a bucket comes into being and at `rerank`, never during construction.
    *lease_losses*: how often a task may lose its lease at one step, the last time ends it; 0: however often.
    """

    def __init__(
        self,
        number: Number,
        *,
        limits: Mapping[str, int],
        clock: Callable[[], float] = time.time,
        lease_seconds: float = 60.0,
        lease_losses: int = 0,
        ageing: float = 0.1,
        journal: NoJournal | None = None,
    ) -> None:
        self._clock = clock
        self._lease_seconds = lease_seconds
        self._lease_losses = lease_losses
        self._journal = journal or NoJournal()
        self._controls = Controls()
        self._ranking = BucketHeap(number, ageing, is_paused=self._controls.is_paused, shift=self._controls.shift)
        self._places = Permits(limits)
        self._store = TaskStore(
            ranking=self._ranking, places=self._places, controls=self._controls, journal=self._journal
        )
        self._next_search = clock() + lease_seconds
        self._orders = Orders(self._store)
        self._weights = Measures()
        self._rounds = Measures()
        self._texts: dict[str, str] = {}
        self._journal.restore(self._store, weights=self._weights, rounds=self._rounds, texts=self._texts, now=clock())
        self._leasing = Leasing(self._store, seconds=lease_seconds)
        self._known = self._store.last_id - self._count_kept()

    def put(self, entries: Iterable[Requeue]) -> list[int]:
        """Store new tasks and return their ids; when the iterable raises, those before are stored."""
        ids: list[int] = []
        store, now = self._store, self._clock()
        self._journal.begin()
        try:
            for queued in entries:
                check_entry(queued.entry)
                ids.append(store.admit(queued, now))
        finally:
            self._journal.commit()
        return ids

    def seed(self, name: str, offset: int, entries: Sequence[Requeue]) -> int:
        """Store all of the entries, or none when the source has come elsewhere than to *offset*."""
        come = self._store.sources.get(name, 0)
        if offset != come or not entries:
            return come
        name.encode()
        for queued in entries:
            check_entry(queued.entry)
        now = self._clock()
        with self._journal:
            for queued in entries:
                self._store.admit(queued, now)
            come = self._store.sources[name] = offset + len(entries)
            self._journal.set_source(name, come)
        return come

    def lease(self, count: int = 1, slots: Slots | None = None, lanes: Lanes | None = None) -> list[Lease]:
        now = self._clock()
        self._store.wake_due(now)
        leases = self._leasing.take(count, now, slots, lanes)
        while not leases and not self._store.running and self._store.may_have_deadlocks and count > 0:
            with self._journal:
                self._break_deadlocks(now)
            leases = self._leasing.take(count, now, slots, lanes)
        return leases

    def extend(self, leases: Iterable[Lease]) -> list[Lease]:
        deadline = self._clock() + self._lease_seconds
        extended = []
        for lease in leases:
            run = self._store.running.get(lease.token)
            if run is not None:
                run.deadline = deadline
                extended.append(replace(lease, deadline=deadline))
        return extended

    def complete(self, lease: Lease, completion: Completion) -> None:
        run = self._get_running(lease)
        check(self._store, run.task, completion)
        with self._journal:
            for node, seconds in completion.measured.items():
                self._journal.set_weight(node, *self._weights.add(node, seconds * seconds))
            for loop, rounds in completion.rounds.items():
                self._journal.set_rounds(loop, *self._rounds.add(loop, rounds))
            apply(self._store, run, completion, self._clock())

    def release(self, lease: Lease) -> None:
        run = self._store.running.get(lease.token)
        if run is not None:
            with self._journal:
                self._store.give_back(run, self._clock())

    def bury(self, lease: Lease, reason: str) -> None:
        run = self._get_running(lease)
        with self._journal:
            self._store.drop_lease(run)
            if run.state is LifeState.STOP:
                self._store.end(run.task, success=False, now=self._clock())
            else:
                self._store.bury(run.task, reason, self._clock())

    def expire(self) -> int:
        now = self._clock()
        self._store.wake_due(now)
        overdue = [run for run in self._store.running.values() if run.deadline <= now]
        if overdue or self._store.may_have_deadlocks:
            with self._journal:
                for run in overdue:
                    self._store.lose(run, now, most=self._lease_losses)
                if now >= self._next_search:
                    self._break_deadlocks(now)
        return len(overdue)

    def next_due(self) -> float | None:
        times = [run.deadline for run in self._store.running.values()]
        delayed = self._store.delays.next_due()
        if delayed is not None:
            times.append(delayed)
        if self._ranking.opening < inf:
            times.append(self._ranking.opening)
        return min(times, default=None)

    def counts(self) -> TaskCounts:
        return count_tasks(self._store)

    def status(self) -> list[BucketStatus]:
        return describe(self._store, self._clock())

    def describe(self) -> Description:
        finished = self._store.last_id - self._known - self._count_kept()
        return describe_all(self._store, self._clock(), finished=finished)

    def orders(self, worker: str) -> StandingOrders:
        """What operators have said that still holds; *worker*: what this process is called."""
        return standing_orders(self._store, worker)

    def peek(self, target: ControlTarget, state: str, after: str = "", count: int = 100) -> TaskPage:
        return peek(self._store, target, state, after, count)

    def find(self, task: int) -> TaskLine | None:
        """One task that has not ended and is no dead letter; looks at every task."""
        return find_line(self._store, task)

    def pause(self, target: ControlTarget) -> int:
        self._orders.check(target, Transition.PAUSE)
        with self._journal:
            return self._orders.pause(target)

    def resume(self, target: ControlTarget) -> int:
        self._orders.check(target, Transition.RESUME)
        with self._journal:
            return self._orders.resume(target)

    def stop(self, target: ControlTarget) -> int:
        with self._journal:
            return self._orders.stop(target, self._clock())

    def boost(self, target: ControlTarget, seconds: float) -> int:
        with self._journal:
            return self._orders.boost(target, seconds)

    def rerank(self) -> None:
        self._ranking.rerank()

    def shared(self, key: str) -> SharedValue | None:
        return self._store.sharing.get(key, self._clock())

    def cookies(self, session: int) -> bytes | None:
        return self._store.sessions.get(session)

    def dead_letters(self) -> list[DeadLetter]:
        return list(self._store.dead.values())

    def requeue(self, ids: Iterable[int] | None = None) -> int:
        now = self._clock()
        chosen = self._choose_letters(ids)
        with self._journal:
            for task_id in chosen:
                self._store.exhume(task_id, now)
        return len(chosen)

    def drop(self, ids: Iterable[int] | None = None) -> int:
        chosen = self._choose_letters(ids)
        with self._journal:
            for task_id in chosen:
                self._store.forget_dead_letter(task_id)
        return len(chosen)

    def weights(self) -> Mapping[str, tuple[int, float]]:
        return self._weights.totals()

    def rounds(self) -> Mapping[str, tuple[int, float]]:
        return self._rounds.totals()

    def remember(self, key: str, text: str) -> None:
        with self._journal:
            self._journal.set_text(key, text)
            self._texts[key] = text

    def recall(self, key: str) -> str | None:
        return self._texts.get(key)

    def close(self) -> None:
        """Give the files back; leased tasks are ready when they are opened again."""
        self._journal.close()

    def _count_kept(self) -> int:
        """The tasks that have not ended."""
        counts = self.counts()
        return counts.unfinished + counts.dead

    def _break_deadlocks(self, now: float) -> None:
        """Free tasks that wait for each other: when all else is at rest, and now and then."""
        self._store.may_have_deadlocks = False
        self._next_search = now + self._lease_seconds
        break_deadlocks(self._store, now)

    def _get_running(self, lease: Lease) -> Running:
        run = self._store.running.get(lease.token)
        if run is None:
            raise LeaseLost(
                say(
                    "the lease of task {} ended before its step was handed in; another worker may have it",
                    lease.entry.id,
                )
            )
        return run

    def _choose_letters(self, ids: Iterable[int] | None) -> list[int]:
        dead = self._store.dead
        return list(dead) if ids is None else [task_id for task_id in dict.fromkeys(ids) if task_id in dead]
