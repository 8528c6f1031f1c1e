"""The JSON Schema of rule files, for editors and other programs."""

from __future__ import annotations

from typing import Any

from ...documents.schema import published, schema
from .shape import RULE


def rule_schema() -> dict[str, Any]:
    """What a rule file may hold."""
    description = "What is taken from a site: layers of pages, the tags in them, and groups that become tables."
    return schema(RULE, title="Rule of scrapy_bt", description=description)


def schema_text() -> str:
    """The file that is published."""
    return published(rule_schema())
