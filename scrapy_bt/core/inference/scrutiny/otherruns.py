"""What speaks against a tree where it was run with input that nobody recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ....sentences import say
from ...samples.traffic import Answer
from ..origins.links import whole
from ..rehearsal import Rehearsal, RehearsalFault
from .lastpages import leads_further
from .ledon import stays_behind
from .onlyfirst import of_several
from .otherinput import against
from .searches import NOWHERE, found_nowhere, unseen_record
from .shifted import shifted
from .signs import unseen_sign
from .subject import Subject, page_kind

_ENDLESS = 10
"""Times as many pages as with any recorded input, from which on it is told that none of them was the last one."""


def against_other_runs(
    subject: Subject, others: Sequence[Rehearsal], known: Sequence[Rehearsal], told: Callable[[Rehearsal], str]
) -> Iterator[RehearsalFault]:
    """What speaks against it where it was run with other input; *told*: what a run did more than once."""
    rows = [[row for page in pages for row in subject.recorded.rows(page)] for pages in subject.pages_of_each]
    nowhere = [run for run in others if run.other == NOWHERE]
    for run in others:
        yield from _against(subject, run, known, told(run))
        if text := unseen_record(run, nowhere, subject.all_pages, rows):
            yield RehearsalFault(
                say("{} brought no records, although a page came that says “{}” of one", _whose(run), text[:60])
            )


def _whose(run: Rehearsal) -> str:
    return say("the tree, run with “{}”, which was not recorded,", run.other[:40])


def _against(subject: Subject, rehearsal: Rehearsal, known: Sequence[Rehearsal], told: str) -> Iterator[RehearsalFault]:
    whose = _whose(rehearsal)
    if rehearsal.errors:
        yield RehearsalFault(say("{} ran into {}", whose, rehearsal.errors[0]))
    if rehearsal.other == NOWHERE:
        if found_nowhere(rehearsal):
            yield RehearsalFault(say("{} brought records all the same, of which none holds it", whose))
        return
    if not rehearsal.limits and (url := stays_behind(rehearsal, known)):
        yield RehearsalFault(
            say("{} stayed on {}, where it was led on to another page with each recorded input", whose, url[:120])
        )
    if rehearsal.limits or (rehearsal.unfinished and not rehearsal.is_endless):
        return
    if told:
        yield RehearsalFault(f"{whose} {told}", is_of_way=True)
    for text in _unlike(subject, rehearsal, known):
        yield RehearsalFault(f"{whose} {text}")
    visited = [page for pages in subject.pages(rehearsal, known) for page in pages]
    yield from of_several(subject.records, subject.all_pages, visited)
    yield from _ended(subject, rehearsal, known, whose)


def _unlike(subject: Subject, rehearsal: Rehearsal, known: Sequence[Rehearsal]) -> Iterator[str]:
    """How records that came with other input are unlike those that came with recorded input."""
    yield from against(rehearsal, known, subject.given)
    for text in subject.told_by_records([*known, rehearsal]):
        yield say("showed: {}", text)
    pages = [page for pages in subject.pages(rehearsal, known) for page in pages]
    if found := shifted(subject.recorded, subject.all_pages, pages):
        name, value = found
        yield say("brought “{}” for {}, which looks like none that was recorded", value[:40], name)


def _ended(subject: Subject, rehearsal: Rehearsal, known: Sequence[Rehearsal], whose: str) -> Iterator[RehearsalFault]:
    """Whether a run with other input came to an end, and to the right one."""
    if rehearsal.is_endless:
        if subject.loops and len(rehearsal.visits) > _ENDLESS * max(len(each.visits) for each in known):
            yield RehearsalFault(say("{} came to no end within {} pages", whose, len(rehearsal.visits)))
        return
    onward = _onward(subject, rehearsal)
    if (url := subject.further(rehearsal, known)) and (subject.loops or not subject.led_further):
        text = say("{} ended on a page that leads to {}, which it did not visit", whose, url[:120])
        yield RehearsalFault(text, is_of_way=True, onward=onward)
    elif more := _sign_of_more(subject, rehearsal, known):
        sign, page = more
        onward = onward or ((page, "") if page_kind(page.url) in subject.kinds_of_lists else None)
        text = say(
            "{} ended on a page that shows {}, which no page did that ended a run with recorded input", whose, sign
        )
        yield RehearsalFault(text, is_of_way=True, onward=onward)
    yield from subject.short([*known, rehearsal])


def _onward(subject: Subject, rehearsal: Rehearsal) -> tuple[Answer, str] | None:
    """A page of the target or of a list that leads to it that a node visited last, and where it leads on to.

    None: no such page leads to one that was not visited.
    """
    visited = [visit.url for visit in rehearsal.visits]
    lasts = ((pages[-1], pages[-2] if len(pages) > 1 else None) for pages in rehearsal.pages.values() if pages)
    own = (each for each in lasts if page_kind(each[0].url) in subject.kinds_of_lists)
    found = ((page, leads_further(page, visited, before)) for page, before in own)
    return next(((page, url) for page, url in found if url), None)


def _sign_of_more(subject: Subject, rehearsal: Rehearsal, known: Sequence[Rehearsal]) -> tuple[str, Answer] | None:
    """What the last page of a node shows that tells of more, and those of *known* runs do not, and that page.

    None: no page shows such.

    A page of the target without a row is behind the last one, whatever it shows.
    """
    for node, pages in rehearsal.pages.items():
        ends = [each.pages[node][-1] for each in known if node in each.pages]
        if not ends or (page_kind(pages[-1].url) in subject.kinds and not any(subject.recorded.rows(pages[-1]))):
            continue
        # One that leads to a page which was visited is none that it ended on.
        if whole(leads_further(pages[-1], ())) in rehearsal.addresses:
            continue
        if shown := unseen_sign(pages[-1], ends):
            return shown, pages[-1]
    return None
