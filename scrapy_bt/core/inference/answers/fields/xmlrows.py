"""Rows of XML, such as the entries of a feed: elements of one name side by side, and what stands in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from ....documents.elements import Element
from ....tree.literals import literal
from ..elements.classes import IDENTIFIER
from ..values import Extraction

_RPC = "methodResponse"
_STRUCTURES = "data > value:has(> struct)"
_FEWEST = 2
_DEEPEST = 6
_LEAST = 0.1
"""How many of the rows have to have a field."""


def xml_groups(root: Element) -> dict[str, list[Element]]:
    """By selector, elements of one name that stand side by side and hold something of their own.

    XML-RPC calls all its elements alike, whatever they hold: of it, the structures of each array.
    """
    if root.tag == _RPC:
        structures = root.xpath("//data/value[struct]")
        return {_STRUCTURES: structures} if len(structures) >= _FEWEST else {}
    found: dict[str, list[Element]] = defaultdict(list)
    for element in root.iter(etree.Element):
        alike: dict[str, list[Element]] = defaultdict(list)
        for child in element.iterchildren(etree.Element):
            if len(child) or child.attrib:
                alike[_name(child)].append(child)
        for name, children in alike.items():
            if len(children) >= _FEWEST and IDENTIFIER.fullmatch(name):
                found[name] += children
    return dict(found)


def xml_fields(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """The texts and the attributes within rows, by the names of their elements; of XML-RPC, by those of its members."""
    if rows[0].getroottree().getroot().tag == _RPC:
        yield from _members(rows)
        return
    found: dict[str, list[int]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in rows:
        own: dict[str, int] = defaultdict(int)
        for path, element in _within(row, ()):
            css = " > ".join(path)
            if not len(element) and (element.text or "").strip():
                own[f"{css}::text"] += 1
                names.setdefault(f"{css}::text", path[-1])
            for key in element.attrib:
                if IDENTIFIER.fullmatch(str(key)):
                    own[f"{css}::attr({key})"] += 1
                    names.setdefault(
                        f"{css}::attr({key})", path[-1] if key in ("href", "url", "src") else f"{path[-1]}_{key}"
                    )
        for css, count in own.items():
            found[css].append(count)
    for css, counts in found.items():
        if len(counts) >= _LEAST * len(rows):
            yield names[css], Extraction("css", css, all=max(counts) > 1)


def _members(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    counts = Counter(str(name) for row in rows for name in row.xpath("struct/member/name/text()"))
    for name, count in counts.items():
        if count >= _LEAST * len(rows):
            yield name, Extraction("xpath", f"normalize-space(struct/member[name={literal(name)}]/value)")


def _within(element: Element, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Element]]:
    if len(path) >= _DEEPEST:
        return
    for child in element.iterchildren(etree.Element):
        name = _name(child)
        if IDENTIFIER.fullmatch(name):
            own = (*path, name)
            yield own, child
            yield from _within(child, own)


def _name(element: Element) -> str:
    return str(etree.QName(element).localname)
