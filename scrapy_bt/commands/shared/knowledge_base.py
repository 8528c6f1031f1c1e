"""The knowledge base of the project in which a command stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrapy.settings import Settings

from ...crawl.components import add_defaults
from ...operations.entities import find_one, open_knowledge
from ...settings import BTSettings

if TYPE_CHECKING:
    from ...storage.entities import EntityStore

__all__ = ["find_one", "open_entities"]


@contextmanager
def open_entities(settings: Settings, *, make: bool = False) -> Iterator[EntityStore]:
    """Open the project's knowledge base; raises `BTError` if it does not exist, unless it shall be made."""
    BTSettings.read(settings)
    add_defaults(settings)
    with open_knowledge(settings, make=make) as store:
        yield store
