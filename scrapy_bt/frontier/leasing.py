"""Leases ready tasks of a frontier in process."""

from __future__ import annotations

from collections import Counter

from ..core.tree.states import LifeState, Transition, change
from .entries import Lease, SharedValue
from .lanes import Lanes
from .sharing import ValueTurn
from .slots import Slots
from .store import TaskStore
from .tasks import KeptTask, Running, unpack


class Leasing:
    """Takes tasks out of the ranking, each for so many *seconds*; no two processes give the same tokens."""

    def __init__(self, store: TaskStore, *, seconds: float) -> None:
        self._store, self._seconds = store, seconds
        self._last_token = store.journal.epoch << 32

    def take(self, count: int, now: float, slots: Slots | None, lanes: Lanes | None) -> list[Lease]:
        """Up to *count* eligible tasks, in the order of the ranking (see `Frontier.lease`)."""
        store, ranking, places = self._store, self._store.ranking, self._store.places
        leases: list[Lease] = []
        taken: Counter[str] = Counter()
        while len(leases) < count:
            queue = ranking.first(slots, taken, lanes, now)
            if queue is None:
                break
            if queue.requires and not places.is_free(queue.requires):
                ranking.set_aside(queue)
                continue
            task = unpack(ranking.take(queue), queue.bucket)
            if task.join < 0 and store.joins.is_won(task.join):
                with store.journal:
                    store.end(task, success=False, now=now)
                continue
            turn = store.sharing.ask(task, now) if task.share else None
            if turn is ValueTurn.PARK:
                store.may_have_deadlocks = True
                continue
            if queue.requires:
                places.take(task.id, queue.requires)
            if queue.bucket.slot:
                taken[queue.bucket.slot] += 1
            leases.append(self._lease(task, turn, now))
        return leases

    def _lease(self, task: KeptTask, turn: ValueTurn | SharedValue | None, now: float) -> Lease:
        store = self._store
        self._last_token += 1
        run = Running(task, self._last_token, now + self._seconds, change(LifeState.WAIT, Transition.LEASE))
        store.running[run.token] = store.leased[task.id] = run
        return Lease(
            entry=task.entry,
            token=run.token,
            deadline=run.deadline,
            waited=max(0.0, now - task.enqueued),
            make=turn is ValueTurn.MAKE,
            version=store.sharing.next_version(task.share) if turn is ValueTurn.MAKE else 0,
            shared=turn if isinstance(turn, SharedValue) else None,
            failed=task.failed,
            joined=task.joined,
            circular=turn is ValueTurn.GO_WITHOUT,
            requeued=task.requeued,
            results=store.joins.results(task.joined) if task.joined else (),
        )
