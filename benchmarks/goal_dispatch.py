"""Dispatch: policies on simulated workers in six situations, against pulling and an oracle.

Delay is from a task's arrival to its success, over all tries. Each situation is run with twenty seeds, the same for all
policies. The network is trained before on what random dispatch has led to, with other seeds; the bandit learns while it
decides. After that come whole crawls of the practice site by four workers through proxies of their own, two of which
are refused in one section while one is slow in another; and this and the six situations once more, fitted to what
workers of such crawls have told: who is slow, refused or late, and when, is measured. --quick takes three seeds, and
leaves out all that needs crawls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean, quantiles
from time import process_time
from typing import Any

import numpy as np
from msgspec.msgpack import encode
from redis.asyncio import Redis
from scrapy import Spider
from scrapy.utils.test import get_crawler

from benchmarks.dispatch_proof import compare, fit
from benchmarks.dispatch_simulator import Oracle, Outcome, Simulation, World
from benchmarks.dispatch_worlds import KINDS, WORLDS
from benchmarks.rounds import beside
from benchmarks.rounds import compare as compare_rounds
from benchmarks.shared_crawls import page_costs
from scrapy_bt.core.dispatch.policies import SIMPLE, DispatchSituation, Policy
from scrapy_bt.core.dispatch.states import WorkerRecords, WorkerState, with_usual_queues
from scrapy_bt.core.dispatch.telling import dump
from scrapy_bt.crawl.dispatch.dispatching import Dispatching
from scrapy_bt.crawl.redis.dispatching import STATES, DispatchExchange
from scrapy_bt.crawl.redis.retrying_client import RetryingClient
from scrapy_bt.frontier.redis.calls import Calls
from scrapy_bt.frontier.redis.keys import make_key
from scrapy_bt.learning.dispatching.bandit import Bandit
from scrapy_bt.learning.dispatching.network import DispatchPlan, Experience, Network, train
from scrapy_bt.testing.redis import RedisServer

LESS_DELAY, FEWER_BANS, OF_ORACLE, WORSE_WHERE_EQUAL = 0.75, 0.5, 1.10, 1.02
OF_A_PAGE = 0.01
RECOMMENDED = "shortest"
_PAGE = 5000.0
"""Microseconds of the processor that a page of a plain crawl takes at least where this was measured."""
_TRAINING_SEEDS = range(1000, 1003)
_LETTERS = "abcdefghij"


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    seeds = range(3 if quick else 20)
    model = _train()
    metrics = _simulated(WORLDS, (*SIMPLE, "bandit", "dqn", "oracle"), seeds, model)
    for name, policy in (*((name, make()) for name, make in SIMPLE.items()), ("bandit", Bandit()), ("dqn", model)):
        each = _cost(policy)
        metrics[f"a decision: {name}"] = {"value": round(each, 1), "unit": "µs", "target": 50, "met": each <= 50}
    for rate in (20, 100):
        page = page_cost(rate=rate)
        share = page / _PAGE
        told = {"value": round(page, 1), "unit": "µs", "of 5 ms": f"{share:.1%}", "met": share <= OF_A_PAGE}
        metrics[f"a page, at {rate} a second"] = told
    if not quick:
        metrics |= whole_crawls(rounds=7)
        metrics |= compare(RECOMMENDED, less_delay=LESS_DELAY, fewer_bans=FEWER_BANS)
        for world, crawled in fit(RECOMMENDED):
            metrics |= _simulated((world,), ("pull", RECOMMENDED, "oracle"), seeds, model)
            metrics[f"{world.name}: whole crawls"] = crawled
    return {"goal": "dispatch", "rounds": len(seeds), "versions": {"numpy": np.__version__}, "metrics": metrics}


def _simulated(worlds: Sequence[World], names: Sequence[str], seeds: range, model: Network) -> dict[str, Any]:
    """What tasks come to in each situation by each policy."""
    metrics: dict[str, Any] = {}
    for world in worlds:
        found = {name: _summary(world, name, seeds, model) for name in names}
        pull, oracle = found["pull"], found["oracle"]
        for name, one in found.items():
            metrics[f"{world.name}: {name}"] = {
                "mean": f"{one['mean']:.2f} s",
                "p95": f"{one['p95']:.2f} s",
                "tasks/s": f"{one['rate']:.1f}",
                "bans": round(one["bans"], 1),
                "mean / pull": round(one["mean"] / pull["mean"], 2),
                "mean / oracle": round(one["mean"] / oracle["mean"], 2),
            }
            if name == "pull":
                metrics[f"{world.name}: {name}"]["service"] = f"{one['least'] / one['mean']:.0%}"
            if name == RECOMMENDED:
                metrics[f"{world.name}: {name}"]["met"] = _is_met(world, one, pull, oracle)
    return metrics


def whole_crawls(rounds: int) -> dict[str, Any]:
    """What a page of a whole crawl by two workers costs them, and Redis, with dispatch, by the same without."""
    ours, peer = "dispatched", "pulled"
    measured = page_costs({ours: {"BT_DISPATCH": RECOMMENDED}, peer: {}}, rounds=rounds, details=1500)
    workers = compare_rounds(measured, "cpu_ms_per_page", ours, peer, target=1 + OF_A_PAGE, at_least=False)
    return {
        "whole crawls, the workers' CPU": workers,
        "whole crawls, the CPU of Redis": beside(measured, "redis_ms_per_page", ours, peer),
    }


def page_cost(kinds: str = "pattern", *, shapes: int = 1, rate: int = 20) -> float:
    """Microseconds of a page: a new task's URL is told apart and gets its lane, a request is looked at and noted.

    With what this worker tells to Redis, and hears of itself and three others. *kinds*: as
    `BT_DISPATCH_KINDS` names them; *shapes*: of so many shapes are the URLs; *rate*: pages in a second.
    """
    with RedisServer() as server:
        return asyncio.run(_page_cost(server.url, kinds, shapes, rate))


async def _page_cost(server: str, kinds: str, shapes: int, rate: int) -> float:
    settings = {"BT_DISPATCH": RECOMMENDED, "BT_FRONTIER": "redis", "BT_DISPATCH_KINDS": kinds}
    dispatching = Dispatching.from_crawler(get_crawler(Spider, settings))
    calls = Calls("shop:requests", number=lambda _: 0.0, limits={}, ageing=0.0, lease_seconds=60.0, worker="0")
    async with Redis.from_url(server) as client:
        retrying_client = RetryingClient(client, name=server, extra={})
        exchange = DispatchExchange(
            client, retrying_client, calls, dispatching, measure=lambda: (3, 0.5, 0.5, False), extra={}
        )
        spent, pages = 0.0, 0
        for second in range(2000 // rate):
            own = dispatching.tell(queue=3, cpu=0.5, memory=0.5)
            others = {str(at): encode(dump(replace(own, name=str(at)))) for at in range(1, 4)}
            await client.hset(make_key(calls.prefix, STATES), mapping=others)
            before = process_time()
            if second % 2 == 0 or not dispatching.is_quiet:  # as `DispatchExchange.keep_up` does
                await exchange.look()
            for number in range(rate):
                letters = "".join(_LETTERS[int(digit)] for digit in str(pages % shapes))
                url = f"https://a.test/{number % 7}/item-{letters}-{second}-{number}?page={number}"
                dispatching.lane(url)
                seen = dispatching.look(url)
                dispatching.note(url, 0.5, failed=False, seen=seen)
                pages += 1
            await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})  # a model is asked in a thread
            spent += process_time() - before
    return 1e6 * spent / pages


def _is_met(world: World, one: dict[str, float], pull: dict[str, float], oracle: dict[str, float]) -> bool:
    if world.name.endswith("equal workers"):
        return one["mean"] <= WORSE_WHERE_EQUAL * pull["mean"]
    has_fewer = one["bans"] <= FEWER_BANS * pull["bans"]
    return one["mean"] <= LESS_DELAY * pull["mean"] and has_fewer and one["mean"] <= OF_ORACLE * oracle["mean"]


def _summary(world: World, name: str, seeds: range, model: Network) -> dict[str, float]:
    outcomes = [_simulate(world, name, seed, model) for seed in seeds]
    delays = [delay for outcome in outcomes for delay in outcome.delays]
    return {
        "mean": mean(delays),
        "p95": quantiles(delays, n=20)[-1],
        "least": mean(least for outcome in outcomes for least in outcome.least),
        "rate": len(delays) / sum(outcome.seconds for outcome in outcomes),
        "bans": mean(outcome.bans for outcome in outcomes),
    }


def _simulate(world: World, name: str, seed: int, model: Network) -> Outcome:
    if name == "bandit":
        bandit = Bandit()

        def learn(decisions: list[tuple[list[list[float]], int, float]]) -> None:
            bandit.learn([seen[who] for seen, who, _ in decisions], [value for *_, value in decisions])

        return Simulation(world, bandit, seed, learn=learn).run()
    if name == "oracle":
        oracle = Oracle()
        oracle.simulation = Simulation(world, oracle, seed)
        return oracle.simulation.run()
    policy = model if name == "dqn" else SIMPLE[name]()
    return Simulation(world, None if name == "pull" else policy, seed).run()


def _train() -> Network:
    """A network that has seen what random dispatch leads to, with workers as unequal as these worlds have them."""
    experience: list[Experience] = []
    for world in WORLDS:
        for seed in _TRAINING_SEEDS:
            found: list[tuple[list[list[float]], int, float]] = []
            Simulation(world, SIMPLE["random"](), seed, learn=found.extend).run()
            for (state, action, value), (following, _, _) in pairwise(found):
                experience.append(Experience(state, action, value, following))
    return Network.unpack(train(experience, DispatchPlan()), "trained")


def _cost(policy: Policy) -> float:
    """Microseconds of a decision among four workers with records, a second's tasks on one state of theirs."""
    records = WorkerRecords()
    for kind in KINDS:
        records.add(kind, 0.5, failed=False, now=0.0)
    count, seconds = 0, 0.0
    for second in range(40):
        told = [WorkerState(str(name), float(second), records=records.snapshot(float(second))) for name in range(4)]
        workers = with_usual_queues(told)
        before = process_time()
        for task in range(50):
            policy.choose(DispatchSituation(workers, KINDS[task % len(KINDS)], float(second)), task / 50)
        seconds += process_time() - before
        count += 50
    return 1e6 * seconds / count
