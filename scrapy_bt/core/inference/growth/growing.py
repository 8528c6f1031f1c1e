"""Grows the tree of a conclusion (recording.md, "Tree")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...tree import nodes as bt
from ..answers.extraction import extract_within, page_of
from ..answers.pages.innerpages import inner_page
from ..answers.values import Each, Extraction
from ..conclusion import Conclusion
from ..finding_words import tell_value
from ..findings import ListOf, Records
from ..plans.plan import PlannedStep
from .chosengroups import ChosenGroups
from .expressions import PAGE_FACTS, page_fact, source_of
from .gathering import Gathering
from .givennames import GivenNames
from .grown import Grown
from .heads import head_of, parameters_of
from .innerrecords import InnerRecords
from .loopparts import LoopParts
from .markuprows import MarkupRows
from .naming import as_singular, name_of_extraction, name_of_key, name_of_visit, nouns_of
from .renewal import as_each_gives, has_rows_of_its_own, is_made_anew, renewed_values
from .requests import Asked, Requests
from .scopes import Scopes
from .series import SeriesWriter
from .sessions import sessions_of, with_pages_of_their_own
from .settling import settle
from .statements import Bodies
from .statetables import SharedNodes
from .vocabulary import Vocabulary

_ROWS_READ = 50
"""Of a page, to see how their texts are written."""


def grow(conclusion: Conclusion, *, named: bool = False) -> Grown:
    """The tree of a conclusion, with comments that say where each value is from and what bears it out.

    *named*: every node has a name, those too that could stand in their places.
    """
    return _Growth(with_pages_of_their_own(conclusion)).grow(named=named)


class _Growth:
    def __init__(self, conclusion: Conclusion) -> None:
        self._conclusion = conclusion
        self._scopes = Scopes(conclusion)
        self._vocabulary = Vocabulary(conclusion, self._scopes.steps)
        self._sessions = sessions_of(conclusion, self._scopes)
        self._page_before: dict[int, int] = {}
        """By the step of a series that takes values anew from each page, the step of the page before it."""
        self._gathering = Gathering(self._vocabulary, self._scopes, self._find_renewed())
        self._requests = Requests(self._vocabulary, self._gathering)
        self._records = self._find_records()
        self._series = SeriesWriter(self._vocabulary, self._gathering, self._requests, self._records)
        self._names = self._vocabulary.visits
        self._visits: dict[int, tuple[bt.Visit, ...]] = {}
        self._items: dict[int, bt.Item] = {}
        self._inner: dict[int, InnerRecords | MarkupRows] = {}
        self._groups = ChosenGroups(self._vocabulary, self._gathering)
        self._row_sources: dict[int, Extraction] = {}
        """By step, what gives the rows of its page, or the text that holds them."""
        self._lists: dict[int, bt.Data] = {}
        self._loops: dict[int, LoopParts] = {}

    def grow(self, *, named: bool) -> Grown:
        self._choose_nouns()
        self._name_visits()
        self._name_what_is_repeated()
        self._write_items()
        for planned in self._scopes.steps:
            self._write(planned)
        tables = SharedNodes(self._vocabulary, self._scopes, self._visits, self._gathering.persons)
        bodies = Bodies(
            self._vocabulary, self._scopes, self._gathering, tables,
            names=self._names, items=self._items, inner=self._inner, lists=self._lists, loops=self._loops,
            sessions=self._sessions,
        )  # fmt: skip
        parameters = parameters_of(self._vocabulary, is_bounded=any(parts.behind for parts in self._loops.values()))
        body = bt.Body((*self._groups.before, *bodies.statements(self._scopes.root)))
        main = bt.Tree("main", "and", parameters, body)
        entries = (*self._actions(), *tables.entries(self._items), *bodies.trees, main)
        stubs = tuple(self._gathering.stubs)
        series = {
            step: f"only the first, for the next is {tell_value(loop.next)}"
            for step, loop in self._scopes.stuck.items()
        }
        series |= {step: each.lasts for step, each in self._loops.items()}
        settled = settle(bt.Document(entries), self._vocabulary.comments, named=named)
        comments = (*head_of(self._conclusion, settled.document.entries[0]), *settled.comments)
        visits = {step: settled.names.get(name, name) for step, name in self._names.items()}
        seconds = {settled.names.get(name, name): each for name, each in self._seconds().items()}
        return Grown(
            settled.document, comments, stubs, visits, series, seconds,
            dict(self._vocabulary.arguments),
        )  # fmt: skip

    def _seconds(self) -> dict[str, float]:
        """By visit; those of one step took as long as it."""
        times = ((visits, self._vocabulary.seconds(step)) for step, visits in self._visits.items())
        return {visit.name: seconds for visits, seconds in times if seconds for visit in visits}

    # Names

    def _choose_nouns(self) -> None:
        """What a list leads to is one of its kind; where its address does not tell the kind, the list does."""
        nouns = self._vocabulary.nouns
        for detail, found in self._scopes.lists.items():
            others = {
                as_singular(noun) for step, noun in nouns.items() if step != detail and step not in self._scopes.lists
            }
            noun = as_singular(nouns[detail])
            if noun in others and (found.key is None or found.key.where == "url"):
                noun = as_singular(name_of_extraction(found.each)) or noun
            nouns[detail] = noun

    def _name_visits(self) -> None:
        for planned in self._scopes.steps:
            step, answer = planned.step, self._conclusion.answers.get(planned.step)
            repeated = self._gathering.is_renewed(step)
            role = "detail" if step in self._scopes.lists else "pages" if step in self._scopes.pages else ""
            noun, *others = (self._vocabulary.nouns[step], *nouns_of(planned, answer))
            nouns = (noun, *others, f"{noun}_{role}") if role else (noun, *others)
            self._names[step] = self._vocabulary.nodes.give(
                *(name_of_visit(planned, each, answer, is_repeated=repeated) for each in nouns)
            )

    def _name_what_is_repeated(self) -> None:
        alone = len(self._scopes.lists) == 1
        for detail, found in self._scopes.lists.items():
            key, noun = found.key, self._vocabulary.nouns[detail]
            if key is None or key.where == "url":
                wanted = "link" if alone else f"{noun}_link"
            else:
                wanted = name_of_key(key) or f"{noun}_id"
                wanted = "number" if wanted == "page" else wanted
            self._gathering.each[detail, False] = self._vocabulary.variables.give(wanted)
        for loop in self._scopes.pages.values():
            self._series.variable(loop)

    # What is shared, and what is taken anew

    def _find_renewed(self) -> dict[tuple[int, Extraction], int]:
        renewed: dict[tuple[int, Extraction], int] = {}
        for step, loop in self._scopes.pages.items():
            planned, home = self._conclusion.step(step), self._scopes.home[step]
            if planned is None or home.parent is None or not is_made_anew(loop, planned):
                continue
            place = home.parent.entries.index(home)
            before = home.parent.entries[place - 1] if place else None
            if not isinstance(before, int) or before in self._sessions:
                continue
            planned = as_each_gives(loop, planned, before)
            for extraction in renewed_values(loop, planned, before, self._conclusion.answers):
                renewed[before, extraction] = step
                self._page_before[step] = before
        return renewed

    def _find_records(self) -> dict[int, Records]:
        """By step, what its page holds; the target holds one record at least."""
        records: dict[int, Records] = {}
        for found in self._conclusion.of(Records):
            records.setdefault(self._scopes.named(found.step), found)
        target = self._scopes.named(self._conclusion.plan.target)
        records.setdefault(target, Records(target, None, ()))
        return records

    # Nodes

    def _write_items(self) -> None:
        for step, found in self._records.items():
            if step in self._names:
                self._items[step] = self._item(step, found)
                if found.first is not None and (first := self._scopes.named(found.first)) in self._names:
                    own = found.first_each or found.each
                    answer = self._conclusion.answers.get(first)
                    is_inner = answer is not None and inner_page(answer, found.within) != answer
                    within = found.within if is_inner else None
                    plain = replace(found, step=first, each=own, within=within, first=None, first_each=None)
                    is_alike = found.within is None and own == found.each
                    self._items[first] = self._items[step] if is_alike else self._item(first, plain)
        for step, before in self._page_before.items():
            found_there, answer = self._records.get(step), self._conclusion.answers.get(before)
            if found_there is None or found_there.each is None or answer is None or before in self._items:
                continue
            is_inner = found_there.within is not None
            each = None if step not in self._items else self._items[step].each
            following = self._conclusion.answers.get(step)
            if (is_inner or each is not None) and has_rows_of_its_own(found_there, answer, following):
                self._items[before] = self._item(before, found_there) if is_inner else self._items[step]

    def _write(self, planned: PlannedStep) -> None:
        name, step = self._names[planned.step], planned.step
        loop, listed = self._scopes.pages.get(step), self._scopes.lists.get(step)
        if listed is not None:  # a detail's own key is what its list is at, however the plan came by it
            planned = replace(planned, bound={**planned.bound, **dict.fromkeys(listed.keys, Each(listed.step))})
        if loop is None:
            self._visits[step] = (self._requests.visit(Asked(planned), name),)
        else:
            planned = as_each_gives(loop, planned, self._page_before.get(step))
            # Records that are taken out of a text in a loop of their own say nothing in the condition of the pages.
            record = None if step in self._inner else self._items.get(step)
            series = self._series.write(loop, planned, name, record, self._row_sources.get(step))
            self._loops[step], self._visits[step] = series, series.visits
        for detail, found in self._scopes.lists.items():
            if self._scopes.named(found.step) == step:
                self._lists[detail] = self._list(found, detail)

    def _list(self, found: ListOf, detail: int) -> bt.Data:
        variable = self._gathering.each[detail, False]
        kind = "url" if found.key is None or found.key.where == "url" else None
        wanted = f"{variable}s" if not variable.endswith("s") else f"{variable}_list"
        step = self._scopes.named(found.step)
        taken = self._groups.each(found.group, step, every=True) if found.group is not None else None
        node = bt.Data(self._vocabulary.nodes.give(wanted), taken or source_of(found.each, kind, every=True))
        node = self._gathering.written(node, found.each.coding, step) if found.each.coding else node
        self._gathering.nodes[step].append(node)
        return node

    def _item(self, step: int, found: Records) -> bt.Item:
        noun = self._vocabulary.nouns[step]
        each = self._groups.each(found.group, step) if found.group is not None else None
        if each is None and found.each is not None:
            each = source_of(found.each)
        if found.each is not None and as_singular(noun) == noun and step not in self._scopes.lists:
            noun = name_of_extraction(found.each) or noun
        names = GivenNames(())
        rows = self._rows(step, found)
        fields = tuple(bt.Field(names.give(name), self._field(extraction, rows)) for name, extraction in found.fields)
        name = as_singular(noun)
        name = self._vocabulary.nodes.give(name if self._vocabulary.nodes.is_free(name) else f"{name}_record")
        if (source := found.within or found.each) is not None:
            self._row_sources[step] = source
        paths = [extraction.of for _, extraction in found.fields if extraction.of]
        if paths and each is not None:
            taken = MarkupRows.give(each, paths, name, self._vocabulary)
            self._inner[step] = taken
            self._gathering.nodes[step] += taken.nodes
            pairs = zip(fields, (extraction for _, extraction in found.fields), strict=True)
            return bt.Item(name, None, taken.fields(pairs))
        if found.within is None or not fields:
            item = bt.Item(name, each, fields or self._whole(step))
            if found.group is not None:
                self._groups.tell(item, found.group)
            return item
        self._inner[step] = inner = InnerRecords.give(found.within, each, name, self._vocabulary)
        self._gathering.nodes[step] += inner.nodes
        return bt.Item(name, None, inner.fields(fields))

    def _rows(self, step: int, found: Records) -> Sequence[Any]:
        """What the fields of a record are taken from, as far as it is known."""
        answer = self._conclusion.answers.get(step)
        if answer is None:
            return ()
        page = page_of(inner_page(answer, found.within))
        return page.elements(found.each)[:_ROWS_READ] if found.each is not None else [page.root]

    def _field(self, extraction: Extraction, rows: Sequence[Any]) -> bt.Source | bt.Expression:
        """What takes a field, as a reader sees it: blanks around a text, and line ends within, are none of it."""
        if extraction.how in PAGE_FACTS:
            return page_fact(extraction)
        is_text = extraction.how == "css" and extraction.text.endswith("::text")
        texts = (text for row in rows for text in extract_within(row, extraction)) if is_text else ()
        kind = "text" if any(text != " ".join(text.split()) for text in texts) else None
        return source_of(extraction, kind, every=extraction.all)

    def _whole(self, step: int) -> tuple[bt.Field, ...]:
        """What is kept of a page of which nothing is known."""
        answer = self._conclusion.answers.get(step)
        url = bt.Field("url", bt.Reference("page", ("url",)))
        if answer is not None and "json" in (answer.header("content-type") or ""):
            return (url, bt.Field("answer", bt.Source("json", ("@",))))
        return (url, bt.Field("title", bt.Source("css", ("title::text",), kind="text")))

    # The file

    def _actions(self) -> tuple[bt.Entry, ...]:
        entries: list[bt.Entry] = []
        told: set[str] = set()
        for planned in self._scopes.steps:
            nodes = self._gathering.nodes[planned.step]
            entries += [node for node in nodes if not _reads_a_page(node)]
            entries += self._visits[planned.step]
            entries += [node for node in nodes if _reads_a_page(node)]
            item = self._items.get(planned.step)
            if item is not None and item.name not in told:
                told.add(item.name)
                entries.append(item)
        return tuple(entries)


def _reads_a_page(node: bt.Data) -> bool:
    origin = node.attributes.get("from") if node.attributes is not None else None
    return not node.is_stub and (origin is None or (isinstance(origin, bt.Reference) and origin.name == "page"))
