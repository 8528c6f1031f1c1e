"""What a page tells machines, by selectors: `meta` elements, attributes of microdata, JSON in scripts."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

from ..documents.elements import Element
from ..documents.scripts import JSON_VALUE, json_in
from .keypaths import KEY
from .pages import squeeze

_NAMES = ("property", "name", "itemprop")
_ATTRIBUTES = ("content", "datetime", "href", "src")
_MOST = 3_000
"""The most values of a page."""
_MOST_NODES = 20_000
"""The most nodes of JSON that are looked at, those nearest to its top first."""
_MOST_SCRIPTS = 40
_MOST_ITEMS = 5
_DEEPEST = 12
_LONGEST = 2_000
_PLAIN = re.compile(r"[\w:.-]{1,80}")
_QUOTABLE = re.compile(r"[^\"'`\\]{1,80}")


def read_machine_data(root: Element) -> dict[str, str]:
    """The first value of each selector, CSS or XPath, that takes something from a page's machine data."""
    found: dict[str, str] = {}
    for selector, value in _told(root):
        text = squeeze(value[:_LONGEST])
        if text and len(value) <= _LONGEST:
            found.setdefault(selector, text)
        if len(found) >= _MOST:
            break
    return found


def _told(root: Element) -> Iterator[tuple[str, str]]:
    for element in root.xpath("//meta[@content]"):
        named = ((attribute, element.get(attribute)) for attribute in _NAMES)
        yield from (
            (f'meta[{attribute}="{name}"]::attr(content)', element.get("content"))
            for attribute, name in named
            if name and _PLAIN.fullmatch(name)
        )
    yield from (
        ('link[rel="canonical"]::attr(href)', str(href)) for href in root.xpath('//link[@rel="canonical"]/@href')
    )
    for element in root.xpath("//*[@itemprop][not(self::meta)]"):
        name = element.get("itemprop")
        if _PLAIN.fullmatch(name):
            there = (attribute for attribute in _ATTRIBUTES if element.get(attribute))
            yield from ((f'[itemprop="{name}"]::attr({each})', element.get(each)) for each in there)
    for script in root.xpath("//script")[:_MOST_SCRIPTS]:
        yield from _in_script(script)


def _in_script(script: Element) -> Iterator[tuple[str, str]]:
    for name, data in json_in(script.text or ""):
        where = _script(script, name, data)
        if where:
            yield from ((f"{JSON_VALUE}({where}, '{path}')", value) for path, value in _values(data))


def _script(script: Element, name: str, data: Any) -> str:
    """The XPath of a script, by what other pages of the site have, too; empty if there is no such sign."""
    if name:
        return f'//script[contains(., "{name}")]'
    if (marked := script.get("id")) and _PLAIN.fullmatch(marked):
        return f'//script[@id="{marked}"]'
    form = script.get("type") or ""
    if not _QUOTABLE.fullmatch(form):
        return ""
    kind = _kind(data)
    return f'//script[@type="{form}"]' + (f"[contains(., '\"{kind}\"')]" if kind else "")


def _kind(data: Any) -> str:
    """The type that an object of JSON-LD names."""
    kind = data.get("@type") if isinstance(data, dict) else None
    return kind if isinstance(kind, str) and _QUOTABLE.fullmatch(kind) else ""


def _values(data: Any) -> Iterator[tuple[str, str]]:
    """Plain values with their JMESPaths; items of lists by the type that they name, or by their place."""
    waiting: deque[tuple[str, int, Any]] = deque([("", 0, data)])
    left = _MOST_NODES
    while waiting and left:
        left -= 1
        path, depth, value = waiting.popleft()
        if isinstance(value, dict) and depth < _DEEPEST:
            for key, inner in value.items():
                step = key if KEY.fullmatch(key) else f'"{key}"'
                if key != "@type" and (step is key or _QUOTABLE.fullmatch(key)):
                    waiting.append((f"{path}.{step}" if path else step, depth + 1, inner))
        elif isinstance(value, list) and depth < _DEEPEST:
            for at, inner in enumerate(value[: _MOST_ITEMS * 4]):
                kind = _kind(inner)
                if kind:
                    waiting.append((f'{path}[?"@type"==`"{kind}"`]', depth + 1, inner))
                elif at < _MOST_ITEMS:
                    waiting.append((f"{path}[{at}]", depth + 1, inner))
        elif path and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            yield path, str(value)
