"""JSON in the scripts of a page, JSON-LD and the states of programs, and the XPath function that takes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from parsel.xpathfuncs import set_xpathfunc

from ...sentences import say
from .json import read_json_at

JSON_VALUE = "json-value"
"""The function: `json-value(//script[@type="application/ld+json"], "offers.price")`."""

_START = re.compile(r"=\s{0,20}(?:JSON\.parse\(\s{0,20})?(?=[\[{\"])")
_NAME = re.compile(r"([\w$]{1,60})[\"'\]]{0,2}\s{0,20}$")
_NAMED = 90
"""Characters before `=` in which a name is looked for."""
_LARGEST = 2_000_000
"""Characters of a script."""
_MOST_STARTS = 40
_MOST_VALUES = 1_000


def offer_json_value() -> None:
    """Make `json-value(elements, "path")` known to XPath.

    It gives the plain values that a JMESPath finds, as texts, in the first script where it finds some; all that is no
    JSON is passed over.
    """
    set_xpathfunc(JSON_VALUE, _json_value)


@lru_cache(2)
def json_in(script: str) -> tuple[tuple[str, Any], ...]:
    """The objects and lists of a script, each with the name that it is put under; empty where it is the script."""
    return tuple(_json_in(script)) if len(script) <= _LARGEST else ()


def _json_in(script: str) -> Iterator[tuple[str, Any]]:
    begin = script[:_NAMED].lstrip()
    at, name = (len(script[:_NAMED]) - len(begin), "") if begin[:1] in ("{", "[") else _next_start(script, 0)
    for _ in range(_MOST_STARTS):
        if at < 0:
            return
        value, end = _decoded(script, at)
        if isinstance(value, str) and value[:1] in ("{", "["):
            value, _ = _decoded(value, 0)
        if isinstance(value, (dict, list)):
            yield name, value
        at, name = _next_start(script, end)


def _next_start(script: str, at: int) -> tuple[int, str]:
    """Where something that may be JSON is put under a name, and the name; below 0: nowhere."""
    found = _START.search(script, at)
    if found is None:
        return -1, ""
    name = _NAME.search(script[max(0, found.start() - _NAMED) : found.start()])
    return found.end(), name[1] if name else ""


def _decoded(text: str, at: int) -> tuple[Any, int]:
    """The value that begins there, and where it ends; none where it is no JSON."""
    try:
        return read_json_at(text, at)
    except ValueError:
        return None, at + 1


def texts_in(found: Any) -> list[str]:
    """The plain values of what a JMESPath has found."""
    values = found if isinstance(found, list) else [found]
    texts = []
    for one in values[:_MOST_VALUES]:
        if isinstance(one, bool):
            texts.append(str(one).lower())
        elif isinstance(one, (str, int, float)):
            texts.append(str(one))
    return texts


def _json_value(_context: Any, scripts: Any, path: str) -> list[str]:
    try:
        search = jmespath.compile(path).search
        for script in scripts if isinstance(scripts, Sequence) and not isinstance(scripts, str) else [scripts]:
            text = script if isinstance(script, str) else "".join(script.itertext())
            for _, data in json_in(text):
                if texts := texts_in(search(data)):
                    return texts
    except JMESPathError as error:
        raise ValueError(say("{} is no JMESPath expression: {}", repr(path), error)) from error
    return []
