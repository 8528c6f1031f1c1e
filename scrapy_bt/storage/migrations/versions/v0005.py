"""The fifth version: the index of parts of names of SQLite knows names by numbers of their own.

Those of the version before were SQLite's own numbers of rows, which `VACUUM` may give anew.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import DBAPIError

from scrapy_bt.storage.migrations.versions import v0004  # which alembic loads by its path

revision = "v0005"
down_revision = "v0004"
_STEPS = (
    "CREATE TABLE bt_alias_names (id INTEGER PRIMARY KEY, folded TEXT NOT NULL UNIQUE)",
    """CREATE VIRTUAL TABLE bt_alias_parts USING fts5(
        folded, content = 'bt_alias_names', content_rowid = 'id', tokenize = 'trigram')""",
    """CREATE TRIGGER bt_alias_names_come AFTER INSERT ON bt_alias_names BEGIN
        INSERT INTO bt_alias_parts (rowid, folded) VALUES (new.id, new.folded); END""",
    """CREATE TRIGGER bt_alias_names_go AFTER DELETE ON bt_alias_names BEGIN
        INSERT INTO bt_alias_parts (bt_alias_parts, rowid, folded) VALUES ('delete', old.id, old.folded); END""",
    """CREATE TRIGGER bt_aliases_come AFTER INSERT ON bt_aliases BEGIN
        INSERT INTO bt_alias_names (folded) SELECT new.folded
        WHERE NOT EXISTS (SELECT 1 FROM bt_alias_names WHERE folded = new.folded); END""",
    """CREATE TRIGGER bt_aliases_go AFTER DELETE ON bt_aliases BEGIN
        DELETE FROM bt_alias_names WHERE folded = old.folded
        AND NOT EXISTS (SELECT 1 FROM bt_aliases WHERE folded = old.folded); END""",
    "INSERT INTO bt_alias_names (folded) SELECT DISTINCT folded FROM bt_aliases",
)


def upgrade() -> None:
    """Make the index anew, where there is one."""
    connection = op.get_bind()
    if connection.dialect.name != "sqlite" or not sa.inspect(connection).has_table("bt_alias_parts"):
        return
    v0004.downgrade()
    try:
        with connection.begin_nested():
            for step in _STEPS:
                connection.exec_driver_sql(step)
    except DBAPIError:
        return  # as in the version before: names that are spelled otherwise are not found
