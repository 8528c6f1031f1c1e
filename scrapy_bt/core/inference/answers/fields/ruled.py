"""Entries that lines across the page (`hr`) part, without an element around each: what stands between two lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from ....documents.elements import Element
from ..elements.classes import says_looks, stable_classes, word_of
from ..elements.rowselectors import own_selector
from ..elements.wholetexts import xpath_of
from ..values import Extraction
from .fieldnames import INLINE
from .grouprows import said_in

_FEWEST = 3
"""Entries beside each other."""
_HEADS = INLINE | {"pre"}
"""What an entry is known by; others are rows by themselves."""
_MOST = 3
"""Parts of one kind in an entry; more are links to what can be done with it."""
_RARELY = 0.2
"""Of the entries, as many have what is a part of them at least."""
_UP_TO_LINE = "set:leading(following-sibling::*, following-sibling::hr[1])"


def ruled_entries(parent: Element) -> tuple[str, list[Element]]:
    """The elements of a kind that entries between lines have once each, and its selector; empty if there are none."""
    if len(parent.findall("hr")) < _FEWEST - 1:
        return "", []
    sections: list[list[Element]] = [[]]
    for child in parent.iterchildren(etree.Element):
        if child.tag == "hr":
            sections.append([])
        else:
            sections[-1].append(child)
    places: dict[str, list[tuple[int, Element]]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for section in sections:
        kinds = list(map(own_selector, section))
        own = Counter(kinds)
        counts.update(own)
        for place, (kind, child) in enumerate(zip(kinds, section, strict=True)):
            if own[kind] == 1:
                places[kind].append((place, child))
    told = [
        (-len(own), min(place for place, _ in own), kind)
        for kind, own in places.items()
        if len(own) >= _FEWEST and counts[kind] == len(own) and own[0][1].tag in _HEADS and _differ(own)
    ]
    if not told:
        return "", []
    kind = min(told)[2]
    return kind, [child for _, child in places[kind]]


def _differ(own: Sequence[tuple[int, Element]]) -> bool:
    return len({said_in(element) for _, element in own}) > 1


def parts_to_line(rows: Sequence[Element]) -> list[Element]:
    """What stands behind rows up to the next line across the page; empty if no line parts each row from the next."""
    is_flat = len({row.getparent() for row in rows}) * 2 <= len(rows)  # beside each other, not one in each card
    if len(rows) < _FEWEST or rows[0].tag not in _HEADS or not is_flat:
        return []
    own, parts = set(rows), list[Element]()
    for row in rows:
        for each in row.itersiblings(etree.Element):
            if each.tag == "hr":
                break
            if each in own:
                return []
            parts.append(each)
    return parts


def of_ruled(rows: Sequence[Element], parts: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """A name and what takes the text of each part that differs, and a text right behind one alone of its kind."""
    for kind, by_row in _by_kind(rows, parts).items():
        step = xpath_of(kind)
        most = max(map(len, by_row.values()))
        if step is None or most > _MOST or len(by_row) < _RARELY * len(rows):
            continue
        alike = [element for own in by_row.values() for element in own]
        name = next((word_of(name) for name in stable_classes(alike[0]) if not says_looks(name)), "text")
        for number in range(most):
            own = [found[number] for found in by_row.values() if number < len(found)]
            path = f"({_UP_TO_LINE}/self::{step.removeprefix('//')})[{number + 1}]"
            if len(set(map(said_in, own))) > 1:
                yield name, Extraction("xpath", f"normalize-space({path})")
            behind = {" ".join((each.tail or "").split()) for each in own}
            if len(behind) > 1 and all(any(map(str.isalnum, text)) for text in behind):
                yield "text", Extraction("xpath", f"normalize-space({path}/following-sibling::text()[1])")


def _by_kind(rows: Sequence[Element], parts: Sequence[Element]) -> Mapping[str, Mapping[Element, list[Element]]]:
    """The parts of one kind of each row, by what finds them."""
    found: dict[str, dict[Element, list[Element]]] = defaultdict(lambda: defaultdict(list))
    known = set(parts)
    for row in rows:
        for each in row.itersiblings(etree.Element):
            if each not in known:
                break
            found[own_selector(each)][row].append(each)
    return found
