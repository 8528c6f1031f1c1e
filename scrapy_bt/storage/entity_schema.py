"""The tables of the knowledge base: entities, what they are called, how they are related, which pages name them."""

from __future__ import annotations

import sqlalchemy as sa

from ..core.preference.entities import LONGEST_ID, LONGEST_KIND

_META = sa.MetaData()
ENTITIES = sa.Table(
    "bt_entities",
    _META,
    sa.Column("id", sa.String(LONGEST_ID), primary_key=True),
    sa.Column("name", sa.Text()),
    sa.Column("kind", sa.String(LONGEST_KIND)),
    sa.Column("description", sa.Text()),
)
ALIASES = sa.Table(
    "bt_aliases",
    _META,
    sa.Column("folded", sa.String(LONGEST_ID), primary_key=True),
    sa.Column("entity", sa.String(LONGEST_ID), primary_key=True),
    sa.Column("alias", sa.Text()),
    sa.Column("is_name", sa.Boolean()),
)
LINKS = sa.Table(
    "bt_links",
    _META,
    sa.Column("entity", sa.String(LONGEST_ID), primary_key=True),
    sa.Column("relation", sa.String(LONGEST_KIND), primary_key=True),
    sa.Column("other", sa.String(LONGEST_ID), primary_key=True),
)
MENTIONS = sa.Table(
    "bt_mentions",
    _META,
    sa.Column("url_key", sa.String(32), primary_key=True),
    sa.Column("entity", sa.String(LONGEST_ID), primary_key=True),
    sa.Column("url", sa.Text()),
    sa.Column("times", sa.Integer()),
)

TABLES = (ENTITIES, ALIASES, LINKS, MENTIONS)
