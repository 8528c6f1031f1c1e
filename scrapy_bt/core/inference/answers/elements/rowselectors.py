"""What finds an element in any row: by its class, or by its parent, or in a table by its cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lxml import etree

from ....documents.elements import Element
from .classes import says_looks, stable_classes
from .labels import ends_with_colon
from .markup import place_among_siblings, text_within
from .wholetexts import PLAIN

_MOSTLY = 0.8
"""How many of the rows are as most are."""
_LOOKED_AT = 60
"""Rows of which it is told what their classes say."""


class RowSelectors:
    """The selectors of what stands in some rows of one kind."""

    def __init__(self, rows: Sequence[Element]) -> None:
        selves = set(map(own_selector, rows))
        self.itself = selves.pop() if len(selves) == 1 else str(rows[0].tag)
        """What finds a row by itself: where rows take turns in their looks, its tag alone."""
        self.begin_with_elements = sum(map(_is_led, rows)) >= _MOSTLY * len(rows) > 1
        """Whether they say one text behind one element, as in `<li><b>Oak</b> 5.00</li>`: then these are two values."""
        self._is_table = rows[0].tag == "tr"
        self._crowded = _in_several_cells(rows) if self._is_table else frozenset()
        self._variants = _variants(rows)
        self._nested = frozenset(css for row in rows for css in _deeper(row, is_table=self._is_table))
        self._plain = frozenset(css for row in rows for css in _behind_others(row))

    def of(self, row: Element, element: Element) -> str:
        """What finds an element of a row; of one whose class says its text, those with other such classes, too."""
        if word := self.variant_of(element):
            return f'{element.tag}[class*="{word}"]'
        css = _within(row, element)
        is_plain = css in self._plain and _is_plain(element)
        return f"{self._by_place(row, element, css)}{PLAIN if is_plain else ''}"

    def _by_place(self, row: Element, element: Element, css: str) -> str:
        if css in self._nested and css not in self._crowded:
            return f"{own_selector(element.getparent())} > {element.tag}"
        if not self._is_table:
            return css
        if element.tag == "td" and not is_alone(row, element):
            return f"td:nth-child({place_among_siblings(element)})" if element.getparent() is row else css
        if element.tag not in ("td", "th") and (css in self._crowded or not ("." in css or "[" in css)):
            return f"{_cell_of(row, element)} {own_selector(element)}"
        return css

    def variant_of(self, element: Element) -> str:
        """What classes begin with that say what the element says: `mood-`, where some are `mood-good`; else empty."""
        word = _before_last(element)
        return word if (str(element.tag), word) in self._variants else ""


def _variants(rows: Sequence[Element]) -> frozenset[tuple[str, str]]:
    """By tags, the beginnings of classes of which each row has one at most, and each says one text, another each."""
    texts: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    holding: dict[tuple[str, str], list[Element]] = defaultdict(list)
    for row in rows[:_LOOKED_AT]:
        for element in row.iterdescendants(etree.Element):
            if word := _before_last(element):
                own = str(element.tag), word
                holding[own].append(row)
                texts[own][stable_classes(element)[0]].add(text_within(element))
    return frozenset(
        own
        for own, said in texts.items()
        if len(set.union(*said.values()) - {""}) == len(said) > 1
        and len(set(holding[own])) == len(holding[own]) > len(said)
    )


def _before_last(element: Element) -> str:
    """What stands before the last word of its class, with the sign between them; empty if it has other classes."""
    name = element.get("class") or ""
    place = max(map(name.rfind, "-_"))
    return name[: place + 1] if place > 1 and list(stable_classes(element)) == [name] and not says_looks(name) else ""


def _is_led(row: Element) -> bool:
    """Whether it says one text, right within it, and that behind the only element that says something."""
    said = [child for child in row.iterchildren(etree.Element) if text_within(child)]
    own = [text for text in row.xpath("text()") if str(text).strip()]
    return len(said) == len(own) == 1 and own[0].getparent() is not row and _is_value(said[0], str(own[0]))


def _is_value(led: Element, text: str) -> bool:
    """Whether a text behind an element is a value of its own: the element is no label, and the text no punctuation."""
    return any(map(str.isalnum, text)) and not ends_with_colon(f"{text_within(led)}{text.strip()[:1]}")


def is_alone(row: Element, cell: Element) -> bool:
    """Whether a cell has a class by which no other cell of its row is called."""
    names = stable_classes(cell)[:1]
    return bool(names) and sum(names[0] in stable_classes(other) for other in row) == 1


def own_selector(element: Element) -> str:
    """What finds an element by itself."""
    itemprop = element.get("itemprop")
    if itemprop:
        return f'[itemprop="{itemprop}"]'
    names = stable_classes(element)
    return f"{element.tag}.{names[0]}" if names else str(element.tag)


def _within(row: Element, element: Element) -> str:
    own = own_selector(element)
    parent = element.getparent()
    if "." in own or "[" in own or parent is row or parent is None:
        return own
    return f"{own_selector(parent)} {own}"


def _cell_of(row: Element, element: Element) -> str:
    """The cell of a table that an element stands in: two cells may hold the like."""
    cell = next(each for each in (element, *element.iterancestors()) if each.getparent() is row)
    return own_selector(cell) if is_alone(row, cell) else f"{cell.tag}:nth-child({place_among_siblings(cell)})"


def _in_several_cells(rows: Sequence[Element]) -> frozenset[str]:
    """The selectors that find elements in more than one cell of a row."""
    found: set[str] = set()
    for row in rows:
        cells: dict[str, set[int]] = defaultdict(set)
        for place, cell in enumerate(row):
            for element in cell.iterdescendants(etree.Element):
                cells[_within(row, element)].add(place)
        found |= {css for css, places in cells.items() if len(places) > 1}
    return frozenset(found)


def _behind_others(row: Element) -> Iterator[str]:
    """The selectors of what has no class that find what has one before it, as a badge before a name."""
    places, called = dict[Element, int](), dict[object, int]()
    for place, element in enumerate(row.iter(etree.Element)):
        places[element] = place
        if any(stable_classes(element)):
            called[element.tag] = place
        elif element is not row and _is_plain(element) and called.get(element.tag, -1) > places[element.getparent()]:
            yield _within(row, element)


def _is_plain(element: Element) -> bool:
    return element.get("class") is None and own_selector(element) == element.tag


def _deeper(row: Element, *, is_table: bool) -> Iterator[str]:
    """The selectors of children that find what stands deeper in the same parent, too.

    In a table, these are of what is named, and of what would find something deeper first: a child that another row has
    within an element of its own is found with these no more.
    """
    for element in row.iterdescendants(etree.Element):
        parent, css = element.getparent(), _within(row, element)
        if parent is row or " " not in css or (is_table and not any(stable_classes(parent))):
            continue
        own, within = own_selector(parent), parent
        for around in parent.iterancestors():
            if around is row:
                break
            name, is_before = own_selector(around), next(within.itersiblings(element.tag), None) is not None
            if name != own and not (is_table and (name == around.tag or not is_before)):
                yield f"{name} {element.tag}"
            within = around
