"""A plan on its way: gives one request after another, and takes values out of the answers for those that follow."""

from __future__ import annotations

from collections.abc import Callable

from ....sentences import say
from ...samples.parameters import Key
from ...samples.traffic import Answer, Sent
from ..answers.requests.shapes import describe_request
from ..stepnames import name_step, with_step_names
from .plan import Plan
from .rendering import MissingValue, Situation, render_step


class PlanRun:
    """One replay of a plan. The caller sends what `next` gives, with a cookie jar, and hands in each answer.

    *now*: seconds since the epoch; *random*: an integer from 0 up to, not including, its argument.
    """

    def __init__(self, plan: Plan, *, now: float, random: Callable[[int], int]) -> None:
        self._plan, self._now, self._random = plan, now, random
        self._position = 0
        self._is_waiting = False
        self.answers: dict[int, Answer] = {}
        """By step, in the order of sending."""
        self.failure = ""
        """Why it cannot go on, without secrets; empty if it can, or is through."""
        self.missing: Key | None = None
        """The parameter without a value, where it cannot go on for that."""

    def next(self) -> tuple[int, Sent, bool] | None:
        """The next step, its request, and whether redirects are followed; None if it is through, or has failed.

        Until its answer is handed in, the same request is given again.
        """
        if self.failure or self._position >= len(self._plan.steps):
            return None
        planned = self._plan.steps[self._position]
        situation = Situation(self._plan.arguments, self.answers, self._now, self._random)
        try:
            sent = render_step(planned, situation)
        except MissingValue as missing:
            self.failure = f"{self._name(planned.step)}: {with_step_names(missing.what, self._name)}"
            self.missing = missing.key
            return None
        self._is_waiting = True
        return planned.step, sent, planned.follows_redirects

    def receive(self, answer: Answer) -> None:
        """The answer to the request that was given last."""
        if not self._is_waiting:
            raise ValueError(say("no request of this run waits for an answer"))
        self._is_waiting = False
        self.answers[self._plan.steps[self._position].step] = answer
        self._position += 1

    def fail(self, reason: str) -> None:
        """The request that was given last got no answer, or must not be sent."""
        planned = self._plan.steps[min(self._position, len(self._plan.steps) - 1)]
        self.failure = f"{self._name(planned.step)}: {reason}"

    def _name(self, step: int) -> str:
        sent = next((planned.sent for planned in self._plan.steps if planned.step == step), None)
        return name_step(step) if sent is None else describe(step, sent)


def describe(step: int, sent: Sent) -> str:
    """A step for people: its number and its request."""
    return name_step(step, describe_request(sent))
