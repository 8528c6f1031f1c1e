"""JMESPath with functions more.

`items` gives the entries of an object, each with its key (JEP 13); `base64` and `from_base64` code a text as UTF-8 and
back, `from_json` reads JSON that stands in a text, `sha256` gives what tells one text from others, as 64 hexadecimal
digits, `xpath_text` writes a text as XPath, `xml_text` as XML, `url_text` percent-coded, `lower` in small letters,
`upper` in capitals, `trim` without blanks around it, `slug` as addresses have names, and `replace` with other signs in
it. `with_named` gives objects with what stands elsewhere for a key of theirs, `chosen` what an object has for a choice.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import lru_cache
from hashlib import sha256
from html import escape
from typing import Any
from urllib.parse import quote

import jmespath
from jmespath.functions import Functions, signature

from ..documents.json import read_json
from ..documents.lettering import slug
from .literals import literal
from .values import to_text


class _Functions(Functions):
    @signature({"types": ["object", "null"]})
    def _func_items(self, value: dict[str, Any] | None) -> list[list[Any]] | None:
        return None if value is None else [[key, inner] for key, inner in value.items()]

    @signature({"types": ["string", "number", "null"]})
    def _func_base64(self, value: str | float | None) -> str | None:
        return None if value is None else b64encode(to_text(value).encode("utf-8", "replace")).decode("ascii")

    @signature({"types": ["string", "null"]})
    def _func_from_base64(self, value: str | None) -> str | None:
        try:
            return None if value is None else b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
        except ValueError:  # no Base64, or no UTF-8
            return None

    @signature({"types": []})
    def _func_from_json(self, value: Any) -> Any:
        try:
            return read_json(value) if isinstance(value, str) else value
        except ValueError:
            return None

    @signature({"types": ["string", "number", "null"]})
    def _func_xpath_text(self, value: str | float | None) -> str | None:
        return None if value is None else literal(to_text(value))

    @signature({"types": ["string", "number", "null"]})
    def _func_xml_text(self, value: str | float | None) -> str | None:
        return None if value is None else escape(to_text(value))

    @signature({"types": ["string", "number", "null"]})
    def _func_lower(self, value: str | float | None) -> str | None:
        return None if value is None else to_text(value).lower()

    @signature({"types": ["string", "number", "null"]})
    def _func_upper(self, value: str | float | None) -> str | None:
        return None if value is None else to_text(value).upper()

    @signature({"types": ["string", "number", "null"]})
    def _func_trim(self, value: str | float | None) -> str | None:
        return None if value is None else to_text(value).strip()

    @signature({"types": ["string", "number", "null"]})
    def _func_slug(self, value: str | float | None) -> str | None:
        return None if value is None else slug(to_text(value))

    @signature({"types": ["string", "number", "null"]}, {"types": ["string"]}, {"types": ["string"]})
    def _func_replace(self, value: str | float | None, old: str, new: str) -> str | None:
        return None if value is None else to_text(value).replace(old, new)

    @signature({"types": ["string", "number", "null"]})
    def _func_url_text(self, value: str | float | None) -> str | None:
        return None if value is None else quote(to_text(value), safe="", errors="replace")

    @signature({"types": ["string", "null"]})
    def _func_sha256(self, value: str | None) -> str | None:
        return None if value is None else sha256(value.encode("utf-8", "replace")).hexdigest()

    @signature({"types": ["object", "null"]}, {"types": ["string", "number", "null"]})
    def _func_chosen(self, choices: dict[str, Any] | None, given: str | float | None) -> Any:
        """What stands behind the key that is given; that itself where it stands behind one."""
        text, own = to_text(given), choices or {}
        return own[text] if text in own else text if text in map(to_text, own.values()) else None

    @signature(
        {"types": ["array", "null"]},
        {"types": ["string"]},
        {"types": ["expref"]},
        {"types": ["array", "null"]},
        {"types": ["expref"]},
    )
    def _func_with_named(
        self, rows: list[Any] | None, name: str, key: Any, others: list[Any] | None, own_key: Any
    ) -> list[Any] | None:
        """Each row with the first of the others that has its key, under that name."""
        known = {told: other for other in reversed(others or ()) if (told := _told(own_key, other)) is not None}
        return rows and [
            {**row, name: known[told]} if isinstance(row, dict) and (told := _told(key, row)) in known else row
            for row in rows
        ]


def _told(key: Any, value: Any) -> str | None:
    """What an expression finds in a value, as text: keys are numbers here, texts there; None if a part is missing."""
    found = key.visit(key.expression, value)
    parts = found if isinstance(found, list) else [found]
    return None if None in parts else json.dumps([*map(to_text, parts)])


FUNCTIONS = frozenset(_Functions.FUNCTION_TABLE)
"""The names of all functions."""
_OPTIONS = jmespath.Options(custom_functions=_Functions())


def search_json(text: str, data: Any) -> Any:
    """What an expression finds; raises `JMESPathError`, and `ValueError` for a text that is none."""
    expression, names = _compiled(text)
    if names is None:
        return expression.search(data, _OPTIONS)
    for name in names:
        data = data.get(name) if isinstance(data, dict) else None
    return data


@lru_cache(4096)
def _compiled(text: str) -> tuple[Any, tuple[str, ...] | None]:
    """The expression, and the names that it consists of; None if there is more to it than names (`a.b.c`)."""
    expression = jmespath.compile(text)
    return expression, _names_of(expression.parsed)


def _names_of(node: Any) -> tuple[str, ...] | None:
    if node["type"] == "field":
        return (node["value"],)
    if node["type"] != "subexpression":
        return None
    parts = [_names_of(child) for child in node["children"]]
    return None if None in parts else tuple(name for part in parts for name in part or ())
