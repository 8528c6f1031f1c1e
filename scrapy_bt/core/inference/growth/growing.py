"""Grows the tree of a conclusion (recording.md, "Tree")."""

from __future__ import annotations

from dataclasses import replace

from ...samples.parameters import WHOLE_URL
from ...tree import nodes as bt
from ..conclusion import Conclusion
from ..findings import ListOf, NeedsPerson, Records, SessionCookie, Shareable
from ..plan import PlannedStep
from ..values import Each, Extraction
from .gathering import PAGE_FACTS, Gathering, page_fact, source_of
from .grown import Grown, Stub
from .naming import as_singular, name_of_key, name_of_visit
from .requests import Asked, Requests
from .scopes import Scope, Scopes
from .series import Series, SeriesWriter, renewed_values
from .tables import Tables
from .vocabulary import Vocabulary


def grow(conclusion: Conclusion) -> Grown:
    """The tree of a conclusion, with comments that say where each value is from and what bears it out."""
    return _Growth(conclusion).grow()


class _Growth:
    def __init__(self, conclusion: Conclusion) -> None:
        self._conclusion = conclusion
        self._scopes = Scopes(conclusion)
        self._vocabulary = Vocabulary(conclusion, self._scopes.steps)
        self._sessions = self._find_sessions()
        self._gathering = Gathering(self._vocabulary, self._scopes, self._find_renewed())
        self._requests = Requests(self._vocabulary, self._gathering)
        self._series = SeriesWriter(self._vocabulary, self._gathering, self._requests)
        self._names: dict[int, str] = {}
        self._visits: dict[int, tuple[bt.Visit, ...]] = {}
        self._items: dict[int, bt.Item] = {}
        self._lists: dict[int, bt.Data] = {}
        self._loops: dict[int, Series] = {}
        self._trees: list[bt.Tree] = []
        self._tables = Tables(self._vocabulary, self._scopes, self._visits)

    def grow(self) -> Grown:
        conclusion = self._conclusion
        self._name_visits()
        self._name_what_is_repeated()
        records = {found.step: found for found in conclusion.of(Records)}
        if conclusion.plan.target not in records and self._scopes.named(conclusion.plan.target) not in records:
            target = self._scopes.named(conclusion.plan.target)
            records[target] = Records(target, None, ())
        for step, found in records.items():
            if step in self._names:
                self._items[step] = self._item(found)
        for planned in self._scopes.steps:
            self._write(planned)
        main = self._main()
        entries = (*self._actions(), *self._tables.entries(), *self._trees, main)
        self._head(entries[0])
        stubs = tuple(self._gathering.stubs)
        return Grown(bt.Document(entries), tuple(self._vocabulary.comments), stubs, dict(self._names))

    # Names

    def _name_visits(self) -> None:
        for planned in self._scopes.steps:
            answer = self._conclusion.answers.get(planned.step)
            noun = self._noun(planned.step)
            repeated = planned.step in self._scopes.pages
            self._names[planned.step] = self._vocabulary.nodes.give(
                name_of_visit(planned, noun, answer, is_repeated=repeated)
            )

    def _noun(self, step: int) -> str:
        noun = self._vocabulary.nouns[step]
        return as_singular(noun) if step in self._scopes.lists else noun

    def _name_what_is_repeated(self) -> None:
        alone = len(self._scopes.lists) == 1
        for detail, found in self._scopes.lists.items():
            key = found.key
            if key is None or key.where == "url":
                wanted = "link" if alone else f"{self._noun(detail)}_link"
            else:
                wanted = name_of_key(key) or f"{self._noun(detail)}_id"
                wanted = "number" if wanted == "page" else wanted
            self._gathering.each[detail, False] = self._vocabulary.variables.give(wanted)
        for loop in self._scopes.pages.values():
            self._series.variable(loop)

    # What is shared, and what is taken anew

    def _find_sessions(self) -> dict[int, Shareable]:
        """By step, what it is a part of: what holds for other runs too, as far as it stands outside of loops."""
        found: dict[int, Shareable] = {}
        for shareable in self._conclusion.of(Shareable):
            for step in shareable.steps:
                if self._scopes.home.get(step) is self._scopes.root:
                    found.setdefault(step, shareable)
        return found

    def _find_renewed(self) -> dict[tuple[int, Extraction], int]:
        renewed: dict[tuple[int, Extraction], int] = {}
        for step, loop in self._scopes.pages.items():
            planned = self._conclusion.step(step)
            parent = self._scopes.home[step].parent
            if planned is None or parent is None:
                continue
            place = parent.entries.index(self._scopes.home[step])
            before = parent.entries[place - 1] if place else None
            page_before = before if isinstance(before, int) and before not in self._sessions else None
            answers = dict(self._conclusion.answers)
            for extraction in renewed_values(loop, planned, page_before, answers):
                assert page_before is not None, "what is renewed is taken from the page before"
                renewed[page_before, extraction] = step
        return renewed

    # Nodes

    def _write(self, planned: PlannedStep) -> None:
        name, step = self._names[planned.step], planned.step
        loop = self._scopes.pages.get(step)
        if loop is not None:
            planned = self._with_each(planned)
            series = self._series.write(loop, planned, name, self._items.get(step))
            self._loops[step], self._visits[step] = series, series.visits
        else:
            self._visits[step] = (self._requests.visit(Asked(self._with_each(planned)), name),)
        for detail, found in self._scopes.lists.items():
            if self._scopes.named(found.step) == step:
                self._lists[detail] = self._list(found, detail)

    def _with_each(self, planned: PlannedStep) -> PlannedStep:
        """A detail's own key is what its list is at, however the plan came by it."""
        found = self._scopes.lists.get(planned.step)
        if found is None:
            return planned
        bound = {**planned.bound, found.key or WHOLE_URL: Each(found.step)}
        return replace(planned, bound=bound)

    def _list(self, found: ListOf, detail: int) -> bt.Data:
        variable = self._gathering.each[detail, False]
        kind = "url" if found.key is None or found.key.where == "url" else None
        wanted = f"{variable}s" if not variable.endswith("s") else f"{variable}_list"
        node = bt.Data(self._vocabulary.nodes.give(wanted), source_of(found.each, kind, every=True))
        self._gathering.nodes[self._scopes.named(found.step)].append(node)
        return node

    def _item(self, found: Records) -> bt.Item:
        noun = as_singular(self._vocabulary.nouns[found.step])
        each = None if found.each is None else source_of(found.each)
        fields = tuple(bt.Field(name, self._field(extraction)) for name, extraction in found.fields)
        return bt.Item(self._vocabulary.nodes.give(noun), each, fields or self._whole(found.step))

    def _field(self, extraction: Extraction) -> bt.Source | bt.Expression:
        if extraction.how in PAGE_FACTS:
            return page_fact(extraction)
        return source_of(extraction, every=extraction.all)

    def _whole(self, step: int) -> tuple[bt.Field, ...]:
        """What is kept of a page of which nothing is known."""
        answer = self._conclusion.answers.get(step)
        url = bt.Field("url", bt.Reference("page", ("url",)))
        if answer is not None and "json" in (answer.header("content-type") or ""):
            return (url, bt.Field("answer", bt.Source("json", ("@",))))
        return (url, bt.Field("title", bt.Source("css", ("title::text",), kind="text")))

    def _actions(self) -> tuple[bt.Entry, ...]:
        entries: list[bt.Entry] = []
        for planned in self._scopes.steps:
            computed = [node for node in self._gathering.nodes[planned.step] if not _reads_a_page(node)]
            read = [node for node in self._gathering.nodes[planned.step] if _reads_a_page(node)]
            entries += [*computed, *self._visits[planned.step], *read]
            if planned.step in self._items:
                entries.append(self._items[planned.step])
        return tuple(entries)

    # Trees

    def _main(self) -> bt.Tree:
        body = self._statements(self._scopes.root)
        parameters = [bt.Parameter(name) for name, given in self._vocabulary.arguments.items() if given.example is None]
        parameters += [bt.Parameter(name, bt.Literal(origin)) for origin, name in self._vocabulary.sites.items()]
        parameters += [
            bt.Parameter(name, bt.Literal(given.example))
            for name, given in self._vocabulary.arguments.items()
            if given.example is not None
        ]
        return bt.Tree("main", "and", tuple(parameters), bt.Body(tuple(body)))

    def _statements(self, scope: Scope) -> list[bt.Statement]:
        statements: list[bt.Statement] = []
        told: set[int] = set()
        for entry in scope.entries:
            if isinstance(entry, Scope):
                statements += self._pages(entry) if entry.each is None else [self._each(entry)]
            elif entry not in self._sessions:
                statements += self._step(entry)
            elif id(self._sessions[entry]) not in told:
                told.add(id(self._sessions[entry]))
                statements.append(self._session(self._sessions[entry]))
        return statements

    def _step(self, step: int) -> list[bt.Statement]:
        call: list[bt.Statement] = [bt.Call(self._names[step])]
        if any(need.step == step and need.key is None for need in self._conclusion.of(NeedsPerson)):
            pause = bt.ChangeState("pause")
            need = next(need for need in self._conclusion.of(NeedsPerson) if need.step == step)
            self._vocabulary.say(pause, f"{need.reason or need.what}: a person has to step in, then resume")
            call.insert(0, pause)
        record = [bt.Call(self._items[step].name)] if step in self._items else []
        return [*self._gathering.before[step], *call, *self._gathering.after[step], *record]

    def _session(self, shareable: Shareable) -> bt.Call:
        name = self._tables.share(shareable, [self._names[step] for step in shareable.steps if step in self._names])
        steps = [step for step in self._scopes.root.entries if isinstance(step, int) and step in shareable.steps]
        body = [statement for step in steps for statement in self._step(step)]
        self._trees.append(bt.Tree(name, "and", (), bt.Body(tuple(body))))
        return bt.Call(name)

    def _each(self, scope: Scope) -> bt.While:
        found = scope.each
        assert found is not None, "a list has its details"
        variable = self._gathering.each[found.detail, False]
        alone = len(self._scopes.lists) == 1
        name = self._vocabulary.nodes.give("detail" if alone else f"{self._noun(found.detail)}_detail")
        self._tables.once(name)
        body = bt.Body(tuple(self._statements(scope)))
        self._trees.append(bt.Tree(name, "and", (bt.Parameter(variable),), body))
        go = bt.Goroutine(bt.Body((bt.Call(name, (bt.Reference(variable),)),)))
        return bt.While(bt.Take(variable, bt.Call(self._lists[found.detail].name)), bt.Body((go,)))

    def _pages(self, scope: Scope) -> list[bt.Statement]:
        assert scope.pages is not None, "a series has its pages"
        step = scope.pages.step
        series = self._loops[step]
        record = [bt.Call(self._items[step].name)] if step in self._items and not series.reads_in_condition else []
        calls_itself = any(isinstance(part, (bt.Call, bt.If)) for part in series.opening)
        visit: list[bt.Statement] = (
            [] if calls_itself or _calls(series.condition, self._names[step]) else [bt.Call(self._names[step])]
        )
        inner = replace_entries(scope, step)
        rest = self._statements(inner)
        begin = [*self._gathering.before[step], *series.opening, *visit, *self._gathering.after[step], *record]
        goes_on = any(isinstance(entry, int) for entry in inner.entries)
        body = [*begin, *series.closing, *rest] if goes_on else [*begin, *rest, *series.closing]
        return [*series.before, bt.While(series.condition, bt.Body(tuple(body)))]

    # Comments

    def _head(self, first: bt.Node) -> None:
        conclusion = self._conclusion
        lines = [conclusion.goal] if conclusion.goal else []
        if not conclusion.replays:
            lines.append("Not proven: nothing was replayed.")
        self._vocabulary.say(first, "\n".join(lines), above=True)


def replace_entries(scope: Scope, without: int) -> Scope:
    """The scope without its own step."""
    inner = Scope(scope.parent, scope.pages, scope.each)
    inner.entries = [entry for entry in scope.entries if entry != without]
    return inner


def _calls(expression: bt.Expression, name: str) -> bool:
    return any(isinstance(node, bt.Call) and node.node == name for node in bt.walk(expression))


def _reads_a_page(node: bt.Data) -> bool:
    origin = node.attributes.get("from") if node.attributes is not None else None
    return not node.is_stub and (origin is None or (isinstance(origin, bt.Reference) and origin.name == "page"))


__all__ = ["SessionCookie", "Stub", "grow"]
