"""Keys that a script makes of what entries are called: some may be made otherwise, and two may be the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....sentences import say
from ...samples.requestparts import IN_ADDRESS
from ...samples.traffic import Sent
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..findings import ListOf
from ..rehearsal import Rehearsal
from ..steps.spelledlistings import is_spelled, written_alike
from .subject import Subject, page_kind


def against_spelled_keys(subject: Subject, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
    """That two entries are asked for alike, or that a site does not know what one is asked for as."""
    target = subject.planner.canonical(subject.draft.steps[-1])
    lists = [listed for listed in subject.planner.listings_before(target) if is_spelled(listed.each)]
    for listed in lists:
        asked = (subject.planner.recorded(listed.step, number) for number in range(len(subject.recordings)))
        if text := written_alike(listed.each, [own.answer for own in asked if own is not None and own.answer]):
            yield say("two entries of a list are both asked for as “{}”: only one of them came", text[:60])
            return
    for listed, rehearsal in ((listed, rehearsal) for listed in lists for rehearsal in rehearsals):
        if text := _unknown(subject, listed, rehearsal):
            yield say("an entry of a list was asked for as “{}”, which the site does not have", text[:60])
            return


def _unknown(subject: Subject, listed: ListOf, rehearsal: Rehearsal) -> str:
    """A key that nothing came for in a run; empty if there is none, or if what was opened came by no key either."""
    planner = subject.planner
    answer, opened = planner.first(listed.step).answer, planner.recorded(listed.detail, rehearsal.recording)
    if answer is None or opened is None or listed.key is None or listed.key.where not in IN_ADDRESS:
        return ""
    came = {text for url in rehearsal.addresses for text in values_of(Sent("GET", url)).values()}
    is_disturbed = rehearsal.unfinished or rehearsal.limits or rehearsal.unanswered
    if is_disturbed or values_of(opened.sent).get(listed.key) not in came:  # as where each leads to another address
        return ""
    pages = (page for own in rehearsal.pages.values() for page in own if page_kind(page.url) == page_kind(answer.url))
    return next((key for page in pages for key in page_of(page).extract(listed.each) if key not in came), "")
