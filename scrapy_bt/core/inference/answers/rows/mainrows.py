"""The rows that pages of one kind hold together: what repeats on them, and says most of what differs between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from ....documents.elements import UNSEEN, Element, is_element
from ....samples.traffic import Answer
from ..data.innerlists import only_lists, path_within
from ..data.maps import ENTRY, OF_LIST, maps_in
from ..elements.classes import says_looks, stable_classes
from ..elements.shown import main_part, unseen_in
from ..extraction import page_of
from ..fields.fieldnames import field_name, unused
from ..fields.followers import is_text_behind
from ..fields.jsonfields import is_table, json_fields
from ..fields.lines import behind
from ..fields.meanings import meant_by
from ..fields.rowattributes import shown_attributes
from ..fields.rowfields import row_fields
from ..values import Extraction
from .beside import without_those_beside
from .containers import of_one_container
from .gridcells import are_cells_of_rows, are_of_grid
from .groupheadings import group_headings
from .mainsubject import are_called_alike
from .margins import menus_among, within_content
from .onwardrows import without_onward
from .properties import are_properties
from .rows import SEVERAL_CELLS, RowPattern, are_nested, entries_of, is_around, rows_of
from .severalparts import of_all_parts
from .strangers import without_second_lines, without_strangers
from .tablerows import below_column_names, by_headings, tables_apart, without_sums
from .terms import terms_among
from .waysup import without_ways_up

_MOST_PAGES = 6
_MOST_GROUPS = 25
"""Of a page, those that fill most of it."""
_MOST_ROWS = 150
"""From which fields are made, of all pages together."""
_MOST_COMPARED = 10
"""Groups, the best, of which it is looked whether they hold others."""
_MOST_CONTAINERS = 40
"""Of a page; what is there more often is no container."""
_TELLING = 4
"""Fields from which more of them say no more of what a row is."""
_ALIKE = 0.5
"""How much rows are built alike, from which it makes no difference; containers of a page are built like none other."""
_MOSTLY = 0.6
"""Of what differs in a list, what a list within one of its entries says of it where it is what is wanted."""
_FEW = 0.5
"""What a row of one field is worth beside one of several."""
_CHOSEN = re.compile(rf"(?:{re.escape(SEVERAL_CELLS)}|:has\(td\))?(?::not\((?:\.[\w-]+|:has\(> td\.[\w-]+\))\))*$")
"""What a selector says to tell rows from headings and links to further pages."""
_UNSEEN = UNSEEN | {"option", "head"}


@dataclass(frozen=True)
class _RowsPage:
    answer: Answer
    scope: Any
    """The root element, or the JSON value."""
    texts: Counter[str]


def rows_among(answers: Sequence[Answer]) -> tuple[RowPattern, ...]:
    """The groups of rows, best first: *weight* is how much of what differs between the pages they say, 0 to 1."""
    pages = _pages(answers)
    if not pages:
        return ()
    counts = Counter(text for page in pages for text in set(page.texts))
    # One of several pages may be another one: where nothing was found, what stands on all others is missing.
    least = len(pages) - (len(pages) > 2)
    everywhere = {text for text, count in counts.items() if count >= max(least, 2)}
    candidates = dict.fromkeys(rows.each for page in pages for rows in rows_of(page.answer)[:_MOST_GROUPS])
    # On some pages nothing but rows is in a table, on others a row with links to further pages is, too, or a heading.
    plain = {each: _CHOSEN.sub("", each.text) for each in candidates if each.how == "css"}
    rows_only = {plain[each] for each in plain if each.text.removesuffix(":has(td)") != plain[each]}
    candidates = {
        each: None for each in candidates if each.text.removesuffix(":has(td)") not in rows_only or each not in plain
    }
    answers = [page.answer for page in pages]
    candidates = {without_those_beside(within_content(each, answers), answers): None for each in candidates}
    candidates = {below_column_names(each, answers): None for each in candidates}
    apart = [rows for each in candidates for kind in by_headings(each, answers) for rows in tables_apart(kind, answers)]
    apart = [of_all_parts(of_one_container(each, answers), answers) for each in apart]
    apart = [each for each in apart if each.how != "css" or not _hold_each_other(each, answers)]
    apart = [without_second_lines(without_sums(each, answers), answers) for each in apart]
    apart = [without_strangers(each, answers) for each in apart]
    apart = [without_onward(each, answers) for each in apart if not are_properties(each, answers)]
    candidates = {without_ways_up(each, answers): None for each in apart}
    candidates |= dict.fromkeys((*_maps_of(pages), *terms_among(answers)))
    found = [scored for each in candidates if (scored := _scored(each, pages, everywhere)) is not None]
    around = _around_lists(pages, [rows for _, rows in found])
    around |= menus_among([rows.each for _, rows in found], answers)
    ranked = [rows for _, rows in sorted(found, key=lambda pair: -pair[0]) if rows.each not in around]
    inner = [rows for rows in ranked[:_MOST_COMPARED] if rows.each.how == "css"]
    elements = {rows.each: [page_of(page.answer).elements(rows.each) for page in pages] for rows in inner}
    return tuple(
        rows
        for rows in ranked
        if rows.each not in elements
        or not (
            _are_around(rows.each, elements)
            or _are_lines(rows.each, elements)
            or are_of_grid(elements[rows.each], elements.values())
            or are_cells_of_rows(elements[rows.each], elements.values())
        )
    )


def _hold_each_other(each: Extraction, answers: Sequence[Answer]) -> bool:
    return any(are_nested(page_of(answer).elements(each)) for answer in answers)


def _are_lines(each: Extraction, elements: Mapping[Extraction, Sequence[Sequence[Element]]]) -> bool:
    """Whether rows are the first and second lines of other rows, which what stands behind them goes on with."""
    for theirs in elements.values():
        pairs = [(set(own), set(others), behind(others)) for own, others in zip(elements[each], theirs, strict=True)]
        if any(own for own, _, _ in pairs) and all(
            not own or (lines and own == others | set(lines)) for own, others, lines in pairs
        ):
            return True
    return False


def _are_around(each: Extraction, elements: Mapping[Extraction, Sequence[Sequence[Element]]]) -> bool:
    """Whether rows are containers: one of them holds all rows of another kind, on most of the pages that have both."""
    for other, theirs in elements.items():
        both = [(own, others) for own, others in zip(elements[each], theirs, strict=True) if own and others]
        around = (len(own) <= _MOST_CONTAINERS and is_around(own, others[:_MOST_ROWS]) for own, others in both)
        if other != each and sum(around) * 2 > len(both):
            return True
    return False


def _around_lists(pages: Sequence[_RowsPage], found: Sequence[RowPattern]) -> set[Extraction]:
    """Of lists of data in which one entry holds a list: those around what pages mostly say, and else those within."""
    left_out: set[Extraction] = set()
    by_path = {rows.each.text: rows for rows in found if rows.each.how == "json"}
    for outer, rows in by_path.items():
        if not any(path.startswith(f"{outer}[].") for path in by_path):
            continue
        own = [page_of(page.answer).elements(rows.each) for page in pages]
        held = [only_lists(entries) for entries in own]
        for names in dict.fromkeys(names for lists in held for names in lists):
            inner = by_path.get(path_within(outer, names))
            if inner is None:
                continue
            counts = [len(page_of(page.answer).elements(inner.each)) for page in pages]
            is_alone = all(names in lists or not count for lists, count in zip(held, counts, strict=True))
            left_out.add(rows.each if is_alone and inner.weight >= _MOSTLY * rows.weight else inner.each)
    return left_out


def _pages(answers: Sequence[Answer]) -> list[_RowsPage]:
    """The pages that differ, as far as they hold something."""
    pages: list[_RowsPage] = []
    for answer in answers:
        page = page_of(answer)
        scope = page.json if isinstance(page.json, (dict, list)) else page.root
        if scope is None or isinstance(scope, (str, int, float)):
            continue
        texts = Counter(_said(scope))
        if texts and all(texts != other.texts for other in pages):
            pages.append(_RowsPage(answer, scope, texts))
    return pages[: _MOST_PAGES // 2] + pages[_MOST_PAGES // 2 :][-(_MOST_PAGES - _MOST_PAGES // 2) :]


def _maps_of(pages: Sequence[_RowsPage]) -> Iterator[Extraction]:
    """Of objects that hold entries by their keys, these, if the objects stand in no list."""
    for names in maps_in([page.scope for page in pages if isinstance(page.scope, (dict, list))]):
        if not {ENTRY, OF_LIST} & set(names):
            yield Extraction("json", entries_of(names))


def _scored(each: Extraction, pages: Sequence[_RowsPage], everywhere: set[str]) -> tuple[float, RowPattern] | None:
    found = [page_of(page.answer).elements(each) for page in pages]
    # Data says by itself what is a list, however short.
    if max(map(len, found)) < (1 if each.how == "json" else 2) or sum(map(bool, found)) * 2 < len(pages):
        return None
    if are_called_alike(found, _said):
        everywhere = everywhere - {text for own in found for row in own for text in _said(row)}
    rows = [row for own in found for row in own[: max(2, _MOST_ROWS // len(pages))]]
    shares = [
        _letters(_said_by(own), everywhere) / whole
        for page, own in zip(pages, found, strict=True)
        if own and (whole := _letters(_of_main(page, single=len(pages) == 1), everywhere))
    ]
    if not shares:
        return None
    share = min(sum(shares) / len(shares), 1.0)
    is_markup = each.how == "css"
    likeness = _likeness(rows) if is_markup else 1.0
    if likeness < _ALIKE / 2:
        return None
    fields = tuple(
        row_fields(rows) if is_markup else json_fields(rows, is_parted=True, headings=_headings(each, pages[0]))
    )
    if not fields:
        return None
    single = sum(not extraction.all for _, extraction in fields)
    worth = share * (_FEW + (1 - _FEW) * min(single, _TELLING) / _TELLING) * min(likeness / _ALIKE, 1.0)
    if is_markup and ">" in each.text and ":has(" not in each.text:
        worth *= 0.9  # a class says what rows are; their place says only where they stand
    elif is_markup and says_looks(each.text.rpartition(".")[2]):
        worth *= 0.93  # and a class of a grid only how wide they are
    if is_markup:
        seen = {name for name, _ in fields}
        fields += tuple((unused(field_name(name), seen), field) for name, field in group_headings(rows))
    return worth, RowPattern(each, max(map(len, found)), fields, share)


def _said_by(rows: Sequence[Any]) -> Iterator[str]:
    """What rows say, with what belongs to them behind each."""
    is_markup = bool(rows) and is_element(rows[0])
    for row in [*rows, *behind(rows), *meant_by(rows)] if is_markup else rows:
        yield from _said(row)
    if is_markup and is_text_behind(rows):
        for row in rows:
            yield from _said(row.tail)


def _headings(each: Extraction, page: _RowsPage) -> list[str]:
    """What stands beside rows that are lists and names as many values as they have; empty if nothing does."""
    holder = page_of(page.answer).json
    for step in each.text.split(".")[:-1]:
        holder = holder.get(step.strip('"')) if isinstance(holder, dict) else None
    rows = page_of(page.answer).elements(each)
    if not isinstance(holder, dict) or not is_table(rows):
        return []
    for beside in holder.values():
        if isinstance(beside, list) and len(beside) == len(rows[0]):
            names = [_heading(entry) for entry in beside]
            if all(names) and len(set(names)) == len(names):
                return names
    return []


def _heading(entry: Any) -> str:
    """What an entry of a list of columns calls its column; empty if it is no such entry."""
    if isinstance(entry, dict):
        entry = next((entry[key] for key in ("name", "title", "label", "field", "key", "id") if key in entry), "")
    return entry if isinstance(entry, str) else ""


def _of_main(page: _RowsPage, *, single: bool) -> Iterator[str]:
    """What a page says; where there is no other to compare with, its main part."""
    is_markup = is_element(page.scope)
    return _said(main_part(page.scope)) if single and is_markup else iter(page.texts.elements())


def _letters(texts: Iterable[str], everywhere: set[str]) -> int:
    return sum(len(text) for text in texts if text not in everywhere)


def _said(scope: Any) -> Iterator[str]:
    """The texts of an element or of a JSON value, one by one."""
    waiting = [scope]
    unseen = unseen_in(scope, _UNSEEN) if is_element(scope) else _UNSEEN
    while waiting:
        value = waiting.pop()
        if is_element(value):
            tag: Any = value.tag  # a comment has a function there
            if not isinstance(tag, str) or tag in unseen:
                continue
            for child in reversed(value):
                waiting += [child.tail or "", child]
            waiting.append(value.text or "")
            waiting += [told for _, _, told in shown_attributes(value)]
        elif isinstance(value, dict):
            waiting += reversed(value.values())
        elif isinstance(value, list):
            waiting += reversed(value)
        elif value is not None and (text := " ".join(str(value).split())):
            yield text


def _likeness(rows: Sequence[Element]) -> float:
    """How much rows are built alike, 0 to 1: containers of a page hold different things."""
    built = [frozenset(_build(row)) for row in rows[:40]]
    counts = Counter(name for own in built for name in own)
    common = {name for name, count in counts.items() if count * 2 >= len(built)}
    overlaps = [len(own & common) / len(own | common) if own | common else 1.0 for own in built]
    return sum(overlaps) / len(overlaps)


def _build(row: Element) -> Iterator[str]:
    for element in row.iterdescendants(etree.Element):
        yield f"{element.tag}.{next(iter(stable_classes(element)), '')}"
