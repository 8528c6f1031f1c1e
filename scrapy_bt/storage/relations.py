"""Relations between the entities of a knowledge base, each with the pages and a sentence that say it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from ..core.preference.relations import RelationEvidence, information
from .database import url_key

_LONGEST_ID, _LONGEST_RELATION, _LONGEST_TEXT = 200, 100, 1000
_MOST_ROWS = 20_000
"""Sentences that are looked at for one question."""
_META = sa.MetaData()
RELATIONS = sa.Table(
    "bt_relations",
    _META,
    sa.Column("first", sa.String(_LONGEST_ID), primary_key=True),
    sa.Column("second", sa.String(_LONGEST_ID), primary_key=True),
    sa.Column("url_key", sa.String(32), primary_key=True),
    sa.Column("relation", sa.String(_LONGEST_RELATION)),
    sa.Column("confidence", sa.Float()),
    sa.Column("url", sa.Text()),
    sa.Column("sentence", sa.Text()),
    sa.Column("between", sa.Text()),
)
_MENTIONS = sa.table("bt_mentions", sa.column("url_key"), sa.column("entity"))


@dataclass(frozen=True)
class Related:
    """What one entity is to another, by all pages."""

    first: str
    second: str
    relation: str
    """Empty: they stand in one sentence, nobody knows why."""
    confidence: float
    pages: int
    weight: float
    """How much more often both stand in one sentence than by chance, −1 to 1."""
    url: str
    sentence: str
    """The surest one."""


class RelationStore:
    """For one thread at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def note(self, pages: Mapping[str, Iterable[RelationEvidence]]) -> None:
        """Keep what pages say of entities; a page that comes again is corrected."""
        rows = [row for url, found in pages.items() for row in _rows(url, found)]
        with self._engine.begin() as connection:
            keys = [url_key(url) for url in pages]
            connection.execute(sa.delete(RELATIONS).where(RELATIONS.c.url_key.in_(keys)))
            if rows:
                connection.execute(sa.insert(RELATIONS), rows)

    def of(self, entities: Collection[str]) -> list[Related]:
        """What these are to others, and others to them; the weightiest first."""
        wanted = sorted(entities)
        where = sa.or_(RELATIONS.c.first.in_(wanted), RELATIONS.c.second.in_(wanted))
        query = sa.select(RELATIONS).where(where).order_by(RELATIONS.c.confidence.desc(), RELATIONS.c.url_key)
        with self._engine.connect() as connection:
            rows = connection.execute(query.limit(_MOST_ROWS)).all()
            counts, pages = self._counts(connection, {id_ for row in rows for id_ in (row.first, row.second)})
        together = Counter(frozenset((row.first, row.second)) for row in rows)
        found: dict[tuple[str, str, str], Related] = {}
        seen = Counter((row.first, row.second, row.relation) for row in rows)
        for row in rows:
            key = row.first, row.second, row.relation
            if key not in found:
                both = together[frozenset(key[:2])]
                weight = information(both, max(both, counts[row.first]), max(both, counts[row.second]), pages)
                found[key] = Related(*key, row.confidence, seen[key], weight, row.url, row.sentence)
        return sorted(found.values(), key=lambda one: (-one.weight, -one.pages, one.first, one.second, one.relation))

    def all(self) -> Iterator[tuple[str, RelationEvidence]]:
        """Every sentence with the URL of its page."""
        query = sa.select(RELATIONS).order_by(RELATIONS.c.first, RELATIONS.c.second, RELATIONS.c.url_key)
        with self._engine.connect() as connection:
            for row in connection.execute(query):
                evidence = RelationEvidence(
                    row.first, row.second, row.relation, row.confidence, row.sentence, row.between
                )
                yield row.url, evidence

    def retype(self, url: str, before: RelationEvidence, relation: str, confidence: float) -> None:
        """Say what a sentence means."""
        key = (RELATIONS.c.first == before.first, RELATIONS.c.second == before.second)
        with self._engine.begin() as connection:
            changed = sa.update(RELATIONS).where(*key, RELATIONS.c.url_key == url_key(url))
            connection.execute(changed.values(relation=relation[:_LONGEST_RELATION], confidence=confidence))

    @staticmethod
    def move(connection: sa.Connection, gone: str, kept: str) -> None:
        """Move all relations of one entity to another; where both have one on a page, that of *kept* stays."""
        for column, other in (("first", "second"), ("second", "first")):
            same = RELATIONS.alias()
            is_there = sa.exists().where(
                same.c[column] == kept, same.c[other] == RELATIONS.c[other], same.c.url_key == RELATIONS.c.url_key
            )
            mine = RELATIONS.c[column] == gone
            connection.execute(sa.update(RELATIONS).where(mine, ~is_there).values({column: kept}))
            connection.execute(sa.delete(RELATIONS).where(mine))
        connection.execute(sa.delete(RELATIONS).where(RELATIONS.c.first == RELATIONS.c.second))

    @staticmethod
    def _counts(connection: sa.Connection, entities: Collection[str]) -> tuple[Counter[str], int]:
        """On how many pages each is named, and how many pages there are."""
        query = sa.select(_MENTIONS.c.entity, sa.func.count()).group_by(_MENTIONS.c.entity)
        rows: Any = connection.execute(query.where(_MENTIONS.c.entity.in_(sorted(entities)))).all()
        pages = connection.execute(sa.select(sa.func.count(sa.distinct(_MENTIONS.c.url_key)))).scalar_one()
        return Counter(dict(rows)), pages


def _rows(url: str, found: Iterable[RelationEvidence]) -> list[dict[str, Any]]:
    """One for each pair of a page, the surest; a pair of which nothing is known has the lower id first."""
    best: dict[tuple[str, str], RelationEvidence] = {}
    for one in found:
        pair = (one.first, one.second) if one.relation else (min(one[:2]), max(one[:2]))
        if pair not in best or one.confidence > best[pair].confidence:
            best[pair] = one
    return [
        {
            "first": first[:_LONGEST_ID],
            "second": second[:_LONGEST_ID],
            "url_key": url_key(url),
            "relation": one.relation[:_LONGEST_RELATION],
            "confidence": one.confidence,
            "url": url,
            "sentence": one.sentence[:_LONGEST_TEXT],
            "between": one.between[:_LONGEST_TEXT],
        }
        for (first, second), one in best.items()
    ]
