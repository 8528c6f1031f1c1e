"""The fields of rows, of elements and of JSON objects, with names for them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from lxml import etree

from ....documents.elements import Element
from ....tree.selectors import kind_of_document
from ..elements.classes import stable_classes
from ..elements.markup import text_within
from ..elements.rowselectors import RowSelectors, is_alone, own_selector
from ..elements.shown import SKIPPED, own_text
from ..elements.wholetexts import is_amount, is_cut, path_in_row, take_behind, take_lines, text_behind
from ..values import Extraction
from .badges import badges_of
from .behindlabels import behind_labels
from .columnheads import heading_of, heads_of
from .fieldnames import field_name, label_of, name_around, unused
from .flatgrids import cells_behind
from .followers import followers, is_preformatted, is_text_behind, of_followers, take_text_behind
from .labelledlines import labelled_lines
from .labelledtexts import labelled_texts
from .lines import lines_of, of_lines
from .meanings import meanings_of
from .places import Places
from .restfields import rest_of
from .rowattributes import attributes_of
from .ruled import of_ruled, parts_to_line
from .sections import of_parts, parts_below
from .spannedcells import spanned_fields
from .xmlrows import xml_fields

MOST_FIELDS = 300
"""Of a record: from there on, a page is no list of fields."""
_LEAST_ROWS = 0.1
"""How many of the rows have to have a field: what is optional stands in few of them."""
_ROWS = 1_000
"""Which say what fields all have."""
_PRESSED = re.compile(r"(?:^|[\s>])(?:a|button|label|option)\b")
"""A selector of what is there to be pressed."""
_MARKING = frozenset({"b", "strong", "em", "i", "mark", "u"})
_LINKS = {"a": ("href", "link"), "img": ("src", "image")}


def row_fields(rows: Sequence[Element], heads: Sequence[Element] = ()) -> Iterator[tuple[str, Extraction]]:
    """Fields for all that the rows say, of very many a part; what is to be pressed only where it differs.

    *heads*: the rows of which these are what stands behind.
    """
    rows = spread(rows, _ROWS)
    if kind_of_document(rows[0]) == "xml":
        seen_of_xml: set[str] = set()
        yield from ((unused(field_name(name), seen_of_xml), each) for name, each in xml_fields(rows))
        return
    seen: set[str] = set()
    spanned = list(spanned_fields(rows, heads_of(rows[0]) if rows[0].tag == "tr" else ()))
    yield from ((unused(field_name(name) or "value", seen), each) for name, each in spanned)
    if spanned:
        return
    lines = labelled_lines(rows)
    yield from ((unused(field_name(name) or "text", seen), each) for name, each in lines.fields)
    found: dict[str, list[list[str]]] = defaultdict(list)
    names: dict[str, str] = {}
    wholes: dict[str, Extraction] = {}
    firsts: dict[str, tuple[Element, Element]] = {}
    telling, badges, is_table = _telling(rows), badges_of(rows), rows[0].tag == "tr"
    selectors = RowSelectors(rows)
    places = Places()
    for row in rows:
        own: dict[str, list[str]] = defaultdict(list)
        for css, name, text, whole, element in _pieces(row, telling, badges, selectors):
            own[css].append(text)
            names.setdefault(css, name)
            firsts.setdefault(css, (row, element))
            places.note(css, row, element)
            if whole is not None:
                wholes.setdefault(css, whole)
        for css, texts in own.items():
            found[css].append(texts)
    known = [each for _, each in lines.fields]
    again = _repeated_links(found) | {css for css, values in found.items() if lines.hold(values)}
    for css, values in found.items():
        is_rare = len(values) < max(_LEAST_ROWS * len(rows), min(2, len(rows) / 2))
        is_same = len(rows) > 2 and len(set(map(tuple, values))) == 1 and len(values) * 2 > len(rows)
        if css in again or is_rare:
            continue
        if is_same and not (is_table and (_is_shown(css) or _is_of_one(css, heading_of(*firsts[css]), found))):
            continue
        name = unused(field_name(names[css]), seen)
        if not name or len(seen) >= MOST_FIELDS:
            continue
        is_many = max(map(len, values)) > 1
        if is_many and (apart := places.apart(css, len(rows))):
            known += apart
            yield name, apart[0]
            yield from ((unused(field_name(names[css]), seen), each) for each in apart[1:])
            continue
        known.append(Extraction("css", css, all=True) if is_many else wholes.get(css, Extraction("css", css)))
        yield name, known[-1]
    yield from _further(rows, known, seen, heads, lines.labels)


def _further(
    rows: Sequence[Element],
    known: Sequence[Extraction],
    seen: set[str],
    heads: Sequence[Element],
    labels: frozenset[str],
) -> Iterator[tuple[str, Extraction]]:
    """Fields for what rows say that the *known* ones do not hold, and for what goes on with them behind them."""
    is_table = rows[0].tag == "tr"
    for element, extraction in rest_of(rows, known, labels):
        row = next(each for each in (element, *element.iterancestors()) if each in rows)
        wanted = (heading_of(row, element) if is_table else "") or label_of(element) or name_around(row, element)
        yield unused(field_name(wanted) or "text", seen), extraction
    for name, extraction in (*behind_labels(rows), *labelled_texts(rows, known), *meanings_of(rows)):
        yield unused(field_name(name) or "text", seen), extraction
    if (rows[0].tag == "a" or is_preformatted(rows[0])) and is_text_behind(rows):
        yield unused("text", seen), take_text_behind(rows)
    if lines := lines_of(rows):
        yield from ((unused(name, seen), each) for name, each in of_lines(rows, lines, row_fields(lines)))
    elif ruled := parts_to_line(rows):
        yield from ((unused(field_name(name) or "text", seen), each) for name, each in of_ruled(rows, ruled))
    elif rows[0].tag != "dt" and (behind := followers(rows, heads) or cells_behind(rows, heads)):
        theirs = of_followers(behind, row_fields(behind, heads or rows))
        yield from ((unused(name, seen), each) for name, each in theirs)
    elif parts := parts_below(rows):
        yield from ((unused(field_name(name) or "text", seen), each) for name, each in of_parts(rows, parts))


def spread(rows: Sequence[Element], most: int) -> Sequence[Element]:
    """The rows; of more than *most* so many, as far from each other as from the next."""
    return [rows[place * len(rows) // most] for place in range(most)] if len(rows) > most else rows


def _repeated_links(found: Mapping[str, Sequence[Sequence[str]]]) -> set[str]:
    """Of links that lead to the same places, all but one: the one with a text, as beside a picture, or the first."""
    alike: dict[tuple[tuple[str, ...], ...], list[str]] = defaultdict(list)
    for css, values in found.items():
        if css.endswith("::attr(href)"):
            alike[tuple(tuple(dict.fromkeys(own)) for own in values)].append(css)
    again: set[str] = set()
    for own in alike.values():
        kept = next((css for css in own if css.replace("::attr(href)", "::text") in found), own[0])
        again |= set(own) - {kept}
    return again


def _is_shown(css: str) -> bool:
    """Whether it is a text that is no link or button: a column of a table may say the same in all rows."""
    return css.endswith("::text") and not _PRESSED.search(css)


def _is_of_one(css: str, heading: str, found: Mapping[str, Sequence[Sequence[str]]]) -> bool:
    """Whether it is the text of a link below a heading that leads to the same in all rows, as who wrote them does."""
    led = found.get(f"{css.removesuffix('::text')}::attr(href)", ())
    return css.endswith("::text") and bool(heading) and len(set(map(tuple, led))) == 1


def _pieces(
    row: Element, telling: Collection[str], badges: frozenset[Element], selectors: RowSelectors
) -> Iterator[tuple[str, str, str, Extraction | None, Element]]:
    """The texts and links within a row: selector, name, value, element; and what takes it whole, where it is cut."""
    cells = row.tag == "tr"
    yield from _own_pieces(row, telling, badges, selectors)
    for attribute, name, value in attributes_of(row, row):
        yield f"{selectors.itself}::attr({attribute})", name, value, None, row
    for element in row.iter(etree.Element):
        if element is row or element.tag in SKIPPED:
            continue
        css = selectors.of(row, element)
        text, is_first = own_text(element), True
        if not text:
            text, is_first = (text_within(element) if is_amount(element) else text_behind(element)), False
        if text:
            is_cell = cells and element.tag == "td" and not is_alone(row, element)
            heading = heading_of(row, element) if cells else ""
            label = selectors.variant_of(element) or label_of(element)
            name = (heading if is_cell else "") or label or heading or name_around(row, element)
            is_pieces = is_cut(element, () if cells and element.tag == "td" else telling) and badges.isdisjoint(element)
            path = path_in_row(css) if is_pieces or not is_first else None
            if path is not None:
                whole = take_lines(element, path) if is_pieces else take_behind(path)
                yield f"{css}::text", name, text_within(element) if is_pieces else text, whole, element
            elif is_first:
                yield f"{css}::text", name, text, None, element
        attribute, name = _LINKS.get(str(element.tag), ("", ""))
        value = (element.get(attribute) or "") if attribute else ""
        if value and not value.startswith(("javascript:", "#", "data:")):
            yield f"{css}::attr({attribute})", _name_of_link(row, element, name), value, None, element
        for attribute, name, value in attributes_of(row, element):
            heading = heading_of(row, element) if cells else ""
            yield f"{css}::attr({attribute})", heading or label_of(element) or name, value, None, element


def _own_pieces(
    row: Element, telling: Collection[str], badges: frozenset[Element], selectors: RowSelectors
) -> Iterator[tuple[str, str, str, Extraction | None, Element]]:
    """The same of a text right within the row: all of it, what it says behind an element, or a text cut by elements."""
    if not len(row) and (text := text_within(row)):
        is_called = selectors.itself == own_selector(row)
        yield f"{selectors.itself}::text", (label_of(row) if is_called else "") or "text", text, None, row
    elif selectors.begin_with_elements and (rest := text_behind(row)):
        yield "::text", label_of(row) or "text", rest, take_behind("."), row
    elif is_cut(row, telling) and badges.isdisjoint(row):
        yield "::text", label_of(row) or "text", text_within(row), take_lines(row, "."), row


def _name_of_link(row: Element, element: Element, name: str) -> str:
    label = label_of(element)
    holder = label_of(element.getparent()) if not label and element.getparent() is not row else label
    return holder if holder.lower().endswith(name) else f"{holder}_{name}" if holder else name


def _telling(rows: Sequence[Element]) -> frozenset[str]:
    """The classes that most rows have just once: what has one is a value of its own, but for words that are marked."""
    counts: Counter[str] = Counter()
    named: dict[str, list[Element]] = defaultdict(list)
    for row in rows:
        own: dict[str, list[Element]] = defaultdict(list)
        for element in row.iterdescendants(etree.Element):
            for name in stable_classes(element):
                own[name].append(element)
        counts.update(name for name, elements in own.items() if len(elements) == 1)
        for name, elements in own.items():
            named[name] += elements
    return frozenset(name for name, count in counts.items() if count * 2 >= len(rows) and not _are_marked(named[name]))


def _are_marked(elements: Sequence[Element]) -> bool:
    """Whether they are a word that is marked in texts, as what was searched for: the same in all rows of a page."""
    said: dict[Element, set[str]] = defaultdict(set)
    for element in elements:
        said[element.getroottree().getroot()].add(text_within(element).casefold())
    return all(element.tag in _MARKING for element in elements) and all(len(own) == 1 for own in said.values())
