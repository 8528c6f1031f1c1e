"""A parsed page as harmless markup, in which each element has its number: `data-n`, counted through the tree from 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from .allowed import DROPPED, KEPT, SHOWN_AS, VOID, write_attribute

LARGEST = 40_000
"""Elements that are shown."""
LONGEST = 2_000_000
"""Characters of a text that are shown."""
_BARE = ("html", "head", "body", "input")


def clean_tree(tree: Any) -> str:
    """What stands in the `body` of the frame, of a tree of lxml."""
    parts: list[str] = []
    number = -1
    waiting: list[Any] = [tree.getroot()]
    while waiting:
        at = waiting.pop()
        if isinstance(at, str):
            parts.append(at)
            continue
        if isinstance(at.tag, str):
            number += 1
        tail = escape(at.tail or "")
        if not isinstance(at.tag, str) or at.tag.lower() in DROPPED or number >= LARGEST:
            number += sum(isinstance(one.tag, str) for one in at.iterdescendants()) if isinstance(at.tag, str) else 0
            parts.append(tail)
            continue
        name = _shown_as(at.tag.lower())
        if name:
            kept = "".join(write_attribute(key, value) for key, value in at.attrib.items())
            parts.append(f'<{name} data-n="{number}"{kept}>')
        parts.append(escape(at.text or ""))
        end = f"</{name}>" if name and name not in VOID else ""
        waiting += [f"{end}{tail}", *reversed(at)]
    return "".join(parts)


def show_text(text: str) -> str:
    """What stands in the `body` of the frame, of a page that is no tree."""
    return f"<pre>{escape(text[:LONGEST])}</pre>"


def elements_of(tree: Any) -> list[Any]:
    """The elements of a tree, each at its number."""
    return [one for one in tree.iter() if isinstance(one.tag, str)]


def numbers_in(tree: Any, elements: Iterable[Any]) -> list[int]:
    """The numbers of elements of a tree, without those of others."""
    known = elements_of(tree)  # while it lives, each element is one object
    numbers = {id(one): number for number, one in enumerate(known)}
    return [numbers[id(one)] for one in elements if id(one) in numbers]


def numbers_of(tree: Any, paths: Iterable[Sequence[str]]) -> list[list[int]]:
    """For each list of paths (of `getpath`) the numbers of their elements; none for one that leads nowhere."""
    return [numbers_in(tree, [found[0] for path in each if (found := tree.xpath(path))]) for each in paths]


def _shown_as(tag: str) -> str:
    """An element that is not known, such as one of XML, is a span."""
    return tag if tag in KEPT else SHOWN_AS.get(tag, "" if tag in _BARE else "span")
