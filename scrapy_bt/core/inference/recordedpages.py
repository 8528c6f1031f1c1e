"""What stood on the recorded pages of the target: its records, what differs from page to page, what is in no field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from string import punctuation
from typing import Any

from ..samples.traffic import Answer
from ..tree.conversions import as_text
from .answers.details.otherthings import texts_of_others
from .answers.extraction import extract_within, page_of
from .answers.pages.addresses import joined
from .answers.pages.contents import content_of, says_something
from .answers.pages.innerpages import inner_page
from .answers.requests.shapes import values_of
from .answers.values import Extraction
from .blackboard.workflow import Workflow
from .findings import ListOf, Loop, Records
from .furtherpages import is_asked_alike, is_asked_for_more, left_since
from .origins.links import leads_to, whole
from .replay.planning import Planner
from .steps.alignment import alikeness
from .steps.firstpages import page_before
from .steps.otherdetails import others_than
from .steps.pagination.page_pairs import moved
from .steps.series import ALIKE, is_shown_anew

_MARKUP = re.compile(r"<[a-z][^<>]*>[^<>]*<", re.IGNORECASE)
"""A page within a text is no value yet."""
_TAG = re.compile(r"<[^<>]*>")

Row = Mapping[str, frozenset[str]]
"""A recorded record: by field, its values."""


class RecordedPages:
    """The answers of the target, and of what stands for it, in all recordings."""

    def __init__(self, planner: Planner, workflow: Workflow, records: Records | None, target: int) -> None:
        self._planner, self._workflow, self._target = planner, workflow, target
        self.records = records

    def pages(self, recording: int) -> list[Answer]:
        """The answers of the target in a recording: all pages of a series, all details that were opened.

        Of a series whose pages have all that was there before, the fullest.
        """
        steps = {step for step in self._workflow.numbers() if self._planner.canonical(step) == self._target}
        steps |= {self.records.first} if self.records is not None and self.records.first is not None else set()
        steps |= {loop.entry for loop in self.loops() if loop.entry is not None}
        answers = (self._workflow.answer(step, recording) for step in sorted(steps))
        found = [answer for answer in answers if answer is not None and answer.body and answer.status < 400]
        if self.records is None or not self.records.grows or self.records.each is None:
            return found
        each = self.records.each
        return sorted(found, key=lambda answer: len(page_of(answer).elements(each)))[-1:]

    def loops(self) -> Iterator[Loop]:
        """The series that the target's pages are."""
        return (loop for loop in self._planner.loops.values() if self._planner.canonical(loop.step) == self._target)

    def all_answers(self, recording: int) -> list[Answer]:
        """What was answered in a recording."""
        answers = (self._workflow.answer(step, recording) for step in self._workflow.numbers())
        return [answer for answer in answers if answer is not None and answer.body and answer.status < 400]

    def most_pages(self) -> dict[int, int]:
        """Of each series, the one of the target or another, how many pages the longest recording has."""
        counts = {
            loop.step: max(
                sum(self._workflow.exchanges[step][recording] is not None for step in (loop.step, *loop.repeats))
                for recording in range(self._workflow.recordings)
            )
            for loop in self._planner.loops.values()
        }
        return {step: max(count, 1) for step, count in counts.items()}

    def is_whole(self, recording: int) -> bool:
        """Whether all pages of each series were turned over: the last one leads to none that was not there before."""
        return all(self._is_at_end(loop, recording) for loop in self.loops())

    def _is_at_end(self, loop: Loop, recording: int) -> bool:
        pages = self.pages(recording)
        if not pages or loop.kind == "counter" or loop.until is not None:
            return False
        onward = [leads_to(moved(loop.next, 0), page, 0) for page in pages]
        if loop.kind == "cursor":
            return onward[-1] is None
        return {*onward} <= {None, *(whole(page.url) for page in pages)}

    def others(self, recording: int) -> Iterator[Answer]:
        """Pages of the target's kind that no series was found for: what a person turned to was wanted, too.

        What was shown of another list, before the wanted one was chosen, was not.
        """
        if self.records is None or self.records.each is None or self._target in self._planner.lists:
            return
        target = self._planner.recorded(self._target, recording)
        if target is None:
            return
        known = {id(page) for page in self.pages(recording)}
        chosen = [key for step, key in self._planner.typed_places() if step == self._target]
        wanted = [values_of(target.sent).get(key) for key in chosen]
        for step in self._workflow.numbers():
            exchange = self._workflow.exchanges[step][recording]
            if exchange is None or exchange.answer is None or id(exchange.answer) in known:
                continue
            is_other = [values_of(exchange.sent).get(key) for key in chosen] != wanted
            is_other = is_other or is_shown_anew(self._workflow, recording, exchange, target)
            if exchange.index < target.index and is_other:
                continue
            if (
                is_asked_alike(target, exchange)
                and exchange.answer.status < 400
                and alikeness(exchange.answer, target.answer) >= ALIKE
            ):
                yield exchange.answer

    def firsts(self, recording: int) -> Iterator[Answer]:
        """First pages that no series begins with: what a person saw of a list before it was gone on with."""
        target = self._planner.recorded(self._target, recording)
        if target is None:
            return
        known = {id(page) for page in self.pages(recording)}
        begins = self._pages_before(recording)
        is_detail = self._target in self._planner.lists and not any(self.loops())
        more = set[int]() if is_detail else set(self._asked_for_more(self._target, recording))
        for step in self._workflow.numbers():
            answer = self._workflow.answer(step, recording)
            if answer is not None and id(answer) not in known and (step in begins or step in more):
                yield answer

    def _asked_for_more(self, step: int, recording: int) -> Sequence[int]:
        """The steps whose pages a step goes on with; else those that it may go on with, by the number it sends."""
        typed = {key for each, key in self._planner.typed_places() if each == step}
        asked = self._planner.recorded(step, recording)
        given = {each for each, _ in self._planner.typed_places()}
        present = left_since(self._workflow.in_order(recording), asked, given) if asked is not None else ()
        for may_say_more in (False, True):
            found = [
                number
                for number, exchange in present
                if asked is not None and is_asked_for_more(exchange, asked, typed, may_say_more=may_say_more)
            ]
            if found:
                return found
        return []

    def listed(self, recording: int) -> list[frozenset[str]]:
        """By page of the list that leads to the target, the addresses it tells; empty if it tells no addresses."""
        own = self._planner.lists.get(self._target)
        if own is None or own.key is not None:
            return []
        pages = list(map(page_of, self.list_pages(own, recording)))
        return [frozenset(whole(joined(page.base, text)) for text in page.extract(own.each)) for page in pages]

    def list_pages(self, own: ListOf, recording: int) -> list[Answer]:
        """The pages of a list whose entries were opened."""
        lister = self._planner.canonical(own.step)
        alike = {step for step in self._workflow.numbers() if self._planner.canonical(step) == lister}
        loops = (loop for loop in self._planner.loops.values() if self._planner.canonical(loop.step) == lister)
        alike |= {loop.entry for loop in loops if loop.entry is not None}
        steps = sorted(alike | set(self._asked_for_more(lister, recording)))
        answers = (self._workflow.answer(step, recording) for step in steps)
        return [answer for answer in answers if answer is not None and answer.body]

    def _pages_before(self, recording: int) -> set[int]:
        """The pages that the series go on where they end, each in this recording."""
        own = self.records
        if own is None or own.each is None or self._target in self._planner.lists:
            return set()
        loops = (loop for loop in self.loops() if loop.entry is None)
        found = (page_before(self._workflow, recording, loop, own.each, own.fields, own.within) for loop in loops)
        return {first.step for first in found if first is not None}

    def rows(self, page: Answer) -> Iterator[frozenset[str]]:
        return (frozenset[str]().union(*fields.values()) for fields in self.fields(page))

    def fields(self, page: Answer) -> Iterator[dict[str, frozenset[str]]]:
        """Of each record of a page, the values of its fields."""
        if self.records is None:
            return
        fields = self.records.fields
        if self.records.each is None:
            page = inner_page(page, self.records.within)
            yield {name: _held(page_of(page).extract(extraction), extraction) for name, extraction in fields}
        for element in self.elements(page):
            yield {name: _held(extract_within(element, extraction), extraction) for name, extraction in fields}

    def elements(self, page: Answer) -> Sequence[Any]:
        """What the records of a page are taken from; nothing: it is one record itself."""
        if self.records is None or self.records.each is None:
            return []
        each = self.records.each if self.records.group is None else self.records.group.each(self._recording_of(page))
        page, elsewhere = inner_page(page, self.records.within), self.records.first_each
        found = page_of(page).elements(each)
        return found if found or elsewhere is None else page_of(page).elements(elsewhere)

    def _recording_of(self, page: Answer) -> int:
        """The recording that an answer is of; the first, where it is of none."""
        recordings = range(self._workflow.recordings)
        return next((number for number in recordings if any(page is own for own in self.all_answers(number))), 0)

    @cached_property
    def left_out(self) -> Sequence[str]:
        """What differs between the target's pages and is in no field; marks between words are none."""
        rows = (row for page in self._all_pages for row in self.rows(page))
        held = {value for row in rows for value in row if not _MARKUP.search(value)}
        whole = " ".join(held)
        long = [value for value in held if len(value) > 2]
        others = (text for text in self.changing if text not in whole and text.strip(punctuation))
        return [text for text in others if not any(value in text for value in long)]

    @cached_property
    def of_others(self) -> frozenset[str]:
        """What pages about one thing each say of others of their kind, in lists of links to these."""
        pages = self._all_pages if self._is_single and self._target in self._planner.lists else ()
        is_other = others_than(pages)
        roots = ((page, page_of(page).root) for page in pages)
        told = (texts_of_others(root, partial(is_other, page)) for page, root in roots if root is not None)
        return frozenset[str]().union(*told)

    def beside(self, records: Sequence[Mapping[str, Any]]) -> list[str]:
        """For each record what stood on the recorded page where it is from; empty if no such row was recorded."""
        rows = [row for page in self.pages(0) for row in self._texts_of_rows(page)]
        told = []
        for values in map(values_in, records):
            telling = [value for value in values if says_something(value)]
            shared = [(sum(value in text for value in telling), text) for text in rows]
            count, text = max(shared, default=(0, ""), key=lambda pair: pair[0])
            # Of a whole page what is said of the record begins somewhere behind its menus.
            start = min((text.index(value) for value in telling if value in text), default=0)
            told.append(text[start if self._is_single else 0 :] if count else "")
        return told

    @property
    def _is_single(self) -> bool:
        return self.records is None or self.records.each is None

    def _texts_of_rows(self, page: Answer) -> Iterator[str]:
        if self.records is None or self.records.each is None:
            yield as_text(" ".join(content_of(page).texts))
            return
        for element in self.elements(page):
            texts = element.itertext() if hasattr(element, "itertext") else values_in(element)
            yield " ".join(filter(None, (as_text(str(text)) for text in texts)))

    @cached_property
    def _all_pages(self) -> Sequence[Answer]:
        return [page for recording in range(self._workflow.recordings) for page in self.pages(recording)]

    @cached_property
    def changing(self) -> Sequence[str]:
        """What differs between the pages, or the data that these hold, each text once."""
        within = self.records.within if self.records is not None else None
        is_data = within is not None and within.how != "json"
        return texts_that_change([inner_page(page, within) if is_data else page for page in self._all_pages])


def values_in(value: Any) -> frozenset[str]:
    """All texts in a record."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Mapping):
            waiting += inner.values()
        elif isinstance(inner, (list, tuple)):
            waiting += inner
        elif inner is not None:
            found.add(as_text(inner))
    return frozenset(found)


def texts_that_change(pages: Sequence[Answer]) -> list[str]:
    """What pages of one kind say that is not on all of them, each text once, in order.

    Data for scripts counts where all pages hold it: one may say less than settings that scripts have beside it.
    """
    contents = list(map(content_of, pages))
    are_drawn = len({each.data for each in contents}) == 1
    said = [dict.fromkeys(_pieces(each.texts if are_drawn else each.written)) for each in contents]
    counts = Counter(text for texts in said for text in texts)
    changing = (text for texts in said for text in texts if counts[text] < len(said))
    return list(dict.fromkeys(text for text in changing if says_something(text)))


def _pieces(texts: Sequence[str]) -> Iterator[str]:
    """What texts say; one that is a page itself says what that one does."""
    for text in texts:
        yield from (as_text(piece) for piece in _TAG.split(text)) if _MARKUP.search(text) else (text,)


def _held(found: Sequence[str], extraction: Extraction) -> frozenset[str]:
    """The values of a field: the first that is found, or all of them."""
    return frozenset(filter(None, map(as_text, found if extraction.all else found[:1])))
