"""What a browser can follow over its stream: crawls and parts of them, jobs, files and redesigns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool

from ..errors import BTError
from ..sentences import say, spoken
from .editing.project_files import find_project_file
from .jobs.proofs import tell_proof
from .jobs.runs import tell_started
from .refusals import Refusal
from .sources.healing import tell_cases
from .sources.outline import find_changes
from .sources.poller import INTERVAL, CrawlView
from .state import Console

_SLOW_INTERVAL = 4 * INTERVAL
"""Seconds between two looks at what changes seldom, and is read whole."""


class Topic(Protocol):
    """*kind*: the event's; *name*: the topic as it was asked for."""

    @property
    def kind(self) -> str: ...

    @property
    def name(self) -> str: ...

    def states(self) -> AsyncGenerator[Any, None]:
        """What is there now, and then each change."""

    def tell(self, state: Any, sent: Any | None) -> dict[str, Any]:
        """A state as JSON has it; *sent*: the last one that the reader knows, none: it wants the whole."""


@dataclass(frozen=True)
class CrawlTopic:
    """The counters of a crawl by node: those that have changed, or the whole snapshot at first."""

    console: Console
    name: str
    id: str
    kind: str = "crawl"

    async def states(self) -> AsyncGenerator[CrawlView, None]:
        poller = await self.console.poller(await run_in_threadpool(self.console.crawls.get, self.id))
        await poller.watch()
        try:
            version = 0
            while True:
                view = await poller.wait(version)
                version = view.version
                yield view
        finally:
            await poller.leave()

    def tell(self, state: CrawlView, sent: CrawlView | None) -> dict[str, Any]:
        changed, gone = find_changes(state.rows, sent.rows if sent is not None else {})
        told: dict[str, Any] = {
            "id": self.id,
            "at": state.at,
            "error": state.error,
            "rest": state.rest,
            "whole": sent is None,
            "nodes": changed,
            "gone": gone,
        }
        if sent is None or state.snapshot != sent.snapshot:
            told["snapshot"] = state.snapshot
        return told


@dataclass(frozen=True)
class PartTopic:
    """One part of a crawl's snapshot, named as the *kind*, whenever it has changed."""

    crawl: CrawlTopic
    name: str
    kind: str

    async def states(self) -> AsyncGenerator[dict[str, Any], None]:
        last = None
        async with aclosing(self.crawl.states()) as views:
            async for view in views:
                state = {"id": self.crawl.id, "error": view.error, self.kind: view.snapshot.get(self.kind)}
                if state != last:
                    yield state
                last = state

    def tell(self, state: dict[str, Any], sent: object) -> dict[str, Any]:
        del sent
        return state


@dataclass(frozen=True)
class LookTopic:
    """What *look* finds every *interval* seconds, whenever it is something else."""

    name: str
    kind: str
    look: Callable[[], dict[str, Any]]
    interval: float = INTERVAL

    async def states(self) -> AsyncGenerator[dict[str, Any], None]:
        last = None
        while True:
            state = await run_in_threadpool(self._look)
            if state != last:
                yield state
            last = state
            await asyncio.sleep(self.interval)

    def _look(self) -> dict[str, Any]:
        try:
            return {"error": "", **self.look()}
        except (BTError, Refusal) as error:
            return {"error": spoken(error)}

    def tell(self, state: dict[str, Any], sent: object) -> dict[str, Any]:
        del sent
        return state


@dataclass(frozen=True)
class MissingTopic:
    """What there is not, or not any more: one event says so, and the other topics of the stream go on."""

    name: str
    refusal: Refusal

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    async def states(self) -> AsyncGenerator[dict[str, Any], None]:
        yield {"error": spoken(self.refusal)}

    def tell(self, state: dict[str, Any], sent: object) -> dict[str, Any]:
        del sent
        return state


def find_topic(console: Console, topic: str) -> Topic:
    """The one of a name, `KIND:NAME` or `KIND`; raises `Refusal`."""
    kind, _, name = topic.partition(":")
    if kind not in _KINDS:
        raise Refusal(
            422, "topics", say("there is no topic '{}'", topic), advice=say("there are: {}", ", ".join(_SHAPES))
        )
    return _KINDS[kind](console, topic, kind, name)


def _crawl(console: Console, topic: str, _: str, name: str) -> Topic:
    return CrawlTopic(console, topic, console.crawls.get(name).id)


def _part(console: Console, topic: str, kind: str, name: str) -> Topic:
    return PartTopic(CrawlTopic(console, topic, console.crawls.get(name).id), topic, kind)


def _job(console: Console, topic: str, kind: str, name: str) -> Topic:
    proof = console.proofs.get(name)
    return LookTopic(topic, kind, lambda: tell_proof(proof))


def _run(console: Console, topic: str, kind: str, name: str) -> Topic:
    run = console.runs.get(name)
    return LookTopic(topic, kind, lambda: tell_started(run))


def _file(console: Console, topic: str, kind: str, name: str) -> Topic:
    of_kind, _, of_file = name.partition("/")
    find_project_file(console.settings, of_kind, of_file)

    def look() -> dict[str, Any]:
        _, digest = find_project_file(console.settings, of_kind, of_file).read()
        return {"kind": of_kind, "name": of_file, "hash": digest}

    return LookTopic(topic, kind, look)


def _healing(console: Console, topic: str, kind: str, _: str) -> Topic:
    return LookTopic(topic, kind, lambda: {"cases": tell_cases(console.settings, {})["cases"]}, _SLOW_INTERVAL)


_KINDS: dict[str, Callable[[Console, str, str, str], Topic]] = {
    "crawl": _crawl,
    "orders": _part,
    "workers": _part,
    "job": _job,
    "run": _run,
    "file": _file,
    "healing": _healing,
}
_FILES = ("file:trees/NAME", "file:rules/NAME", "file:schemes/NAME")
_SHAPES = ("crawl:NAME", "orders:NAME", "workers:NAME", "job:ID", "run:ID", *_FILES, "healing")
