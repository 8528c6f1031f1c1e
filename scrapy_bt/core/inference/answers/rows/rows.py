"""The rows of a page: elements or JSON objects of one outline, with the fields that they hold."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ....tree.selectors import kind_of_document
from ..data.calls import are_several_answers
from ..data.innerlists import only_lists, path_within
from ..data.leaves import jmespath_of
from ..data.maps import is_map
from ..elements.classes import is_volatile, stable_classes
from ..elements.markup import children_of, quoted, text_within
from ..elements.shown import SKIPPED, main_part, seen_templates, shown_in
from ..extraction import page_of
from ..fields.fieldnames import INLINE
from ..fields.flatgrids import first_cells
from ..fields.grouprows import without_group_heads, without_head
from ..fields.jsonfields import is_table, json_fields
from ..fields.rowfields import row_fields
from ..fields.ruled import ruled_entries
from ..fields.xmlrows import xml_groups
from ..values import Extraction, Fields
from .rowelements import ROW_TAGS, are_two_rows, behind_pictures, headed, may_be_rows

_FEWEST = 3
"""Of them beside each other."""
SEVERAL_CELLS = ":has(> td:nth-child(2))"
"""Of rows of a table: those of more than one cell."""


@dataclass(frozen=True)
class RowPattern:
    """*each* finds them; *fields* are taken within one; *weight*: how much of the page they are, 0 to 1."""

    each: Extraction
    count: int
    fields: Fields
    weight: float


@lru_cache(256)
def _rows_of(answer: Answer) -> tuple[RowPattern, ...]:
    page = page_of(answer)
    if isinstance(page.json, (dict, list)):
        found = list(_in_json(page.json, (), 0))
    elif is_element(page.root):
        found = list(
            _in_markup(page.root, xml_groups(page.root) if kind_of_document(page.root) == "xml" else _groups(page.root))
        )
    else:
        found = []
    return tuple(sorted(found, key=lambda rows: -(rows.weight * min(len(rows.fields), 6))))


def rows_of(answer: Answer | None) -> tuple[RowPattern, ...]:
    """The groups of rows that an answer holds, those that matter most first."""
    return () if answer is None or not answer.body else _rows_of(answer)


def _in_json(data: Any, steps: tuple[str | int, ...], depth: int) -> Iterator[RowPattern]:
    if depth > 6:
        return
    if isinstance(data, dict):
        if is_map([data]) and not any(isinstance(step, int) for step in steps[1:]):
            fields = tuple(json_fields([list(entry) for entry in data.items()]))
            yield RowPattern(Extraction("json", entries_of(steps)), len(data), fields, _weight(data, fields, depth))
            return
        for name, inner in data.items():
            yield from _in_json(inner, (*steps, name), depth + 1)
        return
    if not steps and are_several_answers(data):
        for place, answer in enumerate(data):
            yield from _in_json(answer, (place,), depth + 1)
        return
    data = [entry for entry in data if entry is not None] if isinstance(data, list) else None
    if data and (all(isinstance(entry, dict) for entry in data) or is_table(data)):
        path = jmespath_of(steps)
        fields = tuple(json_fields(data, is_parted=True))
        if fields and not any(isinstance(step, int) for step in steps[1:]):
            yield RowPattern(Extraction("json", path), len(data), fields, _weight(data, fields, depth))
            for names, rows in only_lists(data).items():
                fields = tuple(json_fields(rows, is_parted=True)) if len(rows) >= _FEWEST else ()
                if fields:
                    weight = _weight(rows, fields, depth + 1)
                    yield RowPattern(Extraction("json", path_within(path, names)), len(rows), fields, weight)


def _weight(rows: Collection[Any], fields: Collection[Any], depth: int) -> float:
    return len(rows) * len(fields) / (1 + len(rows) * len(fields)) - 0.05 * depth


def entries_of(steps: tuple[str | int, ...]) -> str:
    """The expression for the entries of an object, each with its key."""
    return f"items({jmespath_of(steps)})"


def _in_markup(root: Element, groups: Mapping[str, list[Element]]) -> Iterator[RowPattern]:
    total = len(shown_in(main_part(root))) or 1
    known: dict[tuple[Element, ...], Fields] = {}
    for css, elements in groups.items():
        # The same elements may be found in several ways, by their class and by their place.
        if (own := tuple(elements)) not in known:
            known[own] = tuple(row_fields(elements))
        fields = known[own]
        share = sum(len(text_within(element)) for element in elements) / total
        if fields:
            # A class says what rows are; their place says only where they stand.
            worth = 1.0 if ">" not in css else 0.85
            yield RowPattern(Extraction("css", css), len(elements), fields, min(share, 1.0) * worth)


def _groups(root: Element) -> dict[str, list[Element]]:
    groups: dict[str, list[Element]] = {}
    by_class: dict[str, list[Element]] = defaultdict(list)
    short: dict[str, list[Element]] = defaultdict(list)
    """Entries of lists that are found in one way: each list may have few."""
    heads: set[Element] = set()
    for element in root.iter(etree.Element):
        if element.tag in SKIPPED or element.tag in INLINE or element.tag == "html":
            continue
        is_body = element.tag == "body"
        if is_body:
            groups |= _alone(element) | {css: own for css, own in headed(element).items() if len(own) >= _FEWEST}
        for name in [] if is_body else stable_classes(element)[:2]:
            by_class[f"{element.tag}.{name}"].append(element)
        if (kind := element.get("itemtype")) and not stable_classes(element):
            by_class[f"{element.tag}[itemtype={quoted(kind)}]"].append(element)
        ruled, parted = ruled_entries(element)
        if parted:
            groups[f"{holder_of(element)} > {ruled}"] = parted
        pictured, links = behind_pictures(element)
        if len(links) >= _FEWEST:
            groups[f"{holder_of(element)} > {pictured}"] = links
        children = Counter(child.tag for child in element if isinstance(child.tag, str))
        for tag in children:
            is_short = children[tag] < _FEWEST and not are_two_rows(element, tag)
            if (not is_short or tag == "li") and may_be_rows(element, tag):
                holder = holder_of(element)
                if holder:
                    own = [child for child in element if child.tag == tag and _is_row(child)]
                    telling, own = _of_table(own) if tag == "tr" else ("", own)
                    before = set(own)
                    but_heads, own = without_group_heads(own)
                    heads |= before.difference(own) if tag == "tr" else set()
                    css = f"{holder} > {tag}{telling}{but_heads}"
                    short[css] += own if tag == "li" else []
                    if len(own) >= 2 and not is_short:
                        groups[css] = own
    groups |= {css: own for css, own in short.items() if len(own) >= _FEWEST and css not in groups}
    several = {css: own for css, own in by_class.items() if len(own) >= 2 and not heads.issuperset(own)}
    alike = {css: own for css, own in several.items() if not are_nested(own)}
    alike |= {
        css: own for outer, nested in several.items() if outer not in alike for css, own in _own_parts(outer, nested)
    }
    # A class that all rows of a table have says less than the table.
    tables = [set(own) for own in groups.values() if own[0].tag == "tr"]
    groups |= {css: own for css, own in alike.items() if set(own) not in tables}
    groups = dict(first_cells(css, own) for css, own in groups.items())
    return {css: own for css, own in groups.items() if not any(is_around(own, other) for other in groups.values())}


def _alone(body: Element) -> dict[str, list[Element]]:
    """The rows of a piece of a page that holds nothing else: told by their tag alone, as in the page that they fill.

    Or those of a template within a piece that is made of templates.
    """
    return {tag: own for each in (body, *seen_templates(body)) for tag, own in _alone_in(each, body).items()}


def _alone_in(holder: Element, body: Element) -> dict[str, list[Element]]:
    own = children_of(holder)
    tag = own[0].tag if own else None
    if tag not in ROW_TAGS or len(own) < _FEWEST or any(child.tag != tag or stable_classes(child) for child in own):
        return {}
    return {str(tag): own} if len(list(body.iter(tag))) == len(own) else {}


def is_around(rows: Sequence[Element], others: Sequence[Element]) -> bool:
    """Whether all of the others, which are more, stand in one of the rows: then this is the main part of the page."""
    if len(others) <= len(rows):
        return False
    own = set(rows)
    around = {next((ancestor for ancestor in other.iterancestors() if ancestor in own), None) for other in others}
    return len(around) == 1 and None not in around


def _is_row(element: Element) -> bool:
    """Whether an element is one of many: no heading of a table, no name with its value, no term with its meaning."""
    if element.tag == "dt":
        return element.find(".//a") is not None
    cells = [child.tag for child in element if child.tag in ("td", "th")]
    return element.tag != "tr" or ("td" in cells and (cells != ["th", "td"] or _has_headings(element)))


def _has_headings(row: Element) -> bool:
    """Whether its table begins with the names of its columns: then what a row begins with is no label of one value."""
    table = next(row.iterancestors("table"), None)
    first = None if table is None else next(table.iter("tr"), None)
    return first is not None and [child.tag for child in first] == ["th", "th"]


def _of_table(rows: list[Element]) -> tuple[str, list[Element]]:
    """What tells the rows of a table from its headings: few cells over all columns hold links to pages, or sums."""
    if but_head := without_head(rows):
        return f":has(td){but_head}", rows[1:]
    spanning = {row for row in rows if _spans(row)}
    others = [row for row in rows if row not in spanning]
    if (
        not spanning
        or len(spanning) * 2 > len(others)
        or any([cell.tag for cell in children_of(row)][1:2] != ["td"] for row in others)
    ):
        return ":has(td)", rows
    return SEVERAL_CELLS, others


def _spans(row: Element) -> bool:
    """Whether it is one cell over several columns."""
    cells = children_of(row)
    return len(cells) == 1 and cells[0].get("colspan", "1").strip() not in ("", "0", "1")


def holder_of(element: Element) -> str:
    """What finds an element that rows stand in: from the nearest ID or class down that no machine has made."""
    current, path = element, ""
    while current is not None and current.tag != "html":
        identity = current.get("id")
        names = stable_classes(current)
        is_own = identity and re.fullmatch(r"[A-Za-z][\w-]*", identity) and not is_volatile(identity)
        own = f"#{identity}" if is_own else ""
        own = own or (f"{current.tag}.{names[0]}" if names else "")
        path = (own or str(current.tag)) + (f" > {path}" if path else "")
        if own or current.tag in ("main", "body"):
            return path
        current = current.getparent()
    return path


def _own_parts(css: str, nested: Sequence[Element]) -> Iterator[tuple[str, list[Element]]]:
    """Of elements that hold others of their kind, as comments their answers, the parts that each has for itself."""
    own = set(nested)
    for tag in dict.fromkeys(child.tag for child in nested[0] if isinstance(child.tag, str)):
        parts = [child for each in nested for child in each if child.tag == tag]
        is_apart = not any(inner in own for part in parts for inner in part.iterdescendants(etree.Element))
        if len(parts) == len(nested) and is_apart and any(map(text_within, parts)):
            yield f"{css} > {tag}", parts


def are_nested(elements: Sequence[Element]) -> bool:
    """Whether some stand within others of them."""
    own = set(elements)
    return any(ancestor in own for element in elements for ancestor in element.iterancestors())
