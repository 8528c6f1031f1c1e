"""One step of a task, applied as a whole (runtime.md, "Leases")."""

from __future__ import annotations

from dataclasses import replace

from ..core.tree.states import LifeState, Transition, change
from ..sentences import say
from .completion import MOST_SPAWNED, AwaitResume, Completion, Finish, Park, Requeue, Strand
from .entries import Entry
from .store import TaskStore
from .tasks import KeptTask, Running, carry

_MOST = 1 << 63


def check_entry(entry: Entry) -> None:
    """Raise `ValueError` for an entry that could not be stored."""
    if not -_MOST <= entry.join < _MOST or not -_MOST <= entry.session < _MOST:
        raise ValueError(say("joins and sessions are numbers of 64 bits: {}", repr(entry)))
    for text in (entry.share, *entry.holds):
        text.encode()


def check_spawned(task: int, completion: Completion) -> None:
    """Raise `ValueError` for a step that makes more than can be stored in one piece."""
    if len(completion.spawned) > MOST_SPAWNED:
        raise ValueError(
            say(
                "a step of task {} makes {} tasks, where {} is the limit: let it go on, and make the others in its"
                " next steps",
                task,
                len(completion.spawned),
                MOST_SPAWNED,
            )
        )


def check(store: TaskStore, task: KeptTask, completion: Completion) -> None:
    """Raise `ValueError` for a step that contradicts itself; nothing has been changed then."""
    check_spawned(task.id, completion)
    step = completion.next
    if not isinstance(step, Finish):
        check_entry(step.entry)
        if completion.dead is not None:
            raise ValueError(say("task {} goes to the dead letters: it has to finish, not to go on", task.id))
    if isinstance(step, (Park, Strand)):
        if step.join == task.join or not 0 < abs(step.join) < _MOST:
            raise ValueError(
                say("task {} cannot wait for the join {} (it is part of {})", task.id, step.join, task.join)
            )
        if store.joins.is_parked_on(step.join):
            raise ValueError(say("task {} cannot wait for the join {}: another task does", task.id, step.join))
    for spawned in completion.spawned:
        check_entry(spawned.entry)


def apply(store: TaskStore, run: Running, completion: Completion, now: float) -> None:
    """Change the store by what the running task did."""
    task = run.task
    step = completion.next
    goes_on = run.state is not LifeState.STOP and isinstance(step, (Requeue, Park, AwaitResume))
    session = step.entry.session or task.id if goes_on and not isinstance(step, Finish) else task.session
    store.drop_lease(run)
    store.forget_results(task.joined)
    if session != task.session:
        # Before a value is invalidated whose session the task goes on with.
        store.sessions.enter(session, task.id)
    for key, version in completion.invalidated.items():
        store.invalidate(key, version)
    for made in completion.made:
        if made.value is not None:
            store.make(made.key, made.value)
        else:
            store.give_up(made.key, task.id)
    for changed, cookies in completion.cookies.items():
        if changed in (task.id, task.session, session) or store.sessions.has_sharers(changed):
            store.sessions.set(changed, cookies)
            store.journal.set_cookies(changed, cookies)
    if change(run.state, _cause(run.state, completion)) is LifeState.FINISHED:
        _finish(store, run, completion, now)
        return
    for spawned in completion.spawned:
        _spawn(store, task, spawned, now)
    assert not isinstance(step, (Finish, Strand)), "it has ended"
    _go_on(store, task, step, now)


def _cause(state: LifeState, completion: Completion) -> Transition:
    """A task that was stopped while it ran ends with its step, whatever the step says."""
    if state is LifeState.STOP or isinstance(completion.next, (Finish, Strand)):
        return Transition.END
    return Transition.PAUSE if isinstance(completion.next, AwaitResume) else Transition.GO_ON


def _finish(store: TaskStore, run: Running, completion: Completion, now: float) -> None:
    task, step = run.task, completion.next
    if run.state is LifeState.STOP or not isinstance(step, (Finish, Strand)):
        store.end(task, success=False, now=now)
        return
    for spawned in completion.spawned:
        _spawn(store, task, spawned, now)
    if isinstance(step, Strand) and store.joins.may_go_on(step.join):
        _go_on(store, task, Park(step.entry, step.join), now)
    elif isinstance(step, Strand):
        store.strand(_set_back(store, task, step.entry, now), step.join, now)
    elif completion.dead is not None:
        letter = completion.dead
        store.bury(_set_back(store, task, letter.entry, now), letter.reason, letter.when or now)
    else:
        store.end(task, success=step.success, now=now, result=step.result)


def _set_back(store: TaskStore, task: KeptTask, entry: Entry, now: float) -> KeptTask:
    """The task as it will be when it comes back; its session is the one that it has now."""
    if task.holds:
        store.journal.hold(task.id, ())
    return replace(carry(task, entry, now), session=task.session)


def _spawn(store: TaskStore, task: KeptTask, spawned: Requeue, now: float) -> None:
    owner = task.id if spawned.entry.join != task.join else 0
    store.admit(spawned, now, owner)


def _go_on(store: TaskStore, task: KeptTask, step: Requeue | Park | AwaitResume, now: float) -> None:
    after = carry(task, step.entry, now)
    if after.session != task.session and store.sessions.leave(task.session, task.id):
        store.journal.set_cookies(task.session, None)
    for key in store.sharing.list_unstored(task.id):
        store.journal.set_maker(key, task.id)
    store.free(task, keep=after.holds)
    if task.holds or after.holds:
        store.journal.hold(task.id, store.places.held(task.id))
    if isinstance(step, Park):
        store.park(after, step.join, now)
        return
    if isinstance(step, AwaitResume):
        store.controls.paused.add(task.id)
        store.controls.resting.add(task.id)
        store.mark(task.id)
    store.queue(after, now + step.delay if isinstance(step, Requeue) else now, now)
