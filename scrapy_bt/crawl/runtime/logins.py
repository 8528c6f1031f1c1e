"""Visits that log in: which they are, when a site has taken a login, and which ones it refuses."""

from __future__ import annotations

import re

from ...core.tree import effects as ef
from ...core.tree import events as ev
from ...core.tree import operations as op
from ...core.tree.program import Program

_PASSWORD = re.compile(r"pass|pwd|kennwort|contrase|senha|密码", re.IGNORECASE)
"""Names of fields by which a visit is known as a login."""
_REFUSALS = ("401", "403")
"""What a site answers, too, to a login that it refuses."""


class Logins:
    """The logins of a program; it is false where there are none."""

    def __init__(self, program: Program) -> None:
        self._visits = {
            step.name
            for step in program.operations
            if isinstance(step, op.FetchPage) and any(map(_PASSWORD.search, step.sent))
        }
        self.refused: dict[str, tuple[int, str]] = {}
        """By visit: how often the site refused its login, and where first."""

    def __bool__(self) -> bool:
        return bool(self._visits)

    def is_taken(self, asked: op.Operation, event: ev.Event) -> bool:
        """Whether a site has taken the password of a visit: its answer has no field for one."""
        if not isinstance(asked, op.FetchPage) or asked.name not in self._visits or not isinstance(event, ev.Arrived):
            return False
        is_fine = event.outcome.isdecimal() and int(event.outcome) < 400
        return is_fine and (event.page is None or not event.page.password_fields)

    def note(self, trouble: ef.Trouble, url: str) -> None:
        """Count a failure if a login was refused by it; *url*: of the page that it failed on."""
        if trouble.outcome == "login" or (trouble.outcome in _REFUSALS and trouble.node in self._visits):
            times, first = self.refused.get(trouble.node, (0, url))
            self.refused[trouble.node] = times + 1, first
