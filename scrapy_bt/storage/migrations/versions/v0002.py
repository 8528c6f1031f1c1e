"""The second version: a knowledge base, and which pages name its entities."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    """Make the tables of entities."""
    op.create_table(
        "bt_entities",
        sa.Column("id", sa.String(200), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(100), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
    )
    op.create_table(
        "bt_aliases",
        sa.Column("folded", sa.String(200), primary_key=True),
        sa.Column("entity", sa.String(200), primary_key=True),
        sa.Column("alias", sa.Text(), nullable=False),
        sa.Column("is_name", sa.Boolean(), nullable=False),
    )
    op.create_index("bt_aliases_entity", "bt_aliases", ["entity"])
    op.create_table(
        "bt_links",
        sa.Column("entity", sa.String(200), primary_key=True),
        sa.Column("relation", sa.String(100), primary_key=True),
        sa.Column("other", sa.String(200), primary_key=True),
    )
    op.create_index("bt_links_other", "bt_links", ["other"])
    op.create_table(
        "bt_mentions",
        sa.Column("url_key", sa.String(32), primary_key=True),
        sa.Column("entity", sa.String(200), primary_key=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
    )
    op.create_index("bt_mentions_entity", "bt_mentions", ["entity"])
