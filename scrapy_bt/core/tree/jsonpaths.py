"""JMESPath with one function more: `items` gives the entries of an object, each with its key (JEP 13)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jmespath
from jmespath.functions import Functions, signature


class _Functions(Functions):
    @signature({"types": ["object", "null"]})
    def _func_items(self, value: dict[str, Any] | None) -> list[list[Any]] | None:
        return None if value is None else [[key, inner] for key, inner in value.items()]


FUNCTIONS = frozenset(_Functions.FUNCTION_TABLE)
"""The names of all functions."""
_OPTIONS = jmespath.Options(custom_functions=_Functions())


def search_json(text: str, data: Any) -> Any:
    """What an expression finds; raises `JMESPathError`, and `ValueError` for a text that is none."""
    return _compiled(text).search(data, _OPTIONS)


@lru_cache(4096)
def _compiled(text: str) -> Any:
    return jmespath.compile(text)
