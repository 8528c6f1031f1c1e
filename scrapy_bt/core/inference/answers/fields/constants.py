"""Values that all recorded rows have alike, as “In stock”: other rows may say something else there.

Cells of a table are told by their columns. Elsewhere a text that is always the same may also be a label, or something
to be pressed; what is neither is a value. Which part of a page holds the rows is decided before, by what differs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile

from lxml import etree

from ....documents.elements import HEADINGS, Element
from ....samples.traffic import Answer
from ....tree.literals import literal
from ..elements.called import with_blanks
from ..elements.classes import stable_classes
from ..elements.labels import LABELLED, ends_with_colon, with_colon, without_colon
from ..elements.markup import text_within
from ..elements.neighbours import before, text_before
from ..elements.rowselectors import own_selector
from ..elements.shown import SKIPPED
from ..elements.wholetexts import IN_LINE
from ..extraction import extract_within, page_of
from ..values import Extraction, Fields
from .captions import calls, takes_turns
from .fieldnames import field_name, label_of, unused
from .restfields import MOST_ROWS, xpath_within
from .rowfields import spread

_FEWEST = 3
"""Rows of which it can be told that they say the same."""
_MOSTLY = 0.5
"""How many of the rows have to say it."""
_LONGEST = 80
"""Letters of a value that is always the same."""
_PRESSED = frozenset({"a", "button", "label", "option", "select", "summary", "nav", "form"})
_LABELS = HEADINGS | {"dt", "th", "legend", "caption", "figcaption"}
_LABEL = re.compile(r"label|key|term|caption|heading|hint|help|tooltip|action|toggle", re.IGNORECASE)
"""A class that says of an element that it is no value."""
_UNSEEN = re.compile(r"sr-only|visually-?hidden|screen-?reader|hidden|icon|glyph", re.IGNORECASE)
"""A class of what nobody reads; fonts of icons draw their names."""
_NAME = "note"


def with_constants(each: Extraction, fields: Fields, answers: Sequence[Answer]) -> Fields:
    """The fields of rows, and those of texts that are the same in more than half of them and in no field."""
    rows = [row for answer in answers for row in page_of(answer).elements(each)] if each.how == "css" else []
    if len(rows) < _FEWEST or rows[0].tag in ("tr", "dt"):
        return fields
    seen = {name for name, _ in fields}
    found = _constants(spread(rows, MOST_ROWS), [extraction for _, extraction in fields])
    return (*fields, *((unused(field_name(name) or _NAME, seen), extraction) for name, extraction in found))


def _constants(rows: Sequence[Element], known: Sequence[Extraction]) -> Iterator[tuple[str, Extraction]]:
    said: dict[str, list[tuple[Element, Element, str]]] = defaultdict(list)
    for row in rows:
        held = [" ".join(text.split()) for extraction in known for text in extract_within(row, extraction)]
        for element in _leaves(row):
            text = text_within(element)
            if not any(text in own for own in held):
                said[xpath_within(row, element)].append((row, element, text))
    same = {
        path: found
        for path, found in said.items()
        if len({(text, each.get("href")) for _, each, text in found}) == 1 and len(found) > _MOSTLY * len(rows)
    }
    constant = {element for found in same.values() for _, element, _ in found}
    for path, found in same.items():
        row, element, text = found[0]
        if labelled := LABELLED.fullmatch(text):
            start = literal(with_colon(labelled))
            told = with_blanks(path, "".join(map(str, element.itertext())))
            yield labelled[1], Extraction("xpath", f"normalize-space(substring-after({told}, {start}))")
        elif len(labels := {_label_before(each) for _, each, _ in found}) == 1 and (label := labels.pop()):
            yield label, _taking(row, element, path)
        elif _is_value(row, element) and not takes_turns(element, constant):
            yield label_of(element) or _NAME, _taking(row, element, path)


def _leaves(row: Element) -> Iterator[Element]:
    """The innermost elements that say something to be read, and nothing that is pressed but for links in a line."""
    waiting = list(row)
    while waiting:
        element = waiting.pop(0)
        if not isinstance(element.tag, str) or element.tag in SKIPPED or _is_unseen(element):
            continue
        if element.tag in _PRESSED and not _is_in_line(element):
            continue
        if len(element) and any(map(text_within, element)):
            waiting = [*element, *waiting]
        elif 0 < len(text := text_within(element)) <= _LONGEST and any(map(str.isalnum, text)):
            yield element


def _is_in_line(element: Element) -> bool:
    """Whether it is a link behind words of its line, as that to who wrote something is behind “By”."""
    leads = element.tag == "a" and not (element.get("href") or "#").startswith(("#", "javascript:"))
    return leads and any(map(str.isalpha, text_before(element)))


def _is_unseen(element: Element) -> bool:
    return (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or _UNSEEN.search(element.get("class") or "") is not None
    )


def _label_before(element: Element) -> str:
    """What the element right before says of this one, as `dt` before `dd`; empty if it is no label."""
    label = before(element)
    if label is None or len(label) or text_before(element).strip() or _is_label(element) or not _is_label(label):
        return ""
    return without_colon(text_within(label))


def _is_label(element: Element) -> bool:
    """Whether an element says, by its tag, its class or a colon, that it is a label."""
    text = text_within(element)
    return element.tag in _LABELS or ends_with_colon(text) or any(map(_LABEL.search, stable_classes(element)))


def _is_value(row: Element, element: Element) -> bool:
    """Whether it is no label of what stands behind it: it has a class of its own, or is the last of its line."""
    if _is_label(element) or any(map(_is_label, takewhile(lambda around: around is not row, element.iterancestors()))):
        return False
    following = _following(row, element)
    if following is None or following.tag == "a" or following.tag in HEADINGS:
        return True
    return _has_own_class(row, element) and not calls(element, following)


def _has_own_class(row: Element, element: Element) -> bool:
    names = stable_classes(element)[:1]
    return bool(names) and sum(names[0] in stable_classes(each) for each in row.iter(etree.Element)) == 1


def _taking(row: Element, element: Element, path: str) -> Extraction:
    """What takes its text from any of the rows: by its class, or by its place, *path*."""
    if _has_own_class(row, element) and not len(element):
        return Extraction("css", f"{own_selector(element)}::text")
    return Extraction("xpath", f"normalize-space({path})")


def _following(row: Element, element: Element) -> Element | None:
    """What says something behind it: in its line, or behind the line if that says nothing else; none: nothing."""
    line = element
    while line is not row and line.tag in IN_LINE and (parent := line.getparent()) is not None:
        if any(map(str.isalnum, line.tail or "")):
            return line
        if (found := _speaking_behind(line)) is not None:
            return found
        line = parent
    return None if line is row or text_within(line) != text_within(element) else _speaking_behind(line)


def _speaking_behind(element: Element) -> Element | None:
    return next(filter(text_within, element.itersiblings(etree.Element)), None)
