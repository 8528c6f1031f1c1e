"""The queue of a tree, its queue in Redis, as somebody sees it who adds tasks to it and does none of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
from scrapy.settings import BaseSettings

from ...core.documents.json import read_json
from ...core.tree.program import Program
from ...errors import BTError
from ...frontier.completion import Requeue
from ...frontier.redis.call import ScriptCall
from ...frontier.redis.calls import Calls
from ...frontier.redis.frontier import name_worker
from ...frontier.redis.queue_configuration import KEY as CONFIGURATION
from ...frontier.redis.queue_configuration import QueueConfiguration
from ...sentences import say
from ...settings import BTSettings
from ..runtime.completions import Bookkeeper
from ..runtime.frontiers import TREE, texts_of
from ..runtime.priorities import Priorities
from .names import queue_key, seen_key

KEPT = "kept"
"""Text of the blackboard: the queue gets its tasks from elsewhere, so it is not cleared when it is empty."""

FED_BY, FEEDS = "fed by", "feeds"
"""Texts of the blackboard: JSON lists of names of trees, for whoever looks at the queues."""


class Seeding(msgspec.Struct, frozen=True):
    """What is told of a scheme whose seeds are for a queue, as it was seeded last."""

    source: str
    """Its name in the queue."""
    seeds: int
    """How many it has."""

    @property
    def text(self) -> str:
        """The text for the call `announce`."""
        return msgspec.json.encode(self).decode()


class TreeQueue:
    """Makes tasks of a tree, and the calls that store them in its queue."""

    def __init__(self, settings: BaseSettings, program: Program) -> None:
        self.program, self._settings = program, settings
        self.prefix = queue_key(settings, program.name)
        self.place = f"the queue {self.prefix} in Redis"
        bt = BTSettings.read(settings)
        self._configuration = QueueConfiguration(
            ageing=bt.ageing,
            lease_seconds=bt.lease_seconds,
            lease_losses=bt.lease_losses,
            limits=dict(program.limits),
            seen_key=seen_key(settings, program.name),
        )
        self._number = Priorities(program, settings).number
        self._bookkeeper = Bookkeeper(program)
        self.renew()

    def renew(self) -> None:
        """Begin anew, after somebody has deleted the queue."""
        self.calls: Calls = self._configuration.calls(self.prefix, worker=name_worker(), number=self._number)

    def adopt(self, configuration: str | None) -> None:
        """Go by the configuration of its workers, the text `CONFIGURATION`, where they have left any."""
        if configuration is not None:
            self._configuration = QueueConfiguration.read(configuration)
            self.renew()

    def task(self, arguments: Mapping[str, Any], key: bytes) -> Requeue:
        """A task that has not begun; raises `ArgumentsError`, and `TaskError` for values that are no data."""
        return Requeue(self._bookkeeper.entry(self.program.initial(arguments)), key=key)

    def check_owner(self, owner: str | None) -> None:
        """Raise `BTError` when the queue, by its text `TREE`, is another tree's."""
        if owner not in (None, self.program.name):
            raise BTError(
                say("{} holds the crawl of '{}'; '{}' needs one of its own", self.place, owner, self.program.name)
            )

    def opening(self, *, is_configured: bool) -> list[ScriptCall[None]]:
        """Calls that leave what a worker needs who has no files, and that the queue is to be kept."""
        texts = {TREE: self.program.name, **texts_of(self.program), KEPT: "yes"}
        if not is_configured:
            texts[CONFIGURATION] = self._configuration.text
        return [self.calls.remember(key, text) for key, text in texts.items()]


def add_name(text: str | None, name: str) -> str:
    """A text `FED_BY` or `FEEDS` with one more name."""
    return json.dumps(sorted({*names_in(text), name}))


def names_in(text: str | None) -> list[str]:
    """The names of a text `FED_BY` or `FEEDS`."""
    try:
        names = read_json(text) if text else []
    except ValueError:
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def read_seedings(announced: Mapping[str, str]) -> dict[str, Seeding]:
    """What was announced in a queue, by the names of the schemes."""
    seedings = {}
    for name, text in sorted(announced.items()):
        with suppress(ValueError):
            seedings[name] = read_json(text, shape=Seeding)
    return seedings
