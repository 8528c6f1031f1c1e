"""Pause, resume, stop and boost, for one task, a node, a tree or everything (runtime.md, "States")."""

from __future__ import annotations

import json
from dataclasses import asdict

from ..core.tree.states import LifeState, Transition, change
from .controls import covers
from .listings import ControlTarget
from .search import find, take_all, take_ready, take_waiting
from .store import TaskStore


class Orders:
    """Carries controls out. A pause or a boost of a node, a tree or everything touches its queues, never its tasks."""

    def __init__(self, store: TaskStore) -> None:
        self._store = store
        self._controls = store.controls

    def check(self, target: ControlTarget, cause: Transition) -> None:
        """Raise `BTError` when a running task is in a state that the control does not apply to."""
        run = None if target.task is None else self._store.leased.get(target.task)
        if run is not None:
            change(run.state, cause)

    def pause(self, target: ControlTarget) -> int:
        if target.task is not None:
            return self._pause_task(target.task)
        self._controls.set_pause(target, paused=True)
        self._apply_rules()
        self._store.wake_orphans()
        return sum(
            len(queue.tasks) for queue in self._store.ranking if queue.paused and covers(target, queue.bucket)
        ) + sum(covers(target, task.bucket) for task in self._store.held.values())

    def resume(self, target: ControlTarget) -> int:
        store = self._store
        if target.task is not None:
            count = self._resume_task(target.task)
        else:
            paused = [queue for queue in store.ranking if queue.paused and covers(target, queue.bucket)]
            self._controls.set_pause(target, paused=False)
            self._apply_rules()
            count = sum(len(queue.tasks) for queue in paused if not queue.paused)
            for task_id in sorted(self._controls.paused):
                task = find(store, task_id)
                if task is not None and covers(target, task.bucket):
                    count += self._resume_task(task_id)
        store.wake_orphans()
        return count

    def stop(self, target: ControlTarget, now: float) -> int:
        store = self._store
        if target.task is not None:
            run = store.leased.get(target.task)
            running = [] if run is None else [run]
            task = None if run else take_waiting(store, target.task)
            waiting = [] if task is None else [task]
        else:
            running = [run for run in store.running.values() if covers(target, run.task.bucket)]
            waiting = take_all(store, target)
        stopped = sum(run.state is not LifeState.STOP for run in running)
        for run in running:
            run.state = change(run.state, Transition.STOP)
            self._controls.stopped.add(run.task.id)
            self._controls.paused.discard(run.task.id)
            self._controls.resting.discard(run.task.id)
            store.mark(run.task.id)
        for task in waiting:
            change(LifeState.WAIT, Transition.STOP)
            store.end(task, success=False, now=now)
        store.wake_orphans()
        return stopped + len(waiting)

    def boost(self, target: ControlTarget, seconds: float) -> int:
        store = self._store
        if target.task is not None:
            return self._boost_task(target.task, seconds)
        self._controls.set_shift(target, seconds)
        self._apply_rules()
        return sum(len(queue.tasks) for queue in store.ranking if covers(target, queue.bucket))

    def _pause_task(self, task_id: int) -> int:
        store = self._store
        if task_id in self._controls.paused or find(store, task_id) is None:
            return 0
        self._controls.paused.add(task_id)
        store.mark(task_id)
        task = None if task_id in store.leased else take_ready(store, task_id)
        if task is not None:
            store.held[task_id] = task
        store.wake_orphans()
        return 1

    def _resume_task(self, task_id: int) -> int:
        store = self._store
        if task_id not in self._controls.paused:
            return 0
        self._controls.paused.discard(task_id)
        self._controls.resting.discard(task_id)
        store.mark(task_id)
        task = store.held.pop(task_id, None)
        if task is not None:
            store.ready(task)
        return 1

    def _boost_task(self, task_id: int, seconds: float) -> int:
        store = self._store
        if find(store, task_id) is None:
            return 0
        self._controls.boosts[task_id] = seconds
        store.mark(task_id)
        task = take_ready(store, task_id)
        if task is not None:
            store.ready(task)
        return 1

    def _apply_rules(self) -> None:
        self._store.ranking.reorder()
        self._store.may_have_deadlocks = True
        controls = self._controls
        self._store.journal.set_controls(
            json.dumps(
                {
                    "rules": [[asdict(rule.target), rule.paused] for rule in controls.rules],
                    "shifts": [[asdict(target), seconds] for target, seconds in controls.shifts.items()],
                }
            )
        )
