"""The knowledge base of the project in which a command stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scrapy.settings import Settings

from ...core.preference.entities import Entity
from ...crawl.components import add_defaults
from ...errors import BTError
from ...operations.entities import open_knowledge
from ...settings import BTSettings
from ...storage.entities import EntityStore


@contextmanager
def open_entities(settings: Settings, *, make: bool = False) -> Iterator[EntityStore]:
    """Open it; raises `BTError` where there is none, unless it shall be made."""
    BTSettings.read(settings)
    add_defaults(settings)
    with open_knowledge(settings, make=make) as store:
        yield store


def find_one(store: EntityStore, text: str) -> Entity:
    """The entity with this id, name or alias; raises `BTError` where there is none, or several."""
    found = store.find(text)
    if not found:
        raise BTError(f"no entity is called '{text}': see `scrapy bt entities list`")
    exact = [entity for entity in found if entity.id == text]
    if len(found) > 1 and not exact:
        ids = ", ".join(entity.id for entity in found)
        raise BTError(f"'{text}' may be several entities: name one by its id: {ids}")
    return (exact or list(found))[0]
