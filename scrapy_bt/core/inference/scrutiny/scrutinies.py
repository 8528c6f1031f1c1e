"""What speaks against a tree although it brought the recorded records: what pages say themselves, and other input."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.traffic import Answer, Recording
from ..answers.values import Taken
from ..judging import Judge
from ..origins.links import whole
from ..rehearsal import Rehearsal, RehearsalFault
from ..replay.drafts import Draft
from ..replay.planning import Planner
from .allpages import apart, of_one_alone, on_all_pages, passed_over
from .brought import Run, part_of_others, rotating, told_by_records
from .byplace import told_by_place
from .called import chosen_by_name
from .headings import heading_left_out
from .ignored import not_taken, passing
from .lastpages import leads_further, leads_on_alike
from .opened import opened_beside
from .otherinput import against
from .parts import are_columns, parts_of_page, pieces_of_list, stands_between, take_turns
from .placing import in_two_places, overlap
from .rowtexts import told_by_rows
from .searches import NOWHERE, found_nowhere, not_found_again
from .shifted import shifted
from .signs import unseen_sign
from .totals import short_of, stated
from .within import chosen_within

_NUMBER = re.compile(r"\d+")
_ENDLESS = 10
"""Times as many pages as with any recorded input, from which on it is told that none of them was the last one."""


class Scrutiny:
    """*inputs*: of each recording, what the tree is given, by the names of the conclusion's arguments."""

    def __init__(
        self,
        judge: Judge,
        planner: Planner,
        draft: Draft,
        recordings: Sequence[Recording],
        inputs: Sequence[Mapping[str, str]],
    ) -> None:
        self._recorded, self._records, self._again = judge.recorded, judge.records, judge.again
        self._planner, self._draft = planner, draft
        self._recordings, self._inputs = recordings, inputs

    def of_recorded(self, rehearsals: Sequence[Rehearsal]) -> Iterator[RehearsalFault]:
        """What speaks against it where it was run with what was recorded."""
        yield from self._of_input()
        rows = [list(self._recorded.rows(page)) for page in self._all_pages]
        if len(set(map(tuple, rows))) == 1 and (url := passed_over(self._recordings, self._all_pages)):
            yield RehearsalFault(
                say("the recordings differ in {}, and the pages of the target are the same in all of them", url[:120])
            )
        if furniture := on_all_pages(rows) if self._is_list else "":
            yield RehearsalFault(say("“{}” is a record of each page, as a heading or a menu is", furniture[:60]))
        for number, pages in enumerate(self._pages_of_each):
            own = [list(self._recorded.rows(page)) for page in pages]
            if self._is_of_markup and self._loops and (counts := apart(list(map(len, own)))):
                yield RehearsalFault(
                    say(
                        "the first page of recording {} has {} records, where those behind it have {}: what it shows"
                        " in another way may be one, too",
                        number + 1,
                        *counts,
                    )
                )
            if text := overlap(own):
                yield RehearsalFault(
                    say("each page ends with what the next one begins with, such as “{}”: it came twice", text[:60])
                )
        if selector := told_by_place(self._recorded.loops(), self._pages_of_each):
            text = say("the link to the next page is told from those to other pages by its place alone: {}", selector)
            yield RehearsalFault(text, is_of_way=True)
        if places := in_two_places([self._recorded.elements(page) for page in self._all_pages]):
            yield RehearsalFault(
                say(
                    "the records stand in two places of a page, in {} and as many each time in {}", places[0], places[1]
                )
            )
        yield from map(RehearsalFault, self._in_parts(rehearsals))
        for rehearsal in rehearsals:
            pages = list(self._recorded.pages(rehearsal.recording))
            if url := opened_beside(self._recordings[rehearsal.recording], pages, rehearsal.addresses):
                whose = say("with the input of recording {}", rehearsal.recording + 1)
                text = say("the tree, run {}, did not visit {}, which was opened beside the target", whose, url[:120])
                yield RehearsalFault(text, is_of_way=True)
            if url := self._further(rehearsal) if self._loops else self._alike(rehearsal):
                whose = say("with the input of recording {}", rehearsal.recording + 1)
                text = say(
                    "the tree, run {}, ended on a page that leads to {}, which it did not visit", whose, url[:120]
                )
                yield RehearsalFault(text, is_of_way=True)
        yield from self._short(rehearsals)
        yield from map(RehearsalFault, told_by_rows(self._recorded, self._all_pages, self._given_for_pages))
        if text := rotating([list(self._recorded.rows(page)) for page in self._again]):
            yield RehearsalFault(say("“{}” is a record that another one stands for each time", text[:60]))
        yield from map(RehearsalFault, self._told_by_records(rehearsals))

    def _chosen_by_nothing(self) -> str:
        """A record of one recording alone, where each has such and the tree takes nothing that differs; empty: none."""
        if not self._is_list or any(own.get(name) for own in self._inputs for name in self._varying) or self._is_detail:
            return ""
        return of_one_alone([[row for page in own for row in self._recorded.rows(page)] for own in self._pages_of_each])

    def _of_input(self) -> Iterator[RehearsalFault]:
        """What the person gave and chose, and it does not take as it should; and whether it takes anything at all."""
        if self._records is None:
            yield RehearsalFault(say("nothing on the pages of the target is a record, as where a script draws them"))
        if text := self._chosen_by_nothing():
            yield RehearsalFault(
                say("each recording has records of its own, such as “{}”, and nothing is given that tells", text[:60])
            )
        for text in not_taken(self._planner, self._recordings, self._inputs):
            yield RehearsalFault(text, is_of_way=True)
        has_events = any(recording.events for recording in self._recordings)
        yield from map(RehearsalFault, passing(self._planner, self._draft, has_events=has_events))
        yield from map(RehearsalFault, chosen_by_name(self._planner, self._draft, self._recordings))
        if text := chosen_within(self._recordings, self._pages_of_each, self._inputs):
            yield RehearsalFault(text)

    def of_other(self, rehearsal: Rehearsal, known: Sequence[Rehearsal], told: str) -> Iterator[RehearsalFault]:
        """What speaks against it where it was run with other input; *told*: what it did more than once."""
        whose = say("the tree, run with “{}”, which was not recorded,", rehearsal.other[:40])
        if rehearsal.errors:
            yield RehearsalFault(say("{} ran into {}", whose, rehearsal.errors[0]))
        if rehearsal.other == NOWHERE:
            if found_nowhere(rehearsal):
                yield RehearsalFault(say("{} brought records all the same, of which none holds it", whose))
            return
        if not_found_again(rehearsal, self._recorded, len(self._inputs)):
            yield RehearsalFault(say("{} brought no records, although a page came that says all of it", whose))
        if rehearsal.limits or (rehearsal.unfinished and not rehearsal.is_endless):
            return
        if told:
            yield RehearsalFault(f"{whose} {told}", is_of_way=True)
        for text in self._unlike(rehearsal, known):
            yield RehearsalFault(f"{whose} {text}")
        yield from self._ended(rehearsal, known, whose)

    def _unlike(self, rehearsal: Rehearsal, known: Sequence[Rehearsal]) -> Iterator[str]:
        """How records that came with other input are unlike those that came with recorded input."""
        yield from against(rehearsal, known, self._given)
        for text in self._told_by_records([*known, rehearsal]):
            yield say("showed: {}", text)
        pages = [page for pages in self._pages(rehearsal) for page in pages]
        if found := shifted(self._recorded, self._all_pages, pages):
            name, value = found
            yield say("brought “{}” for {}, which looks like none that was recorded", value[:40], name)

    def _ended(self, rehearsal: Rehearsal, known: Sequence[Rehearsal], whose: str) -> Iterator[RehearsalFault]:
        """Whether a run with other input came to an end, and to the right one."""
        if rehearsal.is_endless:
            if self._loops and len(rehearsal.visits) > _ENDLESS * max(len(each.visits) for each in known):
                yield RehearsalFault(say("{} came to no end within {} pages", whose, len(rehearsal.visits)))
            return
        if (url := self._further(rehearsal)) and (self._loops or not self._led_further):
            yield RehearsalFault(
                say("{} ended on a page that leads to {}, which it did not visit", whose, url[:120]), is_of_way=True
            )
        elif sign := self._sign_of_more(rehearsal, known):
            text = say(
                "{} ended on a page that shows {}, which no page did that ended a run with recorded input", whose, sign
            )
            yield RehearsalFault(text, is_of_way=True)
        yield from self._short([*known, rehearsal])

    def _told_by_records(self, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
        """What the records of all runs tell by themselves."""
        if self._records is None:
            return
        runs = []
        for each in rehearsals:
            given = each.other or self._given[each.recording]
            asked = frozenset(
                visit.url for visit in each.visits if _kind_of(Answer(0, visit.url, (), None)) in self._kinds
            )
            runs.append(Run(given, each.records, asked, is_recorded=not each.other))
        rows = [dict(fields) for page in self._all_pages for fields in self._recorded.fields(page)]
        usual = part_of_others(rows)
        yield from told_by_records(runs, self._records.fields, is_detail=self._is_detail, usual=usual)

    def _in_parts(self, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
        """What tells that records are only parts of what they stand for."""
        for page in self._all_pages:
            held = frozenset[str]().union(*self._recorded.rows(page))
            if text := stands_between(self._recorded.elements(page), held):
                yield say("between the records of a page stands what is in none of them, such as “{}”", text[:60])
                break
        turns = list(filter(None, (take_turns(rehearsal.records) for rehearsal in rehearsals)))
        if turns and len(turns) == len(rehearsals):
            one, other = turns[0]
            yield say("records take turns, one with {} and the next with {}: they may be parts of one", one, other)
        if parts := parts_of_page([self._recorded.elements(page) for page in self._all_pages]):
            yield say(
                "records stand in several parts of a page, {}, and no field says in which", " and ".join(parts[:3])
            )
        is_single = self._records is not None and self._records.each is None
        if self._is_detail and is_single and (text := heading_left_out(self._all_pages, self._recorded.left_out)):
            yield say("the heading of a page is in no field, such as “{}”", text[:60])
        if names := are_columns(self._records, self._all_pages, is_detail=self._is_detail):
            yield say(
                "{} hold as many values each: they are columns, no row of which is a record", ", ".join(names[:3])
            )
        if names := pieces_of_list(self._records):
            yield say("{} are pieces of a list, no entry of which is a record", ", ".join(names[:3]))

    def _short(self, rehearsals: Sequence[Rehearsal]) -> Iterator[RehearsalFault]:
        told = []
        runs = []
        for rehearsal in rehearsals:
            if not rehearsal.limits and rehearsal.pages:
                given = [rehearsal.other, *self._inputs[rehearsal.recording].values()]
                numbers = {
                    f"{node} {place}": number
                    for node, pages in rehearsal.pages.items()
                    for place, number in stated(pages[0], given).items()
                }
                told.append((numbers, len(rehearsal.records)))
                runs.append(rehearsal)
        for number, said, count in short_of(told):
            run = runs[number]
            what = f"“{run.other[:40]}”" if run.other else say("the input of recording {}", run.recording + 1)
            text = say(
                "the tree, run with {}, brought {} records, where its pages say that there are {}", what, count, said
            )
            yield RehearsalFault(text, is_of_way=True)

    def _further(self, rehearsal: Rehearsal) -> str:
        """Where the last page of the series leads to that was not visited; empty: nowhere, or it has nothing new."""
        visited = [visit.url for visit in rehearsal.visits]
        for pages in self._pages(rehearsal):
            rows = [frozenset(self._recorded.rows(page)) for page in pages[-2:]]
            before = pages[-2] if len(pages) > 1 else None
            is_new = any(rows[-1]) and (len(rows) < 2 or rows[0] != rows[1])
            if is_new and (url := leads_further(pages[-1], visited, before)):
                return url
        return ""

    def _alike(self, rehearsal: Rehearsal) -> str:
        """Where the only page of the target leads to in the way that led to it; empty: nowhere."""
        planned = self._planner.plan(self._draft, for_replay=False).steps[-1]
        for pages in self._pages(rehearsal):
            for value in planned.bound.values():
                if isinstance(value, Taken) and (
                    url := leads_on_alike(pages[-1], value.extraction, rehearsal.addresses)
                ):
                    return url
        return ""

    def _sign_of_more(self, rehearsal: Rehearsal, known: Sequence[Rehearsal]) -> str:
        """What the last page of a node shows that tells of more, and those of *known* runs do not; empty: nothing.

        A page of the target without a row is behind the last one, whatever it shows.
        """
        for node, pages in rehearsal.pages.items():
            ends = [each.pages[node][-1] for each in known if node in each.pages]
            if not ends or (_kind_of(pages[-1]) in self._kinds and not any(self._recorded.rows(pages[-1]))):
                continue
            if shown := unseen_sign(pages[-1], ends):
                return shown
        return ""

    def _pages(self, rehearsal: Rehearsal) -> Iterator[tuple[Answer, ...]]:
        """The pages of the target, by node; one page on the way to it, as where something is chosen, is none."""
        wanted = {whole(page.url) for page in self._recorded.pages(rehearsal.recording)}
        on_the_way = {whole(page.url) for page in self._recorded.all_answers(rehearsal.recording)} - wanted
        for pages in rehearsal.pages.values():
            is_passed = len(pages) == 1 and whole(pages[0].url) in on_the_way
            if pages and _kind_of(pages[-1]) in self._kinds and not is_passed:
                yield pages

    @property
    def _is_of_markup(self) -> bool:
        return self._records is not None and self._records.each is not None and self._records.each.how == "css"

    @cached_property
    def _all_pages(self) -> Sequence[Answer]:
        return [page for pages in self._pages_of_each for page in pages]

    @cached_property
    def _pages_of_each(self) -> Sequence[Sequence[Answer]]:
        """Of each recording, its pages of the target."""
        return [[*self._recorded.pages(number)] for number, _ in enumerate(self._inputs)]

    @property
    def _is_list(self) -> bool:
        return self._records is not None and self._records.each is not None

    @property
    def _is_detail(self) -> bool:
        """Whether the target was opened from the entries of a list."""
        return self._draft.steps[-1] in self._planner.lists

    @cached_property
    def _kinds(self) -> frozenset[str]:
        return frozenset(map(_kind_of, self._all_pages))

    @cached_property
    def _loops(self) -> bool:
        return any(True for _ in self._recorded.loops())

    @cached_property
    def _led_further(self) -> bool:
        """Whether a recorded page leads to one that nobody turned to."""
        known = [page.url for page in self._all_pages]
        return any(leads_further(page, known) for page in self._all_pages)

    @cached_property
    def _given(self) -> Sequence[str]:
        """Of each recording, what was given that is other in another one and no secret; empty: nothing was."""
        secrets = self._planner.secrets()
        names = [name for name in self._varying if secrets.isdisjoint(own.get(name, "") for own in self._inputs)]
        return [next(filter(None, (own.get(name) for name in names)), "") for own in self._inputs]

    @cached_property
    def _varying(self) -> Sequence[str]:
        """The arguments that are other in another recording."""
        names = [*self._inputs[0]] if self._inputs else []
        return [name for name in names if len({own.get(name) for own in self._inputs}) > 1]

    @cached_property
    def _given_for_pages(self) -> Sequence[str]:
        return [given for number, given in enumerate(self._given) for _ in self._pages_of_each[number]]


def _kind_of(page: Answer) -> str:
    """Its address without numbers and without a query."""
    try:
        parts = urlsplit(page.url)
    except ValueError:
        return page.url
    return _NUMBER.sub("#", f"{parts.netloc}{parts.path}")
