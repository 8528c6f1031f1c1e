"""The watch over all fields of a crawl: which pages count, which are kept, and which fields have changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any

from .attention import Attention
from .fieldwatch import FieldWatch
from .flows import Drift
from .observations import Alarm, Observation
from .owntexts import Own, is_little
from .pagekinds import PageKind

_MOST_FIELDS = 2_000
_KEPT_EACH = 1_024
"""After how many good pages one is offered to be kept; of the first ones, those at powers of two."""
_LEARNING = 32
"""The number of first pages of a node whose kind is looked at in any case."""
_MEASURED = 8
"""Of these, how many tell how much own text is usual."""


class Keep(Enum):
    """Why a page is kept."""

    GOOD = "good"
    FAILING = "failing"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a page has shown of one node."""

    node: str
    kind: PageKind
    keep: Keep | None = None
    alarms: tuple[Alarm, ...] = ()


@dataclass(slots=True)
class NodeWatch:
    """A node's pages: how many were taken in, and how many failing ones were kept of late."""

    pages: int = 0
    pages_now: int = 0
    """The number of its pages in this crawl."""
    failing: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    """The number of pages of other kinds, which do not count."""
    other: str = ""
    """The address of the last page of another kind."""
    own: list[Own] = field(default_factory=list)
    """How much own text some of its pages have."""


class Watcher:
    """The watch over all fields; *samples*: how many pages of each state are kept for a node."""

    def __init__(self, *, samples: int = 8) -> None:
        self._samples = samples
        self.fields: dict[tuple[str, str], FieldWatch] = {}
        self.nodes: dict[str, NodeWatch] = {}
        self.attention = Attention()

    def look_over(self, observations: Iterable[Observation]) -> None:
        """Note a page that was read but does not count: it may surprise."""
        for one in observations:
            watch = self.fields.get((one.node, one.field))
            if watch is not None and not watch.has_changed and watch.is_strange(one):
                self.attention.raise_()

    def note(
        self,
        observations: Iterable[Observation],
        kind: Callable[[bool], PageKind],
        own: Callable[[str], Own] | None = None,
    ) -> list[Finding]:
        """Take in what a page gave, by node.

        *kind* looks what kind the page is of, and is asked where that matters, with whether what it gave is odd;
        *own* how much it says that no other page of a node says.
        """
        by_node: dict[str, list[Observation]] = {}
        for observation in observations:
            by_node.setdefault(observation.node, []).append(observation)
        looked = cache(kind)
        return [self._note(node, seen, looked, own) for node, seen in by_node.items()]

    def restore(self, observation: Observation, plain: Mapping[str, Any]) -> None:
        """Go on with what was learned of a field earlier."""
        watch = self._field(observation)
        if watch is not None:
            watch.restore(plain)
            watch.selector, watch.place = observation.selector, observation.place
            self._expect(observation, watch)
            if watch.signs:
                self.attention.begin_known()
            node = self.nodes.setdefault(observation.node, NodeWatch())
            node.pages = max(node.pages, max((one.total for one in watch.views.values()), default=0))
            node.own = node.own or list(watch.own)

    @property
    def without_content(self) -> dict[str, NodeWatch]:
        """The nodes most of whose pages looked at in this crawl were of another kind."""
        return {node: at for node, at in self.nodes.items() if at.kinds.total() > at.pages_now}

    def finish(self) -> list[Alarm]:
        """The crawl is over and has given no item: fields of nodes whose every page gave nothing, and always had.

        So a redesign is noticed that leaves a crawl with its first page, too few for the tests of page by page.
        """
        alarms = []
        for node in self.nodes.keys() - self.without_content.keys():
            asked = [one for one in self.fields.values() if one.node == node and one.found + one.missing]
            always = [one for one in asked if one.was_always_found]
            if all(one.is_lost for one in always):
                alarms += [one.give_up() for one in always if "found" not in one.changed]
        return alarms

    def of_few(self) -> list[FieldWatch]:
        """The fields for which earlier crawls met too few pages for the page-by-page tests."""
        return [one for one in self.fields.values() if one.is_of_few]

    def drifts(self) -> list[Drift]:
        """The fields whose values as a whole differ from earlier crawls; this crawl is over."""
        return [drift for watch in self.fields.values() for drift in watch.drifts]

    def cut_short(self) -> list[FieldWatch]:
        """The crawl is over, and has met half as many pages as the one before at most: fields that are gone in it.

        Such as the link to the next page, without which there is one page to tell so.
        """
        met = self.attention.met
        return [one for one in self.fields.values() if 0 < 2 * met <= one.met_before and one.is_gone]

    def _note(
        self,
        node: str,
        observations: Sequence[Observation],
        look: Callable[[bool], PageKind],
        measure: Callable[[str], Own] | None,
    ) -> Finding:
        at = self.nodes.setdefault(node, NodeWatch())
        if any((one.node, one.field) not in self.fields for one in observations):
            self.attention.begin_anew()
        watches = [
            (observation, watch) for observation in observations if (watch := self._field(observation)) is not None
        ]
        is_missed = any(not one.found and watch.is_missed(one) for one, watch in watches)
        is_odd = is_missed or any(watch.is_odd(one) for one, watch in watches)
        is_known = at.failing >= self._samples and any(watch.has_changed for _, watch in watches)
        is_measured = measure is not None and not is_odd and len(at.own) < _MEASURED
        if at.pages < _LEARNING or is_measured or (is_odd and not is_known):
            kind = look(is_odd)
            if kind is PageKind.CONTENT and is_odd and measure is not None and is_little(measure(node), at.own):
                kind = PageKind.SAME
            if kind.is_in_place_of_content:
                at.kinds[kind.value] += 1
                return Finding(node, kind)
            if kind is PageKind.CONTENT and is_measured and measure is not None:
                at.own.append(measure(node))
        else:
            kind = PageKind.CONTENT
        at.pages += 1
        at.pages_now += 1
        alarms: list[Alarm] = []
        firsts = [one.values[0] for one, _ in watches if one.values]
        shared = {value for value, count in Counter(firsts).items() if value and count > 1}
        for observation, watch in watches:
            is_shared = bool(shared and observation.values) and observation.values[0] in shared
            alarms += watch.note(observation, is_shared=is_shared)
            watch.own = tuple(at.own)
            self._expect(observation, watch)
            if watch.is_surprised or (watch.is_lost and not watch.has_changed):
                self.attention.raise_()
        is_failing = is_missed or any(watch.is_failing for _, watch in watches)
        keep = self._keep(at, watches, is_failing=is_failing, alarms=alarms)
        return Finding(node, kind, keep, tuple(alarms))

    def _expect(self, observation: Observation, watch: FieldWatch) -> None:
        """Tell the attention what is usual at a glance, for a spider's selector or a tree's field."""
        key, usual = (observation.node, observation.field), watch.usual
        for sought in (key, observation.selector):
            if sought:
                self.attention.expect(sought, key, usual)

    def _keep(
        self,
        at: NodeWatch,
        watches: Sequence[tuple[Observation, FieldWatch]],
        *,
        is_failing: bool,
        alarms: Sequence[Alarm],
    ) -> Keep | None:
        if is_failing:
            at.failing += 1
            # The newest at an alarm; some before it, and some after it.
            return Keep.FAILING if alarms or at.failing <= self._samples else None
        at.failing = 0
        # The first one of each crawl, such as a list, is what a crawl sees of a redesign.
        is_in_turn = at.pages_now == 1 or at.pages & (at.pages - 1) == 0 or at.pages % _KEPT_EACH == 0
        return Keep.GOOD if is_in_turn and all(one.found for one, _ in watches) else None

    def _field(self, observation: Observation) -> FieldWatch | None:
        key = observation.node, observation.field
        watch = self.fields.get(key)
        if watch is None and len(self.fields) < _MOST_FIELDS:
            watch = self.fields[key] = FieldWatch(observation.node, observation.field)
        return watch
