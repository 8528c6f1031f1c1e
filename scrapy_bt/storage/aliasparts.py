"""Finds names by their parts, with an index of the database: FTS5 of SQLite, `pg_trgm` of PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from ..core.preference.scripts import fold, whole_words

_INDEX = "bt_alias_parts"
_QUERIES = {
    "sqlite": f"SELECT folded FROM {_INDEX} WHERE {_INDEX} MATCH :parts ORDER BY rank LIMIT :most",  # noqa: S608
    "postgresql": (
        "SELECT folded FROM bt_aliases WHERE folded % :name"
        " GROUP BY folded ORDER BY similarity(folded, :name) DESC, folded LIMIT :most"
    ),
}
_LENGTH = 3
"""Characters of a part at least."""


class AliasParts:
    """*engine*: of a knowledge base, whose kind and version of database may have no such index."""

    def __init__(self, engine: sa.Engine) -> None:
        inspected = sa.inspect(engine)
        indexes = {each["name"] for each in inspected.get_indexes("bt_aliases")}
        dialect = engine.dialect.name
        self._query = _QUERIES.get(dialect) if inspected.has_table(_INDEX) or _INDEX in indexes else None

    def near(self, connection: sa.Connection, name: str, *, most: int) -> Sequence[str]:
        """Folded names that share parts of each word with this one, the nearest first; none without an index."""
        folded = fold(" ".join(name.split()))
        parts = _parts(folded)
        if self._query is None or not parts:
            return ()
        values = {"name": folded, "parts": parts, "most": most}
        return connection.scalars(sa.text(self._query), values).all()


def _parts(folded: str) -> str:
    """In FTS5's language, what a name has that is this one with one wrong letter in each word: a half of each word.

    Of words whose halves are too short for the index, any part.
    """
    found = []
    for word in whole_words(folded):
        half = len(word) // 2
        starts = range(len(word) - _LENGTH + 1)
        parts = (word[:half], word[half:]) if half >= _LENGTH else [word[at : at + _LENGTH] for at in starts]
        if parts:
            any_of = " OR ".join(f'"{part}"' for part in parts)
            found.append(f"({any_of})")
    return " AND ".join(found)
