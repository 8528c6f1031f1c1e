"""One step of a task under way: from what happened to the next thing that it has to wait for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any

import msgspec

from ...errors import NodeError
from . import effects
from . import operations as op
from .expressions import read_page_fact
from .operations import Action, Operation, SourcePlan
from .pages import FrozenPage, Page, Reader
from .program import Program
from .references import EVERY, PAGE, is_hidden, is_of_page
from .task import Frame, Task


@dataclass(frozen=True)
class Limits:
    """Bounds of a run, from the settings of the same names."""

    step_budget: int = 1000
    """Steps without a visit after which a task yields to others."""
    page_limit: int = 1_000_000
    """Compressed bytes of a page that a task may carry."""
    stack_limit: int = 500
    """Depth of calls."""
    wait_times: int = 3
    """How often `wait` without a number tries again."""
    wait_delay: float = 1.0
    """Seconds before the first of these; doubled each time."""
    wait_delay_max: float = 300.0


class AwaitsAnswers(Exception):
    """Python functions gave coroutines: the step is run again when their results are there."""


class Run:
    """A task, the time, and the effects so far."""

    def __init__(self, program: Program, reader: Reader, limits: Limits, task: Task, now: float) -> None:
        self.program, self.reader, self.limits = program, reader, limits
        self.task, self.now = task, now
        self.frame: Frame = task.frames[-1]
        self.effects: list[effects.Effect] = []
        self.last_trouble: effects.Trouble | None = None
        self.joined = False
        self.answers: list[Any] | None = None
        """Results of coroutines, for the step that is run again."""
        self._calls: list[Any] = []

    def go(self, step: Operation | None, handlers: dict[type[Operation], Callable[[Run, Any], Operation | None]]) -> None:
        """Take steps until the task has to wait; after too many it yields, so that no loop blocks the others."""
        left = self.limits.step_budget
        while step is not None:
            if left <= 0:
                self.suspend(step, effects.Wait())
                return
            left -= 1
            step = handlers[type(step)](self, step)

    # Waiting

    def suspend(self, step: Operation, effect: effects.Effect) -> None:
        """The task waits at *step*; all that is not needed from there on is let go, pages too."""
        frames = self.task.frames
        frames[-1].position = step.id
        self._let_go(frames[-1], step.live, step.carried)
        for frame in frames[:-1]:
            below = self.program.operation(frame.position)
            if isinstance(below, op.Enter):
                self._let_go(frame, below.below, below.carried)
        self.effects.append(effect)

    def _let_go(self, frame: Frame, live: frozenset[str], carried: tuple[str, ...]) -> None:
        variables = self.take_along(frame, live, carried)
        frame.variables, frame.page = variables, None

    def take_along(self, frame: Frame, live: frozenset[str], carried: tuple[str, ...]) -> dict[str, Any]:
        """The variables of *live*, and what will be read from the frame's page."""
        if EVERY in live:
            kept = {name: value for name, value in frame.variables.items() if name in live or not is_hidden(name)}
        else:
            kept = {name: value for name, value in frame.variables.items() if name in live}
        if carried and frame.page is not None:
            for name in carried:
                kept[name] = self._page_value(frame, frame.page, name)
        return kept

    def _page_value(self, frame: Frame, page: Page, name: str) -> Any:
        if name == PAGE:
            return self.freeze(page)
        if not name.startswith("@"):
            return read_page_fact(frame, tuple(name.split(".")[1:]))
        plan = self.program.page_readers[name]
        if isinstance(plan, SourcePlan):
            return list(self.reader.values(plan.fill(frame, self.now), page, page))
        return self.read_records(plan, frame, page)

    def freeze(self, page: Page) -> list[Any] | None:
        """The page as plain data, none (with a trouble) where it is over the limit."""
        frozen = page.freeze()
        if len(frozen.body) <= self.limits.page_limit:
            return list(frozen)
        step = self.program.operation(self.frame.position)
        size = f"{len(frozen.body)} bytes compressed, BT_PAGE_LIMIT is {self.limits.page_limit}"
        self.trouble(step, "page", "error", f"the page is too large to be carried along ({size})")
        return None

    def page_of(self, frame: Frame) -> Page | None:
        """The frame's page, brought back from the task where it was carried."""
        if frame.page is None and (frozen := frame.variables.get(PAGE)) is not None:
            frame.page = self.reader.restore(FrozenPage(*frozen))
        return frame.page

    def forget_page(self, frame: Frame) -> None:
        if any(is_of_page(name) for name in frame.variables):
            frame.variables = {name: value for name, value in frame.variables.items() if not is_of_page(name)}
        frame.page = None

    def read_records(self, step: op.Record, frame: Frame, page: Page | None) -> list[dict[str, Any]]:
        """The records as far as they come from the page: each element's values by field."""
        if step.each is None:
            return [self._read_fields(step, frame, page, page)]
        elements = self.reader.elements(step.each.fill(frame, self.now), page, page) if page is not None else ()
        return [self._read_fields(step, frame, element, page) for element in elements]

    def _read_fields(self, step: op.Record, frame: Frame, scope: Any, page: Page | None) -> dict[str, Any]:
        record: dict[str, Any] = {}
        for field in step.fields:
            if field.source is None:
                continue
            query = field.source.fill(frame, self.now)
            if query.how == "python":
                context = {**self.visible(frame), "element": scope}
                values = self.call_python(query.texts[0], page, context, query.kind)
            else:
                values = list(self.reader.values(query, scope, page)) if scope is not None else []
            record[field.name] = values if field.source.all else (values[0] if values else None)
        return record

    # Python functions

    def visible(self, frame: Frame) -> dict[str, Any]:
        """Every variable that an author could name."""
        return {name: value for name, value in frame.variables.items() if not is_hidden(name)}

    def call_python(self, reference: str, page: Page | None, context: dict[str, Any], kind: str | None) -> list[Any]:
        """The values of a Python function; a coroutine's come when the step is run again."""
        index = len(self._calls)
        if self.answers is not None and index < len(self.answers):
            result = self.answers[index]
            if isinstance(result, BaseException):
                raise NodeError(f"{type(result).__name__}: {result}") from result
        else:
            result = self.reader.call(reference, page, context)
        self._calls.append(result)
        if isawaitable(result):
            return []
        values = plain_values(result)
        return [self.reader.convert(value, kind, page) for value in values] if kind else values

    def check_answers(self) -> None:
        """Raise `AwaitsAnswers` where a function of this step gave a coroutine."""
        if any(isawaitable(result) for result in self._calls):
            raise AwaitsAnswers
        self._calls, self.answers = [], None

    def await_answers(self, step: Operation) -> None:
        """Ask for the results of the step's coroutines; the task stays in this process."""
        self.frame.position = step.id
        self.effects.append(effects.Await(tuple(as_coroutine(result) for result in self._calls)))

    # Results

    def settle(
        self, step: Action, outcome: str, succeeded: bool, message: str = "", retry_after: float | None = None
    ) -> Operation | None:
        """Where an action's outcome leads, by its node's state table."""
        move = self._move(step, outcome, succeeded) if step.moves else None
        tries = self.frame.tries
        if isinstance(move, op.Retry):
            done = tries.get(step.id, 0)
            if done < (self.limits.wait_times if move.times is None else move.times):
                tries[step.id] = done + 1
                self.suspend(step, effects.Wait(self._delay(move, done, retry_after)))
                return None
        elif isinstance(move, op.Remedy):
            if not tries.get(~step.id):
                tries[~step.id] = 1
                return move.entry
        elif move == "pause":
            self.suspend(step, effects.Pause())
            return None
        elif move == "stop":
            self.trouble(step, step.name, outcome, message)
            self.stop(f"stopped by the state table of '{step.name}' at {outcome}")
            return None
        if tries:
            tries.pop(step.id, None)
            tries.pop(~step.id, None)
        if move == "end":
            return step.end
        if move == "true" or move == "false":
            succeeded = move == "true"
        if succeeded:
            return step.yes
        self.trouble(step, step.name, outcome, message)
        return step.broken if isinstance(step, op.Extract) and outcome == "error" else step.no

    def _move(self, step: Action, outcome: str, succeeded: bool) -> op.Move | None:
        """The most specific row: the code, its class, then `any` for what would be a failure."""
        moves = step.moves
        if outcome in moves:
            return moves[outcome]
        if outcome[:1].isdigit() and (group := f"{outcome[0]}xx") in moves:
            return moves[group]
        return None if succeeded else moves.get("any")

    def _delay(self, move: op.Retry, done: int, retry_after: float | None) -> float:
        if move.delay is not None:
            return move.delay
        delay = self.limits.wait_delay * 2.0 ** min(done, 60)
        return float(min(max(delay, retry_after or 0.0), self.limits.wait_delay_max))

    def trouble(self, step: Operation, node: str, outcome: str, message: str = "") -> None:
        path = self.program.path_of(self.program.stack_of(self.task)) if len(self.task.frames) > 1 else step.path
        trouble = effects.Trouble(node, path, step.place, outcome, message)
        self.last_trouble = trouble
        if outcome != "empty" or isinstance(step, op.Fetch):
            self.effects.append(trouble)

    def stop(self, reason: str) -> None:
        self.effects.append(effects.Stopped(reason))

    def finish(self, success: bool) -> None:
        reason = "" if success else str(self.last_trouble or ("a goroutine failed" if self.joined else "the tree failed"))
        only_joined = self.joined and self.last_trouble is None
        self.effects.append(effects.Finished(success, reason, only_joined))


def plain_values(result: Any) -> list[Any]:
    """What a Python function gave, as a list of plain data; raises `NodeError` for what cannot be stored."""
    if result is None:
        return []
    values = list(result) if not isinstance(result, (str, bytes, dict)) and hasattr(result, "__iter__") else [result]
    try:
        return [value if isinstance(value, (str, int, float)) else msgspec.to_builtins(value) for value in values]
    except (TypeError, msgspec.MsgspecError) as error:
        raise NodeError(f"a Python node must give texts, numbers, lists or dicts: {error}") from None


async def _finished(result: Any) -> Any:
    return result


def as_coroutine(result: Any) -> Awaitable[Any]:
    return result if isawaitable(result) else _finished(result)
