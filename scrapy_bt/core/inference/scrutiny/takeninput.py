"""What speaks against what a tree takes: what the person gave and chose, and it does not take as it should."""

from __future__ import annotations

from collections.abc import Iterator

from ....sentences import say
from ...samples.bodies import kind_of, text_of
from ...samples.traffic import have_events
from ..rehearsal import RehearsalFault
from ..steps.alignment import alikeness
from ..steps.pagination.beginnings import begins_late
from ..steps.series import ALIKE
from .allpages import of_one_alone
from .called import chosen_by_name
from .giventwice import given_twice
from .ignored import not_taken, passing
from .openedfirst import opened_first
from .severalwords import one_by_one
from .subject import Subject, page_kind
from .unseenchoices import unseen_choices
from .within import chosen_within

_ASKED = frozenset({"xhr", "fetch"})
"""How browsers call what scripts ask for."""


def against_taken_input(subject: Subject) -> Iterator[RehearsalFault]:
    """What the person gave and chose, and it does not take as it should; and whether it takes anything at all."""
    if subject.records is None:
        yield RehearsalFault(say("nothing on the pages of the target is a record, as where a script draws them"))
    if text := _chosen_by_nothing(subject):
        yield RehearsalFault(
            say("each recording has records of its own, such as “{}”, and nothing is given that tells", text[:60])
        )
    if text := _asked_otherwise(subject) or _asked_for_text(subject):
        yield RehearsalFault(
            say("each recording also asked for records of its own, such as “{}”, which nothing given tells", text[:60])
        )
    elif given := _given_at_last(subject):
        yield RehearsalFault(say("each recording also asked for something of its own at last, by {} of {}", *given))
    elif found := _ended_elsewhere(subject):
        number, row = found
        text = say("recording {} ends on records like these, such as “{}”, which nothing given tells", number, row[:60])
        yield RehearsalFault(text)
    for text in not_taken(subject.planner, subject.recordings, subject.inputs):
        yield RehearsalFault(text, is_of_way=True)
    has_events = have_events(subject.recordings)
    yield from map(RehearsalFault, passing(subject.planner, subject.draft, has_events=has_events))
    yield from map(RehearsalFault, chosen_by_name(subject.planner, subject.draft, subject.recordings))
    if pair := given_twice(subject):
        yield RehearsalFault(
            say("“{}” and “{}” seem to be one choice, and both have to be given: nothing tells how", *pair)
        )
    if words := one_by_one(subject):
        yield RehearsalFault(
            say("the words “{}” find the same rows one by one as they do together: nothing tells what is meant", words)
        )
    yield from map(RehearsalFault, unseen_choices(subject))
    takes_any = subject.takes_any or subject.is_detail
    if text := chosen_within(subject.recordings, subject.pages_of_each, subject.inputs, takes_any=takes_any):
        yield RehearsalFault(text)
    if _begins_late(subject):
        yield RehearsalFault(
            say("scripts asked for page 2 and those behind it: page 1, which the page brought, is not taken")
        )
    if text := opened_first(subject):
        yield RehearsalFault(text)


def _begins_late(subject: Subject) -> bool:
    """Whether page 1 of the target's series is missed: the records of the page with it are not brought, either."""
    if subject.records is not None and subject.records.first is not None:
        return False
    planner, numbers = subject.planner, range(len(subject.recordings))
    loop = planner.loops.get(planner.canonical(subject.draft.steps[-1]))
    asked = [] if loop is None else [planner.recorded(loop.step, number) for number in numbers]
    return loop is not None and begins_late(loop, asked, subject.recordings)


def _chosen_by_nothing(subject: Subject) -> str:
    """A record of one recording alone, if each has such and the tree takes nothing that differs; else empty."""
    if not _takes_nothing(subject):
        return ""
    return of_one_alone([[row for page in own for row in subject.recorded.rows(page)] for own in subject.pages_of_each])


def _asked_otherwise(subject: Subject) -> str:
    """A record of one recording alone in the last answer of the target's address, if no page of it; else empty."""
    rows = []
    for seen, own in zip(subject.seen, subject.pages_of_each, strict=True) if _takes_nothing(subject) else ():
        asked = [each.answer for each, _ in seen if each.answer and page_kind(each.sent.url) in subject.kinds]
        if not asked or any(asked[-1] is page for page in own):
            return ""
        rows.append(list(subject.recorded.rows(asked[-1])))
    return of_one_alone(rows)


def _asked_for_text(subject: Subject) -> str:
    """The first line of a text, no page and no data, that a script asked for at last, if each recording has its own."""
    last = [[each.answer for each, _ in seen if each.kind in _ASKED and each.answer][-1:] for seen in subject.seen]
    if not _takes_nothing(subject) or not all(own and kind_of(own[0]) == "text" for own in last):
        return ""
    texts = [(text_of(own[0]) or "").strip() for own in last]
    return texts[0].partition("\n")[0] if len(set(texts)) == len(texts) > 1 else ""


def _ended_elsewhere(subject: Subject) -> tuple[int, str] | None:
    """A recording, from 1 on, whose last answer with rows is built as the target's pages are, and is none of them.

    And a row of it that no page of the target has; None if no other recording ends on a page of the target.
    """
    known = {row for page in subject.all_pages for row in subject.recorded.rows(page)}
    found: list[tuple[int, str]] = []
    ends = 0
    for number, seen in enumerate(subject.seen if _takes_nothing(subject) else (), 1):
        answers = (each.answer for each, _ in reversed(seen))
        last = next((each for each in answers if each is not None and any(subject.recorded.rows(each))), None)
        left = [row for row in subject.recorded.rows(last) if row and row not in known] if last is not None else []
        own = subject.pages_of_each[number - 1]
        ends += any(page is last for page in own)
        if left and own and all(last is not page and alikeness(last, page) >= ALIKE for page in own):
            found.append((number, max(sorted(left[0]), key=len)))
    return found[0] if found and ends else None


def _given_at_last(subject: Subject) -> tuple[str, str] | None:
    """What was given after the target was asked for, and its request; None if there is none, or the tree takes any.

    It is another one in each recording, and so is its answer.
    """
    planner, target = subject.planner, subject.draft.steps[-1]
    numbers, takes_any = range(len(subject.recordings)), subject.takes_any or subject.is_detail
    for (step, key), typed in planner.typed_places().items() if len(numbers) > 1 and not takes_any else ():
        asked = [planner.recorded(step, number) for number in numbers]
        bodies = {each.answer.body for each in asked if each is not None and each.answer is not None}
        is_choice = step > target and not typed.is_secret and not planner.is_login(step)
        if is_choice and all(bodies) and len(set(typed.values)) == len(bodies) == len(numbers):
            return str(key), planner.name(step)
    return None


def _takes_nothing(subject: Subject) -> bool:
    return subject.is_list and not subject.takes_any and not subject.is_detail
