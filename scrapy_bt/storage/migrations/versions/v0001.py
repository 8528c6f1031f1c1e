"""The first version: which tables hold records, and what makes their keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    """Make the table of tables."""
    op.create_table(
        "bt_tables",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("key_columns", sa.Text(), nullable=False),
    )
