"""The situations of the dispatch benchmark: four workers, two sites with three routes each.

`Numbers` make them: chosen ones, and those that `dispatch_fit` has measured in a crawl of `dispatch_site` by four
workers. How many tasks come is chosen so that four of ten places are in use where nobody is slow or banned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.dispatch_simulator import World
from scrapy_bt.core.dispatch.projections import place_of
from scrapy_bt.core.dispatch.states import URLKind

_ROUTES = [(host, f"{host}/{route}") for host in ("a.test", "b.test") for route in ("list", "item", "media")]
KINDS = tuple(URLKind(route, host, place_of(route)) for host, route in _ROUTES)


@dataclass(frozen=True)
class Numbers:
    """By which the situations are made; seconds, and what they are multiplied by."""

    seconds: tuple[float, float, float]
    """Medians of the three routes."""
    slow: float
    """Times these of a worker that is slow."""
    slow_at_a_route: float
    spread: float
    ban_seconds: float
    back_off: float

    @property
    def busier(self) -> float:
        """Times the tasks of the chosen numbers, so that as many places are in use."""
        return sum(CHOSEN.seconds) / sum(self.seconds)


CHOSEN = Numbers((0.6, 0.8, 1.2), 5.0, 6.0, spread=0.4, ban_seconds=0.3, back_off=1.0)
MEASURED = Numbers((0.44, 0.44, 0.44), 9.1, 9.1, spread=0.12, ban_seconds=0.14, back_off=0.15)


def worlds_of(numbers: Numbers) -> tuple[World, ...]:
    """The six situations."""
    seconds = dict(zip(("list", "item", "media"), numbers.seconds, strict=True))

    def even(_worker: int, kind: URLKind, _time: float) -> float:
        return seconds[kind.route.partition("/")[2]]

    def one_slow(worker: int, kind: URLKind, time: float) -> float:
        return even(worker, kind, time) * (numbers.slow if worker == 0 else 1.0)

    def slow_at_a_route(worker: int, kind: URLKind, time: float) -> float:
        is_slow = worker == 1 and kind.route == "b.test/media"
        return even(worker, kind, time) * (numbers.slow_at_a_route if is_slow else 1.0)

    def world(
        name: str,
        latency: Callable[[int, URLKind, float], float],
        is_banned: Callable[[int, URLKind, float], bool] = lambda _worker, _kind, _time: False,
        rate: Callable[[float], float] = lambda _: 16.0,
        joins: Callable[[int], float] = lambda _: 0.0,
    ) -> World:
        return World(
            name,
            KINDS,
            latency,
            is_banned,
            rate=lambda time: numbers.busier * rate(time),
            joins=joins,
            spread=numbers.spread,
            ban_seconds=numbers.ban_seconds,
            back_off=numbers.back_off,
        )

    return (
        world("equal workers", even),
        world("one slow", one_slow, rate=lambda _: 14.0),
        world("one banned at a site", even, lambda worker, kind, _: worker == 0 and kind.host == "a.test"),
        world(
            "bans that move",
            even,
            lambda worker, kind, time: kind.host == "a.test" and worker == int(time // 40) % 4,
        ),
        world(
            "flash crowd",
            one_slow,
            lambda worker, kind, _: worker == 3 and kind.route == "a.test/item",
            lambda time: 40.0 if 40 <= time < 50 else 12.0,
        ),
        world(
            "a worker that joins late",
            slow_at_a_route,
            lambda worker, kind, _: worker == 3 and kind.host == "b.test",
            lambda _: 12.0,
            lambda worker: 60.0 if worker == 2 else 0.0,
        ),
    )


WORLDS = worlds_of(CHOSEN)
