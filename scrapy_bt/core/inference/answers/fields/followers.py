"""What goes on with rows right behind them, as the second line of an entry of a table; of terms see `meanings`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from ....documents.elements import HEADINGS, Element
from ..elements.classes import kind_of_element, stable_classes
from ..elements.neighbours import after, before
from ..elements.rowselectors import own_selector
from ..elements.wholetexts import xpath_of
from ..values import Extraction

_BEHIND = "following-sibling::*[1]"
_IN_TEXT = "(.//text()["
"""What is said behind a label is taken out of a text, wherever that stands."""
_FEWEST = 3
"""Rows, from which it is told that something is behind each."""
_PARAGRAPH = "\n\n"
_MOST = 0.8
"""How many of them have to be followed by what is of one kind."""


def followers(rows: Sequence[Element], heads: Sequence[Element] = ()) -> list[Element]:
    """What stands right behind each of the rows, is none of them, and says something; empty: nothing of one kind.

    *heads*: what the entries begin with, where the rows go on with them themselves.
    """
    own = {*rows, *heads}
    found = list(map(after, rows))
    behind = [each for each in found if each is not None and each not in own]
    is_flat = len({row.getparent() for row in rows}) * 2 <= len(rows)  # beside each other, not one in each card
    if len(rows) < _FEWEST or len(behind) < len(rows) or not is_flat:
        return []
    kind, count = Counter(map(kind_of_element, behind)).most_common(1)[0]
    built = Counter(map(_build_of, rows))
    is_alike = kind in set(map(kind_of_element, rows)) and not built.keys().isdisjoint(map(_build_of, behind))
    if count < _MOST * len(rows) or is_alike:
        return []
    # What stands before the first row too is the beginning of the entries, and the rows are their ends; but a text
    # before the first heading, where the last one has such a text as well, introduces all of them.
    beginnings = heads or rows
    is_closed = beginnings[0].tag in HEADINGS and kind_of_element(behind[-1]) == kind
    previous = map(before, beginnings)
    if not is_closed and any(
        each is not None and kind_of_element(each) == kind and _is_first(each, own) for each in previous
    ):
        return []
    # Rows that take turns in their looks are built the same.
    if sum(_build_of(each) in built for each in behind) >= _MOST * len(behind):
        return []
    is_said = sum(any(str(text).strip() for text in each.itertext()) for each in behind)
    return behind if is_said >= _MOST * len(rows) else []


def chain_behind(rows: Sequence[Element]) -> list[Element]:
    """All that goes on with rows, one thing behind the other."""
    chain, last = list[Element](), list(rows)
    while last := followers(last, rows if chain else ()):
        chain += last
    return chain


def is_text_behind(rows: Sequence[Element]) -> bool:
    """Whether a text that says something stands right behind nearly all rows, as in the lines of a listing."""
    said = sum(any(map(str.isalnum, row.tail or "")) for row in rows)
    return len(rows) >= _FEWEST and said >= _MOST * len(rows)


def is_preformatted(row: Element) -> bool:
    """Whether a row stands right in preformatted text."""
    around = row.getparent()
    return around is not None and around.tag == "pre"


def take_text_behind(rows: Sequence[Element]) -> Extraction:
    """What takes that text: of rows within preformatted text, as far as a blank line, behind which the next begins."""
    path = "following-sibling::text()[1]"
    is_apart = sum(_PARAGRAPH in (row.tail or "") for row in rows) >= _MOST * len(rows)
    if is_preformatted(rows[0]) and is_apart:
        path = f"substring-before(concat({path}, '{_PARAGRAPH}'), '{_PARAGRAPH}')"
    return Extraction("xpath", f"normalize-space({path})")


def of_followers(
    behind: Sequence[Element], fields: Iterator[tuple[str, Extraction]]
) -> Iterator[tuple[str, Extraction]]:
    """The fields of what stands behind rows, as they are taken from the rows; *fields*: as from itself."""
    selves = {own_selector(each) for each in behind}
    is_whole = True
    for name, extraction in fields:
        path = None if extraction.all else _path(extraction, selves)
        if path is None:
            is_whole = False
        else:
            yield name, Extraction("xpath", path)
    if not is_whole:
        yield "text", Extraction("xpath", f"normalize-space({_BEHIND})")


def _path(extraction: Extraction, selves: set[str]) -> str | None:
    if extraction.how == "css":
        selector, _, what = extraction.text.rpartition("::")
        below = "" if not selector or selector in selves else xpath_of(selector)
        if below is None:
            return None
        attribute = what.removeprefix("attr(").removesuffix(")")
        return f"normalize-space({_BEHIND}{below})" if what == "text" else f"{_BEHIND}{below}/@{attribute}"
    if extraction.how == "xpath" and extraction.text.startswith(_BEHIND):
        return f"{_BEHIND}/{extraction.text}"
    if _IN_TEXT in extraction.text:
        return extraction.text.replace(_IN_TEXT, f"({_BEHIND}//text()[")
    inner = extraction.text.removeprefix("normalize-space(").removesuffix(")")
    if extraction.how != "xpath" or inner == extraction.text:
        return None
    return f"normalize-space({_BEHIND}{inner[1:] if inner.startswith('.') else f'/{inner}'})"


def _build_of(element: Element) -> tuple[str, ...]:
    """Its tag, those of its children, and what it holds; what holds nothing is told by its own class alone."""
    inner = sorted({own_selector(each) for each in element.iterdescendants(etree.Element)})
    return str(element.tag), *(str(child.tag) for child in element), "/", *(inner or stable_classes(element)[:1])


def _is_first(element: Element, rows: set[Element]) -> bool:
    """Whether no row stands before an element."""
    return not any(each in rows for each in element.itersiblings(etree.Element, preceding=True))
