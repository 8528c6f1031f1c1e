"""How many tasks a worker takes, from what is in use and what it uses itself (scale.md, "How much a worker takes").

The original's formula, over memory and CPU in percent; the lag of the event loop, in seconds, is a third resource of
the same form, all of which this worker uses itself:

    N = floor( W · min( (M_L − m)/M , (C_L − c)/C , (L_L − l)/l ) ),  N ≥ 0;  nothing in progress (W = 0): n

By itself it would swing: a task takes a while to show in what is measured, and meanwhile more and more would be taken.
`Allowance` therefore keeps a number of tasks that may be in progress, W + N, from smoothed measures. Where each task
costs as much as the next one that number does not depend on W, so it stays where it is while tasks come and go.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import exp, floor, inf, isfinite

from ...sentences import say

INITIAL = 5
"""`n`: tasks that are taken before anything is known of them (`BT_CAPACITY_INITIAL`)."""

_LONGEST = 60.0
"""Seconds between two samples that count: after a longer sleep what was known before is forgotten anyway."""

_ROUNDING = 1e-9
"""What sums of floating point numbers may lack of a whole task."""


@dataclass(frozen=True, slots=True)
class Resource:
    """How much of something everybody has *used*, this worker's *own* process of that, and the *limit* of all.

    The three are in one unit. A measure that is negative, infinite or not a number raises `ValueError`; a limit may be
    0 or infinite. *least*: tasks that an allowance lets go on however much is in use, since what they wait for is
    elsewhere.
    """

    used: float
    own: float
    limit: float
    least: int = 1

    def __post_init__(self) -> None:
        if not (isfinite(self.used) and isfinite(self.own) and min(self.used, self.own) >= 0 and self.limit >= 0):
            raise ValueError(say("no measures of a resource: {}", self))

    @property
    def has_room(self) -> bool:
        return self.used < self.limit

    def room(self, in_progress: float) -> float:
        """Tasks for which there is room beside the *in_progress* > 0 ones; negative: so many are too many.

        Tasks that use nothing measurable (M = 0) have infinite room below the limit, and none from it on.
        """
        left = self.limit - self.used
        if self.own == 0:
            return inf if left > 0 else 0.0 if left == 0 else -inf
        return in_progress * left / self.own

    def fit(self, in_progress: float) -> float:
        """Tasks that may be in progress as far as this resource goes, W + its room, when *in_progress* > 0 are."""
        return max(in_progress + self.room(in_progress), float(self.least))


def count_tasks(in_progress: float, resources: Collection[Resource], *, cap: int, initial: int = INITIAL) -> int:
    """N, the tasks to take beside the *in_progress* ones (W), so that both together are never more than *cap*.

    Nothing in progress: *initial* where every resource has room. Where one has none (m ≥ M_L) it is 1 all the same: a
    worker waits for its tasks to end, but not for ever for others to leave. No resources: nothing holds back.
    """
    if in_progress <= 0:
        has_room = all(resource.has_room for resource in resources)
        return max(0, min(cap, max(1, initial) if has_room else 1))
    room = min((resource.room(in_progress) for resource in resources), default=inf)
    return floor(max(0.0, min(room, cap - in_progress)) + _ROUNDING)


@dataclass(frozen=True, slots=True)
class LoadSample:
    """What was measured at *time* (seconds, of any clock): the tasks in progress, and the resources by any names."""

    time: float
    in_progress: float
    resources: Mapping[str, Resource]


@dataclass(frozen=True, slots=True, kw_only=True)
class Damping:
    """How fast an allowance follows the samples.

    A step is seen to 96 % after 5 seconds of *smoothing* 1.5, and followed from 1 to 32 tasks, or back, in 5 seconds of
    *pace* 2.
    """

    smoothing: float = 1.5
    """Seconds in which a measure comes 63 % nearer to what it changed to (exponential moving average)."""
    pace: float = 2.0
    """Factor by which the allowance changes in a second, at most."""
    margin: float = 0.1
    """Share by which more must fit before the allowance grows; it shrinks without. Less noise moves nothing."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many tasks may be in progress, between 1 and *cap*, as far as the samples so far tell.

    It starts with *initial*. With ample room it doubles every second, so that 5 become 10, 20, 40, and a worker with
    the usual 16 `CONCURRENT_REQUESTS` is at its cap within two seconds. It needs no tasks to grow: one task that uses
    1 % tells that many more fit. While next to nothing is in progress nothing is known of tasks, so that *initial*
    counts again. A worker beside which others fill the machine, or that fills it alone, goes on with as many tasks as
    the resource that is used up lets at least.

    Where a resource is used up, what is measured does not tell by how much it is too small: nothing more is taken from
    then on, and the allowance sinks step by step.
    """

    cap: int
    initial: int = INITIAL
    damping: Damping = field(default_factory=Damping)
    tasks: float = -1.0
    """The allowance; negative: the initial one."""
    smooth: LoadSample | None = None
    """The moving averages, at the time of the last sample."""

    def __post_init__(self) -> None:
        if self.tasks < 0:
            object.__setattr__(self, "tasks", self._clip(self.initial))

    @property
    def limit(self) -> int:
        """Tasks that may be in progress; none only where *cap* is not positive."""
        return max(0, floor(self.tasks + _ROUNDING))

    @property
    def tightest(self) -> str | None:
        """The resource with the least room; None if nothing was measured, or if there is room for all."""
        smooth = self.smooth
        if smooth is None or not smooth.resources:
            return None
        room = {name: resource.room(1.0) for name, resource in smooth.resources.items()}
        name = min(room, key=room.__getitem__)
        return name if room[name] < inf else None

    def room(self, in_progress: int) -> int:
        """Tasks that may be taken now beside the *in_progress* ones."""
        return max(0, self.limit - max(0, in_progress))

    def after(self, sample: LoadSample) -> Allowance:
        """The allowance after one more sample; one that is not later than the last changes nothing."""
        before = self.smooth
        if before is None:
            seconds, smooth = 0.0, sample
        elif sample.time <= before.time:
            return self
        else:
            seconds = min(sample.time - before.time, _LONGEST)
            smooth = _mix(before, sample, 1 - exp(-seconds / self.damping.smoothing))
        return replace(self, tasks=self._clip(self._follow(smooth, seconds)), smooth=smooth)

    def _follow(self, smooth: LoadSample, seconds: float) -> float:
        """The tasks, nearer to those for which there is room."""
        target = self._aim(smooth)
        step: float = self.damping.pace**seconds
        if target > self.tasks:
            grows = target >= self.tasks * (1 + self.damping.margin)
            return min(target, self.tasks * step) if grows else self.tasks
        # What is not in use of an allowance is dropped at once: where there is no room nothing more may be taken.
        return max(target, min(self.tasks, smooth.in_progress) / step)

    def _aim(self, smooth: LoadSample) -> float:
        """Tasks that fit in all, W + W · min(…), of which less than one in progress tells only in part."""
        working, resources = smooth.in_progress, smooth.resources.values()
        fit = min((resource.fit(working) for resource in resources), default=inf) if working > 0 else 0.0
        if working >= 1 or (working > 0 and not all(resource.has_room for resource in resources)):
            return fit
        used_up = min((resource.least for resource in resources if not resource.has_room), default=0)
        start = max(used_up, count_tasks(0, list(resources), cap=self.cap, initial=self.initial))
        return working * fit + (1 - working) * start if working > 0 else start

    def _clip(self, tasks: float) -> float:
        return float(min(max(tasks, 1.0), max(self.cap, 0)))


def _mix(old: LoadSample, new: LoadSample, share: float) -> LoadSample:
    """Move *old* by *share* towards *new*; what was not measured before counts as it is, what is no more is dropped."""
    return LoadSample(
        new.time,
        _between(old.in_progress, new.in_progress, share),
        {
            name: _mix_resource(old.resources[name], resource, share) if name in old.resources else resource
            for name, resource in new.resources.items()
        },
    )


def _mix_resource(old: Resource, new: Resource, share: float) -> Resource:
    return replace(new, used=_between(old.used, new.used, share), own=_between(old.own, new.own, share))


def _between(old: float, new: float, share: float) -> float:
    return old + share * (new - old)
