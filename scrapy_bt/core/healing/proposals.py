"""Proposals: other selectors for a field that has changed, with what was seen when they were tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import msgspec

from .addressed import Telling
from .patching.pieces import is_json

SWITCH = 0.8
"""The least probability at which `auto` heals."""
_EVEN = 0.5
_USUAL = 0.75
LEAST_PAGES = 3
"""The fewest pages of today on which a selector is tried before `auto` heals by it."""


class Decider(NamedTuple):
    """Who decides on a proposal, and by which means."""

    who: str = ""
    """A person's name; empty: a crawl."""
    means: str = "crawl"

    def __str__(self) -> str:
        return ", ".join(filter(None, self))


class State(Enum):
    """The state of a proposal."""

    OPEN = "open"
    LIVE = "live"
    """A crawl heals by it; its patch waits for a person."""
    ACCEPTED = "accepted"
    """A person has accepted it; where it could be edited, it stands in the file."""
    REJECTED = "rejected"
    ROLLED_BACK = "rolled back"


@dataclass(frozen=True)
class PageValue:
    """The values that the selector before and a new one give on a kept page."""

    url: str
    state: str
    """`good`: of the time before the change; `failing`: of today."""
    before: str
    after: str


@dataclass(frozen=True)
class Trial:
    """The results of a selector on the pages of today."""

    pages: int
    found: int
    """The number of pages on which it finds something."""
    fitting: int
    """The number of pages on which its value has a form that was usual before."""
    example: str = ""

    @property
    def is_mostly_usual(self) -> bool:
        """Whether it gives usual values on at least half of the pages."""
        return 2 * self.fitting >= self.pages

    @property
    def holds(self) -> bool:
        """Whether it gives something on all pages, and usual values on nearly all."""
        return self.pages >= LEAST_PAGES and self.found == self.pages and self.fitting >= _USUAL * self.pages


@dataclass(frozen=True)
class Choice:
    """A selector that a field may have from now on."""

    selector: str
    probability: float
    """The probability that it is right, by the models."""
    trial: Trial
    values: tuple[PageValue, ...] = ()
    is_borne_out: bool = False
    """Pages of one address, a label, or that nothing else looks so say the same."""


@dataclass(frozen=True)
class Proposal:
    """The choices for a field, the best first; none where nothing was found."""

    node: str
    field: str
    old: str
    choices: tuple[Choice, ...] = ()
    place: str = ""
    """Where the old selector stands: `spiders/shop.py:12`."""
    how: str = ""
    """The method that takes it, of an ordinary spider: `css`, `xpath`, `jmespath`, or `json`; empty for trees."""
    within: str = ""
    """The selector of the rows that it is run within; empty: the page."""
    within_now: str = ""
    """The selector of the rows of today."""
    site: str = ""
    """The host of the pages."""
    views: tuple[str, ...] = ()
    """The views in which the field has changed."""
    kind: str = ""
    """The kind of change."""
    cosine: float = 1.0
    edits: float = 0.0
    """The edit distance of the page to the one before."""
    forms: tuple[str, ...] = ()
    """The forms that values usually have."""
    layout: tuple[str, ...] = ()
    """The layout of the page of today."""
    telling: Telling = Telling.UNKNOWN
    """Whether the pages of today speak of the same things as those of before."""

    @property
    def new(self) -> str:
        """The best selector; empty where there is none."""
        return self.choices[0].selector if self.choices else ""

    @property
    def is_likely(self) -> bool:
        """Whether it is rather right than wrong, and gives usual values on at least half of the pages."""
        return bool(self.choices) and self.choices[0].probability >= _EVEN and self.choices[0].trial.is_mostly_usual

    @property
    def is_sure(self) -> bool:
        """Whether it is likely enough, and holds on all pages, so that `auto` may heal by it.

        A list of one page that is the same, value by value, is borne out by that.
        """
        best = self.choices[0] if self.choices else None
        return best is not None and best.probability >= SWITCH and (best.trial.holds or best.is_borne_out)

    @property
    def is_borne_out(self) -> bool:
        """It is sure, and more than the models' likelihood speaks for it."""
        return self.is_sure and (self.choices[0].is_borne_out or is_json(self.new))

    @property
    def is_proven(self) -> bool:
        """Whether it is sure, and pages of today speak of the same things, or call them by the same names."""
        return self.is_sure and (self.telling is Telling.HOLDS or is_json(self.new))

    def plain(self) -> dict[str, Any]:
        """As JSON keeps it."""
        kept = {name: value for name, value in vars(self).items() if name not in ("node", "field", "old", "choices")}
        choices = [
            {
                "selector": one.selector,
                "probability": round(one.probability, 4),
                "trial": vars(one.trial),
                "values": [vars(value) for value in one.values],
                "is_borne_out": one.is_borne_out,
            }
            for one in self.choices
        ]
        fixed = {"node": self.node, "field": self.field, "old": self.old, "choices": choices}
        return {**fixed, **kept, "telling": self.telling.value}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Proposal:
        """Read it from the result of `plain`; raises `ValueError` for anything else."""
        read: Proposal = msgspec.convert(plain, cls)
        return read


@dataclass(frozen=True)
class Filed:
    """A proposal in the store."""

    id: int
    spider: str
    proposal: Proposal
    state: State
    time: float
    selector: str = ""
    """The one that was chosen; while it is open, the best."""
    digest: str = ""
    """The digest of the file with the old selector, at the time of the proposal."""
    healed: int = 0
    """The number of pages that crawls have healed by it."""
    written: bool = field(default=False)
    """Whether the file has been edited."""

    @property
    def waits(self) -> bool:
        """Whether a person has something left to do: to decide, or to put it into the file."""
        return self.state in (State.OPEN, State.LIVE) or (self.state is State.ACCEPTED and not self.written)

    @property
    def name(self) -> str:
        """The names of the node and the field."""
        return f"{self.proposal.node}/{self.proposal.field}" if self.proposal.field else self.proposal.node
