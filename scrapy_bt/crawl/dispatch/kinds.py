"""Kinds of URLs: by a rule, or by a model of URLs that is asked in batches, off the reactor's thread."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from scrapy.utils.misc import load_object

from ...core.dispatch.projections import PATTERNS, number_of_kind, route_pattern, shape
from ...core.dispatch.states import URLKind
from ...core.tree.destinations import slot_host_of
from ...errors import ModelError

logger = logging.getLogger(__name__)

_MODEL = "scrapy_bt.learning.distillation.distiller.Distiller"
_STEPS = 4.0
"""Parts of a standard deviation of the model's values that are one kind."""
_MOST = 20_000
"""Shapes whose kinds are remembered; of as many it is waited for an answer at most."""

Kinds = Callable[[str], URLKind]
"""The kind of a URL."""


def read_kinds(named: str, extra: dict[str, object]) -> Kinds:
    """What `BT_DISPATCH_KINDS` names; a model that cannot be used is told, and the route pattern stands in for it."""
    if named in PATTERNS:
        return partial(_kind_by, PATTERNS[named])
    try:
        return DistilledKinds(load_object(_MODEL).read(Path(named)))
    except (ModelError, ImportError) as error:
        logger.warning("BT_DISPATCH_KINDS: %s; URLs are grouped by their pattern instead", error, extra=extra)
        return partial(_kind_by, route_pattern)


def _kind_by(rule: Callable[[str], str], url: str) -> URLKind:
    return _kind_called(rule(url), slot_host_of(url))


@lru_cache(1 << 12)
def _kind_called(route: str, host: str) -> URLKind:
    return URLKind(route, host, number_of_kind(route))


class DistilledKinds:
    """Kinds by a model's values; of URLs that it has not seen yet, by the route pattern until it has."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._known: dict[str, URLKind] = {}
        self._wanted: dict[str, str] = {}
        """URLs by their shapes."""
        self._task: asyncio.Task[None] | None = None

    def __call__(self, url: str) -> URLKind:
        """The kind of a URL."""
        text = shape(url)
        kind = self._known.get(text)
        if kind is None:
            if len(self._wanted) < _MOST:
                self._wanted[text] = url
            return URLKind(route_pattern(url), slot_host_of(url))
        return kind

    def ask(self) -> None:
        """Have the model asked for what is not known, unless it is asked already."""
        if self._wanted and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._ask())

    async def _ask(self) -> None:
        wanted, self._wanted = self._wanted, {}
        loop = asyncio.get_running_loop()
        values = await loop.run_in_executor(None, self._model.distil, list(wanted.values()))
        if len(self._known) + len(wanted) > _MOST:
            self._known.clear()
        self._known |= {text: _kind_of(url, value) for (text, url), value in zip(wanted.items(), values, strict=True)}


def _kind_of(url: str, values: Sequence[float]) -> URLKind:
    host = slot_host_of(url)
    return URLKind(f"{host} {' '.join(str(round(_STEPS * value)) for value in values)}", host, math.tanh(values[0]))
