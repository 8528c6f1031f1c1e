"""Entities of a knowledge base."""

from __future__ import annotations

from dataclasses import dataclass

from ...sentences import say

LONGEST_ID, LONGEST_KIND, LONGEST_NAME = 200, 100, 1000
"""Characters of an id, and of a kind or a relation."""


@dataclass(frozen=True)
class Entity:
    """A person, a place, an organisation, a work, or whatever a user's lists are about."""

    id: str
    name: str
    kind: str = ""
    description: str = ""
    aliases: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    """Relations to others: what it is to them, and their ids."""

    @property
    def names(self) -> tuple[str, ...]:
        """All that it is called."""
        return tuple(dict.fromkeys((self.name, *self.aliases)))


def misfit_of(entity: Entity) -> str | None:
    """Why an entity does not fit into a knowledge base: what of it is too long."""
    texts = [("id", entity.id, LONGEST_ID), ("kind", entity.kind, LONGEST_KIND)]
    texts += [("name" if text == entity.name else "alias", text, LONGEST_NAME) for text in entity.names]
    texts += [("link", other, LONGEST_ID) for _, other in entity.links]
    for what, text, longest in texts:
        if len(text) > longest:
            return say("the {} of '{}' has {} characters, and may have {}", what, entity.name[:60], len(text), longest)
    long = next((name for name, _ in entity.links if len(name) > LONGEST_KIND), None)
    if long is None:
        return None
    return say("a relation of '{}' has {} characters, and may have {}", entity.name[:60], len(long), LONGEST_KIND)
