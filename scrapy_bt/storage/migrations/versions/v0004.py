"""The fourth version: an index of parts of names, where the database can have one."""

from __future__ import annotations

from alembic import op
from sqlalchemy.exc import DBAPIError

revision = "v0004"
down_revision = "v0003"
_SQLITE = (
    "CREATE VIRTUAL TABLE bt_alias_parts USING fts5(folded, tokenize = 'trigram')",
    "INSERT INTO bt_alias_parts (rowid, folded) SELECT rowid, folded FROM bt_aliases",
    """CREATE TRIGGER bt_aliases_come AFTER INSERT ON bt_aliases BEGIN
        INSERT INTO bt_alias_parts (rowid, folded) VALUES (new.rowid, new.folded); END""",
    """CREATE TRIGGER bt_aliases_go AFTER DELETE ON bt_aliases BEGIN
        DELETE FROM bt_alias_parts WHERE rowid = old.rowid; END""",
)
_POSTGRESQL = (
    "CREATE EXTENSION IF NOT EXISTS pg_trgm",
    "CREATE INDEX bt_alias_parts ON bt_aliases USING gin (folded gin_trgm_ops)",
)
_STEPS = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


def upgrade() -> None:
    """Make the index; without it, names that are spelled otherwise are not found, and all else is."""
    connection = op.get_bind()
    try:
        with connection.begin_nested():
            for step in _STEPS.get(connection.dialect.name, ()):
                connection.exec_driver_sql(step)
    except DBAPIError:
        return  # an SQLite without FTS5's trigrams, a PostgreSQL without the extension or the right to have it


def downgrade() -> None:
    """Take it away again, as the next version does to make it anew."""
    if op.get_bind().dialect.name == "sqlite":
        for step in ("TRIGGER bt_aliases_go", "TRIGGER bt_aliases_come", "TABLE bt_alias_parts"):
            op.execute(f"DROP {step.replace(' ', ' IF EXISTS ', 1)}")
    else:
        op.execute("DROP INDEX IF EXISTS bt_alias_parts")
