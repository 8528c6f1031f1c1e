"""What another preference would do to the waiting tasks of a crawl: the next of them, before and after."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from scrapy.settings import BaseSettings

from ..core.preference.features import features_of
from ..core.preference.files import read_preferences
from ..core.preference.guard import LinkRanking
from ..core.preference.links import Link
from ..core.preference.names import EntityName
from ..core.preference.preferences import Preferences
from ..core.preference.promise import LEVELS, Promise
from ..core.preference.relevance import Relevance
from ..core.tree.interpreter import Interpreter
from ..core.tree.program import Program
from ..crawl.preference.preference_files import entities_url
from ..crawl.reading.selectors import PageReader
from ..crawl.visits.requests import REQUESTS
from ..frontier.listings import MOST_PEEKED, ControlTarget, TaskLine, TaskPage
from ..settings import BTSettings
from .dead_letters import describe_entry
from .entities import open_knowledge
from .preferring import PreferencePlan
from .task_urls import url_of_task

SHOWN = 20
"""Tasks that are shown before and after."""
_LOOKED_AT = 400
"""Ready tasks that are looked at: those at the nodes that come first."""
_MOST_PEEKS = 20
_LONGEST = 500


class BoostableCrawl(Protocol):
    """A crawl whose tasks may be looked at and boosted."""

    def status(self) -> dict[str, Any]: ...

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage: ...

    def program(self) -> Program | None: ...

    def order(self, action: str, target: ControlTarget, seconds: float) -> int: ...


@dataclass(frozen=True)
class ReadyTask:
    """A task that is ready."""

    task: int
    node: str
    url: str
    """As far as it is known before the task runs; empty if it is not."""
    number: float
    """Its priority number in seconds, without boost and ageing: the least comes first."""
    boost: float
    gain: float
    """What the other preference subtracts."""


@dataclass(frozen=True)
class BoostPreview:
    """*moved*: the tasks that get another place; *looked_at*: how many tasks were compared."""

    before: tuple[ReadyTask, ...]
    after: tuple[ReadyTask, ...]
    moved: tuple[ReadyTask, ...]
    looked_at: int


def foresee(settings: BaseSettings, crawl: BoostableCrawl, plan: PreferencePlan) -> BoostPreview:
    """The next tasks now and with the other preference, by names in their URLs and variables.

    Raises `BTError` where the crawl does not answer, and `RuleError` for a file of preferences with faults.
    """
    judges = [_judge(settings, text, plan) for text in (plan.before, plan.after)]
    bt = BTSettings.read(settings)
    program = crawl.program()
    interpreter = None if program is None else Interpreter(program, PageReader())
    promise, now = Promise(), time.time()
    found = []
    for line, number in _ready(crawl):
        url, words = _about(line, interpreter)
        old, new = (
            promise.level(features_of(url, Link(words), judge, source=0.0), LinkRanking.NAMES) for judge in judges
        )
        bucket = line.entry.bucket
        level = 1.0 if bucket.node == REQUESTS else bt.preference_seconds / LEVELS
        aged = bt.ageing * max(0.0, now - line.since) if line.since else 0.0
        found.append(ReadyTask(line.entry.id, bucket.node, url, number - aged, bucket.boost, (new - old) * level))
    return BoostPreview(
        tuple(sorted(found, key=lambda one: one.number)[:SHOWN]),
        tuple(sorted(found, key=lambda one: one.number - one.gain)[:SHOWN]),
        tuple(one for one in found if one.gain),
        len(found),
    )


def move(crawl: BoostableCrawl, effect: BoostPreview) -> int:
    """Boost the tasks that are reordered; returns how many are still there. Raises `BTError`."""
    return sum(crawl.order("boost", ControlTarget(task=one.task), one.boost + one.gain) for one in effect.moved)


def _judge(settings: BaseSettings, text: str, plan: PreferencePlan) -> Relevance:
    preferences = read_preferences(text, file=str(plan.path)) if text.strip() else Preferences()
    return Relevance(preferences, _names(settings, preferences))


def _names(settings: BaseSettings, preferences: Preferences) -> list[EntityName]:
    """The names of the preferred entities."""
    if not entities_url(settings):
        return []
    with open_knowledge(settings) as store:
        found = [entity for text in preferences.entities for entity in store.find(text)]
        found += [entity for kind in preferences.kinds for entity in store.entities(kind=kind)]
    return [EntityName(name, entity.id, entity.kind) for entity in found for name in entity.names]


def _ready(crawl: BoostableCrawl) -> Iterator[tuple[TaskLine, float]]:
    """Tasks of the nodes that come first, each with the priority number of its bucket."""
    ready = [each for each in crawl.status()["nodes"] if each["ready"]]
    numbers = {(each["tree"], each["node"], each["boost"]): each["number"] or 0.0 for each in ready}
    left, peeks = _LOOKED_AT, _MOST_PEEKS
    for node in dict.fromkeys(each["node"] for each in sorted(ready, key=lambda each: each["number"] or 0.0)):
        after = ""
        while left > 0 and peeks > 0:
            page = crawl.peek(ControlTarget(node=node), "ready", after, min(left, MOST_PEEKED))
            peeks -= 1
            for line in page.tasks:
                bucket = line.entry.bucket
                yield line, numbers.get((bucket.tree, bucket.node, bucket.boost), -bucket.boost)
            left -= len(page.tasks)
            after = page.after
            if not after:
                break


def _about(line: TaskLine, interpreter: Interpreter | None) -> tuple[str, str]:
    """The URL of a task, and what else its variables say."""
    told = describe_entry(line.entry, secrets=False)
    url = url_of_task(line.entry, told, interpreter)
    texts = [value for value in (told.get("variables") or {}).values() if isinstance(value, str)]
    return url, " ".join(text for text in texts if text not in url)[:_LONGEST]
