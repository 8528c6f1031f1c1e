"""What a page says of itself to machines: JSON-LD, microdata, meta elements; texts by the keys that hold them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from ..documents.elements import Element
from ..documents.json import DEEPEST_OF_PAGE, read_json

_MOST_NODES = 5_000
"""The most texts that are noted."""
_MOST_SCRIPTS = 40
_MOST_JSON = 1_000_000
"""The most characters of JSON-LD that are read."""
_LONGEST = 2_000
"""The most characters of an element's text that is noted."""
_DEEPEST = 24
_LISTS = frozenset({"keywords", "news_keywords", "articlesection", "recipecategory", "recipecuisine"})


@dataclass(frozen=True)
class StructuredKey:
    """Where structured data hold a text: the last two names of its way, and its index among its likes."""

    name: str
    index: int


@dataclass
class StructuredData:
    """Texts of a page by small letters, with the keys that hold them; keys with their texts."""

    keys: dict[str, list[StructuredKey]] = field(default_factory=lambda: defaultdict(list))
    texts: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _noted: set[tuple[str, str]] = field(default_factory=set)

    @property
    def is_full(self) -> bool:
        """Whether no more is noted."""
        return len(self._noted) >= _MOST_NODES

    def add(self, name: str, text: str) -> None:
        """Note that *name* holds *text*; a list in one text is also noted word by word."""
        text = " ".join(unescape(text).split())
        if not text or self.is_full:
            return
        self._note(name, text)
        last = name.rpartition(".")[2]
        if last in _LISTS and "," in text:
            for part in text.split(",", _MOST_NODES):
                if part.strip():
                    self._note(name, part.strip())

    def _note(self, name: str, text: str) -> None:
        known = self.texts[name]
        small = text.casefold()
        if (name, small) not in self._noted and not self.is_full:
            self._noted.add((name, small))
            known.append(small)
            self.keys[small].append(StructuredKey(name, len(known) - 1))

    def keys_of(self, text: str) -> list[StructuredKey]:
        """The keys that hold exactly this text."""
        return self.keys.get(text.casefold(), [])

    def first(self, *names: str) -> str:
        """The first text under one of the names, in small letters; empty if there is none."""
        return next((self.texts[name][0] for name in names if self.texts.get(name)), "")


def read_structured_data(root: Element) -> StructuredData:
    """Read a page's structured data; what is not JSON is passed over."""
    found = StructuredData()
    for element in root.iter("meta"):
        name = element.get("property") or element.get("name") or element.get("itemprop")
        content = element.get("content")
        if name and content:
            found.add(f"meta.{name.lower().rpartition(':')[2] if name.count(':') > 1 else name.lower()}", content)
    title = next(root.iter("title"), None)
    if title is not None:
        found.add("title", "".join(title.itertext()))
    left = _MOST_JSON
    for count, script in enumerate(root.iter("script")):
        if count > _MOST_SCRIPTS * 10 or found.is_full:
            break
        if "ld+json" in (script.get("type") or "") and script.text:
            left -= len(script.text)
            if left < 0:
                break
            try:
                data = read_json(script.text, deepest=DEEPEST_OF_PAGE, loosely=True)
            except ValueError:
                continue
            _read_json(data, found)
    _read_microdata(root, found)
    return found


def _read_microdata(root: Element, found: StructuredData) -> None:
    for element in root.iter():
        name = element.get("itemprop") if isinstance(element.tag, str) else None
        if name and element.tag not in ("meta", "script", "style"):
            if found.is_full:
                break
            text = element.get("content") or _text_of(element)
            if len(text) < _LONGEST:
                found.add(f"item.{name.lower()}", text)


def _text_of(element: Element) -> str:
    """An element's text, read no further than to where it is too long."""
    pieces: list[str] = []
    left = _LONGEST
    for piece in element.itertext():
        pieces.append(piece)
        left -= len(piece) + 1
        if left < 0:
            break
    return " ".join(pieces)


def _read_json(data: Any, found: StructuredData) -> None:
    stack: list[tuple[str, str, Any, int]] = [("", "", data, 0)]
    left = _MOST_NODES
    while stack and left:
        left -= 1
        above, name, value, depth = stack.pop()
        if isinstance(value, dict) and depth < _DEEPEST:
            kind = value.get("@type")
            inner = name or (kind.lower() if isinstance(kind, str) else "")
            stack.extend((inner, key.lower(), value[key], depth + 1) for key in reversed(list(value)))
        elif isinstance(value, list) and depth < _DEEPEST:
            stack.extend((above, name, one, depth + 1) for one in reversed(value))
        elif isinstance(value, (str, int, float)) and name and not name.startswith("@"):
            found.add(f"{above}.{name}" if above not in ("", "@graph") else name, str(value))
