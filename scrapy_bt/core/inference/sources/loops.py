"""Loops over the pages of a series: by links to the next page, by counting, by cursors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, product

from ...samples.parameters import Key
from ...samples.traffic import Recording
from ..answers.requests.shapes import values_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import Loop, Step, Typed
from ..steps.listing import is_listed, parted
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
            strays = product(range(_MOST_BEHIND + 1), range(_MOST_BEFORE + 1))
            inner = (_loop_within(group, before, behind, is_open) for behind, before in strays)
            found = found or next(filter(None, inner), None)
            if found is not None:
                loop, why = found
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


def _loop_within(group: Sequence[Series], before: int, behind: int, is_open: Callable[[Loop], bool]) -> Found | None:
    """The same without some pages of each series at its beginning and at its end; those that fit keep their end."""
    begun = [rest for series in group if (rest := series.without(before))]
    ended = [series.without(0, behind) for series in begun]
    found = _loop_of([*filter(None, ended)], is_open)
    if not behind or found is None or not found[0].repeats:
        return None if behind else found
    for place, series in enumerate(begun):
        whole = [*ended[:place], series, *ended[place + 1 :]]
        again = _loop_of([*filter(None, whole)], is_open)
        if again is not None and (again[0].kind, again[0].key) == (found[0].kind, found[0].key):
            ended, found = whole, again
    return found


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
