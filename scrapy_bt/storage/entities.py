"""The knowledge base of a project in its database: entities, what they are called, and which pages name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import sqlalchemy as sa

from ..core.preference.entities import LONGEST_ID, Entity, misfit_of
from ..core.preference.linking import PROVISIONAL
from ..core.preference.names import EntityName
from ..core.preference.scripts import fold
from ..sentences import say
from .aliasparts import AliasParts
from .database import url_key
from .engines import open_engine, tell_failures
from .entity_schema import ALIASES, ENTITIES, LINKS, MENTIONS
from .relations import RelationStore
from .rows import StoreError

_AT_ONCE = 500
"""Entities of a transaction."""
_TIMEOUT = 30.0
"""Seconds that the database is waited for."""
_MOST_ALIKE = 50
"""Names with many of the same parts that are looked at."""


@dataclass(frozen=True)
class Mentioned:
    """A page that names an entity, and how often."""

    url: str
    times: int


class EntityStore:
    """For one thread at a time; an id that comes again is updated."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url, timeout=_TIMEOUT)
        tell_failures(self._engine, say("the knowledge base"))
        self._parts = AliasParts(self._engine)
        self.relations = RelationStore(self._engine)

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()

    def add(self, entities: Iterable[Entity]) -> int:
        """Keep entities; returns how many. Raises `StoreError` where one does not fit."""
        count, whole = 0, iter(entities)
        while some := list(islice(whole, _AT_ONCE)):
            latest = {entity.id: entity for entity in some}
            for entity in latest.values():
                _check(entity)
            with self._engine.begin() as connection:
                self._replace(connection, latest)
            count += len(some)
        return count

    def _replace(self, connection: sa.Connection, latest: Mapping[str, Entity]) -> None:
        for table, column in ((ALIASES, ALIASES.c.entity), (LINKS, LINKS.c.entity), (ENTITIES, ENTITIES.c.id)):
            connection.execute(sa.delete(table).where(column.in_(latest)))
        plain = [
            {"id": one.id, "name": one.name, "kind": one.kind, "description": one.description}
            for one in latest.values()
        ]
        connection.execute(sa.insert(ENTITIES), plain)
        aliases = {
            (fold(text)[:LONGEST_ID], one.id): {"alias": text, "is_name": text == one.name}
            for one in latest.values()
            for text in reversed(one.names)
        }
        connection.execute(
            sa.insert(ALIASES), [{"folded": folded, "entity": id_, **rest} for (folded, id_), rest in aliases.items()]
        )
        links = {(one.id, relation, other) for one in latest.values() for relation, other in one.links}
        if links:
            rows = [{"entity": id_, "relation": relation, "other": other} for id_, relation, other in sorted(links)]
            connection.execute(sa.insert(LINKS), rows)

    def find(self, text: str) -> Sequence[Entity]:
        """The entities with this id, name or alias, in capitals or not."""
        with self._engine.connect() as connection:
            bearers = sa.select(ALIASES.c.entity).where(ALIASES.c.folded == fold(text)[:LONGEST_ID])
            where = sa.or_(ENTITIES.c.id.in_({text, fold(text)}), ENTITIES.c.id.in_(bearers))
            return list(self._read(connection, sa.select(ENTITIES).where(where).order_by(ENTITIES.c.id)))

    def entities(self, *, kind: str = "", after: str = "", most: int | None = None) -> Iterator[Entity]:
        """All of them by id, or those of a kind; nobody has to wait with writing until the last is read."""
        left = most
        while left is None or left > 0:
            size = _AT_ONCE if left is None else min(left, _AT_ONCE)
            query = sa.select(ENTITIES).where(ENTITIES.c.id > after).order_by(ENTITIES.c.id).limit(size)
            with self._engine.connect() as connection:
                some = list(self._read(connection, query.where(ENTITIES.c.kind == kind) if kind else query))
            yield from some
            if len(some) < size:
                return
            after, left = some[-1].id, None if left is None else left - size

    def names(self) -> Iterator[EntityName]:
        """What all entities are called."""
        query = sa.select(ALIASES.c.alias, ALIASES.c.entity, ENTITIES.c.kind).join(
            ENTITIES, ENTITIES.c.id == ALIASES.c.entity
        )
        with self._engine.connect() as connection:
            for alias, entity, kind in connection.execute(query.order_by(ALIASES.c.entity, ALIASES.c.alias)):
                yield EntityName(alias, entity, kind)

    def links(self) -> Iterator[tuple[str, str, str]]:
        """All relations that entities have to others: one, what it is to the other, the other."""
        with self._engine.connect() as connection:
            yield from (tuple(row) for row in connection.execute(sa.select(LINKS)))

    def linked_to(self, ids: Iterable[str]) -> Sequence[tuple[str, str, str]]:
        """The relations that lead from or to some entities."""
        wanted = sorted(set(ids))
        where = sa.or_(LINKS.c.entity.in_(wanted), LINKS.c.other.in_(wanted))
        query = sa.select(LINKS).where(where).order_by(LINKS.c.entity, LINKS.c.relation, LINKS.c.other)
        with self._engine.connect() as connection:
            return [(entity, relation, other) for entity, relation, other in connection.execute(query)]

    def spelled_like(self, name: str) -> Sequence[EntityName]:
        """Who bears a name with many of the same parts, most of them first; provisional entities are left out."""
        with self._engine.connect() as connection:
            near = list(self._parts.near(connection, name, most=_MOST_ALIKE))
            query = sa.select(ALIASES.c.folded, ALIASES.c.alias, ALIASES.c.entity, ENTITIES.c.kind)
            bearers = connection.execute(
                query.join(ENTITIES, ENTITIES.c.id == ALIASES.c.entity)
                .where(ALIASES.c.folded.in_(near), ~ALIASES.c.entity.startswith(PROVISIONAL, autoescape=True))
                .order_by(ALIASES.c.entity)
            ).all()
        place = {folded: at for at, folded in enumerate(near)}
        return [EntityName(*found) for _, *found in sorted(bearers, key=lambda row: place[row.folded])]

    def search(self, text: str, *, most: int = 100) -> Sequence[Entity]:
        """The entities with this text in a name, those that are named on most pages first."""
        part = fold(text).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        bearers = sa.select(ALIASES.c.entity).where(ALIASES.c.folded.like(f"%{part}%", escape="\\"))
        pages = sa.select(sa.func.count()).where(MENTIONS.c.entity == ENTITIES.c.id).scalar_subquery()
        where = sa.or_(ENTITIES.c.id.in_({text, fold(text)}), ENTITIES.c.id.in_(bearers))
        with self._engine.connect() as connection:
            query = sa.select(ENTITIES).where(where).order_by(pages.desc(), ENTITIES.c.id)
            return list(self._read(connection, query.limit(most)))

    def ambiguous(self) -> Sequence[Entity]:
        """The entities that share a name with another."""
        shared = sa.select(ALIASES.c.folded).group_by(ALIASES.c.folded).having(sa.func.count() > 1)
        bearers = sa.select(ALIASES.c.entity).where(ALIASES.c.folded.in_(shared))
        with self._engine.connect() as connection:
            return list(self._read(connection, sa.select(ENTITIES).where(ENTITIES.c.id.in_(bearers))))

    def get(self, ids: Iterable[str]) -> Mapping[str, Entity]:
        """Entities by their ids; unknown ids are left out."""
        wanted = sorted(set(ids))
        found: dict[str, Entity] = {}
        with self._engine.connect() as connection:
            for start in range(0, len(wanted), _AT_ONCE):
                query = sa.select(ENTITIES).where(ENTITIES.c.id.in_(wanted[start : start + _AT_ONCE]))
                found.update((one.id, one) for one in self._read(connection, query))
        return found

    def merge(self, kept: str, gone: str) -> Entity:
        """Make one of two entities that are the same; raises `StoreError` where one of them is missing."""
        known = self.get((kept, gone))
        if len(known) < 2 or kept == gone:
            missing = next((id_ for id_ in (kept, gone) if id_ not in known), kept)
            raise StoreError(say("'{}' is no entity beside the other one: see `scrapy bt entities list`", missing))
        one, other = known[kept], known[gone]
        merged = Entity(
            kept,
            one.name,
            one.kind or other.kind,
            one.description or other.description,
            tuple(dict.fromkeys((*one.aliases, *other.names))),
            tuple(dict.fromkeys(link for link in (*one.links, *other.links) if link[1] not in (kept, gone))),
        )
        with self._engine.begin() as connection:
            self._replace(connection, {kept: merged})
            for table in (ALIASES, LINKS):
                connection.execute(sa.delete(table).where(table.c.entity == gone))
            connection.execute(sa.delete(ENTITIES).where(ENTITIES.c.id == gone))
            _move(connection, LINKS, "other", gone, kept, ("entity", "relation"))
            _move(connection, MENTIONS, "entity", gone, kept, ("url_key",))
            RelationStore.move(connection, gone, kept)
        return merged

    def note(self, pages: Mapping[str, Mapping[str, int]]) -> None:
        """Keep which entities pages name, how often each; a page that comes again is corrected."""
        if not pages:
            return
        rows = [
            {"url_key": url_key(url), "entity": entity[:LONGEST_ID], "url": url, "times": times}
            for url, named in pages.items()
            for entity, times in named.items()
        ]
        with self._engine.begin() as connection:
            connection.execute(sa.delete(MENTIONS).where(MENTIONS.c.url_key.in_([url_key(url) for url in pages])))
            if rows:
                connection.execute(sa.insert(MENTIONS), rows)

    def note_new(self, entities: Iterable[Entity]) -> None:
        """Keep entities of which nothing but a name is known, unless they are known by now."""
        latest = {one.id: one for one in entities if misfit_of(one) is None}
        known = self.get(latest)
        new = {id_: one for id_, one in latest.items() if id_ not in known}
        if new:
            with self._engine.begin() as connection:
                self._replace(connection, new)

    def pages(self, entity: str, *, most: int = 100) -> Sequence[Mentioned]:
        """The pages that name an entity, those first that do it most often."""
        query = (
            sa.select(MENTIONS.c.url, MENTIONS.c.times)
            .where(MENTIONS.c.entity == entity)
            .order_by(MENTIONS.c.times.desc(), MENTIONS.c.url)
            .limit(most)
        )
        with self._engine.connect() as connection:
            return [Mentioned(url, times) for url, times in connection.execute(query)]

    def named(self, url: str) -> Mapping[str, int]:
        """The entities that a page names, and how often."""
        query = sa.select(MENTIONS.c.entity, MENTIONS.c.times).where(MENTIONS.c.url_key == url_key(url))
        with self._engine.connect() as connection:
            rows: Any = connection.execute(query).all()
        return dict(rows)

    def popularity(self, ids: Iterable[str] | None = None) -> Mapping[str, int]:
        """On how many pages each entity was named, or each of some."""
        query = sa.select(MENTIONS.c.entity, sa.func.count()).group_by(MENTIONS.c.entity)
        query = query if ids is None else query.where(MENTIONS.c.entity.in_(sorted(ids)))
        with self._engine.connect() as connection:
            rows: Any = connection.execute(query).all()
        return dict(rows)

    def _read(self, connection: sa.Connection, query: sa.Select[tuple[str, ...]]) -> Iterator[Entity]:
        for rows in connection.execute(query).partitions(_AT_ONCE):
            ids = [row.id for row in rows]
            aliases: dict[str, list[str]] = {}
            found = sa.select(ALIASES.c.entity, ALIASES.c.alias).where(
                ALIASES.c.entity.in_(ids), ALIASES.c.is_name.is_(False)
            )
            for id_, alias in connection.execute(found.order_by(ALIASES.c.alias)):
                aliases.setdefault(id_, []).append(alias)
            links: dict[str, list[tuple[str, str]]] = {}
            linked = sa.select(LINKS).where(LINKS.c.entity.in_(ids)).order_by(LINKS.c.relation, LINKS.c.other)
            for id_, relation, other in connection.execute(linked):
                links.setdefault(id_, []).append((relation, other))
            for row in rows:
                own, others = aliases.get(row.id, ()), links.get(row.id, ())
                yield Entity(row.id, row.name, row.kind, row.description, tuple(own), tuple(others))


def _check(entity: Entity) -> None:
    misfit = misfit_of(entity)
    if misfit is not None:
        raise StoreError(misfit)


def _move(connection: sa.Connection, table: sa.Table, column: str, gone: str, kept: str, key: Sequence[str]) -> None:
    """Let rows that name one entity name another, unless there is such a row."""
    other = table.alias()
    same = sa.exists().where(other.c[column] == kept, *(other.c[name] == table.c[name] for name in key))
    connection.execute(sa.update(table).where(table.c[column] == gone, ~same).values({column: kept}))
    connection.execute(sa.delete(table).where(table.c[column] == gone))
