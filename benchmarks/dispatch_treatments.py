"""How four proxies are treated in whole crawls: whom a site refuses, for whom it is slow, and how fast links come.

`GOAL` is the crawl of the goal: two are refused in one section, one is slow in another. The others are the six
situations of the simulator, on two hosts with three sections each. Nothing of this is told to who fits a situation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

WORKERS = 4
HOSTS = ("a.test", "b.test")
SECTIONS = ("item", "graph", "list")
"""Of the plain pages of the practice site."""
LINKS = 24
"""On each page of links."""


@dataclass(frozen=True)
class Treatment:
    """A situation of whole crawls."""

    name: str
    gaps: tuple[float, ...]
    """Seconds from one page of links to the next."""
    is_refused: Callable[[int, str, str, float], bool] = lambda _proxy, _host, _section, _time: False
    """Of a proxy, a host, a section, and the seconds since the crawl began."""
    is_slow: Callable[[int, str, str], bool] = lambda _proxy, _host, _section: False
    late: float = 0.0
    """Seconds until the last worker comes."""

    @property
    def due(self) -> tuple[float, ...]:
        """When each page of links is answered, in seconds since the crawl began."""
        return tuple(accumulate(self.gaps))


def _is_slow_everywhere(proxy: int, _host: str, _section: str) -> bool:
    return proxy == 0


GOAL = Treatment(
    "two refused and one slow",
    (2.0,) * 10,
    lambda proxy, _host, section, _time: proxy in (0, 1) and section == "graph",
    lambda proxy, _host, section: proxy == 2 and section == "list",
)
SITUATIONS = (
    Treatment("equal workers", (1.0,) * 30),
    Treatment("one slow", (1.2,) * 25, is_slow=_is_slow_everywhere),
    Treatment("one banned at a site", (1.0,) * 30, lambda proxy, host, *_: proxy == 0 and host == "a.test"),
    Treatment(
        "bans that move", (1.0,) * 30, lambda proxy, host, _, time: host == "a.test" and proxy == int(time // 10) % 4
    ),
    Treatment(
        "flash crowd",
        (1.3,) * 8 + (0.4,) * 10 + (1.3,) * 8,
        lambda proxy, host, section, _: proxy == 3 and host == "a.test" and section == "graph",
        _is_slow_everywhere,
    ),
    Treatment(
        "a worker that joins late",
        (1.3,) * 23,
        lambda proxy, host, *_: proxy == 2 and host == "b.test",
        lambda proxy, host, section: proxy == 1 and host == "b.test" and section == "list",
        late=15.0,
    ),
)
BY_NAME = {each.name: each for each in (GOAL, *SITUATIONS)}
