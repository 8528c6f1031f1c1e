"""Entities of a knowledge base."""

from __future__ import annotations

from dataclasses import dataclass


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
