"""Makes an entity of what a file gives of it, or tells what is wrong with that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from ...sentences import say
from .entities import Entity, misfit_of
from .names import has_markup, why_never_found
from .scripts import fold

KEYS = ("id", "name", "kind", "description", "aliases", "links")
"""What a file may give of an entity."""


class Loss(Enum):
    """What does not come into the knowledge base."""

    ENTITY = "entity"
    NAME = "name"
    EARLIER = "an entity that came before"
    NOTHING = "what is no part of an entity"


class Unread(NamedTuple):
    """A part of a line, or of an entry, that is not taken, and why."""

    number: int
    reason: str
    loss: Loss = Loss.ENTITY


class GivenEntity(NamedTuple):
    """What a line, or an entry, gives of an entity."""

    number: int
    values: Mapping[str, Any]
    """By `KEYS`."""


def entity_of(given: GivenEntity) -> Iterator[Entity | Unread]:
    """The entity, after the names of it that are left out; or what is wrong with it."""
    number, values = given
    wrong = _wrong_value_of(values)
    if wrong is not None:
        yield Unread(number, wrong)
        return
    entity = _entity(values)
    texts = (entity.id, entity.kind, entity.description, *entity.names, *chain(*entity.links))
    misfit = misfit_of(entity)
    if any("\0" in text for text in texts):
        yield Unread(number, say("it holds a NUL character, which no database keeps"))
    elif misfit is not None:
        yield Unread(number, misfit)
    else:
        yield from _with_names_that_are_found(entity, number)


def _wrong_value_of(values: Mapping[str, Any]) -> str | None:
    name = values.get("name")
    if not isinstance(name, str) or not name.strip():
        return say("it has no name")
    for key in ("id", "kind", "description"):
        value = values.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, (str, int))):
            return say("its `{}` is no text", key)
    aliases, links = values.get("aliases"), values.get("links")
    if aliases is not None and not (isinstance(aliases, list) and all(isinstance(alias, str) for alias in aliases)):
        return say("its `aliases` are no list of texts")
    if links is not None and not (isinstance(links, list) and all(map(_is_link, links))):
        return say("its `links` are no list of pairs, [relation, id]")
    return None


def _is_link(link: Any) -> bool:
    return isinstance(link, list) and len(link) == 2 and all(isinstance(part, str) for part in link)


def _entity(values: Mapping[str, Any]) -> Entity:
    name, *aliases = (" ".join(text.split()) for text in (values["name"], *(values.get("aliases") or ())))
    id_, kind, description = (_text(values.get(key)) for key in ("id", "kind", "description"))
    return Entity(
        id_ or fold(name),
        name,
        kind,
        description,
        tuple(dict.fromkeys(alias for alias in aliases if alias not in ("", name))),
        tuple((relation, other) for relation, other in values.get("links") or ()),
    )


def _text(value: str | int | None) -> str:
    return "" if value is None else str(value).strip()


def _with_names_that_are_found(entity: Entity, number: int) -> Iterator[Entity | Unread]:
    useless = {name: reason for name in entity.names if (reason := why_never_found(name)) is not None}
    if entity.name in useless and (len(useless) == len(entity.names) or has_markup(entity.name)):
        yield Unread(number, useless[entity.name])
        return
    for reason in useless.values():
        yield Unread(number, say("{}: left out", reason), Loss.NAME)
    yield replace(entity, aliases=tuple(name for name in entity.aliases if name not in useless))
