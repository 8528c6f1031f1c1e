"""Why a source finds nothing: which part of its selector still finds something, or which value is of another kind."""

from __future__ import annotations

import re
from typing import Any

from ...core.tree.nodes import Source
from ...core.tree.pages import Query
from .pages import ResponsePage
from .selectors import PageReader

PSEUDO = re.compile(r"::(?:text|attr\([^)]*\))\s*$")
"""What is asked of an element, at the end of a CSS selector."""
_STEP = re.compile(r"\s*[>+~]\s*|\s+")
_STEPS = 12
_LONGEST = 60


def explain_miss(source: Source, page: ResponsePage, scope: Any) -> str:
    """A sentence; *scope*: the page, or the element that is asked."""
    if not all(isinstance(text, str) for text in source.texts):
        return "nothing is found; its text depends on variables"
    if source.how in ("python", "rules"):
        return "nothing is found"
    reader = PageReader()
    texts = tuple(map(str, source.texts))
    found = _values(reader, Query(source.how, texts), scope)
    if found:
        shown = str(found[0])
        shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
        return f"{len(found)} found, and no {source.kind} among them, such as {shown!r}"
    if scope is not page and (elsewhere := _values(reader, Query(source.how, texts), page)):
        return f"nothing in this element, {len(elsewhere)} elsewhere on the page"
    return _longest_part(reader, texts[0], scope) if source.how == "css" else "nothing is found"


def _longest_part(reader: PageReader, selector: str, scope: Any) -> str:
    """Of a CSS selector: its longest beginning that finds something."""
    plain = PSEUDO.sub("", selector)
    if plain != selector and (elements := _values(reader, Query("css", (plain,)), scope)):
        return f"`{plain}` finds {len(elements)}, without what is asked of them"
    ends = [match.start() for match in _STEP.finditer(plain)][-_STEPS:]
    for end in reversed(ends):
        part = plain[:end].strip()
        if part and (elements := _values(reader, Query("css", (part,)), scope)):
            return f"nothing is found; `{part}` finds {len(elements)}"
    return "nothing is found"


def _values(reader: PageReader, query: Query, scope: Any) -> list[Any]:
    try:
        return list(reader.values(query, scope, ""))
    except Exception:  # noqa: BLE001 - a part of a selector may be no selector
        return []
