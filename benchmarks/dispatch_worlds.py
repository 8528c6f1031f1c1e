"""Six situations by chosen numbers: four workers, two sites with three routes each."""

from __future__ import annotations

from benchmarks.dispatch_simulator import World
from scrapy_bt.core.dispatch.projections import number_of_kind
from scrapy_bt.core.dispatch.states import URLKind

_ROUTES = [(host, f"{host}/{route}") for host in ("a.test", "b.test") for route in ("list", "item", "media")]
KINDS = tuple(URLKind(route, host, number_of_kind(route)) for host, route in _ROUTES)
_BASE = {"list": 0.6, "item": 0.8, "media": 1.2}


def _even(_worker: int, kind: URLKind, _time: float) -> float:
    return _BASE[kind.route.partition("/")[2]]


def _one_slow(worker: int, kind: URLKind, time: float) -> float:
    return _even(worker, kind, time) * (5.0 if worker == 0 else 1.0)


def _slow_at_a_route(worker: int, kind: URLKind, time: float) -> float:
    return _even(worker, kind, time) * (6.0 if worker == 1 and kind.route == "b.test/media" else 1.0)


WORLDS = (
    World("equal workers", KINDS, _even),
    World("one slow", KINDS, _one_slow, rate=lambda _: 14.0),
    World("one banned at a site", KINDS, _even, lambda worker, kind, _: worker == 0 and kind.host == "a.test"),
    World(
        "bans that move",
        KINDS,
        _even,
        lambda worker, kind, time: kind.host == "a.test" and worker == int(time // 40) % 4,
    ),
    World(
        "flash crowd",
        KINDS,
        _one_slow,
        lambda worker, kind, _: worker == 3 and kind.route == "a.test/item",
        rate=lambda time: 40.0 if 40 <= time < 50 else 12.0,
    ),
    World(
        "a worker that joins late",
        KINDS,
        _slow_at_a_route,
        lambda worker, kind, _: worker == 3 and kind.host == "b.test",
        joins=lambda worker: 60.0 if worker == 2 else 0.0,
        rate=lambda _: 12.0,
    ),
)


def _bursts(every: float, links: int, seconds: float = 120.0) -> tuple[float, ...]:
    """When the links of a page come, all at once, and of the next page some seconds later."""
    return tuple(page * every for page in range(int(seconds / every)) for _ in range(links))


FURTHER = (
    World("equal workers, links in bursts", KINDS, _even, arrivals=_bursts(1.5, 24)),
    World("one slow, links in bursts", KINDS, _one_slow, arrivals=_bursts(2.0, 24)),
    World("equal workers, crowded", KINDS, _even, rate=lambda time: 60.0 if 40 <= time < 50 else 16.0),
    World(
        "one a third slower", KINDS, lambda worker, kind, time: _even(worker, kind, time) * (1.33 if not worker else 1)
    ),
    World(
        "two banned at different sites",
        KINDS,
        _even,
        lambda worker, kind, _: (worker, kind.host) in {(0, "a.test"), (1, "b.test")},
    ),
    World(
        "short bans",
        KINDS,
        _even,
        lambda worker, kind, time: kind.host == "a.test" and worker == int(time // 8) % 4,
    ),
    World(
        "the site slow for all, one slow",
        KINDS,
        lambda worker, kind, time: _one_slow(worker, kind, time) * (3 if 40 <= time < 70 else 1),
        rate=lambda _: 7.0,
    ),
    World(
        "refusals that cost",
        KINDS,
        _even,
        lambda worker, kind, time: kind.host == "a.test" and worker == int(time // 40) % 4,
        ban_seconds=5.0,
        back_off=5.0,
    ),
    World("rate limits", KINDS, _slow_at_a_route, spacing=0.2, rate=lambda _: 12.0),
)
"""By these nothing of a policy was chosen."""
