"""The JSON Schema of rule files, for editors and other programs."""

from __future__ import annotations

import json
from typing import Any

from .shape import (
    LONGEST_NAME,
    NAME,
    RULE,
    Either,
    Flag,
    Kind,
    Link,
    Many,
    Record,
    Table,
    Whole,
    Words,
)

_END = r"(?![\s\S])"
"""The very end, which `$` is not in every language."""
_OFFSET = rf"^[ \t\n\r\f\v]*[0-9]{{1,9}}[ \t\n\r\f\v]*,[ \t\n\r\f\v]*[0-9]{{1,9}}[ \t\n\r\f\v]*{_END}"


def rule_schema() -> dict[str, Any]:
    """The schema, of draft 7, which editors know best."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Rule of scrapy_bt",
        "description": "What is taken from a site: layers of pages, the tags in them, and groups that become tables.",
        **schema_of(RULE),
    }


def schema_text() -> str:
    """The file that is published."""
    return json.dumps(rule_schema(), ensure_ascii=True, indent=2) + "\n"


def schema_of(kind: Kind) -> dict[str, Any]:
    """What a schema says of one kind of value."""
    match kind:
        case Record():
            return _record(kind)
        case Either():
            return {"oneOf": [_record(record) for record in kind.records]}
        case Many():
            return {"type": "array", "items": schema_of(kind.of)}
        case Words():
            return _words(kind)
        case Whole():
            return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
        case Flag():
            return {"type": "boolean"}
        case Table():
            return {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}
        case Link():
            name = _words(Words("name"))
            return {"oneOf": [{"type": "boolean"}, name, {"type": "array", "items": name, "minItems": 1}]}


def _record(record: Record) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.name: {"description": field.meaning, **schema_of(field.kind)} for field in record.fields},
        "required": [field.name for field in record.fields if field.is_needed],
        "additionalProperties": False,
    }


def _words(words: Words) -> dict[str, Any]:
    if words.choices:
        return {"enum": [*words.choices]}
    match words.kind:
        case "name":
            return {"type": "string", "pattern": f"^{NAME}{_END}", "maxLength": LONGEST_NAME}
        case "reference":
            return {"type": "string", "pattern": rf"^{NAME}\.{NAME}{_END}"}
        case "offset":
            return {"type": "string", "pattern": _OFFSET}
        case "pattern":
            return {"type": "string", "format": "regex"}
        case _:
            return {"type": "string"}
