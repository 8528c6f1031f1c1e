"""Where every task stands, and the moves from one place to another that the frontier is made of."""

from __future__ import annotations

from dataclasses import replace

from ..core.tree.states import LifeState
from .buckets import BucketHeap
from .completion import Requeue
from .controls import Controls
from .delays import Delays
from .entries import DeadLetter, Entry, SharedValue
from .joins import Joins
from .permits import Permits
from .persistence import NoJournal, TaskState
from .seen import SeenKeys
from .sessions import SharedSessions
from .sharing import Sharing
from .tasks import MOST_LOSSES, KeptTask, Running, pack, read_entry


class TaskStore:
    """Every unfinished task stands in exactly one place.

    These are: a queue of the ranking, the delays, parked on a join, parked for a shared value, queued for the places
    that it keeps, among the paused, or among the running. Moves are told to the journal, except for leases: those end
    with the process.
    """

    def __init__(self, *, ranking: BucketHeap, places: Permits, controls: Controls, journal: NoJournal) -> None:
        self.ranking = ranking
        self.places = places
        self.controls = controls
        self.journal = journal
        self.delays = Delays()
        self.joins = Joins()
        self.sharing = Sharing()
        self.sessions = SharedSessions()
        self.running: dict[int, Running] = {}
        self.leased: dict[int, Running] = {}
        """The running ones by task."""
        self.held: dict[int, KeptTask] = {}
        """Tasks that are paused one by one."""
        self.dead: dict[int, DeadLetter] = {}
        self.seen = SeenKeys()
        """The keys of tasks, also of those that have ended."""
        self.sources: dict[str, int] = {}
        """How many tasks of each source were stored."""
        self.may_have_deadlocks = True
        """Something has moved since they were looked for."""
        self.last_id = 0
        self._reserved = 0

    def admit(self, queued: Requeue, now: float, owner: int = 0) -> int:
        """Store a new task and return its id, or 0 if its key was seen before; *owner* is the task that spawned it."""
        if queued.key:
            if not self.seen.add(queued.key):
                return 0
            self.journal.see(queued.key)
        task = self.begin(queued.entry, now, owner)
        self.queue(task, now + queued.delay, now)
        return task.id

    def begin(self, entry: Entry, now: float, owner: int = 0) -> KeptTask:
        """A new task, which stands nowhere yet; *owner* is the task that spawned it."""
        self.last_id = task_id = self.last_id + 1
        if task_id > self._reserved:
            self._reserved = task_id + 1024
            self.journal.reserve(self._reserved)
        task = read_entry(entry, task_id, now)
        if task.session != task_id:
            self.sessions.enter(task.session, task_id)
        if task.join and self.joins.expect(task.join, owner):
            self.journal.set_join(task.join, owner, failed=False)
        return task

    def resume_ids(self, reserved: int) -> None:
        self.last_id = self._reserved = reserved

    def queue(self, task: KeptTask, due: float, now: float) -> None:
        """Store a task that is ready at *due*."""
        if due > now:
            self.journal.store(task, TaskState.DELAYED, due)
            self.delays.add(task, due)
        else:
            self.journal.store(task, TaskState.READY)
            self.ready(task)

    def ready(self, task: KeptTask, *, first: bool = False) -> None:
        """Let a task go to its queue, unless something holds it back on the way."""
        self.may_have_deadlocks = True
        self.controls.adjust(task)
        if task.id in self.controls.paused:
            self.held[task.id] = task
            return
        if task.holds and not self.places.claim(task):
            return
        if task.share and not task.circular and self.sharing.park_if_making(task):
            return
        requires = task.bucket.requires
        holding = bool(requires) and self.places.is_held(requires, task.id)
        add = self.ranking.add_first if first else self.ranking.add
        add(pack(task), task.bucket, holding=holding)

    def wake_due(self, now: float) -> None:
        """Delayed tasks whose time has come get ready."""
        for due, task in self.delays.take_due(now):
            task.enqueued = due
            self.ready(task)

    def park(self, task: KeptTask, join: int, now: float) -> None:
        """Let a task wait for the parts of *join*."""
        self.may_have_deadlocks = True
        woken = self.joins.park(task, join)
        if woken is None:
            self.journal.store(task, TaskState.PARKED, join)
        else:
            self._leave_join(join)
            self._go_on(woken, now)

    def strand(self, task: KeptTask, join: int, now: float) -> None:
        """A task failed because parts of *join* did: it is kept for those that are dead letters."""
        self._leave(task)
        if self.joins.strand(task, join):
            self.journal.store(task, TaskState.STRANDED, join)
            self._tell_join(task.join, success=False, lost=True, now=now)
        else:
            self.end(task, success=False, now=now)

    def give_back(self, run: Running, now: float) -> None:
        """A lease ended without a step: the task is ready again, first in its queue."""
        self.drop_lease(run)
        self.free(run.task, keep=run.task.holds)
        if run.state is LifeState.STOP:
            self.end(run.task, success=False, now=now)
        else:
            self.ready(run.task, first=True)

    def lose(self, run: Running, now: float, *, most: int) -> None:
        """A lease ran out: the task goes to the end of its queue, and at the *most*th time to the dead letters."""
        if run.state is LifeState.STOP:
            self.give_back(run, now)
            return
        self.drop_lease(run)
        task = run.task
        task.losses = min(task.losses + 1, MOST_LOSSES)
        if 0 < most <= task.losses:
            self.bury(task, tell_losses(task.losses), now)
            return
        self.free(task, keep=task.holds)
        self._go_on(task, now)

    def drop_lease(self, run: Running) -> None:
        del self.running[run.token]
        del self.leased[run.task.id]

    def free(self, task: KeptTask, *, keep: tuple[str, ...] = ()) -> None:
        """Give back the places that a task does not keep, to whoever waits for them."""
        for resource in self.places.give_back(task.id, keep=keep):
            for waiting in self.places.admit(resource):
                self.ready(waiting)
            if self.places.is_free(resource):
                self.ranking.readmit(resource)

    def end(self, task: KeptTask, *, success: bool, now: float, result: bytes = b"") -> None:
        """The task is over: whoever waits for it is told, and what it had is given back."""
        if result and task.join and self.joins.takes_results(task.join):
            self.joins.add_result(task.join, result)
            self.journal.add_result(task.join, result)
        self.journal.remove(task.id)
        self._leave(task)
        self._leave_sessions(task.id, task.session)
        self._tell_join(task.join, success=success, now=now)

    def bury(self, task: KeptTask, reason: str, now: float) -> None:
        """Move a task to the dead letters; its cookies stay with it."""
        self.dead[task.id] = DeadLetter(task.entry, reason, now)
        self.journal.remove(task.id)
        self.journal.bury(self.dead[task.id])
        self._leave(task)
        self._tell_join(task.join, success=False, lost=True, now=now)

    def exhume(self, task_id: int, now: float) -> None:
        """Queue a dead letter again; whoever failed because of it waits for it again."""
        entry = self.dead.pop(task_id).entry
        self.journal.remove_dead_letter(task_id)
        join = entry.join if self.joins.is_known(entry.join) else 0
        task = read_entry(replace(entry, join=join), task_id, now)
        task.requeued = True
        self._recover(join, now)
        self.queue(task, now, now)

    def forget_dead_letter(self, task_id: int) -> None:
        """Drop a dead letter; whoever has failed because of it, and of no other, is over."""
        entry = self.dead.pop(task_id).entry
        self.journal.remove_dead_letter(task_id)
        self._leave_sessions(task_id, entry.session)
        join = entry.join
        while self.joins.is_known(join):
            over = self.joins.give_up(join)
            self._leave_join(join)
            if over is None:
                break
            self.journal.remove(over.id)
            self._leave_sessions(over.id, over.session)
            join = over.join

    def make(self, key: str, value: SharedValue) -> None:
        """Set a shared value; who is parked for it goes on, in the order of asking."""
        value, old, woken = self.sharing.make(key, value)
        self.sessions.enter(value.session)
        if old is not None:
            self._leave_value(old)
        self.journal.set_value(key, value)
        for task in reversed(woken):
            self.ready(task, first=True)

    def give_up(self, key: str, maker: int) -> None:
        """The making of a shared value failed: the next of those who wait tries."""
        if key not in self.sharing.keys_made_by(maker):
            return
        self.journal.remove_maker(key)
        if self.sharing.give_up(key, maker):
            self.wake_next(key)

    def invalidate(self, key: str, version: int) -> None:
        old = self.sharing.invalidate(key, version)
        if old is not None:
            self.journal.remove_value(key, old.version)
            self._leave_value(old)

    def wake_next(self, key: str) -> None:
        """Let one of those who wait for a value that nobody makes try; one that is not paused."""
        for task in self.sharing.list_waiting(key):
            if task.id not in self.controls.paused and not self.controls.is_paused(task.bucket):
                self.ready(self.sharing.wake(key, task.id), first=True)
                return

    def wake_orphans(self) -> None:
        """Somebody who should have tried may be paused or stopped by now."""
        for key in self.sharing.orphans():
            self.wake_next(key)

    def forget_results(self, join: int) -> None:
        """Nobody will ask any more for what the parts of *join* told."""
        if join and self.joins.forget_results(join):
            self.journal.remove_results(join)

    def mark(self, task_id: int) -> None:
        """Write down what the controls say about one task."""
        paused, stopped = task_id in self.controls.paused, task_id in self.controls.stopped
        boost = self.controls.boosts.get(task_id)
        if paused or stopped or boost is not None:
            self.journal.mark(task_id, paused=paused, stopped=stopped, boost=boost)
        else:
            self.journal.unmark(task_id)

    def _leave(self, task: KeptTask) -> None:
        """Give back what only a living task can have."""
        self.may_have_deadlocks = True
        if task.holds:
            self.journal.hold(task.id, ())
        if self.controls.forget(task.id):
            self.journal.unmark(task.id)
        for join in (task.joined, *self.joins.owned_by(task.id)):
            self.forget_results(join)
        for join in self.joins.abandon(task.id):
            self.journal.forget_join(join)
        for key in sorted(self.sharing.keys_made_by(task.id)):
            self.give_up(key, task.id)
        self.free(task)

    def _leave_value(self, value: SharedValue) -> None:
        if self.sessions.leave(value.session):
            self.journal.set_cookies(value.session, None)

    def _leave_sessions(self, task_id: int, session: int) -> None:
        if self.sessions.leave(session, task_id):
            self.journal.set_cookies(session, None)
        if self.sessions.end(task_id):
            self.journal.set_cookies(task_id, None)

    def _tell_join(self, join: int, *, success: bool, lost: bool = False, now: float) -> None:
        if not join:
            return
        woken = self.joins.end(join, success=success, lost=lost)
        if woken is not None or not success or not self.joins.is_known(join):
            self._leave_join(join)
        if woken is not None:
            self._go_on(woken, now)

    def _leave_join(self, join: int) -> None:
        """Write down what is left of a join."""
        if self.joins.is_known(join):
            failed, won = self.joins.has_failed(join), self.joins.is_won(join)
            self.journal.set_join(join, self.joins.get_owner(join), failed=failed, won=won)
        else:
            self.journal.forget_join(join)

    def _recover(self, join: int, now: float) -> None:
        """A lost part is queued again: bring back who has failed because of it, and so on."""
        while join:
            task = self.joins.recover(join)
            if task is None:
                return
            task.requeued = True
            self.park(task, join, now)
            join = task.join

    def _go_on(self, task: KeptTask, now: float) -> None:
        task.enqueued = now
        self.queue(task, now, now)


def tell_losses(count: int) -> str:
    """Why a task is dead whose lease was lost so often."""
    return f"its lease was lost {count} times: whoever had it froze or died, at this step or at another one"
