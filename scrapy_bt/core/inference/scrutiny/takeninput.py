"""What speaks against what a tree takes: what the person gave and chose, and it does not take as it should."""

from __future__ import annotations

from collections.abc import Iterator

from ....sentences import say
from ..rehearsal import RehearsalFault
from .allpages import of_one_alone
from .called import chosen_by_name
from .ignored import not_taken, passing
from .subject import Subject
from .within import chosen_within


def against_taken_input(subject: Subject) -> Iterator[RehearsalFault]:
    """What the person gave and chose, and it does not take as it should; and whether it takes anything at all."""
    if subject.records is None:
        yield RehearsalFault(say("nothing on the pages of the target is a record, as where a script draws them"))
    if text := _chosen_by_nothing(subject):
        yield RehearsalFault(
            say("each recording has records of its own, such as “{}”, and nothing is given that tells", text[:60])
        )
    for text in not_taken(subject.planner, subject.recordings, subject.inputs):
        yield RehearsalFault(text, is_of_way=True)
    has_events = any(recording.events for recording in subject.recordings)
    yield from map(RehearsalFault, passing(subject.planner, subject.draft, has_events=has_events))
    yield from map(RehearsalFault, chosen_by_name(subject.planner, subject.draft, subject.recordings))
    takes_any = subject.takes_any or subject.is_detail
    if text := chosen_within(subject.recordings, subject.pages_of_each, subject.inputs, takes_any=takes_any):
        yield RehearsalFault(text)


def _chosen_by_nothing(subject: Subject) -> str:
    """A record of one recording alone, where each has such and the tree takes nothing that differs; empty: none."""
    if not subject.is_list or subject.takes_any or subject.is_detail:
        return ""
    return of_one_alone([[row for page in own for row in subject.recorded.rows(page)] for own in subject.pages_of_each])
