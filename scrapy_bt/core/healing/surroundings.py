"""What an element hands down to those inside it: the names and tags around them."""

from __future__ import annotations

from dataclasses import dataclass

from ..documents.elements import Element
from .concepts import concepts_of, words_of
from .looks import ROOM_BIT

_NAMING = ("class", "id", "itemprop", "data-testid", "data-component", "rel", "role", "aria-label", "name")
_MOST_NAMES = 12
"""The most names that are read of one attribute."""
_MOST_WORDS = 200
_MOST_TAGS = 12


@dataclass(frozen=True, slots=True)
class Surrounding:
    """Concepts are bits: *own* of the element's names, *above* of those around it; *rooms*: `nav`, `footer` and such.

    *tags*: the element's own first.
    """

    depth: int
    rooms: int
    own: int
    above: int
    words: frozenset[str]
    words_above: frozenset[str]
    tags: tuple[str, ...]


_NOTHING = Surrounding(0, 0, 0, 0, frozenset(), frozenset(), ())


class Surroundings:
    """The surroundings of the elements of a page, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[Element, Surrounding] = {}

    def of(self, element: Element | None) -> Surrounding:
        """What an element hands down; of `None`: what is around the whole page."""
        known = self._known.get(element)
        if known is not None:
            return known
        missing = []
        at = element
        while at is not None and at not in self._known:
            missing.append(at)
            at = at.getparent()
        around = self._known[at] if at is not None else _NOTHING
        for each in reversed(missing):
            around = self._known[each] = _step(each, around)
        return around


def _step(element: Element, above: Surrounding) -> Surrounding:
    tag = element.tag if isinstance(element.tag, str) else ""
    bits = 0
    words: set[str] = set()
    for name in _NAMING:
        value = element.get(name)
        if value:
            for part in value.split()[:_MOST_NAMES]:
                bits |= concepts_of(part)
                if name in ("class", "id", "itemprop"):
                    words.update(word for word in words_of(part) if len(word) > 1)
    near = above.words | above.words_above
    return Surrounding(
        above.depth + 1,
        above.rooms | ROOM_BIT.get(tag, 0),
        bits,
        above.own | above.above,
        frozenset(words),
        near if len(near) < _MOST_WORDS else above.words,
        (tag, *above.tags[: _MOST_TAGS - 1]),
    )
