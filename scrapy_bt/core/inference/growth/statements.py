"""The trees' bodies: visits in their order, what repeats, what may run at the same time, what a person has to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...tree import nodes as bt
from ..answers.values import steps_of
from ..findings import Caused, FindsNothing, Loop, NeedsPerson, SessionCookie, Shareable, StepNeed
from .expressions import source_of
from .gathering import Gathering
from .innerrecords import InnerRecords
from .loopparts import LoopParts
from .markuprows import MarkupRows
from .scopes import Scope, Scopes
from .statetables import SharedNodes
from .vocabulary import Vocabulary


class Bodies:
    """Writes the statements of a scope; *trees* are those that came about by it, the inner ones first."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        scopes: Scopes,
        gathering: Gathering,
        tables: SharedNodes,
        *,
        names: Mapping[int, str],
        items: Mapping[int, bt.Item],
        inner: Mapping[int, InnerRecords | MarkupRows],
        lists: Mapping[int, bt.Data],
        loops: Mapping[int, LoopParts],
        sessions: Mapping[int, Shareable],
    ) -> None:
        self._vocabulary, self._scopes, self._gathering, self._tables = vocabulary, scopes, gathering, tables
        self._names, self._items, self._lists, self._loops, self._sessions = names, items, lists, loops, sessions
        self._inner = inner
        self.trees: list[bt.Tree] = []
        conclusion = vocabulary.conclusion
        self._target = scopes.named(conclusion.plan.target)
        self._sets_cookies = {scopes.named(cookie.step) for cookie in conclusion.of(SessionCookie)}
        self._causes = {
            caused.step: caused.events
            for caused in conclusion.of(Caused)
            if any(each is not None for each in caused.events)
        }
        self._needs = {
            planned.step: {scopes.named(need) for value in planned.bound.values() for need in steps_of(value)}
            for planned in scopes.steps
        }
        taken_from = {need for needs in self._needs.values() for need in needs}
        unneeded = {need.step for need in conclusion.of(StepNeed) if not need.is_needed}
        listing = {scopes.named(found.step) for found in scopes.lists.values()}
        self._unneeded = unneeded - taken_from - listing - {self._target} - set(scopes.pages)

    def statements(self, scope: Scope) -> list[bt.Statement]:
        """What a scope does, in its order."""
        statements: list[bt.Statement] = []
        told: set[int] = set()
        entries = list(scope.entries)
        while entries:
            entry = entries.pop(0)
            together = self._together(entry, entries)
            if len(together) > 1:
                statements.append(self._prepare(together))
                entries = entries[len(together) - 1 :]
            elif isinstance(entry, int) and entry in self._sessions:
                shareable = self._sessions[entry]
                if id(shareable) not in told:
                    told.add(id(shareable))
                    statements.append(self._session(shareable))
            elif set(_steps_in(entry)) <= self._unneeded:
                statements.append(self._apart(entry))
            else:
                statements += self._entry(entry)
        return statements

    def _entry(self, entry: int | Scope) -> list[bt.Statement]:
        if isinstance(entry, int):
            return self._step(entry)
        return self._pages(entry) if entry.each is None else [self._each(entry)]

    # What may run at the same time

    def _apart(self, entry: int | Scope) -> bt.Statement:
        """What the target does not need: waited for at the end if it brings records, else not at all."""
        body = bt.Body(tuple(self._entry(entry)))
        if set(_steps_in(entry)) & set(self._items):
            return bt.Goroutine(body)
        apart = bt.Async(body)
        self._vocabulary.say(apart, "the target does not need it")
        return apart

    def _together(self, entry: int | Scope, later: list[int | Scope]) -> list[int]:
        """Steps one after another that one event caused, and that only have to have been asked for.

        The browser did not wait with one for the other, so they do not depend on each other.
        """
        found: list[int] = []
        for each in [entry, *later]:
            if not isinstance(each, int) or not self._is_mere(each) or self._cause(each) != self._cause(entry):
                break
            found.append(each)
        return found

    def _cause(self, entry: int | Scope) -> tuple[int | None, ...] | None:
        return self._causes.get(entry) if isinstance(entry, int) else None

    def _is_mere(self, step: int) -> bool:
        planned = self._vocabulary.conclusion.step(step)
        return (
            planned is not None
            and self._cause(step) is not None
            and planned.sent.method in ("GET", "HEAD")
            and step not in self._items
            and step != self._target
            and step not in self._sets_cookies
            and step not in self._sessions
            and step not in self._unneeded
            and not any(step in needs for needs in self._needs.values())
            and not any(need.step == step for need in self._vocabulary.conclusion.of(NeedsPerson))
        )

    def _prepare(self, steps: list[int]) -> bt.Goroutine:
        """A group that ends when all of them have been asked for."""
        parts = [self._step(step) for step in steps]
        body = tuple(part[0] if len(part) == 1 else bt.Group("and", bt.Body(tuple(part))) for part in parts)
        return bt.Goroutine(bt.Body(body), "and")

    # Steps

    def _step(self, step: int) -> list[bt.Statement]:
        call: list[bt.Statement] = [bt.Call(self._names[step])]
        for need in self._vocabulary.conclusion.of(NeedsPerson):
            if need.step == step and need.key is None:
                pause = bt.ChangeState("pause")
                self._vocabulary.say(pause, f"{need.reason or need.what}; a person steps in, then resumes the task")
                call.insert(0, pause)
        return [*self._gathering.before[step], *call, *self._gathering.after[step], *self._record(step)]

    def _record(self, step: int) -> list[bt.Statement]:
        """Records of a page with others; a page on the way may hold none."""
        if step not in self._items:
            return []
        call: bt.Statement = bt.Call(self._items[step].name)
        if step in self._inner:
            return self._inner[step].around(bt.Call(self._items[step].name))
        return [self._or_nothing(step, call)]

    def _or_nothing(self, step: int, call: bt.Statement) -> bt.Statement:
        """The records, or what the page says where a search finds none."""
        sign = next((found.sign for found in self._vocabulary.conclusion.of(FindsNothing) if found.step == step), None)
        if sign is None:
            return call
        node = bt.Data(self._vocabulary.node("nothing_found", step), source_of(sign))
        self._gathering.nodes[step].append(node)
        self._vocabulary.say(node, "where a search finds nothing", above=True)
        return bt.Group("or", bt.Body((call, bt.Call(node.name))))

    def _session(self, shareable: Shareable) -> bt.Call:
        name = self._tables.share(shareable, [self._names[step] for step in shareable.steps if step in self._names])
        steps = [step for step in self._scopes.root.entries if isinstance(step, int) and step in shareable.steps]
        body = [statement for step in steps for statement in self._step(step)]
        self.trees.append(bt.Tree(name, "and", (), bt.Body(tuple(body))))
        return bt.Call(name)

    # What repeats

    def _each(self, scope: Scope) -> bt.While:
        found = scope.each
        assert found is not None, "a list has its details"
        variable = self._gathering.each[found.detail, False]
        alone = len(self._scopes.lists) == 1
        name = self._vocabulary.nodes.give("detail" if alone else f"{self._vocabulary.nouns[found.detail]}_detail")
        self._tables.once(name)
        body = bt.Body(tuple(self.statements(scope)))
        self.trees.append(bt.Tree(name, "and", (bt.Parameter(variable),), body))
        go = bt.Goroutine(bt.Body((bt.Call(name, (bt.Reference(variable),)),)))
        return bt.While(bt.Take(variable, bt.Call(self._lists[found.detail].name)), bt.Body((go,)))

    def _pages(self, scope: Scope) -> list[bt.Statement]:
        assert scope.pages is not None, "a series has its pages"
        step = scope.pages.step
        series = self._loops[step]
        record = [] if series.reads_in_condition else self._record(step)
        if series.may_be_empty and record:
            record = [bt.Group("serial", bt.Body(tuple(record)))]
            self._vocabulary.say(record[0], "a page may hold none", above=True)
        inner = Scope(scope.parent, scope.pages, scope.each, [entry for entry in scope.entries if entry != step])
        rest = self.statements(inner)
        before = self._gathering.before[step]
        is_visited_first = _calls(series.condition, {visit.name for visit in series.visits})
        again = before if is_visited_first else []
        behind = [*record, *series.behind] if series.grows else series.behind
        record = [] if series.grows else record
        begin = [*([] if is_visited_first else before), *series.opening, *self._gathering.after[step], *record]
        first = self._listed_first(scope.pages, rest)
        goes_on = any(isinstance(entry, int) for entry in inner.entries)
        body = [*begin, *series.closing, *rest] if goes_on else [*begin, *rest, *series.closing]
        return [*first, *series.before, *again, bt.While(series.condition, bt.Body((*body, *again))), *behind]

    def _listed_first(self, loop: Loop, statements: Sequence[bt.Statement]) -> list[bt.Statement]:
        """What goes through the lists of a series, for its first page too, where another request gave that one."""
        steps = [planned.step for planned in self._vocabulary.conclusion.plan.steps]
        place = steps.index(loop.step)
        if loop.entry is None or place == 0 or steps[place - 1] != loop.entry:
            return []
        lists = {own.name for detail, own in self._lists.items() if self._scopes.lists[detail].step == loop.step}
        return [
            each
            for each in statements
            if isinstance(each, bt.While)
            and isinstance(taken := each.condition, bt.Take)
            and _calls(taken.value, lists)
        ]


def _calls(expression: bt.Expression, names: set[str]) -> bool:
    return any(isinstance(node, bt.Call) and node.node in names for node in bt.walk(expression))


def _steps_in(entry: int | Scope) -> Iterator[int]:
    if isinstance(entry, int):
        yield entry
    else:
        for inner in entry.entries:
            yield from _steps_in(inner)
