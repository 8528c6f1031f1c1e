"""The third version: relations between entities, with what says them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"


def upgrade() -> None:
    """Make the table of relations."""
    op.create_table(
        "bt_relations",
        sa.Column("first", sa.String(200), primary_key=True),
        sa.Column("second", sa.String(200), primary_key=True),
        sa.Column("url_key", sa.String(32), primary_key=True),
        sa.Column("relation", sa.String(100), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("between", sa.Text(), nullable=False),
    )
    op.create_index("bt_relations_second", "bt_relations", ["second"])
    op.create_index("bt_relations_url", "bt_relations", ["url_key"])
