"""What somebody is about to do: told first, with a number that is valid for half a minute, and done when confirmed."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..sentences import say
from .refusals import Refusal

SECONDS = 30.0
_MOST = 1000


@dataclass(frozen=True)
class PendingAction:
    """*act* does it and gives what is answered; *typed*: what has to be typed to confirm it; may be empty."""

    user: str
    kind: str
    act: Callable[[], dict[str, Any]]
    typed: str
    expires: float


class Plans:
    """The plans that nobody has confirmed yet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._plans: dict[str, PendingAction] = {}

    def add(self, user: str, kind: str, act: Callable[[], dict[str, Any]], *, typed: str = "") -> str:
        """Returns its number."""
        now = self._clock()
        self._plans = {number: plan for number, plan in self._plans.items() if plan.expires > now}
        while len(self._plans) >= _MOST:
            del self._plans[next(iter(self._plans))]
        number = secrets.token_urlsafe(12)
        self._plans[number] = PendingAction(user, kind, act, typed, now + SECONDS)
        return number

    def take(self, number: str, user: str, kind: str, typed: str = "") -> PendingAction:
        """The plan, once only; raises `Refusal`."""
        plan = self._plans.get(number)
        if plan is None or plan.expires <= self._clock() or (plan.user, plan.kind) != (user, kind):
            raise Refusal(
                409, "plan", say("this plan does not hold any more"), advice=say("ask for a new one: things have moved")
            )
        if plan.typed != typed and plan.typed:
            raise Refusal(422, "confirm", say("type '{}' to confirm it", plan.typed))
        del self._plans[number]
        return plan
