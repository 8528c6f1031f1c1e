"""A situation for the simulator, fitted to what a crawl's workers have told of their tasks.

`python -m benchmarks.dispatch_fit REDIS NAME` fits one to a crawl of yours that runs with any `BT_DISPATCH` but `pull`,
and prints its numbers, and what each policy comes to in it.
"""

from __future__ import annotations

import math
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median, pstdev

import redis

from benchmarks.dispatch_simulator import Simulation, World
from scrapy_bt.core.dispatch.experience import FAILED, FinishedTask
from scrapy_bt.core.dispatch.policies import SIMPLE
from scrapy_bt.core.dispatch.rewards import delay_of
from scrapy_bt.core.dispatch.states import FEATURES, URLKind
from scrapy_bt.crawl.redis.dispatching import EXPERIENCE, read_outcomes
from scrapy_bt.frontier.redis.keys import make_key

_Z = FEATURES.index("z")
_SHARES = 20
"""Kinds stand in a world so many times in all, by how often they come."""
_SEEDS = range(5)
_Place = tuple[int, float]
"""A worker, and what a kind is known by in the stream."""


@dataclass(frozen=True)
class MeasuredTasks:
    """What tries of tasks came to, as far as a situation needs it."""

    workers: int
    rate: float
    """Tasks a second."""
    seconds: Mapping[_Place, float]
    """The median of those that succeeded."""
    banned: frozenset[_Place]
    """Where most tries failed."""
    kinds: Mapping[float, int]
    """Tasks of each."""
    spread: float
    """The deviation of the logarithms of seconds within one place."""
    ban_seconds: float
    back_off: float
    """Seconds from a failure to the next try's beginning."""


def measure(outcomes: Sequence[FinishedTask]) -> MeasuredTasks:
    """The numbers of a stream of outcomes, of which failures are as they were told; `ValueError`: none succeeded."""
    if all(one.failed for one in outcomes):
        raise ValueError(f"none of {len(outcomes)} tasks has succeeded, so that no delay is known: try again later")
    numbers = {name: at for at, name in enumerate(sorted({name for one in outcomes for name in one.workers}))}
    succeeded: dict[_Place, list[float]] = defaultdict(list)
    failed: Counter[_Place] = Counter()
    bans, gaps, kinds = [], [], {}
    last: dict[int, FinishedTask] = {}
    for one in sorted(outcomes, key=lambda one: one.at):
        place = numbers[one.workers[one.action]], round(one.state[one.action][_Z], 4)
        took = delay_of(one.reward) - (FAILED if one.failed else 0.0)
        kinds[one.task] = place[1]
        before = last.get(one.task)
        if before is not None and before.failed:
            gaps.append(max(0.0, one.at - took - before.at))
        last[one.task] = one
        if one.failed:
            failed[place] += 1
            bans.append(took)
        else:
            succeeded[place].append(max(took, 1e-3))
    medians = {place: median(each) for place, each in succeeded.items()}
    residuals = [math.log(took / medians[place]) for place, each in succeeded.items() for took in each]
    times = [one.at for one in outcomes]
    return MeasuredTasks(
        len(numbers),
        len(kinds) / max(1.0, max(times) - min(times)),
        medians,
        frozenset(place for place, count in failed.items() if count > len(succeeded.get(place, ()))),
        Counter(kinds.values()),
        pstdev(residuals),
        median(bans) if bans else 0.3,
        median(gaps) if gaps else 1.0,
    )


def world_of(measured: MeasuredTasks, *, places: int) -> World:
    """The situation of these numbers; a place where nothing succeeded takes what others take for the kind."""
    kinds = {z: URLKind(f"measured/{z}", "measured", z) for z in measured.kinds}
    whole = sum(measured.kinds.values())
    mix = [kinds[z] for z, count in measured.kinds.items() for _ in range(max(1, round(_SHARES * count / whole)))]
    usual = {z: median([took for (_, other), took in measured.seconds.items() if other == z] or [1.0]) for z in kinds}
    return World(
        "as measured",
        tuple(mix),
        lambda worker, kind, _: measured.seconds.get((worker, kind.z), usual[kind.z]),
        lambda worker, kind, _: (worker, kind.z) in measured.banned,
        rate=lambda _: measured.rate,
        workers=measured.workers,
        places=places,
        spread=measured.spread,
        ban_seconds=measured.ban_seconds,
        back_off=measured.back_off,
    )


def read(client: redis.Redis, name: str) -> list[FinishedTask]:
    """What workers have told of the queue of a spider or tree, failures as they were told."""
    entries = client.xrange(make_key(f"{name}:requests", EXPERIENCE))
    return [one for entry, fields in entries for one in read_outcomes(entry.decode(), fields)]


def policies_in(world: World) -> dict[str, float]:
    """The mean delay by each simple policy."""
    return {
        name: mean(
            delay
            for seed in _SEEDS
            for delay in Simulation(world, None if name == "pull" else make(), seed).run().delays
        )
        for name, make in SIMPLE.items()
    }


def main() -> None:
    """Print what was measured, and the delays by policy."""
    place, name = sys.argv[1:]
    with redis.Redis.from_url(place) as client:
        outcomes = read(client, name)
    if not outcomes:
        raise SystemExit(f"no worker of '{name}' has told anything in {place}")
    try:
        measured = measure(outcomes)
    except ValueError as error:
        raise SystemExit(f"'{name}' in {place}: {error}") from None
    print(measured)
    for policy, delay in policies_in(world_of(measured, places=16)).items():
        print(f"{policy:14}{delay:6.2f} s")


if __name__ == "__main__":
    main()
