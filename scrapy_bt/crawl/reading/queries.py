"""What CSS, XPath, regular expressions, JMESPath and locate find in a page, an element, a text or a JSON value."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from lxml import etree

from ...core.documents.elements import is_element
from ...core.regex.deadlines import Timeout
from ...core.regex.patterns import Pattern, compile_pattern
from ...core.rules.locate import Search
from ...core.tree.conversions import as_json
from ...core.tree.jsonpaths import search_json
from ...core.tree.pages import Query
from ...core.tree.selectors import kind_of_document
from ...core.tree.values import to_text
from ...errors import NodeError
from ...sentences import say
from .pages import ResponsePage, parse_html
from .selecting import select_within


def attempts(query: Query, scope: Any, timeout: Timeout) -> Iterable[list[Any]]:
    """What each of the alternatives finds, in order; raises `PatternTimeout` and `SelectorTimeout`."""
    how, texts = query.how, query.texts
    if how in ("css", "xpath"):
        root = _root_of(scope)
        if root is not None:
            for text in texts:
                yield select_within("css" if how == "css" else "xpath", text, root, seconds=timeout.seconds)
    elif how == "json":
        data = _json_of(scope)
        for text in texts:
            found = search_json(text, data)
            yield [value for value in found if value is not None] if isinstance(found, list) else _as_list(found)
    elif how == "re":
        for text in texts:
            yield _matches(compile_pattern(text), text_of(scope), timeout)
    elif how == "locate":
        start, end = (compile_pattern(code) if code else None for code in texts)
        yield Search(start, end).pieces(text_of(scope), timeout)
    else:
        raise NodeError(say("no way to read '{}'", how))


def _as_list(value: Any) -> list[Any]:
    return [] if value is None else [value]


def _matches(pattern: Pattern, text: str, timeout: Timeout) -> list[str]:
    """Each match's first group if there is one, else the match."""
    return pattern.findall(text, pattern.begin(text, timeout))


# Scopes: a page, an element, a text, or a JSON value


def _root_of(scope: Any) -> Any:
    if isinstance(scope, ResponsePage):
        return scope.root
    if is_element(scope):
        return scope
    if isinstance(scope, str) and scope.strip():
        return parse_html(scope)
    return None


def _json_of(scope: Any) -> Any:
    """The JSON value of a page, an element's text or a text; None where it is no JSON."""
    if isinstance(scope, ResponsePage):
        return scope.json
    if is_element(scope):
        scope = text_within(scope)
    return as_json(scope) if isinstance(scope, str) else scope


def text_of(scope: Any) -> str:
    """The text in which pieces are looked for; of an element and of a JSON value as it is written."""
    if isinstance(scope, ResponsePage):
        return scope.text
    if is_element(scope):
        return str(serialize(scope))
    if isinstance(scope, (dict, list)):
        return json.dumps(scope, ensure_ascii=False)
    return to_text(scope)


def text_within(element: Any) -> str:
    """What an element shows."""
    return "".join(map(str, element.itertext()))


def serialize(node: Any) -> Any:
    """What a selector has found as a value: an element as it is written."""
    if isinstance(node, str):
        return node
    if is_element(node):
        return etree.tostring(node, method=kind_of_document(node), encoding="unicode", with_tail=False)
    return to_text(node)
