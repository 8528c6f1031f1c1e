"""The JSON Schema of scheme files, for editors and other programs."""

from __future__ import annotations

from typing import Any

from ...documents.schema import published, schema
from .shape import SCHEME


def scheme_schema() -> dict[str, Any]:
    """What a scheme file may hold, in TOML or in YAML."""
    description = "What to collect: words in classes, combined, and the platforms where they are looked for."
    return schema(SCHEME, title="Scheme of scrapy_bt", description=description)


def schema_text() -> str:
    """The file that is published."""
    return published(scheme_schema())
