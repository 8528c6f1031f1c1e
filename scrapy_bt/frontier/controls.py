"""What operators have said about nodes, trees and single tasks (runtime.md, "States")."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .entries import Bucket
from .listings import ControlTarget
from .tasks import KeptTask

_NUMBER = re.compile(r"#\d+(?=/)")
"""Of a node that is called several times at one level."""


def covers(target: ControlTarget, bucket: Bucket) -> bool:
    """Whether the target means the tasks of this bucket."""
    if target.tree is not None and target.tree != bucket.tree:
        return False
    if target.node is None:
        return True
    if target.node.endswith("/"):
        return _is_within(bucket.node, target.node)
    last = bucket.node.rpartition("/")[2]
    # A node that is called several times at one level has a number there: `page#2`.
    if target.node in (bucket.node, last, last.partition("#")[0]):
        return True
    # A node in place is named by its place in its own tree: the end of the path.
    return "/" in target.node and bucket.node.endswith(f"/{target.node}")


def encloses(outer: ControlTarget, inner: ControlTarget) -> bool:
    """Whether *outer* means every task that *inner* means, as far as the two texts tell."""
    if outer.tree not in (None, inner.tree) or outer.node in (None, inner.node):
        return outer.tree in (None, inner.tree)
    return outer.node.endswith("/") and inner.node is not None and f"/{outer.node}" in f"/{inner.node}/"


def _is_within(path: str, above: str) -> bool:
    """Whether a path is that which *above* names with a `/` at its end, or goes through it."""
    whole = f"/{path}/"
    if f"/{above}" in whole:
        return True
    return above.find("/") == len(above) - 1 and f"/{above}" in _NUMBER.sub("", whole)


@dataclass(frozen=True)
class PauseRule:
    """A pause, or a resumption within what is paused."""

    target: ControlTarget
    paused: bool


class Controls:
    """Pauses and boosts that stand. Among pauses and resumptions that mean the same bucket the last one holds."""

    def __init__(self) -> None:
        self.rules: tuple[PauseRule, ...] = ()
        self.shifts: dict[ControlTarget, float] = {}
        self.paused: set[int] = set()
        """Single tasks."""
        self.resting: set[int] = set()
        """Those of the paused that paused themselves; forgotten at a restart."""
        self.stopped: set[int] = set()
        """Single tasks that end with the step which they are in."""
        self.boosts: dict[int, float] = {}
        """Of single tasks, in the place of their own."""

    def is_paused(self, bucket: Bucket) -> bool:
        return next((rule.paused for rule in reversed(self.rules) if covers(rule.target, bucket)), False)

    def shift(self, bucket: Bucket) -> float:
        """Seconds that boosts of its node, its tree and of everything take off its number."""
        return sum(seconds for target, seconds in self.shifts.items() if covers(target, bucket))

    def set_pause(self, target: ControlTarget, *, paused: bool) -> None:
        rules = tuple(rule for rule in self.rules if not encloses(target, rule.target))
        if paused or any(rule.paused for rule in rules):
            rules += (PauseRule(target, paused),)
        self.rules = rules

    def set_shift(self, target: ControlTarget, seconds: float) -> None:
        """A boost takes the place of an earlier one of the same target; 0 ends it."""
        if seconds:
            self.shifts[target] = seconds
        else:
            self.shifts.pop(target, None)

    def adjust(self, task: KeptTask) -> None:
        """Give a task the boost that was set for it alone."""
        boost = self.boosts.get(task.id)
        if boost is not None and boost != task.bucket.boost:
            task.bucket = replace(task.bucket, boost=boost)

    def forget(self, task: int) -> bool:
        """The task has ended; tells whether there was anything to forget."""
        if task not in self.paused and task not in self.stopped and task not in self.boosts:
            return False
        self.paused.discard(task)
        self.resting.discard(task)
        self.stopped.discard(task)
        self.boosts.pop(task, None)
        return True
