"""Goal 11: mean completion time of trees against first come, first served, and against an oracle that knows all times.

The runtime, the frontier (in memory, and in Redis with several workers) and the ranking are the real ones; time is
virtual (`benchmarks.virtual_time`), so the figures do not depend on the machine. Weights are learnt on the way, from
nothing. The rounds draw different tasks and times.

Where the oracle stays ahead: it knows the length of each list and the time of each single request, a ranking only what
is usual for a node. The rows without a target say how much that makes elsewhere: when lists and downloads have tails of
their own, and when all tasks are there at once, so that nothing but their order counts. (There, with times spread as
they are here, it gains 1.38 on trees of one request alone, which no ranking can tell from one another.)
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Any

from redis import Redis

from benchmarks.mix import Arrival, Mix, programs, spread_over
from benchmarks.oracle import foresee, run_oracle
from benchmarks.rounds import Measures, beside, compare, versions
from benchmarks.virtual_time import Course, VirtualCrawl
from scrapy_bt.settings import DEFAULTS
from scrapy_bt.testing.redis import RedisServer

SERVERS = 4
WORKERS = 2
"""In Redis; in memory there is one."""

LOAD = 0.9
"""Share of the servers' time that the tasks need while they arrive."""

_AGEING: float = DEFAULTS["BT_AGEING"]
_MEAN = "mean completion, seconds"
_WAIT = "longest wait, seconds"


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure it; *quick*: with fewer rounds and trees."""
    rounds = 5 if quick else 15
    trees = 1000 if quick else 2500
    steady = [_measure(Mix(seed=seed), trees, load=LOAD) for seed in range(rounds)]
    at_once = [_measure(Mix(seed=seed), trees // 2) for seed in range(rounds)]
    tails = [_measure(Mix(seed=seed, has_tails=True), trees, load=LOAD) for seed in range(rounds)]
    crowded = [_crowd(seed, seconds=800 if quick else 1500) for seed in range(2 if quick else 5)]
    with RedisServer() as server, Redis(port=server.port) as client:
        shared = [_share(Mix(seed=seed), 300 if quick else trees, client) for seed in range(5)]
        version = client.info("server")["redis_version"]
    return {
        "goal": 11,
        "versions": {**versions("scrapy", "msgspec", "redis"), "server": version},
        "settings": {
            "servers": SERVERS,
            "load": LOAD,
            "trees": trees,
            "BT_AGEING": _AGEING,
            "in Redis": {"workers": WORKERS, "servers of each": SERVERS // WORKERS, "rounds": len(shared)},
        },
        "rounds": rounds,
        "metrics": {
            "mean completion / FIFO": compare(steady, _MEAN, "ours", "FIFO", target=0.5, at_least=False),
            "mean completion / oracle": compare(steady, _MEAN, "ours", "oracle", target=1.15, at_least=False),
            "mean completion / FIFO, Redis": compare(shared, _MEAN, "ours", "FIFO", target=0.5, at_least=False),
            "mean completion / oracle, Redis": compare(shared, _MEAN, "ours", "oracle", target=1.15, at_least=False),
            "mean completion / oracle, Redis, none ahead": beside(shared, _MEAN, "nothing ahead", "oracle"),
            "longest wait / its bound, Redis": compare(shared, _WAIT, "ours", "bound", target=1.0, at_least=False),
            "longest wait / its bound, overloaded": compare(
                crowded, _WAIT, "ours", "bound", target=1.0, at_least=False
            ),
            "longest wait / without ageing, overloaded": beside(crowded, _WAIT, "ours", "without ageing"),
            "mean completion / FIFO, overloaded": beside(crowded, _MEAN, "ours", "FIFO"),
            "mean completion / FIFO, all at once": beside(at_once, _MEAN, "ours", "FIFO"),
            "mean completion / oracle, all at once": beside(at_once, _MEAN, "ours", "oracle"),
            "mean completion / FIFO, Pareto tails": beside(tails, _MEAN, "ours", "FIFO"),
            "mean completion / oracle, Pareto tails": beside(tails, _MEAN, "ours", "oracle"),
        },
    }


def _measure(mix: Mix, trees: int, *, load: float | None = None) -> dict[str, Measures]:
    """The same tasks in the three orders; without a *load* all of them come at once."""
    tasks = mix.tasks(trees)
    jobs = [foresee(programs()[kind], arguments, mix.seconds) for kind, arguments in tasks]
    span = sum(job.work for job in jobs) / SERVERS / load if load else 0.0
    arrivals = spread_over(span, tasks, mix.seed)
    return {
        "ours": _measures_of(_crawl(mix, arrivals, ageing=_AGEING)),
        "FIFO": _measures_of(_crawl(mix, arrivals, ageing=None)),
        "oracle": {_MEAN: statistics.fmean(run_oracle(arrivals, jobs, servers=SERVERS))},
    }


def _share(mix: Mix, trees: int, client: Redis) -> dict[str, Measures]:
    """The same tasks for several workers whose frontier is in Redis.

    Each leases ahead what it needs until the next can be there; what comes later and is shorter cannot overtake those.
    How much that makes is shown by workers who lease nothing ahead, and never wait for a lease.
    """
    tasks = mix.tasks(trees)
    jobs = [foresee(programs()[kind], arguments, mix.seconds) for kind, arguments in tasks]
    arrivals = spread_over(sum(job.work for job in jobs) / SERVERS / LOAD, tasks, mix.seed)
    ours = _crawl(mix, arrivals, ageing=_AGEING, client=client, ahead=True)
    fifo = _crawl(mix, arrivals, ageing=None)
    return {
        "ours": _measures_of(ours),
        "nothing ahead": _measures_of(_crawl(mix, arrivals, ageing=_AGEING, client=client)),
        "FIFO": _measures_of(fifo),
        "bound": {_WAIT: ours.heaviest / _AGEING + fifo.longest_wait},
        "oracle": {_MEAN: statistics.fmean(run_oracle(arrivals, jobs, servers=SERVERS))},
    }


def _crowd(seed: int, *, seconds: float) -> dict[str, Measures]:
    """More short trees than the servers can serve, and a few long ones, which might wait for the end of the rush.

    The bound: a task with the number P that has waited P / ageing is before every task that comes later, so that from
    then on it waits as long as in a queue without priorities.
    """
    mix = Mix(seed=seed)
    tasks = mix.tasks(round(5 * seconds), {"price": 60, "search": 24})
    work = sum(foresee(programs()[kind], arguments, mix.seconds).work for kind, arguments in tasks)
    rush = spread_over(work / SERVERS / 1.05, tasks, seed)
    long = [(kind, {**given, "id": -given["id"] - 1}) for kind, given in mix.tasks(9, {"report": 2, "catalogue": 1})]
    arrivals = sorted([*rush, *spread_over(seconds / 5, long, seed)], key=lambda arrival: arrival.time)
    ours, fifo = _crawl(mix, arrivals, ageing=_AGEING), _crawl(mix, arrivals, ageing=None)
    return {
        "ours": _measures_of(ours),
        "FIFO": _measures_of(fifo),
        "without ageing": _measures_of(_crawl(mix, arrivals, ageing=0.0)),
        "bound": {_WAIT: ours.heaviest / _AGEING + fifo.longest_wait},
    }


def _crawl(
    mix: Mix, arrivals: Sequence[Arrival], *, ageing: float | None, client: Redis | None = None, ahead: bool = False
) -> Course:
    """Without *ageing*: first come, first served. With a *client* the frontier is in Redis, for several workers."""
    crawl = VirtualCrawl(
        programs(),
        mix.seconds,
        servers=SERVERS,
        ageing=ageing or 0.0,
        is_ranked=ageing is not None,
        client=client,
        workers=WORKERS,
        ahead=ahead,
    )
    return crawl.run(arrivals)


def _measures_of(course: Course) -> Measures:
    return {_MEAN: statistics.fmean(course.completion), _WAIT: course.longest_wait}
