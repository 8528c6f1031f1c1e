"""Setting tasks free that wait for each other; the other side is `lua/operations/deadlocks.lua`."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from ..deadlocks import WaitFor, choose, find_deadlocks
from .call import ScriptCall, WaitGraph
from .calls import Calls


def break_deadlocks(calls: Calls, moves: int) -> Generator[ScriptCall[Any], Any, tuple[int, int]]:
    """Yields calls, gets their answers; in the end: how often tasks had moved, and how many it set free.

    When that is still *moves*, nothing is looked at. Who waits is looked at in parts; when a task moves meanwhile, the
    moves are -1, and nobody is set free.
    """
    waits: list[WaitFor] = []
    seen: WaitGraph = yield calls.look_for_deadlocks(moves)
    waits += seen.waits
    while seen.place:
        seen = yield calls.look_for_deadlocks(seen.moves, seen.place)
        waits += seen.waits
    if seen.moves < 0:
        return -1, 0
    deadlocks = find_deadlocks(waits, makers=seen.makers, holders=seen.holders)
    chosen = [wait for wait in map(choose, deadlocks) if wait is not None]
    broken: int = (yield calls.break_deadlocks(chosen, seen.holders)) if chosen else 0
    return seen.moves, broken
