"""Undoes an order: the orders after which pauses and boosts are as they were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...frontier.listings import ControlTarget
from ...operations.targets import record

StandingOrders = Sequence[Mapping[str, Any]]


def undo_pause(target: ControlTarget, pauses: StandingOrders) -> list[dict[str, Any]]:
    """Orders after a pause: the target goes on, and what was said of others is said again, so that it holds as before.

    *pauses*: those that stood, of which the last one holds.
    """
    again = [{"action": "pause" if each["paused"] else "resume", **record(_target(each))} for each in pauses]
    return [{"action": "resume", **record(target)}, *again]


def undo_boost(target: ControlTarget, boosts: StandingOrders, of_task: float) -> list[dict[str, Any]]:
    """The order after a boost; *of_task*: seconds that the target had, if it is one task."""
    if target.task is not None:
        before = of_task
    else:
        before = next((each["seconds"] for each in boosts if _target(each) == target), 0.0)
    return [{"action": "boost", "seconds": before, **record(target)}]


def _target(standing: Mapping[str, Any]) -> ControlTarget:
    return ControlTarget(node=standing["node"], tree=standing["tree"])
