"""What one step of a task reads: pages, sources, and the answers of Python functions."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from inspect import isawaitable
from typing import Any

import msgspec

from ...errors import NodeError, with_article
from ...sentences import say
from . import operations as op
from .expressions import read_page_fact
from .inputs import SourcePlan
from .pages import FrozenPage, Query, ValueReader, VisitedPage
from .program import Program
from .references import FACT, PAGE, is_hidden, is_of_page
from .task import Frame
from .values import UnfitValueError, describe, storable, to_text


class Reading:
    """Takes values out of a frame's page while it is there, and out of what the task carries afterwards.

    What is carried stands among the frame's variables under the names of `references`: a list of values, or a text
    that says why there are none.
    """

    __slots__ = ("_calls", "answers", "now", "page_limit", "program", "reader")

    def __init__(self, program: Program, reader: ValueReader, page_limit: int, now: float) -> None:
        self.program, self.reader, self.page_limit, self.now = program, reader, page_limit, now
        self.answers: Sequence[Any] | None = None
        """Results of coroutines, for the step that is run again."""
        self._calls: list[Any] = []

    # Pages

    def page_of(self, frame: Frame) -> VisitedPage | None:
        """The frame's page, brought back if the task carried it; raises `NodeError` when it was too large for that."""
        if frame.page is None and (frozen := frame.variables.get(PAGE)) is not None:
            frame.page = self.reader.restore(_page_in(_intact(frozen)))
        return frame.page

    def url_of(self, frame: Frame) -> str:
        """Where the frame's page is; empty where that is not known any more."""
        if frame.page is not None:
            return frame.page.url
        frozen = frame.variables.get(PAGE)
        return str(frozen[0]) if isinstance(frozen, list) else ""

    def forget_page(self, frame: Frame) -> None:
        """Let go of a page and of everything that was taken from it."""
        names = [name for name in frame.variables if is_of_page(name)]
        if names:
            frame.variables = {name: value for name, value in frame.variables.items() if name not in names}
        frame.page = None

    def freeze(self, page: VisitedPage) -> list[Any] | str:
        """The page as plain data; a text that says so where it is over the limit."""
        frozen = page.freeze()
        if len(frozen.body) <= self.page_limit:
            return list(frozen)
        size = f"{len(frozen.body)} bytes compressed, BT_PAGE_LIMIT is {self.page_limit}"
        return f"the page {frozen.url} is too large to be carried by the task ({size})"

    def has_page(self, frame: Frame) -> bool:
        """The frame has a page, or carries one."""
        return frame.page is not None or PAGE in frame.variables

    def take(self, frame: Frame, name: str) -> Any:
        """What *name* stands for on the frame's page, so that the task can carry it instead of the page."""
        if name == PAGE:
            return None if frame.page is None else self.freeze(frame.page)
        if not name.startswith("@"):
            return read_page_fact(frame, tuple(name.split(".")[1:]))
        if FACT in name:
            return read_page_fact(frame, tuple(name.partition(FACT)[2].split(".")))
        plan = self.program.page_readers[name]
        self.begin(plan.node if isinstance(plan, SourcePlan) else plan.item.name)
        try:
            page = self.page_of(frame)
            if isinstance(plan, SourcePlan):
                return [] if page is None else self._read(plan.fill(frame, self.now), page, page)
            return self.read_records(plan, frame, page)
        except Exception as error:  # noqa: BLE001 - a query that fails fails its node, when the task comes to it
            return explain(error)
        finally:
            self.reader.begin("")

    # Sources

    def values(self, plan: SourcePlan, frame: Frame) -> list[Any]:
        """What a source takes from the frame's page."""
        carried = frame.variables.get(plan.key)
        if carried is not None:
            return _intact(carried)
        page = self.page_of(frame)
        return [] if page is None else self._read(plan.fill(frame, self.now), page, page)

    def values_in(self, plan: SourcePlan, frame: Frame, origin: Any) -> list[Any]:
        """What a source takes from a value: out of each entry of a list, unless it is JSON as a whole."""
        query = plan.fill(frame, self.now)
        base = ""
        if query.kind == "url":
            base = frame.page.base if frame.page is not None else frame.variables.get("page.base") or ""
        scopes = origin if isinstance(origin, list) and query.how != "json" else [origin]
        return [value for scope in scopes if scope is not None for value in self.reader.values(query, scope, base)]

    def _read(self, query: Query, scope: Any, page: VisitedPage | None) -> list[Any]:
        base = page.base if page is not None and query.kind == "url" else ""
        return list(self.reader.values(query, scope, base))

    def records(self, step: op.EmitRecords, frame: Frame) -> list[dict[str, Any]]:
        """The records as far as they come from the page: each element's values by field."""
        carried = frame.variables.get(f"@{step.item.name}")
        if carried is not None:
            return _intact(carried)
        return self.read_records(step, frame, self.page_of(frame) if step.reads_page else None)

    def read_records(self, step: op.EmitRecords, frame: Frame, page: VisitedPage | None) -> list[dict[str, Any]]:
        """The records out of *page*."""
        if step.each is None:
            return [self._read_fields(step, frame, page, page)]
        elements = self.reader.elements(step.each.fill(frame, self.now), page) if page is not None else ()
        return [self._read_fields(step, frame, element, page) for element in elements]

    def _read_fields(self, step: op.EmitRecords, frame: Frame, scope: Any, page: VisitedPage | None) -> dict[str, Any]:
        record: dict[str, Any] = {}
        for name, plan in step.taken:
            query = plan.query or plan.fill(frame, self.now)
            if plan.how == "python":
                values = self.call(query, page, {**visible(frame), "element": scope})
            else:
                values = self._read(query, scope, page) if scope is not None else []
            record[name] = values if plan.all else (values[0] if values else None)
        return record

    # Python functions

    def call(self, query: Query, page: VisitedPage | None, context: dict[str, Any]) -> list[Any]:
        """The values of a Python function; those of a coroutine are there when the step is run again."""
        index = len(self._calls)
        if self.answers is not None and index < len(self.answers):
            result = self.answers[index]
            if isinstance(result, BaseException):
                raise NodeError(explain(result)) from result
        else:
            result = self.reader.call(query.texts[0], page, context)
        self._calls.append(result)
        if isawaitable(result):
            return []
        values = plain_values(result)
        if query.kind is None:
            return values
        base = page.base if page is not None and query.kind == "url" else ""
        converted = (self.reader.convert(value, query.kind, base) for value in values)
        return [value for value in converted if value is not None]

    def begin(self, node: str) -> None:
        """What follows is done for *node*, until `end`."""
        self.reader.begin(node)

    @property
    def is_waiting(self) -> bool:
        """A function of this step gave a coroutine."""
        return bool(self._calls) and any(map(isawaitable, self._calls))

    def coroutines(self) -> tuple[Awaitable[Any], ...]:
        """What has to be awaited: the results that are there already among them, so that nothing is called twice."""
        self.reader.begin("")
        return tuple(result if isawaitable(result) else _finished(result) for result in self._calls)

    def end(self) -> None:
        """The node is through; coroutines that nobody will await are closed."""
        self.reader.begin("")
        self.answers = None
        if self._calls:
            for result in self._calls:
                if isawaitable(result) and hasattr(result, "close"):
                    result.close()
            self._calls = []


def visible(frame: Frame) -> dict[str, Any]:
    """Every variable that an author could name."""
    return {name: value for name, value in frame.variables.items() if not is_hidden(name)}


def explain(error: BaseException) -> str:
    """A message for the author: our own faults as they are, others with their type."""
    return str(error) if isinstance(error, (UnfitValueError, NodeError)) else f"{type(error).__name__}: {error}"


def plain_values(result: Any) -> list[Any]:
    """What a Python function gave, as a list of plain data; raises `NodeError` for what cannot be stored."""
    if result is None:
        return []
    is_many = hasattr(result, "__iter__") and not isinstance(result, (str, bytes, bytearray, Mapping))
    try:
        return [_plain(value) for value in (result if is_many else [result])]
    except RecursionError:
        raise NodeError(say("a Python function gave a value that contains itself")) from None


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return storable(str(value))
    if isinstance(value, int):
        return storable(int(value))
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Mapping):
        return {storable(to_text(name)): _plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(entry) for entry in value]
    try:
        built = msgspec.to_builtins(value, str_keys=True, builtin_types=(bytes, bytearray, memoryview))
    except (TypeError, ValueError):
        built = value
    if isinstance(built, (str, int, float, dict, list)):
        return _plain(built)
    kind = with_article(type(value).__name__)
    raise NodeError(
        say("a Python function gave {}, {}; it must give texts, numbers, lists or dicts", describe(value), kind)
    )


def _intact(carried: Any) -> list[Any]:
    if isinstance(carried, str):
        raise NodeError(carried)
    if not isinstance(carried, list):
        raise NodeError(say("what the task carried of its page cannot be read: it is {}", describe(carried)))
    return carried


def _page_in(carried: list[Any]) -> FrozenPage:
    try:
        return msgspec.convert(carried, FrozenPage)
    except msgspec.ValidationError as error:
        raise NodeError(say("the page that the task carried cannot be read: {}", error)) from None


async def _finished(result: Any) -> Any:
    return result
