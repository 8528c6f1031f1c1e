"""What a scrutiny is about: a tree with what was recorded, and what the runs of it show of that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ....sentences import say
from ...samples.traffic import Answer, Exchange, Recording, have_events
from ..answers.extraction import AnswerPage, pages_of
from ..answers.pages.addresses import bare_address
from ..answers.requests.acts import typed_fields
from ..answers.rows.searched import SEARCHED
from ..judging import Judge
from ..origins.links import whole
from ..rehearsal import Rehearsal, RehearsalFault
from ..replay.drafts import Draft
from ..replay.planning import Planner
from .brought import RunResult, part_of_others, told_by_records
from .lastpages import leads_further
from .listedparts import lists_a_part
from .totals import all_said, short_of, stated

_NUMBER = re.compile(r"\d+")


class Subject:
    """*inputs*: of each recording, what the tree is given, by the names of the conclusion's arguments."""

    def __init__(
        self,
        judge: Judge,
        planner: Planner,
        draft: Draft,
        recordings: Sequence[Recording],
        inputs: Sequence[Mapping[str, str]],
    ) -> None:
        self.recorded, self.records, self.again = judge.recorded, judge.records, judge.again
        self.planner, self.draft = planner, draft
        self.recordings, self.inputs = recordings, inputs

    def pages(self, rehearsal: Rehearsal, known: Sequence[Rehearsal] = ()) -> Iterator[tuple[Answer, ...]]:
        """The pages of the target, by node; one page on the way to it, as where something is chosen, is none.

        *known*: runs with recorded input, which tell that of one with another.
        """
        passed = frozenset[str]().union(*map(self._passed, (rehearsal, *known)))
        for node, pages in rehearsal.pages.items():
            if pages and page_kind(pages[-1].url) in self.kinds and node not in passed:
                yield pages

    def _passed(self, rehearsal: Rehearsal) -> frozenset[str]:
        """The nodes that visited one page on the way to the target."""
        wanted = {whole(page.url) for page in self.recorded.pages(rehearsal.recording)}
        on_the_way = {whole(page.url) for page in self.recorded.all_answers(rehearsal.recording)} - wanted
        pages_of = rehearsal.pages.items()
        return frozenset(node for node, own in pages_of if len(own) == 1 and whole(own[0].url) in on_the_way)

    def further(self, rehearsal: Rehearsal, known: Sequence[Rehearsal] = ()) -> str:
        """Where the last page of the series leads to that was not visited; empty: nowhere, or it has nothing new."""
        visited = [visit.url for visit in rehearsal.visits]
        for pages in self.pages(rehearsal, known):
            rows = [frozenset(self.recorded.rows(page)) for page in pages[-2:]]
            before = pages[-2] if len(pages) > 1 else None
            is_new = any(rows[-1]) and (len(rows) < 2 or rows[0] != rows[1])
            if is_new and (url := leads_further(pages[-1], visited, before)):
                return url
        return ""

    @property
    def is_of_markup(self) -> bool:
        return self.records is not None and self.records.each is not None and self.records.each.how == "css"

    @cached_property
    def all_pages(self) -> Sequence[Answer]:
        return [page for pages in self.pages_of_each for page in pages]

    @cached_property
    def pages_of_each(self) -> Sequence[Sequence[Answer]]:
        """Of each recording, its pages of the target."""
        return [[*self.recorded.pages(number)] for number, _ in enumerate(self.inputs)]

    @cached_property
    def seen(self) -> Sequence[Sequence[tuple[Exchange, AnswerPage]]]:
        """Of each recording, all that came, in order."""
        return [pages_of(recording.exchanges) for recording in self.recordings]

    @property
    def is_list(self) -> bool:
        return self.records is not None and self.records.each is not None

    @property
    def is_searched(self) -> bool:
        """Whether its records are the rows of a page that a script found by a word: others stand among them."""
        group = self.records.group if self.records is not None else None
        return group is not None and group.grouping.key == SEARCHED

    @property
    def is_detail(self) -> bool:
        """Whether the target was opened from the entries of a list."""
        return self.draft.steps[-1] in self.planner.lists

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(page_kind(page.url) for page in self.all_pages)

    @cached_property
    def kinds_of_lists(self) -> frozenset[str]:
        """The kinds of its pages, and those of the lists that lead to it."""
        target = self.planner.canonical(self.draft.steps[-1])
        answers = [self.planner.first(step).answer for step in self.planner.lists_before(target)]
        return self.kinds | {page_kind(answer.url) for answer in answers if answer is not None}

    @cached_property
    def loops(self) -> bool:
        return any(True for _ in self.recorded.loops())

    @cached_property
    def led_further(self) -> bool:
        """Whether a recorded page leads to one that nobody turned to."""
        known = [page.url for page in self.all_pages]
        return any(leads_further(page, known) for page in self.all_pages)

    @property
    def goes_on(self) -> bool:
        """Whether a list, of entries or of what was opened, has further pages, none of which was turned to."""
        if self.is_detail:
            return not self.loops and self._list_led_further
        is_left = self.led_further or any(map(lists_a_part, self.all_pages))
        return self.is_list and not self.loops and is_left

    @cached_property
    def _list_led_further(self) -> bool:
        """The same of the lists from which the target was opened."""
        known = [exchange.sent.url for recording in self.recordings for exchange in recording.exchanges]
        target = self.planner.canonical(self.draft.steps[-1])
        lists = (self.planner.first(step).answer for step in self.planner.lists_before(target))
        return any(each is not None and (leads_further(each, known) or lists_a_part(each)) for each in lists)

    @cached_property
    def given(self) -> Sequence[str]:
        """Of each recording, what was given that is other in another one and no secret; empty if nothing was."""
        secrets = self.planner.secrets()
        names = [name for name in self.varying if secrets.isdisjoint(own.get(name, "") for own in self.inputs)]
        return [next(filter(None, (own.get(name) for name in names)), "") for own in self.inputs]

    @cached_property
    def varying(self) -> Sequence[str]:
        """The arguments that are other in another recording."""
        names = [*self.inputs[0]] if self.inputs else []
        return [name for name in names if len({own.get(name) for own in self.inputs}) > 1]

    @cached_property
    def takes_any(self) -> bool:
        """Whether it is given anything that is other in another recording, beside who logs in."""
        told = [tuple(own.get(name) for own in self.inputs) for name in self.varying]
        return any(any(values) and values not in self._logged_in_with for values in told)

    @property
    def is_of_one_input(self) -> bool:
        """Whether nobody can tell what was a choice: there is one recording, or all were given the same."""
        given = {typed.values for typed in self.planner.typed_places().values()} - self._logged_in_with
        return not self.takes_any and (len(self.recordings) == 1 or any(map(any, given)))

    @cached_property
    def _logged_in_with(self) -> frozenset[tuple[str | None, ...]]:
        """What was given at logins, each in all recordings."""
        typed = self.planner.typed_places().items()
        return frozenset(own.values for (step, _), own in typed if self.planner.is_login(step))

    @cached_property
    def given_for_pages(self) -> Sequence[str]:
        return [given for number, given in enumerate(self.given) for _ in self.pages_of_each[number]]

    def short(self, rehearsals: Sequence[Rehearsal]) -> Iterator[RehearsalFault]:
        told = []
        runs = []
        for rehearsal in rehearsals:
            if not rehearsal.limits and rehearsal.pages:
                given = [rehearsal.other, *self.inputs[rehearsal.recording].values()]
                records = all_said(rehearsal.records)
                numbers = {
                    f"{node} {place}": number
                    for node, pages in rehearsal.pages.items()
                    for place, number in stated(pages[0], given, records).items()
                }
                told.append((numbers, len(rehearsal.records) + rehearsal.skipped))
                runs.append(rehearsal)
        for number, said, count in short_of(told):
            run = runs[number]
            what = f"“{run.other[:40]}”" if run.other else say("the input of recording {}", run.recording + 1)
            text = say(
                "the tree, run with {}, brought fewer records than its pages say that there are: {} of {}",
                what,
                count,
                said,
            )
            yield RehearsalFault(text, is_of_way=True)

    def told_by_records(self, rehearsals: Sequence[Rehearsal]) -> Iterator[str]:
        """What the records of all runs tell by themselves."""
        if self.records is None:
            return
        runs = []
        for each in rehearsals:
            given = each.other or self.given[each.recording]
            asked = frozenset(visit.url for visit in each.visits if page_kind(visit.url) in self.kinds)
            runs.append(RunResult(given, each.records, asked, is_recorded=not each.other))
        rows = [dict(fields) for page in self.all_pages for fields in self.recorded.fields(page)]
        usual = part_of_others(rows)
        yield from told_by_records(
            runs, self.records.fields, is_detail=self.is_detail, usual=usual, is_typed=self._is_typed
        )

    @cached_property
    def _is_typed(self) -> bool:
        """Whether what was given was typed, as far as anybody knows."""
        if not have_events(self.recordings):
            return True
        fields = (field.values for field in typed_fields(self.recordings) if not any(field.texts))
        return any(set(filter(None, self.given)) <= set(filter(None, values)) for values in fields)


def page_kind(url: str) -> str:
    """The place of a page without its numbers, which pages of one kind share."""
    return _NUMBER.sub("#", bare_address(url))
