"""Loops over the pages of a series: by links to the next page, by counting, by cursors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise, product, takewhile

from ...samples.parameters import Key
from ...samples.requestparts import ASKING
from ...samples.traffic import Recording
from ..answers.requests.shapes import values_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import Loop, Step, Typed
from ..steps.listing import is_listed, parted
from ..steps.pagination.beginnings import from_first
from ..steps.pagination.counters import by_counter, by_numbered_form
from ..steps.pagination.cursors import by_cursor
from ..steps.pagination.links import by_link
from ..steps.pagination.page_pairs import Found, pairs_of
from ..steps.series import Series, series_of

_MOST_BEFORE = 4
"""Pages of the same look that may come before a series."""
_MOST_BEHIND = 2
"""The same behind it, as a list that is asked for anew."""


class LoopsSource:
    """Asks of each series what makes the next page of the one before, the same way for all of its pages."""

    name = "loops"
    watches: tuple[type, ...] = (Step, Typed, Loop)
    """A loop that was refuted makes room for the next best one."""

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        # What the person typed anew is the cause of a request by itself: no page gave it.
        typed = {(each.step, each.key) for each in knowledge.findings(Typed) if each.is_direct}

        def is_open(loop: Loop) -> bool:
            return not knowledge.is_refuted(loop) and not _is_typed(loop, typed, workflow)

        for group in series_of(workflow):
            if any(is_listed(workflow, series) for series in group):
                continue
            # Details of a list that go on over pages look like one series; and a page with the form of a search may
            # look like those with its results, and be none of them.
            parts = [part for series in group for part in parted(workflow, series)]
            found = _loop_of(group, is_open) or _loop_of(parts, is_open) or _loop_of(_own(group, is_open), is_open)
            found = found or _among_strays(group, is_open)
            if found is not None:
                loop, why = found
                earlier = from_first(loop, workflow.exchanges[loop.step], knowledge.recordings)
                loop = earlier if is_open(earlier) else loop
                because = tuple(workflow.facts[step] for step in (loop.step, *loop.repeats))
                yield Post(loop, why, because)


def _loop_of(group: Sequence[Series], is_open: Callable[[Loop], bool]) -> Found | None:
    """The first way from page to page that holds, and that nothing speaks against."""
    pairs = pairs_of(group)
    if not pairs:
        return None
    others = (find(pairs, group) for find in (by_numbered_form, by_cursor, by_counter))
    ways = chain(by_link(pairs, group), filter(None, others))
    return next((found for found in ways if is_open(found[0])), None)


def _own(group: Sequence[Series], is_open: Callable[[Loop], bool]) -> list[Series]:
    """Those of the group that are turned over in one way by themselves, the most pages of them, in each recording.

    Others only look like them, as a whole list does with what its form leaves of it before that is turned over.
    """
    ways: dict[tuple[str, Key | None], list[Series]] = defaultdict(list)
    for series in group:
        if found := _loop_of([series], is_open):
            ways[found[0].kind, found[0].key].append(series)
    recordings = {series.recording for series in group}
    whole = [own for own in ways.values() if {series.recording for series in own} == recordings]
    return max(whole, key=lambda own: sum(len(series.pages) for series in own), default=[])


def _among_strays(group: Sequence[Series], is_open: Callable[[Loop], bool]) -> Found | None:
    """The same without some pages of each series at its beginning and at its end; those that fit keep theirs."""
    for behind, before in product(range(_MOST_BEHIND + 1), range(_MOST_BEFORE + 1)):
        kept = [series.without(before, behind) for series in group]
        found = _loop_of([*filter(None, kept)], is_open)
        if found is not None and (found[0].repeats or not behind):
            return _widened(found, group, kept, is_open)
    kept = [_asked_alike(series) for series in group]
    found = _loop_of([*filter(None, kept)], is_open)
    return found and _widened(found, group, kept, is_open)


def _widened(
    found: Found, group: Sequence[Series], kept: list[Series | None], is_open: Callable[[Loop], bool]
) -> Found:
    """A way with all pages of each series that fit it, beside what is *kept* of them.

    One recording may have more before its first page than another: a word that is looked for while it is typed brings
    as many lists as the person was slow.
    """
    for place, series in enumerate(group):
        for longer in _longer(series, kept[place]):
            whole = [*kept[:place], longer, *kept[place + 1 :]]
            again = _loop_of([*filter(None, whole)], is_open)
            if again is not None and _is_same_way(again[0], found[0]):
                kept, found = whole, again
                break
    return found


def _is_same_way(one: Loop, other: Loop) -> bool:
    return (one.kind, one.key, one.entry) == (other.kind, other.key, other.entry)


def _longer(series: Series, kept: Series | None) -> Iterator[Series]:
    """What more pages of a series may be kept, the most first."""
    places = range(len(series.pages)) if kept is None else [series.steps.index(step) for step in kept.steps]
    starts = range(_MOST_BEFORE + 1) if kept is None else range(max(0, places[0] - _MOST_BEFORE), places[0] + 1)
    for start, end in product(starts, range(len(series.pages), places[-1], -1)):
        if (part := series.of(series.pages[start:end])) is not None and part != kept:
            yield part


def _asked_alike(series: Series) -> Series | None:
    """The last pages of a series, which differ in nothing but what the last two differ in, as in the number of a page.

    Those before them were asked for with other words.
    """
    sent = [values_of(exchange.sent) for _, exchange in series.pages]
    changed = [
        {key for key, _ in before.items() ^ after.items() if key.where in ASKING} for before, after in pairwise(sent)
    ]
    alike = takewhile(lambda keys: keys <= changed[-1], reversed(changed))
    return series.without(len(changed) - sum(1 for _ in alike))


def _is_typed(loop: Loop, typed: Collection[tuple[int, Key]], workflow: Workflow) -> bool:
    """Whether a person typed what is said to turn the page, or something into a field that the first page has not.

    The steps of a form look alike, and each sends the state that the one before gave: they are no pages of a series.
    Neither are a whole list and what its form then leaves of it.
    """
    if loop.kind != "cursor":
        return False
    first = loop.step if loop.entry is None else loop.entry
    own = {key.name for key in values_of(workflow.first(first).sent)}
    return any(
        step in (loop.step, *loop.repeats) and (key == loop.key or (step != first and key.name not in own))
        for step, key in typed
    )
