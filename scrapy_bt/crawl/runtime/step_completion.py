"""What becomes of a step that was taken: its coroutines are awaited, its records handed on, and then it is complete."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterable
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.tree import effects as ef
from ...core.tree import events as ev
from ...errors import BTError
from .leases import Leases
from .steps import Stepper
from .task_group import TaskGroup, gather

if TYPE_CHECKING:
    from ...core.tree.task import Task
    from ...frontier.entries import Lease
    from ..redis.downstream_queues import DownstreamQueues
    from .completions import StepResult


class StepCompletion:
    """Completes leases when all that their steps gave is safe; what has to be waited for runs as a task."""

    downstream_queues: DownstreamQueues | None = None
    """For the records that are tasks of other trees, where there are such."""

    def __init__(self, crawler: Crawler, steps: Stepper, leases: Leases, task_group: TaskGroup) -> None:
        self._crawler, self._steps, self._leases, self._task_group = crawler, steps, leases, task_group

    def complete_step(self, lease: Lease, step: StepResult, request: Request) -> Iterable[Any]:
        """The records go to the pipelines; when they are through, the step is complete."""
        assert step.completion is not None, "nothing is awaited"
        if seeds := self._take_seeds(step):
            self._task_group.start(self._complete_later(lease, step, seeds, request))
            return [record for _, record in step.items]
        if not step.items:
            self._leases.complete(lease, step.completion)
            return ()
        self._leases.complete_after(request, lease, step.completion)
        return [record for _, record in step.items]

    async def answer(self, lease: Lease, task: Task, step: StepResult, request: Request) -> AsyncIterator[Any]:
        """The same for a step that awaits coroutines first."""
        records: Iterable[Any] = ()
        with self._leases.answering_for(lease):
            records = self.complete_step(lease, await self._await(lease, task, step), request)
        for record in records:
            yield record

    def go_on(self, lease: Lease, task: Task, event: ev.Event, *, again: bool = False) -> None:
        """Take a step that no response has led to, and complete it when its records are through the pipelines.

        *again*: a response has, but its page had to wait.
        """
        step = self._steps.take(lease, task, event, again=again)
        if step is None:
            return
        if step.completion is not None and not step.items:
            self._leases.complete(lease, step.completion)
        else:
            self._task_group.start(self._finish_apart(lease, task, step))

    async def _finish_apart(self, lease: Lease, task: Task, step: StepResult) -> None:
        with self._leases.answering_for(lease):
            step = await self._await(lease, task, step)
            seeds = self._take_seeds(step)
            for _, record in step.items:
                await self._crawler.engine.scraper.start_itemproc_async(record, response=None)
                if self._leases.pipeline_failures.has_lost(record):
                    self._leases.give_back(lease)
                    return
            await self._complete_later(lease, step, seeds, None)

    async def _await(self, lease: Lease, task: Task, step: StepResult) -> StepResult:
        """Await coroutines of Python nodes until the task waits for something else."""
        items = step.items
        while isinstance(step.ending, ef.Await):
            results = await gather(step.ending.coroutines)
            taken = self._steps.take(lease, task, ev.Answered(results, time.time()))
            assert taken is not None, "no page has arrived that may wait"
            step = taken
            items = [*items, *step.items]
        step.items = items
        return step

    # Records that are tasks of other trees

    def _take_seeds(self, step: StepResult) -> list[tuple[str, Any]]:
        """Take out of the items what is sent to other trees."""
        if self.downstream_queues is None:
            return []
        nodes = self.downstream_queues.nodes
        seeds = [each for each in step.items if each[0] in nodes]
        if seeds:
            step.items = [each for each in step.items if each[0] not in nodes]
        return seeds

    async def _complete_later(
        self, lease: Lease, step: StepResult, seeds: list[tuple[str, Any]], request: Request | None
    ) -> None:
        """The step is complete when they are stored, and the items through the pipelines."""
        with self._leases.answering_for(lease):
            if seeds:
                assert self.downstream_queues is not None, "they come from there"
                try:
                    await self.downstream_queues.store(seeds)
                except BTError as error:
                    self._leases.give_up(error)
                    return
            assert step.completion is not None, "nothing is awaited any more"
            self._leases.complete_after(request, lease, step.completion)
