"""What a person may have chosen by an act that asks for nothing, where a recording tells of no acts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations

from ....sentences import say
from ...documents.elements import Element, is_element
from ...samples.traffic import Answer, Recording, have_events
from ..answers.extraction import extract_within, page_of
from ..answers.pages.addresses import bare_address
from ..answers.pages.forms import has_loose_field
from ..answers.values import Extraction, taken_in
from .subject import Subject

_NAMING = ("href", "aria-controls", "data-bs-target", "data-target")
"""Attributes of what is clicked that hold the ID of a part of the page, perhaps behind a `#`."""
_PLACE = re.compile(r"\b(tr|li|article|section|div|dd|p):nth-of-type\((\d+)\)")
_INNER = re.compile(r"([\w.\"-]+)\[\]\.")
_FEWEST_ROWS = 3
_ALIKE = 0.7
_MANY = 2
"""Times as many entries has a group as there are groups, from which it may be one group that is wanted."""


def unseen_choices(subject: Subject) -> Iterator[str]:
    """What speaks against a tree that was made without events, in sentences."""
    if have_events(subject.recordings):
        return
    if place := _opened_by_place(subject):
        yield say(
            "entry {} of a list was opened each time, and nothing recorded tells whether all of them were meant", place
        )
    if subject.is_detail and not subject.takes_any and _opens_others_of_same_data(subject):
        yield say(
            "each recording opened other entries of the same data, and nothing recorded tells whether a script showed "
            "all of them"
        )
    if subject.takes_any or not subject.is_list or subject.is_detail:
        return
    if any(_shown_in_turn(subject, page) for page in subject.all_pages):
        yield say(
            "the records stand in several parts of a page of which tabs or links show one at a time, and nothing"
            " recorded tells which was meant"
        )
    elif name := _group(subject):
        yield say(
            "the records are groups, each with many entries in {}, and nothing recorded tells which was meant", name
        )
    elif len(subject.recordings) > 1 and all(page_of(page).json is not None for page in subject.all_pages):
        yield say("all recordings ask for the same data, and nothing recorded tells whether a script showed all of it")
    elif len(subject.recordings) > 1 and all(map(has_loose_field, subject.all_pages)):
        yield say("a field of the page is sent by no form, and nothing recorded tells whether a script searched by it")
    elif _load_other_scripts(subject.recordings):
        yield say("each recording loaded scripts that no other has, and nothing recorded tells what these showed")


def _load_other_scripts(recordings: Sequence[Recording]) -> bool:
    """Whether each loaded scripts that the others lack, as where these hold the pages that were opened."""
    own = [
        {
            bare_address(each.sent.url)
            for each in recording.exchanges
            if each.answer is not None and _is_script(each.answer)
        }
        for recording in recordings
    ]
    loading = Counter(url for urls in own for url in urls)
    return len(own) > 1 and all(any(loading[url] == 1 for url in urls) for urls in own)


def _is_script(answer: Answer) -> bool:
    return "javascript" in (answer.header("content-type") or "").lower()


def _opens_others_of_same_data(subject: Subject) -> bool:
    """Whether the list is data that came alike in all recordings, each of which opened several entries of its own."""
    planner, numbers = subject.planner, range(len(subject.recordings))
    lister = planner.lists_before(planner.canonical(subject.draft.steps[-1]))[0]
    asked = [planner.recorded(lister, number) for number in numbers]
    bodies = {each.answer.body if each is not None and each.answer is not None else None for each in asked}
    opened = [{page.url for page in pages} for pages in subject.pages_of_each]
    are_others = all(len(own) > 1 and own.isdisjoint(other) for own, other in combinations(opened, 2))
    answer = planner.first(lister).answer
    return len(opened) > 1 == len(bodies) and are_others and answer is not None and page_of(answer).json is not None


def _opened_by_place(subject: Subject) -> int:
    """Which row of a page the target was opened from, if it is told by its place among others alone; 0: it is not."""
    if subject.is_list or subject.is_detail:
        return 0
    planned = subject.planner.plan(subject.draft, for_replay=False).steps[-1]
    for taken in (each for value in planned.bound.values() for each in taken_in(value)):
        answer = subject.planner.first(taken.step).answer
        for place in _PLACE.finditer(taken.extraction.text) if answer is not None else ():
            alike = Extraction("css", taken.extraction.text[: place.end(1)])
            if answer is not None and len(page_of(answer).elements(alike)) >= _FEWEST_ROWS:
                return int(place[2])
    return 0


def _shown_in_turn(subject: Subject, page: Answer) -> bool:
    """Whether the rows of a page, or others like them, stand in several parts that tabs or links within it call."""
    rows = [row for row in subject.recorded.elements(page) if is_element(row)]
    root = page_of(page).root
    if not rows or not is_element(root):
        return False
    elements = [*root.iter("*")]
    named = {(element.get(name) or "").rpartition("#")[2] for element in elements for name in _NAMING}
    parts = {part for row in rows if (part := _part_of(row, named)) is not None}
    tabs = sum(element.get("role") == "tab" for element in elements)
    if len(parts) == 1:
        (part,) = parts
        parts |= {each for each in part.getparent() if _is_called(each, named) and _are_alike(each, part)}
    return len(parts) > 1 or len({row.getparent() for row in rows}) == tabs > 1


def _part_of(row: Element, named: AbstractSet[str]) -> Element | None:
    """What a row stands in, if that is called by its ID, or is a panel of tabs."""
    return next((each for each in row.iterancestors() if _is_called(each, named)), None)


def _is_called(element: Element, named: AbstractSet[str]) -> bool:
    return element.get("id") in named or element.get("role") == "tabpanel"


def _are_alike(one: Element, other: Element) -> bool:
    """Whether two parts of a page are built of the same elements, most of them."""
    mine, others = ({(each.tag, each.get("class")) for each in part.iter()} for part in (one, other))
    return one.tag == other.tag and len(mine & others) > _ALIKE * len(mine | others)


def _group(subject: Subject) -> str:
    """The list within each record of data that has the most entries, if these are many more than the records are."""
    fields = subject.records.fields if subject.records is not None else ()
    lists = [found[1] for _, extraction in fields if extraction.all and (found := _INNER.match(extraction.text))]
    for name in dict.fromkeys(each for each in lists if lists.count(each) > 1):
        inner = next(extraction for _, extraction in fields if extraction.text.startswith(f"{name}[]"))
        rows = [row for page in subject.all_pages[:1] for row in subject.recorded.elements(page)]
        held = sum(len(extract_within(row, inner)) for row in rows)
        if len(rows) > 1 and held >= _MANY * len(rows) ** 2:
            return name
    return ""
