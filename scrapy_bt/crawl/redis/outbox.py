"""What a worker has to tell Redis, in the order in which it may travel."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from ...frontier.completion import Requeue
from ...frontier.redis.call import Complete, Ended, ReleaseLease


class Outbox:
    """Ends of leases and new tasks, until Redis has confirmed them.

    What a page leads to never travels after the page's end.
    """

    def __init__(self) -> None:
        self.steps: list[Ended] = []
        """Those that are not sent."""
        self._new: list[Requeue] = []
        self._travelling = 0
        """Steps and new tasks that are sent, and not confirmed."""
        self._marks: list[int] = []
        """For each step how many new tasks came before it."""
        self._added = 0

    def __len__(self) -> int:
        """Steps and new tasks that Redis has not confirmed."""
        return len(self.steps) + self.queued

    @property
    def queued(self) -> int:
        """New tasks, and all that travels: steps, too, may lead to tasks."""
        return len(self._new) + self._travelling

    @property
    def has_unsent(self) -> bool:
        """Something waits to be sent."""
        return bool(self.steps or self._new)

    def is_full(self, most: int) -> bool:
        """Whether *most* steps, or as many new tasks, wait to be sent."""
        return len(self.steps) >= most or len(self._new) >= most

    def put_step(self, step: Ended) -> None:
        self.steps.append(step)
        self._marks.append(self._added)

    def put_task(self, task: Requeue) -> None:
        self._new.append(task)
        self._added += 1

    def send(self, most: int) -> tuple[list[Ended], list[Requeue]]:
        """Up to *most* steps and as many new tasks: they travel from now on.

        With those that the steps spawn there are no more than that, unless the first step spawns more.
        """
        new, self._new = self._new[:most], self._new[most:]
        count = min(most, bisect_right(self._marks, self._added - len(self._new)))
        sums = accumulate(map(_count_spawned, self.steps[:count]))
        count = max(min(1, count), sum(spawned <= most - len(new) for spawned in sums))
        steps, self.steps = self.steps[:count], self.steps[count:]
        self._marks = self._marks[count:]
        self._travelling = len(steps) + len(new)
        return steps, new

    def give_back(self) -> None:
        """The steps that are not sent shall not count: their tasks are ready again."""
        self.steps = [ReleaseLease(step.lease) if isinstance(step, Complete) else step for step in self.steps]

    def confirm(self) -> None:
        """What was sent has come."""
        self._travelling = 0

    def sessions(self) -> set[int]:
        """Sessions whose changed cookies have not been sent."""
        steps = [step for step in self.steps if isinstance(step, Complete)]
        return {session for step in steps for session in step.completion.cookies}


def _count_spawned(step: Ended) -> int:
    return len(step.completion.spawned) if isinstance(step, Complete) else 0
