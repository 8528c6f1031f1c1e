"""Which elements beside each other may be rows without a class that says so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from lxml import etree

from ....documents.elements import HEADINGS, Element
from ..elements.labels import ends_with_colon
from ..elements.markup import children_of, text_within
from ..elements.neighbours import after, before, text_before

ROW_TAGS = frozenset({"li", "tr", "article", "div", "dl", "dt", "section", "details", "figure"})
_OF_BODY = frozenset({"li", "article", "dl", "details"})
"""Those that may stand right in the body, where others are parts of the page."""
_HEADINGS = HEADINGS - {"h1"}
_BELOW = frozenset({"p", "div", "span", "small", "blockquote"})
"""What may stand below the heading of an entry."""
_OF_LISTS = ("li", "tr", "dt")
_LINES = 3
"""Of an element, from which on they are what it is made of."""
_LETTERING = frozenset({"b", "strong", "em", "i", "u", "span", "font"})
"""How a line's link may be shown."""
_COUNT = re.compile(r"\s*(?:\d+[.):]|[*•-])?\s*")
"""What a line may begin with."""
_SEVERAL = 2
"""Texts of what is a row by that alone."""


def may_be_rows(parent: Element, tag: str) -> bool:
    """Whether the children of a parent that are called so may be rows: by what they are called, or by their parts.

    Links and elements that a page has made up are rows where each has several parts, links also where each begins a
    line, in bold letters as well; paragraphs, where all begin with a link, or all with bold letters that are no label;
    bodies of a table, where each has several rows; tables, where each line of each begins with a label; headings, where
    each has right below it what goes on with it.
    """
    if tag in ROW_TAGS and (parent.tag != "body" or tag in _OF_BODY):
        return True
    own = [child for child in parent if child.tag == tag]
    if "-" in tag:
        return all(_says_several(each) or len(each.attrib) >= _SEVERAL for each in own)
    if tag == "a" or tag in _LETTERING:
        is_of_lines = _is_of_lines(parent) and all(_begins_line(each) and _says(each) for each in own)
        if tag == "a":
            return is_of_lines or all(map(_says_several, own))
        return is_of_lines and all(each.find(".//a[@href]") is not None for each in own)
    if tag == "p":
        return all(map(_says_several, own)) and {_beginning(each) for each in own} in ({"a"}, {"b"}, {"strong"})
    if tag == "table":
        return all(map(_is_of_labels, own))
    if tag == "tbody":
        return all(len(each) >= _SEVERAL for each in own)
    return tag in _HEADINGS and all(_goes_on(each) for each in own)


def are_two_rows(parent: Element, tag: str) -> bool:
    """Whether two entries of a list, and nothing else, are in it, which are built the same and lead somewhere."""
    own = list(parent.iterchildren(etree.Element))
    if tag not in ("li", "article") or len(own) != _SEVERAL or any(each.tag != tag for each in own):
        return False
    built = [[inner.tag for inner in each.iterdescendants(etree.Element)] for each in own]
    return built[0] == built[1] and "a" in built[0] and all(map(_says_several, own))


def headed(body: Element) -> dict[str, list[Element]]:
    """By what finds them, what right in the body begins with a heading of one rank each, as posts below their days."""
    found: dict[str, list[Element]] = defaultdict(list)
    for child in body.iterchildren("div", "section"):
        parts = children_of(child)
        if len(parts) > 1 and parts[0].tag in _HEADINGS and not (child.text or "").strip():
            found[f"body > {child.tag}:has(> {parts[0].tag}:first-child)"].append(child)
    return found


def behind_pictures(parent: Element) -> tuple[str, list[Element]]:
    """The links of lines that begin with a picture, as of a file's kind, and what finds them; empty if there are none.

    Above a line across the page stand the names of the columns, which are links to other orders.
    """
    across = [child.tag for child in parent].index("hr") if parent.find("hr") is not None else -1
    selector = f"{'hr ~ ' if across >= 0 else ''}img + a"
    found = [link for link in parent[across + 1 :] if link.tag == "a" and _is_tag(before(link), "img")]
    is_told = _is_of_lines(parent) and all(map(_begins_line, map(before, found)))
    return (selector, found) if is_told and all(map(_says, found)) else ("", [])


def _is_tag(element: Element | None, tag: str) -> bool:
    return element is not None and element.tag == tag


def _is_of_lines(parent: Element) -> bool:
    return parent.tag == "pre" or len(parent.findall("br")) >= _LINES


def _begins_line(element: Element) -> bool:
    previous, text = before(element), text_before(element)
    is_first = previous is None or previous.tag in ("br", "hr") or "\n" in text
    return is_first and _COUNT.fullmatch(text.rpartition("\n")[2]) is not None


def _says(element: Element) -> bool:
    return any(True for _ in _texts(element))


def _says_several(element: Element) -> bool:
    return len(list(_texts(element))) >= _SEVERAL


def _beginning(paragraph: Element) -> str:
    """The tag of what a paragraph begins with, in front of other texts; empty if it begins with a text, or a label."""
    first = next(paragraph.iterchildren(etree.Element), None)
    said = "" if first is None or (paragraph.text or "").strip() else text_within(first)
    return (
        ""
        if first is None or not said or ends_with_colon(f"{said}{(first.tail or '').lstrip()[:1]}")
        else str(first.tag)
    )


def _is_of_labels(table: Element) -> bool:
    """Whether all lines of a table, several of them, are a label and what it is the label of."""
    lines = [[cell for cell in line if text_within(cell)] for line in table.iter("tr")]
    return len(lines) >= _SEVERAL and all(
        len(cells) == _SEVERAL and (cells[0].tag == "th" or ends_with_colon(text_within(cells[0]))) for cells in lines
    )


def _goes_on(heading: Element) -> bool:
    below = after(heading)
    return (
        below is not None
        and (below.tag in _BELOW or (below.tag in _HEADINGS and below.tag > heading.tag))
        and _says(below)
        and next(below.iter(*_OF_LISTS), None) is None
    )


def _texts(element: Element) -> Iterator[str]:
    return (str(text) for text in element.itertext() if str(text).strip())
