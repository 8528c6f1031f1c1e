"""The JSON Schema of a shape, for editors and other programs."""

from __future__ import annotations

import json
from typing import Any

from .names import NAME
from .shape import BooleanShape, Either, Kind, Many, NamesOrFlag, RecordShape, TableShape, TextShape, Whole

_END = r"(?![\s\S])"
"""The very end, which `$` is not in every language."""


def schema(shape: RecordShape, *, title: str, description: str) -> dict[str, Any]:
    """The schema of a file, of draft 7, which editors know best."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "description": description,
        **_schema_of(shape),
    }


def published(found: dict[str, Any]) -> str:
    """The text of a schema as it is published."""
    return json.dumps(found, ensure_ascii=True, indent=2) + "\n"


def _schema_of(kind: Kind) -> dict[str, Any]:
    match kind:
        case RecordShape():
            return _record(kind)
        case Either():
            return {"oneOf": [_record(record) for record in kind.records]}
        case Many():
            return {"type": "array", "items": _schema_of(kind.of)}
        case TextShape():
            return _words(kind)
        case Whole():
            return {"type": "integer", "minimum": kind.least, "maximum": kind.most}
        case BooleanShape():
            return {"type": "boolean"}
        case TableShape():
            return {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}
        case NamesOrFlag():
            name = _words(TextShape(NAME))
            return {"oneOf": [{"type": "boolean"}, name, {"type": "array", "items": name, "minItems": 1}]}


def _record(record: RecordShape) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {field.name: {"description": field.meaning, **_schema_of(field.kind)} for field in record.fields},
        "required": [field.name for field in record.fields if field.is_needed],
        "additionalProperties": False,
    }


def _words(words: TextShape) -> dict[str, Any]:
    if words.choices:
        return {"enum": [*words.choices]}
    form = words.form
    found: dict[str, Any] = {"type": "string"}
    if form.pattern:
        found["pattern"] = f"^{form.pattern}{_END}"
    if form.longest:
        found["maxLength"] = form.longest
    if form.format:
        found["format"] = form.format
    return found
