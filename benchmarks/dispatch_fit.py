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
from types import MappingProxyType

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
_WINDOW = 4.0
"""Seconds in which a ban neither comes nor goes."""
_SLOW = 3.0
"""Times what is usual."""
_Place = tuple[int, float]
"""A worker, and what a kind is known by in the stream."""


@dataclass(frozen=True)
class MeasuredTasks:
    """What tries of tasks came to, as far as a situation needs it; times from the first task on."""

    arrivals: tuple[float, ...]
    joined: tuple[float, ...]
    """When each worker was first heard of."""
    seconds: Mapping[_Place, float]
    """The median of those that succeeded."""
    bans: Mapping[_Place, Mapping[int, bool]]
    """Whether most tries failed, by windows in which there were any."""
    kinds: Mapping[float, int]
    """Tasks of each."""
    spread: float
    """The deviation of the logarithms of seconds within one place."""
    ban_seconds: float
    back_off: float
    """Seconds from a failure to the next try's beginning, where it found a place at once: of the fastest tenth."""

    def is_banned(self, place: _Place, time: float) -> bool:
        """Whether there was a ban in the nearest window of which anything is known."""
        known, window = self.bans.get(place, {}), int(time // _WINDOW)
        return bool(known) and known[min(known, key=lambda other: abs(other - window))]


def measure(outcomes: Sequence[FinishedTask], arrivals: Sequence[float] = ()) -> MeasuredTasks:
    """The numbers of a stream of outcomes, of which failures are as they were told; `ValueError`: none succeeded.

    *arrivals*: when tasks came, in seconds since the epoch; else when the first try of each began.
    """
    if all(one.failed for one in outcomes):
        raise ValueError(f"none of {len(outcomes)} tasks has succeeded, so that no delay is known: try again later")
    numbers = {name: at for at, name in enumerate(sorted({name for one in outcomes for name in one.workers}))}
    succeeded: dict[_Place, list[float]] = defaultdict(list)
    failed: dict[_Place, list[float]] = defaultdict(list)
    begun, ended = {}, []
    gaps, kinds, joined = [], {}, {}
    last: dict[int, FinishedTask] = {}
    for one in sorted(outcomes, key=lambda one: one.at):
        place = numbers[one.workers[one.action]], round(one.state[one.action][_Z], 4)
        took = delay_of(one.reward) - (FAILED if one.failed else 0.0)
        kinds[one.task] = place[1]
        begun.setdefault(one.task, one.at - took)
        for name in one.workers:
            joined.setdefault(numbers[name], one.at - took)
        before = last.get(one.task)
        if before is not None and before.failed:
            gaps.append(max(0.0, one.at - took - before.at))
        last[one.task] = one
        ended.append((place, one))
        (failed if one.failed else succeeded)[place].append(max(took, 1e-3))
    came = sorted(arrivals or begun.values())
    medians = {place: median(each) for place, each in succeeded.items()}
    tries: dict[_Place, dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for place, one in ended:
        tries[place][int((one.at - came[0]) // _WINDOW)].append(one.failed)
    return MeasuredTasks(
        tuple(time - came[0] for time in came),
        tuple(_late(joined[number] - came[0]) for number in range(len(numbers))),
        medians,
        {place: {at: 2 * sum(each) > len(each) for at, each in windows.items()} for place, windows in tries.items()},
        Counter(kinds.values()),
        pstdev(math.log(took / medians[place]) for place, each in succeeded.items() for took in each),
        median([took for each in failed.values() for took in each] or [0.3]),
        sorted(gaps)[len(gaps) // 10] if gaps else 1.0,
    )


def _late(seconds: float) -> float:
    """When a worker came; who was heard of in the first window was there."""
    return seconds if seconds > _WINDOW else 0.0


def world_of(
    measured: MeasuredTasks,
    *,
    places: int,
    name: str = "as measured",
    hosts: Mapping[float, str] = MappingProxyType({}),
) -> World:
    """The situation of these numbers; a place where nothing succeeded takes what others take for the kind.

    *hosts*: those of the kinds, which the stream does not tell.
    """
    kinds = {z: URLKind(f"{host}/{z}", host, z) for z in measured.kinds for host in (hosts.get(z, "measured"),)}
    whole = sum(measured.kinds.values())
    mix = [kinds[z] for z, count in measured.kinds.items() for _ in range(max(1, round(_SHARES * count / whole)))]
    usual = {z: median([took for (_, other), took in measured.seconds.items() if other == z] or [1.0]) for z in kinds}
    return World(
        name,
        tuple(mix),
        lambda worker, kind, _: measured.seconds.get((worker, kind.z), usual[kind.z]),
        lambda worker, kind, time: measured.is_banned((worker, kind.z), time),
        arrivals=measured.arrivals,
        joins=lambda worker: measured.joined[worker],
        workers=len(measured.joined),
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


def describe(measured: MeasuredTasks) -> str:
    """The numbers in a line, and which worker was slow or refused."""
    usual = median(measured.seconds.values())
    slow = sum(took > _SLOW * usual for took in measured.seconds.values())
    windows = [banned for known in measured.bans.values() for banned in known.values()]
    late = ", ".join(f"{time:.0f} s" for time in measured.joined if time) or "nobody"
    return (
        f"{len(measured.arrivals)} tasks in {measured.arrivals[-1]:.0f} s, {usual:.2f} s each, spread by "
        f"{measured.spread:.2f}; {slow} of {len(measured.seconds)} places slow, refusals after "
        f"{measured.ban_seconds:.2f} s in {sum(windows)} of {len(windows)} windows, next try "
        f"{measured.back_off:.2f} s later; late: {late}"
    )


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
    print(describe(measured))
    for policy, delay in policies_in(world_of(measured, places=16)).items():
        print(f"{policy:14}{delay:6.2f} s")


if __name__ == "__main__":
    main()
