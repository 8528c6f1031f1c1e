"""What speaks against a tree where it was run with what was recorded: what pages say themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Taken
from ..rehearsal import Rehearsal, RehearsalFault
from .allpages import apart, echo_of_given, on_all_pages, passed_over
from .besidedata import told_beside
from .brought import rotating
from .byplace import told_by_place
from .calledinlist import called_in_list_alone
from .filled import filled
from .headings import heading_left_out
from .lastpages import leads_on_alike
from .numberedkeys import numbered_key
from .onlyfirst import of_several
from .opened import opened_beside
from .openers import heading_of_opener
from .parts import are_columns, parts_of_page, pieces_of_list, stands_between, take_turns, titled_lines
from .placing import heads_each, in_two_places, overlap_of_pages
from .rowsbeside import rows_beside
from .rowtexts import told_by_rows
from .sharedbyopened import shared_by_opened
from .spelledkeys import against_spelled_keys
from .subject import Subject
from .takeninput import against_taken_input
from .turned import turned_table
from .withintexts import entries_in_text, log_in_field


def against_recorded_runs(subject: Subject, rehearsals: Sequence[Rehearsal]) -> Iterator[RehearsalFault]:
    """What speaks against it where it was run with what was recorded."""
    yield from against_taken_input(subject)
    yield from map(RehearsalFault, _in_common(subject))
    yield from map(RehearsalFault, _misplaced(subject))
    yield from _in_series(subject)
    if places := in_two_places([subject.recorded.elements(page) for page in subject.all_pages]):
        yield RehearsalFault(
            say("the records stand in two places of a page, in {} and as many each time in {}", places[0], places[1])
        )
    yield from map(RehearsalFault, _in_parts(subject, rehearsals))
    visited = [page for rehearsal in rehearsals for pages in subject.pages(rehearsal) for page in pages]
    yield from of_several(subject.records, subject.all_pages, visited)
    for rehearsal in rehearsals:
        yield from (RehearsalFault(text, is_of_way=True) for text in _not_visited(subject, rehearsal))
    yield from map(RehearsalFault, _opened_of_parts(subject, rehearsals))
    yield from subject.short(rehearsals)
    if texts := [*against_spelled_keys(subject, rehearsals)]:
        yield from map(RehearsalFault, texts)
    elif text := numbered_key(subject):
        yield RehearsalFault(
            say("“{}” was opened, with a number that no data tell, as of what is called like another entry", text[:60])
        )
    yield from map(RehearsalFault, _left_elsewhere(subject))
    yield from map(RehearsalFault, told_by_rows(subject.recorded, subject.all_pages, subject.given_for_pages))
    if text := rotating([list(subject.recorded.rows(page)) for page in subject.again]):
        yield RehearsalFault(say("“{}” is a record that another one stands for each time", text[:60]))
    yield from map(RehearsalFault, subject.told_by_records(rehearsals))


def _in_common(subject: Subject) -> Iterator[str]:
    """What all pages of the target have in common, although something should differ."""
    rows = [list(subject.recorded.rows(page)) for page in subject.all_pages]
    if len(set(map(tuple, rows))) == 1 and (url := passed_over(subject.recordings, subject.all_pages)):
        yield say("the recordings differ in {}, and the pages of the target are the same in all of them", url[:120])
    if furniture := on_all_pages(rows) if subject.is_list else "":
        yield say("“{}” is a record of each page, as a heading or a menu is", furniture[:60])


def _in_series(subject: Subject) -> Iterator[RehearsalFault]:
    """What the pages of each recording, one after the other, tell of records and of the link to the next page."""
    for number, pages in enumerate(subject.pages_of_each):
        own = [list(subject.recorded.rows(page)) for page in pages]
        if subject.is_of_markup and subject.loops and (counts := apart(list(map(len, own)))):
            yield RehearsalFault(
                say(
                    "the first page of recording {} has fewer records ({}) than those behind it ({}): what it shows"
                    " in another way may be one, too",
                    number + 1,
                    *counts,
                )
            )
        if text := overlap_of_pages(own):
            yield RehearsalFault(
                say("each page ends with what the next one begins with, such as “{}”: it came twice", text[:60])
            )
    series = [[list(subject.recorded.rows(page)) for page in pages] for pages in subject.pages_of_each]
    if text := heads_each(series):
        yield RehearsalFault(say("“{}” is a record of each page of a recording: it came with each of them", text[:60]))
    if selector := told_by_place(subject.recorded.loops(), subject.pages_of_each):
        text = say("the link to the next page is told from those to other pages by its place alone: {}", selector)
        yield RehearsalFault(text, is_of_way=True)


def _not_visited(subject: Subject, rehearsal: Rehearsal) -> Iterator[str]:
    """Pages that the run should have come to as well."""
    whose = say("with the input of recording {}", rehearsal.recording + 1)
    pages = list(subject.recorded.pages(rehearsal.recording))
    if url := opened_beside(subject.recordings[rehearsal.recording], pages, rehearsal.addresses):
        yield say("the tree, run {}, did not visit {}, which was opened beside the target", whose, url[:120])
    if url := subject.further(rehearsal) if subject.loops else _alike(subject, rehearsal):
        yield say("the tree, run {}, ended on a page that leads to {}, which it did not visit", whose, url[:120])


def _opened_of_parts(subject: Subject, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
    """That each recording opened entries of a part of the list alone, where nothing else tells the recordings apart."""
    if not rehearsals or not subject.is_detail or subject.takes_any:
        return
    opened = [{page.url for page in pages} for pages in subject.pages_of_each]
    if shared := shared_by_opened(opened, rehearsals[0].addresses):
        told = ", ".join(f"“{text[:40]}”" for text in shared[:3])
        yield say("what each recording opened has a part of its address in common, {}: others came as well", told)


def _misplaced(subject: Subject) -> Iterator[str]:
    """Rows beside the records that are left out, and a record that is none."""
    rows = [] if subject.is_searched else [subject.recorded.elements(page) for page in subject.all_pages]
    if text := rows_beside(rows):
        yield say("“{}” stands right beside the records, in a part of the page that is built as theirs", text[:60])
    firsts = [list(subject.recorded.rows(pages[0])) for pages in subject.pages_of_each if pages]
    if len(firsts) == len(subject.given) and (text := echo_of_given(firsts, subject.given)):
        yield say("“{}” is a record that says what was given, and nothing else of each recording", text[:60])


def _left_elsewhere(subject: Subject) -> Iterator[str]:
    """What the person saw of the records, and stands elsewhere than in them; and that there may be more of them."""
    if subject.is_list and not subject.loops:
        counts = [len(list(subject.recorded.rows(page))) for page in subject.all_pages]
        yield from filled(subject.planner, subject.draft, counts)
    for page in subject.all_pages:
        rows = list(subject.recorded.fields(page))
        if found := told_beside(page_of(page).json, rows, subject.recorded.elements(page)):
            name, text = found
            yield say(
                "what the values of {} stand for is told beside the records, as “{}”, in no field", name, text[:60]
            )
            break
    if subject.records is not None and subject.records.each is None:
        pages = [(page, row) for page in subject.all_pages for row in subject.recorded.rows(page)]
        if text := heading_of_opener(subject.seen, pages):
            yield say("the heading of the page that asked for a record is in no field, such as “{}”", text[:60])
        if subject.is_detail and (text := called_in_list_alone(subject.seen, pages)):
            yield say("what the list calls its entries is in no field, such as “{}”", text[:60])


def _in_parts(subject: Subject, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
    """What tells that records are only parts of what they stand for."""
    for page in () if subject.is_searched else subject.all_pages:
        held = frozenset[str]().union(*subject.recorded.rows(page))
        if text := stands_between(subject.recorded.elements(page), held):
            yield say("between the records of a page stands what is in none of them, such as “{}”", text[:60])
            break
    turns = list(filter(None, (take_turns(rehearsal.records) for rehearsal in rehearsals)))
    if turns and len(turns) == len(rehearsals):
        one, other = turns[0]
        yield say("records take turns, one with {} and the next with {}: they may be parts of one", one, other)
    if parts := parts_of_page([subject.recorded.elements(page) for page in subject.all_pages]):
        yield say("records stand in several parts of a page, {}, and no field says in which", " and ".join(parts[:3]))
    is_single = subject.records is not None and subject.records.each is None
    if subject.is_detail and is_single and (text := _heading_in_no_field(subject)):
        yield say("the heading of a page is in no field, such as “{}”", text[:60])
    if names := are_columns(subject.records, subject.all_pages, is_detail=subject.is_detail):
        yield say("{} hold as many values each: they are columns, no row of which is a record", ", ".join(names[:3]))
    rows = [subject.recorded.elements(page) for page in subject.all_pages]
    if not (subject.is_detail and is_single) and (text := turned_table(subject.all_pages, rows)):
        yield say("each column of a table is about one thing, and its rows, such as “{}”, are no records", text[:60])
    if not subject.is_detail and (name := titled_lines(subject.records, subject.all_pages)):
        yield say("{} holds entries of a list line by line, and none of them is a record", name)
    told = (fields for page in subject.all_pages for fields in subject.recorded.fields(page))
    if is_single and not subject.is_detail and (name := entries_in_text(told)):
        yield say("{} is a text with entries of a list, as calls of a script, and none of them is a record", name)
    if is_single and (name := _lines_of_log(subject)):
        yield say("{} holds entries of a list line by line, and none of them is a record", name)
    if names := pieces_of_list(subject.records):
        yield say("{} are pieces of a list, no entry of which is a record", ", ".join(names[:3]))


def _heading_in_no_field(subject: Subject) -> str:
    """The heading of the first page, if the fields of each page lack its own; else empty."""
    said = [" ".join(chain.from_iterable(subject.recorded.rows(page))) for page in subject.all_pages]
    return heading_left_out(subject.all_pages, subject.recorded.changing, said)


def _lines_of_log(subject: Subject) -> str:
    """A field with all lines of a log on each page, which are no records; empty if there is none."""
    names = [next(filter(None, _named_logs(subject, page)), "") for page in subject.all_pages]
    return names[0] if names and all(names) else ""


def _named_logs(subject: Subject, page: Answer) -> Iterator[str]:
    return (log_in_field(page_of(page).root, fields) for fields in subject.recorded.fields(page))


def _alike(subject: Subject, rehearsal: Rehearsal) -> str:
    """Where the only page of the target leads to in the way that led to it; empty: nowhere."""
    planned = subject.planner.plan(subject.draft, for_replay=False).steps[-1]
    for pages in subject.pages(rehearsal):
        for value in planned.bound.values():
            if isinstance(value, Taken) and (url := leads_on_alike(pages[-1], value.extraction, rehearsal.addresses)):
                return url
    return ""
