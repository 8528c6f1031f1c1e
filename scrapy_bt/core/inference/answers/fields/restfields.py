"""What rows say that no field holds as a whole: cells of a table, and other lines of text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from ....documents.elements import Element
from ....tree.literals import of_class
from ..elements.classes import stable_classes
from ..elements.elementnames import tag_in_path
from ..elements.markup import children_of, place_among_siblings
from ..elements.shown import unseen_in
from ..elements.wholetexts import IN_LINE
from ..extraction import extract_within
from ..values import Extraction

MOST_ROWS = 60
"""Of the rows that are looked at."""
_WITHIN_LINE = IN_LINE | {"img", "svg", "path", "input", "button", "label", "wbr"}
_UNSEEN = frozenset({"script", "style", "template", "noscript", "option", "svg", "button", "label", "select"})
_LEAST = 0.05
"""How many of the rows have to say it."""

Missed = tuple[Element, Extraction]
"""The first element that says something which is in no field, and what takes it."""


def rest_of(
    rows: Sequence[Element], known: Sequence[Extraction], labels: Collection[str] = frozenset()
) -> Iterator[Missed]:
    """The lines of rows that the known fields lack, each as what takes it whole from any of the rows.

    *labels*: what lines say beside values that are in fields.
    """
    missed: dict[str, list[tuple[Element, str]]] = defaultdict(list)
    around: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    """By path, what the lines say beside values that are held: where it is always the same, it is a label."""
    rows = rows[:MOST_ROWS]
    for row in rows:
        held = {*labels, *(text for extraction in known for text in _taken(row, extraction))}
        for line in line_elements(row):
            text = _plain("".join(map(str, line.itertext())))
            if text in held or all(_plain(str(own)) in held for own in line.itertext() if str(own).strip()):
                continue
            path = xpath_within(row, line)
            missed[path].append((line, text))
            own = [_plain(str(text)) for text in line.itertext() if str(text).strip()]
            unheld = tuple(text for text in own if text not in held)
            around[path].add(unheld if len(unheld) < len(own) else (text,))
    for path, lines in missed.items():
        texts = {text for _, text in lines}
        is_constant = len(texts) == 1 and len(rows) > 2
        if len(lines) < _LEAST * len(rows) or (is_constant and rows[0].tag != "tr"):
            continue
        if len(around[path]) == 1 < len(lines) and not is_constant:
            continue
        if is_constant and any(child.tag == "a" for child in lines[0][0]):
            continue
        yield lines[0][0], Extraction("xpath", f"normalize-space({path})")


def line_elements(scope: Element) -> Iterator[Element]:
    """The innermost elements that stand as lines or blocks of their own and say something, in order."""
    waiting, unseen = [scope], unseen_in(scope, _UNSEEN)
    while waiting:
        element = waiting.pop()
        if not isinstance(element.tag, str) or element.tag in unseen:
            continue
        if all(each.tag in _WITHIN_LINE for each in element.iterdescendants(etree.Element)):
            if any(str(text).strip() for text in element.itertext()):
                yield element
        else:
            waiting += reversed(element)


def xpath_within(scope: Element, element: Element) -> str:
    """XPath from *scope* to an element below it: by a class that nothing else there has, or by its place."""
    if element is scope:
        return "."
    parent = element.getparent()
    if element.tag in ("td", "th") and parent is scope:
        return f"*[{place_among_siblings(element)}]"
    tag = tag_in_path(element)
    for name in stable_classes(element)[:2]:
        found = f".//{tag}[{of_class(name)}]"
        if len(scope.xpath(found)) == 1:
            return found
    alike = children_of(parent) if tag == "*" else [child for child in parent if child.tag == tag]
    own = f"{tag}[{alike.index(element) + 1}]" if len(alike) > 1 else tag
    before = xpath_within(scope, parent)
    return own if before == "." else f"{before}/{own}"


def _taken(row: Element, extraction: Extraction) -> Sequence[str]:
    """The values that a field has of a row: of those that are no blanks the first, or all."""
    texts = [text for each in extract_within(row, extraction) if (text := _plain(each))]
    return texts if extraction.all else texts[:1]


def _plain(text: str) -> str:
    return " ".join(text.split())
