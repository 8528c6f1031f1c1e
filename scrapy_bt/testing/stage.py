"""A crawl in memory, without a network: the tasks of one program, what they wait for, and the time."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

from scrapy import Request
from scrapy.http import Response

from ..core.tree import effects as ef
from ..core.tree import events as ev
from ..core.tree import operations as op
from ..core.tree.interpreter import Interpreter
from ..core.tree.program import Program
from ..core.tree.run import Limits
from ..core.tree.task import SharedRecord, Task, decode_task, encode_shared, encode_task
from ..crawl.reading.pages import ResponsePage
from ..crawl.reading.selectors import PageReader, resolve_function
from ..crawl.visits.requests import build_request
from ..errors import NodeError
from .bookkeeping import BranchCounts, Lending, ValueMakers

MAIN_TASK = 1
_STEPS = 10_000


@dataclass(frozen=True)
class StagedRequest:
    """A request on its way, as its visit made it; *number* counts the requests."""

    number: int
    node: str
    url: str
    method: str
    attributes: Mapping[str, Any]


@dataclass(frozen=True)
class Happening:
    """Something that task number *task* did."""

    task: int
    effect: ef.Effect | StagedRequest


@dataclass(frozen=True, eq=False)
class StagedVisit:
    """A visit that has not been answered."""

    task: Task
    sent: StagedRequest
    request: Request


@dataclass(frozen=True)
class Conditions:
    """What a crawl in memory runs under."""

    limits: Limits = field(default_factory=Limits)
    now: float = 0.0
    """The time at which it begins, in seconds since the epoch."""
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Python functions by `module:function`; others are imported."""
    shared: Mapping[str, Mapping[str, Any] | Sequence[Any]] = field(default_factory=dict)
    """Shared values that are there from the beginning: variables of a tree, or values of a data node."""


class Stage:
    """Runs tasks one after another: the main task first, then branches in the order of their start.

    With *stored*, each task is encoded and decoded whenever it waits, as if another process went on with it.
    """

    def __init__(self, program: Program, conditions: Conditions, *, stored: bool) -> None:
        self.program = program
        self.now = conditions.now
        self.log: list[Happening] = []
        self.flights: list[StagedVisit] = []
        functions = dict(conditions.functions)
        reader = PageReader(lambda reference: functions.get(reference) or resolve_function(reference))
        self._interpreter = Interpreter(program, reader, conditions.limits)
        self._is_stored = stored
        self._ready: deque[tuple[Task, ev.Event]] = deque()
        self._delayed: list[tuple[float, int, Task]] = []
        self._paused: list[Task] = []
        self._joins = BranchCounts()
        self._lending = Lending(program.limits)
        self._sharing = ValueMakers()
        self._last_id = MAIN_TASK
        self._sent = 0
        for name, value in conditions.shared.items():
            record = (
                SharedRecord(variables=dict(value)) if isinstance(value, Mapping) else SharedRecord(values=list(value))
            )
            self._sharing.make(f"{program.owner_of(name)}/{name}", encode_shared(record), session=0, expires=None)

    def begin(self, arguments: Mapping[str, Any]) -> None:
        """Start `main`; raises `ArgumentsError`."""
        task, effects = self._interpreter.start(arguments, id=MAIN_TASK, now=self.now)
        self._take_in(task, effects)
        self._run()

    # What happens from outside

    def answer(self, flight: StagedVisit, outcome: str, response: Response | None, message: str) -> None:
        """A visit comes to an outcome."""
        self.flights.remove(flight)
        page = ResponsePage(response) if response is not None else None
        after = response.headers.get("Retry-After") if response is not None else None
        seconds = float(after) if after is not None and after.isdigit() else None
        self._resume(flight.task, ev.Arrived(outcome, page, message=message, retry_after=seconds))
        self._run()

    def pass_time(self, seconds: float) -> None:
        """The clock goes on; tasks that waited for it do, too."""
        until = self.now + seconds
        while self._delayed and self._delayed[0][0] <= until:
            self._wake_first()
        self.now = until

    def wake_paused(self) -> int:
        """Let paused tasks go on; returns how many there were."""
        paused, self._paused = self._paused, []
        self._ready.extend((task, ev.Granted()) for task in paused)
        self._run()
        return len(paused)

    def go_on(self) -> bool:
        """Let the time pass until somebody can go on by himself; whether there was anybody."""
        if self._delayed:
            self._wake_first()
            return True
        task = None if self.flights else self._sharing.take_waiting()
        if task is None:
            return False
        self._ready.append((task, ev.Denied("its maker waits for this task")))
        self._run()
        return True

    def _wake_first(self) -> None:
        due, _, task = heapq.heappop(self._delayed)
        self.now = max(self.now, due)
        self._ready.append((task, ev.Granted()))
        self._run()

    @property
    def is_over(self) -> bool:
        """No task is left."""
        return not (self.flights or self._delayed or self._paused or self._sharing.is_waited_for or self._joins.open)

    # Steps

    def _run(self) -> None:
        steps = 0
        while self._ready:
            steps += 1
            if steps > _STEPS:
                raise AssertionError(f"the crawl goes on for {_STEPS} steps without waiting for an answer")
            task, event = self._ready.popleft()
            if self._joins.is_won(task.join):
                self._ready.extend((other, ev.Granted()) for other in self._lending.give_back(task, keeps=False))
                self._end(task, success=False)
                continue
            step = self.program.operation(task.position)
            resource = step.requires if isinstance(step, op.FetchPage) else ""
            resource = step.resource if isinstance(step, op.AcquirePermit) else resource
            if resource and resource not in task.holds and not self._lending.lend(resource, task):
                continue
            if isinstance(step, op.FetchPage):
                self._send(task, step)
            else:
                self._resume(task, event)

    def _send(self, task: Task, step: op.FetchPage) -> None:
        try:
            visit = self._interpreter.request(task, self.now)
            if isinstance(visit.made, Awaitable):
                visit = replace(visit, made=_await((visit.made,))[0])
            if isinstance(visit.made, Exception):
                raise NodeError(f"{type(visit.made).__name__}: {visit.made}")
            request = build_request(visit)
        except NodeError as error:
            self._resume(task, ev.Arrived("error", message=str(error)))
            return
        self._sent += 1
        sent = StagedRequest(self._sent, step.name, request.url, request.method, visit.attributes)
        self.flights.append(StagedVisit(task, sent, request))
        self.log.append(Happening(task.id, sent))

    def _resume(self, task: Task, event: ev.Event) -> None:
        task, effects = self._interpreter.resume(task, replace(event, now=self.now))
        self._take_in(task, effects)

    def _take_in(self, task: Task, effects: Sequence[ef.Effect]) -> None:
        for effect in effects:
            self._note(task, effect)
        last = effects[-1]
        if isinstance(last, ef.Await):
            self._resume(task, ev.Answered(_await(last.coroutines)))
            return
        is_over = isinstance(last, (ef.Finished, ef.Stopped))
        self._ready.extend((waiting, ev.Granted()) for waiting in self._lending.give_back(task, keeps=not is_over))
        if is_over:
            end = last if isinstance(last, ef.Finished) else ef.Finished(success=False)
            self._end(task, success=end.success, result=end.result)
        else:
            self._wait(self._stored(task), last)

    def _note(self, task: Task, effect: ef.Effect) -> None:
        if isinstance(effect, ef.Spawn):
            self._last_id += 1
            effect.task.id = self._last_id
            self._joins.add(effect.task.join)
            child = self._stored(effect.task)
            self._ready.append((child, ev.Granted()))
            effect = ef.Spawn(Task([], id=child.id, join=child.join, session=child.session))
        elif isinstance(effect, ef.Made):
            self._ready.extend(self._made(task, effect))
        elif isinstance(effect, ef.Invalidate):
            self._sharing.invalidate(effect.key, effect.version)
        if not isinstance(effect, (ef.SendVisit, ef.Await)):
            self.log.append(Happening(task.id, effect))

    def _made(self, task: Task, made: ef.Made) -> list[tuple[Task, ev.Event]]:
        if made.value is None:
            return self._ask_again(self._sharing.give_up(made.key, task.id), made.key)
        expires = None if made.ttl is None else self.now + made.ttl
        return self._ask_again(self._sharing.make(made.key, made.value, made.session, expires), made.key)

    def _ask_again(self, tasks: Sequence[Task], key: str) -> list[tuple[Task, ev.Event]]:
        answers = ((task, self._sharing.ask(task, key, self.now)) for task in tasks)
        return [(task, answer) for task, answer in answers if answer is not None]

    def _wait(self, task: Task, effect: ef.Effect) -> None:
        if isinstance(effect, ef.SendVisit):
            self._ready.appendleft((task, ev.Granted()))
        elif isinstance(effect, ef.Delay) and effect.delay:
            heapq.heappush(self._delayed, (self.now + effect.delay, len(self.log), task))
        elif isinstance(effect, ef.Pause):
            self._paused.append(task)
        elif isinstance(effect, ef.Share):
            self._ready.extend(self._ask_again([task], effect.key))
        elif isinstance(effect, ef.Join):
            self._ready.extend(self._joins.park(task, effect.join))
        else:
            self._ready.append((task, ev.Granted()))

    def _end(self, task: Task, *, success: bool, result: bytes | None = None) -> None:
        for key in self._sharing.keys_made_by(task.id):
            self._ready.extend(self._ask_again(self._sharing.give_up(key, task.id), key))
        self._ready.extend(self._joins.end(task.join, success=success, result=result))

    def _stored(self, task: Task) -> Task:
        if not self._is_stored:
            return task
        return decode_task(encode_task(task), id=task.id, join=task.join, session=task.session)


def _await(coroutines: Sequence[Awaitable[Any]]) -> list[Any]:
    """The results, exceptions among them; in a thread, as the test may run in an event loop itself."""

    async def gather() -> list[Any]:
        return await asyncio.gather(*coroutines, return_exceptions=True)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, gather()).result()
