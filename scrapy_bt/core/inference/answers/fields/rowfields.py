"""The fields of rows, of elements and of JSON objects, with names for them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lxml import etree
from parsel import Selector

from ....documents.numbers import read_whole
from ....tree.keywords import TAKEN_NAMES
from ....tree.selectors import kind_of
from ..data.leaves import jmespath_name
from ..data.maps import ENTRY, OF_LIST, Names, maps_in
from ..elements.classes import says_looks, stable_classes, word_of
from ..elements.markup import HEADINGS, Element, text_within
from ..elements.rowselectors import RowSelectors, is_alone, own_selector
from ..elements.wholetexts import is_amount, is_cut, path_in_row, take_behind, take_lines, text_behind
from ..extraction import extract_within
from ..values import Extraction
from .behindlabels import behind_labels
from .followers import followers, is_preformatted, is_text_behind, of_followers, take_text_behind
from .grouprows import head_class
from .labelledtexts import labelled_texts
from .lines import lines_of, of_lines
from .meanings import meanings_of
from .places import Places
from .restfields import rest_of
from .rowattributes import attributes_of
from .spannedcells import spanned_fields
from .xmlrows import xml_fields

SKIPPED = frozenset({"script", "style", "head", "option", "br", "hr", "svg", "path", "noscript", "template"})
_UNSEEN = frozenset({"script", "style", "head"})
_WIDEST = 1000
"""Columns that a cell may be over, in HTML."""
INLINE = frozenset({"b", "i", "em", "strong", "u", "small", "sub", "sup", "mark", "code", "br", "wbr"})
MOST_FIELDS = 300
"""Of a record: from there on, a page is no list of fields."""
_LEAST_ROWS = 0.1
"""How many of the rows have to have a field: what is optional stands in few of them."""
_ROWS = 1_000
"""Which say what fields all have."""
_DEEPEST = 4
"""Objects within objects of a record."""
_MOST_ENTRIES = 5
"""Of a list within a record, that tell which values its entries have."""
_PRESSED = re.compile(r"(?:^|[\s>])(?:a|button|label|option)\b")
"""A selector of what is there to be pressed."""
_MOSTLY = 0.8
"""How many rows have to hold HTML of one kind for it to have fields of its own."""
_OF_MARKUP = 2
"""Fields of such HTML from which it is no value itself any more."""
_MARKUP = re.compile(r"\s*<[a-z][^<>]*>.*\S.*</[a-z]\w*>\s*", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")
_NUMBERS = re.compile(r"_?\d+")
_PLAIN_NAMES = {"a": "title", "p": "text", "span": "text", "div": "text", "li": "text", "b": "text", "td": "value"}
_LINKS = {"a": ("href", "link"), "img": ("src", "image")}


def main_part(root: Element) -> Element:
    """The main part of a page: what all pages have stands outside of it."""
    parts = root.xpath("//main | //article | //*[@role='main'] | //*[@id='content' or @id='main']")
    return parts[0] if len(parts) == 1 or (parts and parts[0].tag != "article") else root


def shown_in(scope: Element) -> str:
    """The text that a person sees."""
    texts: list[str | None] = []
    walk = etree.iterwalk(scope, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event != "start":
            texts.append(element.tail if element is not scope else None)
        elif element.tag in _UNSEEN:
            walk.skip_subtree()
        else:
            texts.append(element.text)
    return " ".join("".join(filter(None, texts)).split())


def field_name(text: str) -> str:
    """A name for a field, which the language allows; empty: nothing of the text can stand in one."""
    words = _WORD.findall(re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower())
    name = with_one_number("_".join(words[:4]))
    if not name:
        return ""
    if not name[0].isalpha():
        name = f"field_{name}"
    return f"{name}_value" if name in TAKEN_NAMES else name


def json_fields(
    rows: Sequence[Any], *, is_parted: bool = False, headings: Sequence[str] = ()
) -> Iterator[tuple[str, Extraction]]:
    """The values of JSON objects, by names made of their paths; a list of values is one field with all of them.

    A row may be an entry with its key: a list of both. *is_parted*: HTML in a value has fields of its own; *headings*:
    what the values of rows that are lists are called.
    """
    seen: set[str] = set()
    paths: dict[str, tuple[str, ...]] = {}
    many: set[str] = set()
    is_keyed = bool(rows) and isinstance(rows[0], list)
    if is_table(rows):
        yield from _cells(rows, headings, is_parted=is_parted)
        return
    if is_keyed:
        paths["[0]"] = ("key",)
    values = [row[1] for row in rows] if is_keyed else rows
    maps = maps_in(values)
    for row in values:
        if not isinstance(row, dict):
            paths["[1]"] = ("value",)
            continue
        for path, text, is_many in _paths(row, (), "[1]" if is_keyed else "", maps):
            paths.setdefault(text, path)
            many |= {text} if is_many else set()
    for text, path in paths.items():
        short, long = (field_name("_".join(path[-count:])) for count in (2, len(path)))
        name = short if short not in seen else long
        inner = markup_fields(rows, text) if is_parted and text not in many else ()
        if len(inner) < _OF_MARKUP and name and name not in seen and len(seen) < MOST_FIELDS:
            seen.add(name)
            yield name, Extraction("json", text, all=text in many)
        for own, extraction in inner if len(seen) < MOST_FIELDS else ():
            yield unused(name if own in _PLAIN_NAMES.values() and name not in seen else own, seen), extraction


def is_table(rows: Sequence[Any]) -> bool:
    """Whether rows of JSON are lists of values, as those of tables."""
    return bool(rows) and all(
        isinstance(row, list)
        and len(row) == len(rows[0]) > 1
        and not any(isinstance(cell, (dict, list)) for cell in row)
        for row in rows
    )


def _cells(
    rows: Sequence[Sequence[Any]], headings: Sequence[str], *, is_parted: bool
) -> Iterator[tuple[str, Extraction]]:
    seen: set[str] = set()
    for place in range(len(rows[0])):
        if all(row[place] in (None, "") for row in rows):
            continue
        heading = field_name(headings[place]) if place < len(headings) else ""
        inner = markup_fields(rows, f"[{place}]") if is_parted else ()
        for name, extraction in inner:
            plain = name in (*_PLAIN_NAMES.values(), "link")
            own = "_".join(filter(None, (heading, "" if name in _PLAIN_NAMES.values() else name))) if plain else name
            yield unused(own or name, seen), extraction
        if not inner:
            yield unused(heading or f"value_{place + 1}", seen), Extraction("json", f"[{place}]")


def markup_fields(rows: Sequence[Any], path: str) -> Sequence[tuple[str, Extraction]]:
    """The fields of HTML that stands as a text in rows of JSON; none: it is prose, or no HTML."""
    texts = [next(iter(extract_within(row, Extraction("json", path))), "") for row in rows]
    told = [text for text in texts if text.strip()]
    if len(told) < _MOSTLY * len(rows) or not told or not all(map(_MARKUP.fullmatch, told)):
        return ()
    roots = [Selector(text=text, type="html").root for text in told]
    fields = [(name, replace(extraction, of=path)) for name, extraction in row_fields(roots) if not extraction.all]
    covered = 0
    for text, root in zip(told, roots, strict=True):
        values = {
            plain
            for _, each in fields
            for value in extract_within(text, replace(each, of=""))[:1]
            if (plain := " ".join(value.split()))
        }
        pieces = [" ".join(str(piece).split()) for piece in root.itertext()]
        covered += all(any(piece in value for value in values) for piece in pieces if piece)
    return fields if covered >= _MOSTLY * len(told) else ()


def _paths(
    data: dict[str, Any], steps: Names, before: str, maps: frozenset[Names], place: Names = ()
) -> Iterator[tuple[Names, str, bool]]:
    """The names down to each value, how it is found, and whether there may be many of it; *place*: in all rows."""
    for name, inner in data.items():
        own, at = (*steps, name), (*place, name)
        text = f"{before}.{jmespath_name(name)}" if before else jmespath_name(name)
        if isinstance(inner, dict):
            if at in maps:
                yield from _entries(inner, own, text, maps, at)
            elif len(steps) < _DEEPEST:
                yield from _paths(inner, own, text, maps, at)
        elif not isinstance(inner, list):
            yield own, text, _is_many(text)
        elif inner and all(isinstance(entry, dict) for entry in inner):
            if len(steps) < _DEEPEST:
                for entry in inner[:_MOST_ENTRIES]:
                    yield from _paths(entry, own, f"{text}[]", maps, (*at, OF_LIST))
        elif all(isinstance(entry, (str, int, float)) for entry in inner):
            yield own, f"{text}[]" if _is_many(text) else text, True


def _entries(
    data: dict[str, Any], steps: Names, text: str, maps: frozenset[Names], place: Names
) -> Iterator[tuple[Names, str, bool]]:
    """The keys of an object that holds entries by them, and the values within these; of one within a list none."""
    if _is_many(text) or not data:
        return
    yield steps, f"keys({text} || `{{}}`)", True
    for entry in list(data.values())[:_MOST_ENTRIES]:
        if isinstance(entry, dict):
            yield from _paths(entry, steps, f"{text}.*", maps, (*place, ENTRY))
        elif not isinstance(entry, list):
            yield (*steps, "value"), f"{text}.*", True


def _is_many(text: str) -> bool:
    return "[]" in text or ".*" in text


def row_fields(rows: Sequence[Element], heads: Sequence[Element] = ()) -> Iterator[tuple[str, Extraction]]:
    """Fields for all that the rows say, of very many a part; what is to be pressed only where it differs.

    *heads*: the rows of which these are what stands behind.
    """
    rows = _spread(rows)
    if kind_of(rows[0]) == "xml":
        seen_of_xml: set[str] = set()
        yield from ((unused(field_name(name), seen_of_xml), each) for name, each in xml_fields(rows))
        return
    seen: set[str] = set()
    spanned = list(spanned_fields(rows, _heads_of(rows[0]) if rows[0].tag == "tr" else ()))
    yield from ((unused(field_name(name) or "value", seen), each) for name, each in spanned)
    if spanned:
        return
    found: dict[str, list[list[str]]] = defaultdict(list)
    names: dict[str, str] = {}
    wholes: dict[str, Extraction] = {}
    telling, is_table = _telling(rows), rows[0].tag == "tr"
    selectors = RowSelectors(rows)
    places = Places()
    for row in rows:
        own: dict[str, list[str]] = defaultdict(list)
        for css, name, text, whole, element in _pieces(row, telling, selectors):
            own[css].append(text)
            names.setdefault(css, name)
            places.note(css, row, element)
            if whole is not None:
                wholes.setdefault(css, whole)
        for css, texts in own.items():
            found[css].append(texts)
    known: list[Extraction] = []
    again = _repeated_links(found)
    for css, values in found.items():
        is_rare = len(values) < max(_LEAST_ROWS * len(rows), min(2, len(rows) / 2))
        is_same = len(rows) > 2 and len(set(map(tuple, values))) == 1 and len(values) * 2 > len(rows)
        if css in again or is_rare or (is_same and not (is_table and _is_shown(css))):
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
    yield from _further(rows, known, seen, heads)


def _further(
    rows: Sequence[Element], known: Sequence[Extraction], seen: set[str], heads: Sequence[Element]
) -> Iterator[tuple[str, Extraction]]:
    """Fields for what rows say that the *known* ones do not hold, and for what goes on with them behind them."""
    is_table = rows[0].tag == "tr"
    for element, extraction in rest_of(rows, known):
        row = next(each for each in (element, *element.iterancestors()) if each in rows)
        wanted = (_heading(row, element) if is_table else "") or _label(element) or _around(row, element)
        yield unused(field_name(wanted) or "text", seen), extraction
    for name, extraction in (*behind_labels(rows), *labelled_texts(rows, known), *meanings_of(rows)):
        yield unused(field_name(name) or "text", seen), extraction
    if (rows[0].tag == "a" or is_preformatted(rows[0])) and is_text_behind(rows):
        yield unused("text", seen), take_text_behind(rows)
    if lines := lines_of(rows):
        yield from ((unused(name, seen), each) for name, each in of_lines(rows, lines, row_fields(lines)))
    elif rows[0].tag != "dt" and (behind := followers(rows, heads)):
        theirs = of_followers(behind, row_fields(behind, heads or rows))
        yield from ((unused(name, seen), each) for name, each in theirs)


def _spread(rows: Sequence[Element]) -> Sequence[Element]:
    """The rows; of very many some, as far from each other as from the next."""
    return [rows[place * len(rows) // _ROWS] for place in range(_ROWS)] if len(rows) > _ROWS else rows


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


def with_one_number(name: str) -> str:
    """A name without the numbers behind its first one."""
    first = _NUMBERS.search(name)
    return name if first is None else name[: first.end()] + _NUMBERS.sub("", name[first.end() :])


def unused(name: str, seen: set[str]) -> str:
    """The name, or one with a number, the only one in it, which is then among those that are *seen*."""
    if name in seen:
        stem, number = _NUMBERS.sub("", name) or name, 2
        while f"{stem}{number}" in seen:
            number += 1
        name = f"{stem}{number}"
    if name:
        seen.add(name)
    return name


def _is_shown(css: str) -> bool:
    """Whether it is a text that is no link or button: a column of a table may say the same in all rows."""
    return css.endswith("::text") and not _PRESSED.search(css)


def _pieces(
    row: Element, telling: Collection[str], selectors: RowSelectors
) -> Iterator[tuple[str, str, str, Extraction | None, Element]]:
    """The texts and links within a row: selector, name, value, element; and what takes it whole, where it is cut."""
    cells = row.tag == "tr"
    if not len(row) and (text := text_within(row)):
        yield f"{own_selector(row)}::text", _label(row) or "text", text, None, row
    elif is_cut(row, telling):
        yield "::text", _label(row) or "text", text_within(row), take_lines(row, "."), row
    for attribute, name, value in attributes_of(row, row):
        yield f"{own_selector(row)}::attr({attribute})", name, value, None, row
    for element in row.iter(etree.Element):
        if element is row or element.tag in SKIPPED:
            continue
        css = selectors.of(row, element)
        text, is_first = own_text(element), True
        if not text:
            text, is_first = (text_within(element) if is_amount(element) else text_behind(element)), False
        if text:
            is_cell = cells and element.tag == "td" and not is_alone(row, element)
            heading = _heading(row, element) if cells else ""
            name = (heading if is_cell else "") or _label(element) or heading or _around(row, element)
            is_pieces = is_cut(element, telling)
            path = path_in_row(css) if is_pieces or not is_first else None
            if path is not None:
                whole = take_lines(element, path) if is_pieces else take_behind(path)
                yield f"{css}::text", name, text_within(element) if is_pieces else text, whole, element
            elif is_first:
                yield f"{css}::text", name, text, None, element
        attribute, name = _LINKS.get(str(element.tag), ("", ""))
        value = (element.get(attribute) or "") if attribute else ""
        if value and not value.startswith(("javascript:", "#", "data:")):
            label = _label(element)
            holder = _label(element.getparent()) if not label and element.getparent() is not row else label
            is_said = holder.lower().endswith(name)
            yield (
                f"{css}::attr({attribute})",
                holder if is_said else f"{holder}_{name}" if holder else name,
                value,
                None,
                element,
            )
        for attribute, name, value in attributes_of(row, element):
            heading = _heading(row, element) if cells else ""
            yield f"{css}::attr({attribute})", heading or _label(element) or name, value, None, element


def _telling(rows: Sequence[Element]) -> frozenset[str]:
    """The classes that most rows have just once: what has one is a value of its own."""
    counts: Counter[str] = Counter()
    for row in rows:
        own = Counter(name for element in row.iterdescendants(etree.Element) for name in stable_classes(element))
        counts.update(name for name, count in own.items() if count == 1)
    return frozenset(name for name, count in counts.items() if count * 2 >= len(rows))


def _around(row: Element, element: Element) -> str:
    """What an element without a name of its own is called: as what it stands in, or else as its tag."""
    parent = element.getparent()
    return (_label(parent) if parent is not row and element.tag in (*INLINE, "a", "span") else "") or _PLAIN_NAMES.get(
        str(element.tag), str(element.tag)
    )


def _label(element: Element | None) -> str:
    if element is None:
        return ""
    telling = (name for name in stable_classes(element) if not says_looks(name))
    for text in (element.get("itemprop"), word_of(next(telling, ""))):
        if text:
            return str(text)
    return "title" if element.tag in HEADINGS else ""


def _heading(row: Element, element: Element) -> str:
    cell = element
    while cell is not None and cell.getparent() is not row:
        cell = cell.getparent()
    heads = _heads_of(row)
    place = row.index(cell) if cell is not None else len(heads)
    return heads[place] if place < len(heads) else ""


def _heads_of(row: Element) -> Sequence[str]:
    table = next(row.iterancestors("table"), None)
    return _heads(table) if table is not None else ()


@lru_cache(4)
def _heads(table: Element) -> list[str]:
    """What stands over the columns; kept, since all rows of a table ask for it."""
    named = table.xpath(".//tr[th][1]/th")
    rows: Any = [] if named else table.xpath(".//tr[td]")
    heads = named or (rows[0] if head_class(rows) else ())
    return [name for head in heads for name in _over_columns(head)]


def _over_columns(head: Element) -> list[str]:
    """What a heading calls each of its columns; one over several is the name of none."""
    wide = read_whole(head.get("colspan", "1")) or 1
    return [text_within(head)] if wide == 1 else [""] * min(wide, _WIDEST)


def own_text(element: Element) -> str:
    """The first piece of text right within it, which is what `::text` finds first."""
    texts = element.xpath("text()")
    return str(texts[0]).strip() if texts else ""
