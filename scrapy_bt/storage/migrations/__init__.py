"""The store's own bookkeeping in a database, in the version that this code needs: each change is an alembic script."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from ...sentences import say
from ..databases import kind_of_database
from ..rows import StoreError

if TYPE_CHECKING:
    from alembic.operations import Operations

if find_spec("alembic") is None:  # which is loaded where tables are made
    raise ModuleNotFoundError("No module named 'alembic'", name="alembic")

_LOCK = 0x6274_7665
VERSION_TABLE = "bt_version"
"""Where alembic keeps which version a database has."""

TABLES = sa.Table(
    "bt_tables",
    sa.MetaData(),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("key_columns", sa.Text(), nullable=False),
)
"""The tables of records, with the columns that make their keys (JSON; empty: all of them)."""


def upgrade(engine: sa.Engine) -> None:
    """Bring the bookkeeping up to date; raises `StoreError` where a later version of this package has made it."""
    if _is_current(engine):
        return
    # Alembic and its templates take 8 MB, and who only reads and writes in tables that are there needs none of it.
    from alembic.config import Config  # noqa: PLC0415
    from alembic.runtime.environment import EnvironmentContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory(str(Path(__file__).parent), file_template="%%(rev)s")
    with engine.begin() as connection:
        # Of many workers that start at once, one upgrades.
        kind_of_database(connection.dialect.name).lock(connection, _LOCK)

        def steps(revision: Any, context: Any) -> Any:  # noqa: ARG001 - called by alembic
            return scripts._upgrade_revs("head", revision)  # noqa: SLF001 - as alembic's own `command.upgrade` does

        with EnvironmentContext(config, scripts, fn=steps, destination_rev="head") as environment:
            environment.configure(connection=connection, version_table=VERSION_TABLE)
            try:
                environment.run_migrations()
            except CommandError:
                raise StoreError(
                    say("the tables of the database are of a later version (see {}): upgrade scrapy_bt", VERSION_TABLE)
                ) from None


def _is_current(engine: sa.Engine) -> bool:
    newest = max(found.name for found in iter_modules([str(Path(__file__).parent / "versions")]))
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(VERSION_TABLE):
            return False
        version = sa.table(VERSION_TABLE, sa.column("version_num"))
        return connection.scalars(sa.select(version.c.version_num)).all() == [newest]


def operations(connection: sa.Connection) -> Operations:
    """Alembic's operations within the connection's transaction."""
    from alembic.operations import Operations  # noqa: PLC0415 - as above
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415

    return Operations(MigrationContext.configure(connection))
