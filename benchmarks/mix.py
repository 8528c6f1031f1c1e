"""A heavy-tailed mix of trees: most are a page or three, a few are hundreds of pages or one long download."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.program import Program

FOLDER = Path(__file__).parent / "trees" / "mix"
SHARES = {"price": 60, "search": 24, "offers": 8, "listing": 5, "report": 2, "catalogue": 1}
"""Per cent of the trees; all kinds together weigh about the same from one line of this to the next."""

SECONDS = {
    "form": 0.3,
    "results": 1.2,
    "hit": 0.5,
    "product": 0.5,
    "seller": 0.5,
    "page": 0.8,
    "order": 1.0,
    "progress": 0.3,
    "download": 40.0,
    "login": 0.6,
}
"""Mean service time of each visit."""

COUNTS = {"offers": {"sellers": 8}, "listing": {"pages": 20}, "report": {"asked": 8}, "catalogue": {"pages": 10}}
"""Mean of what a task's arguments say, by kind and argument."""


@dataclass(frozen=True)
class Arrival:
    """A task that comes at *time*, seconds from the start."""

    time: float
    kind: str
    arguments: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Mix:
    """Draws tasks and service times; the same *seed* draws the same.

    *spread*: sigma of the logarithms of service times and of counts. *has_tails*: downloads and lists have Pareto tails
    (alpha 1.5) instead, cut at 20 times the mean.
    """

    seed: int
    spread: float = 0.5
    has_tails: bool = False
    _drawn: dict[str, float] = field(default_factory=dict)

    def seconds(self, node: str, url: str) -> float:
        """The service time of one visit: drawn once, the same for every order of execution."""
        if url not in self._drawn:
            self._drawn[url] = self._draw(Random(f"{self.seed} {url}"), SECONDS[node], is_long=node == "download")
        return self._drawn[url]

    def tasks(self, count: int, shares: Mapping[str, int] | None = None) -> list[tuple[str, dict[str, int]]]:
        """Kinds and arguments."""
        random = Random(self.seed)
        shares = shares or SHARES
        kinds = random.choices(list(shares), list(shares.values()), k=count)
        return [(kind, self._arguments(random, kind, number)) for number, kind in enumerate(kinds)]

    def _arguments(self, random: Random, kind: str, number: int) -> dict[str, int]:
        arguments = {"id": number}
        for name, mean in COUNTS.get(kind, {}).items():
            arguments[name] = max(1, round(self._draw(random, mean, is_long=kind == "listing")))
        return {**arguments, "products": 25} if kind == "catalogue" else arguments

    def _draw(self, random: Random, mean: float, *, is_long: bool) -> float:
        if is_long and self.has_tails:
            return min(random.paretovariate(1.5) * mean / 3, 20 * mean)
        return random.lognormvariate(math.log(mean) - self.spread**2 / 2, self.spread)


def spread_over(seconds: float, tasks: Sequence[tuple[str, dict[str, int]]], seed: int) -> list[Arrival]:
    """The tasks at random times; with 0 seconds all at once."""
    random = Random(seed)
    times = sorted(random.uniform(0, seconds) for _ in tasks)
    return [Arrival(time, kind, arguments) for time, (kind, arguments) in zip(times, tasks, strict=True)]


@cache
def programs() -> dict[str, Program]:
    """The compiled trees by kind."""
    texts = {kind: (FOLDER / f"{kind}.bt").read_text(encoding="utf-8") for kind in SHARES}
    return {kind: Program(parse(text, file=f"{kind}.bt"), name=kind, text=text) for kind, text in texts.items()}
