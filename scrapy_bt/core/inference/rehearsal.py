"""Whether the tree, run as it is printed, brings what stood on the target's pages (recording.md, "Replay").

A rehearsal is one crawl by the printed tree with the input of a recording, in a session of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..samples.traffic import Answer
from .answers.values import Extraction
from .origins.links import whole


@dataclass(frozen=True)
class Visited:
    """A request that a node of the tree made; *body*: what tells it from others that were sent there."""

    node: str
    method: str
    url: str
    body: str = ""


@dataclass(frozen=True)
class Rehearsal:
    """What came of one: the records, and by request how often it was answered with a success."""

    recording: int
    records: Sequence[Mapping[str, Any]] = ()
    visits: Mapping[Visited, int] = field(default_factory=dict)
    unfinished: str = ""
    """Why it did not end by itself; empty if it did."""
    is_endless: bool = False
    """It wanted more pages than are waited for."""
    pages: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict)
    """By node, the first answer, and the last two."""
    other: str = ""
    """What was given that was not recorded; empty if all was."""
    limits: tuple[str, ...] = ()
    """What answers said of being asked too often: what is missing then tells nothing of the tree."""
    unanswered: int = 0
    """Requests that nothing came back for in time."""
    skipped: int = 0
    """Details of a long list that were not asked for: a sample was enough. They count as visited."""
    errors: tuple[str, ...] = ()
    """What handlers of signals and callbacks raised, in a sentence each: nothing is sure then."""

    @property
    def addresses(self) -> set[str]:
        """What was visited, without fragments."""
        return {whole(visit.url) for visit in self.visits}

    def visited_again(self, nodes: Collection[str]) -> list[str]:
        """Those of some nodes that made a request more than once."""
        return sorted({visit.node for visit, times in self.visits.items() if times > 1 and visit.node in nodes})


def with_page(pages: tuple[Answer, ...], page: Answer) -> tuple[Answer, ...]:
    """The first of a node's pages, and the last two."""
    return (*pages, page) if len(pages) < 3 else (pages[0], pages[-1], page)


@dataclass(frozen=True)
class RehearsalFault:
    """What is wrong with what a tree brought."""

    text: str
    """In one sentence, for people."""
    is_of_way: bool = False
    """It came to other pages than the person did: what is sent, or how a series goes on, is wrong."""
    is_endless: bool = False
    """It came to no end."""
    is_of_crowd: bool = False
    """What is asked for at once is not answered."""
    unsteady: frozenset[str] = frozenset()
    """Fields that say other things in another session; nothing else is wrong with the records."""
    steady: frozenset[str] = frozenset()
    """What these fields say of each page in any session: it is wanted, whichever field holds it."""
    instead: tuple[Extraction, Extraction] | None = None
    """What takes the first of several for a field, and what takes what was meant."""
    onward: tuple[Answer, str] | None = None
    """The page on which it ended, and the address to which that leads on, where other input showed it."""
