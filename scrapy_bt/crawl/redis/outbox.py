"""What a worker has to tell Redis, in the order in which it may travel."""

from __future__ import annotations

from bisect import bisect_right

from ...frontier.protocol import Queue
from ...frontier.redis.call import Complete, Ended


class Outbox:
    """Ends of leases and new tasks, until Redis has confirmed them.

    What a page leads to never travels after the page's end.
    """

    def __init__(self) -> None:
        self.steps: list[Ended] = []
        self.new: list[Queue] = []
        self.travelling = 0
        """Steps and new tasks that are sent, and not confirmed."""
        self._marks: list[int] = []
        """For each step how many new tasks came before it."""
        self._added = 0

    def __len__(self) -> int:
        """Steps and new tasks that Redis has not confirmed."""
        return len(self.steps) + len(self.new) + self.travelling

    def put_step(self, step: Ended) -> None:
        self.steps.append(step)
        self._marks.append(self._added)

    def put_task(self, task: Queue) -> None:
        self.new.append(task)
        self._added += 1

    def send(self, most: int) -> tuple[list[Ended], list[Queue]]:
        """Up to *most* steps and as many new tasks: they travel from now on."""
        new, self.new = self.new[:most], self.new[most:]
        count = min(most, bisect_right(self._marks, self._added - len(self.new)))
        steps, self.steps = self.steps[:count], self.steps[count:]
        self._marks = self._marks[count:]
        self.travelling = len(steps) + len(new)
        return steps, new

    def confirm(self) -> None:
        """What was sent has come."""
        self.travelling = 0

    def sessions(self) -> set[int]:
        """Sessions of which changed cookies have not been sent."""
        steps = [step for step in self.steps if isinstance(step, Complete)]
        return {session for step in steps for session in step.completion.cookies}
