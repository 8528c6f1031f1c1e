"""The JSON Schema of scheme files, for editors and other programs."""

from __future__ import annotations

import json
from typing import Any

from ...rules.files.schema import schema_of
from .shape import SCHEME


def scheme_schema() -> dict[str, Any]:
    """The schema, of draft 7, which editors know best; it holds for TOML and for YAML."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Scheme of scrapy_bt",
        "description": "What to collect: words in classes, combined, and the platforms where they are looked for.",
        **schema_of(SCHEME),
    }


def schema_text() -> str:
    """The file that is published."""
    return json.dumps(scheme_schema(), ensure_ascii=True, indent=2) + "\n"
