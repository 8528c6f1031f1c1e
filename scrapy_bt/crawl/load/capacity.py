"""How many tasks this worker may take now: what is measured of the machine and of the event loop, sample by sample."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scrapy.settings import BaseSettings

from ...core.priority.capacity import Allowance, LoadSample, Resource, count_tasks
from ...settings import BTSettings
from .machine import Machine

logger = logging.getLogger(__name__)

_TICKS = 10
"""How often in an interval the loop's lag and the tasks in progress are looked at; a sample has their means."""


class Capacity:
    """Samples every `BT_CAPACITY_INTERVAL` seconds between `start` and `stop`, on the running asyncio loop.

    *in_progress* tells how many tasks this worker has (`W`), *cap* how many it may have with any amount of room, as
    `CONCURRENT_REQUESTS` does; *root* is the folder whose `proc` is read. With `BT_CAPACITY` off only *cap* counts.
    Raises `BTError` for a setting that makes no sense.
    """

    def __init__(
        self, settings: BaseSettings, *, in_progress: Callable[[], int], cap: int, root: Path = Path("/")
    ) -> None:
        self._in_progress, self._cap, self._root = in_progress, cap, root
        bt = BTSettings.read(settings)
        self._is_on = bt.capacity
        self._interval = bt.capacity_interval
        self._limits = {
            "memory": bt.capacity_memory_limit,
            "cpu": bt.capacity_cpu_limit,
            "lag": bt.capacity_lag_limit,
        }
        self._initial = bt.capacity_initial
        self._least = bt.capacity_least
        self._allowance = Allowance(cap, initial=self._initial)
        self._machine: Machine | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._lags: list[float] = []
        self._working: list[int] = []
        self._sampled = 0.0
        self._told: set[str] = set()

    def start(self) -> None:
        """Begin to sample; a machine that has no room is known from the first sample, which is taken here."""
        if not self._is_on or self._timer is not None:
            return
        self._machine = Machine(self._root)
        loop = asyncio.get_running_loop()
        self._allowance = Allowance(self._cap, initial=self._initial)
        self._sample(loop.time())
        self._wait(loop)

    def stop(self) -> None:
        """Sample no more; what was known last stays."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def room(self) -> int:
        """How many more tasks this worker may take now; at least one while it has none."""
        working = max(0, self._in_progress())
        return self._allowance.room(working) if self._is_on else max(0, self._cap - working)

    def report(self) -> dict[str, Any]:
        """What the answer of `room` comes from, for `status`: plain data that JSON can hold.

        `memory`, `cpu` (percent) and `lag` (seconds) hold the smoothed `used` (m, c), `own` (M, C), `limit` and `of`:
        `machine`, `process`, or the path of a control group, whichever has the least room; None before it is measured.
        `fits` is N by the formula alone, `allowed` the tasks that may be in progress.
        """
        smooth = self._allowance.smooth
        resources = dict(smooth.resources) if smooth else {}
        working = self._in_progress()
        limit = self._allowance.limit if self._is_on else self._cap
        fits = count_tasks(
            smooth.in_progress if smooth else 0, resources.values(), cap=self._cap, initial=self._initial
        )
        return {
            "on": self._is_on,
            "in_progress": working,
            "allowed": limit,
            "room": self.room(),
            "fits": fits if self._is_on else max(0, self._cap - working),
            "tightest": self._allowance.tightest,
            **{kind: _describe(kind, resources) for kind in self._limits},
        }

    def _wait(self, loop: asyncio.AbstractEventLoop) -> None:
        due = loop.time() + self._interval / _TICKS
        self._timer = loop.call_at(due, self._tick, loop, due)

    def _tick(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self._wait(loop)
        self._lags.append(max(0.0, now - due))
        self._working.append(max(0, self._in_progress()))
        if now - self._sampled >= self._interval:
            self._sample(now)

    def _sample(self, now: float) -> None:
        assert self._machine is not None, "start has made it"
        resources = {}
        for name, use in self._machine.read(now).items():
            kind = name.partition(" ")[0]
            # Whoever waits for the network needs no share of the processor; a full memory would kill the worker.
            least = 1 if kind == "memory" else self._least
            resources[name] = Resource(use.used, use.own, self._limits[kind], least)
        # The mean: one long wait among short ones, as for a page that takes seconds to parse, is no lasting lag.
        lag = sum(self._lags) / len(self._lags) if self._lags else 0.0
        resources["lag"] = Resource(lag, lag, self._limits["lag"], self._least)
        working = sum(self._working) / len(self._working) if self._working else max(0, self._in_progress())
        self._lags, self._working, self._sampled = [], [], now
        self._allowance = self._allowance.after(LoadSample(now, working, resources))
        self._tell()

    def _tell(self) -> None:
        """Log, once for each resource, that there is hardly any room."""
        name, smooth = self._allowance.tightest, self._allowance.smooth
        if name is None or smooth is None or name in self._told:
            return
        resource = smooth.resources[name]
        limit = self._allowance.limit
        if resource.has_room or limit > resource.least or limit >= self._cap:
            return
        self._told.add(name)
        unit = " s" if name == "lag" else " %"
        logger.warning(
            "No room for more than %d tasks at a time: %s is at %.3g%s, and BT_CAPACITY_%s_LIMIT is %g",
            *(limit, name, resource.used, unit, name.partition(" ")[0].upper(), resource.limit),
        )


def _describe(kind: str, resources: dict[str, Resource]) -> dict[str, Any] | None:
    """Of the resources of one kind, that with the least room."""
    found = {name: resource for name, resource in resources.items() if name.partition(" ")[0] == kind}
    if not found:
        return None
    name = min(found, key=lambda name: found[name].room(1.0))
    of = name.partition(" of ")[2] or ("process" if kind == "lag" else "machine")
    resource = found[name]
    return {"used": round(resource.used, 4), "own": round(resource.own, 4), "limit": resource.limit, "of": of}
