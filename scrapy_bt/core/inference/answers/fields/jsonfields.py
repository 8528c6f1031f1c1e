"""The fields of JSON objects, with names made of their paths."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from parsel import Selector

from ....documents.json import read_json
from ..data.leaves import jmespath_name
from ..data.maps import ENTRY, OF_LIST, Names, maps_in
from ..extraction import extract_within
from ..values import Extraction, Fields
from .fieldnames import PLAIN_NAMES, field_name, unused
from .rowfields import MOST_FIELDS, row_fields

_DEEPEST = 4
"""Objects within objects of a record."""
_MOST_ENTRIES = 5
"""Of a list within a record, that tell which values its entries have."""
_MOSTLY = 0.8
"""How many rows have to hold HTML of one kind for it to have fields of its own."""
_OF_MARKUP = 2
"""Fields of such HTML from which it is no value itself any more."""
_OBJECT = re.compile(r"\s*\{\s*\".*\}\s*", re.DOTALL)
_MARKUP = re.compile(r"\s*<[a-z][^<>]*>.*\S.*</[a-z]\w*>\s*", re.IGNORECASE | re.DOTALL)


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
    if is_keyed and not all(isinstance(row, list) and len(row) > 1 for row in rows):
        return
    values = [row[1] for row in rows] if is_keyed else rows
    maps = maps_in(values)
    for row in values:
        for path, text, is_many in _found(row, (), "[1]" if is_keyed else "", maps, ()):
            paths.setdefault(text or "[1]", path or ("value",))
            many |= {text} if is_many else set()
    shorts = {field_name("_".join(path[-2:])) for path in paths.values()}
    for text, path in paths.items():
        # Names are cut, so that those of two long paths may be the same.
        short, *others = (field_name("_".join(path[-count:])) for count in (2, len(path), 1))
        free = (other for other in others if other and other not in seen | shorts)
        name = short if short not in seen else next(free, short)
        inner = markup_fields(rows, text) if is_parted and text not in many else ()
        if len(inner) < _OF_MARKUP and name and len(seen) < MOST_FIELDS:
            yield unused(name, seen), Extraction("json", text, all=text in many)
        for own, extraction in inner if len(seen) < MOST_FIELDS else ():
            yield unused(name if own in PLAIN_NAMES.values() and name not in seen else own, seen), extraction


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
        if len(seen) >= MOST_FIELDS:
            return
        if all(row[place] in (None, "") for row in rows):
            continue
        heading = field_name(headings[place]) if place < len(headings) else ""
        inner = markup_fields(rows, f"[{place}]") if is_parted else ()
        for name, extraction in inner:
            plain = name in (*PLAIN_NAMES.values(), "link")
            own = "_".join(filter(None, (heading, "" if name in PLAIN_NAMES.values() else name))) if plain else name
            yield unused(own or name, seen), extraction
        if not inner:
            yield unused(heading or f"value_{place + 1}", seen), Extraction("json", f"[{place}]")


def markup_fields(rows: Sequence[Any], path: str) -> Fields:
    """The fields of HTML that stands as a text in rows of JSON; empty if it is prose, or no HTML."""
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
    return tuple(fields) if covered >= _MOSTLY * len(told) else ()


def _paths(
    data: dict[str, Any], steps: Names, before: str, maps: frozenset[Names], place: Names = ()
) -> Iterator[tuple[Names, str, bool]]:
    """The names down to each value, how it is found, and whether there may be many of it; *place*: in all rows."""
    for name, inner in data.items():
        text = f"{before}.{jmespath_name(name)}" if before else jmespath_name(name)
        yield from _found(inner, (*steps, name), text, maps, (*place, name))


def _found(
    value: Any, steps: Names, text: str, maps: frozenset[Names], place: Names
) -> Iterator[tuple[Names, str, bool]]:
    """The same of the value itself that stands at *steps*, and is found by *text*."""
    if isinstance(value, str) and text and not _is_many(text) and (within := _object_in(value)):
        value, text = within, f"from_json({text})"
    if isinstance(value, dict):
        if steps and place in maps:
            yield from _entries(value, steps, text, maps, place)
        elif len(steps) <= _DEEPEST:
            yield from _paths(value, steps, text, maps, place)
    elif not isinstance(value, list):
        yield steps, text, _is_many(text)
    elif value and all(isinstance(entry, dict) for entry in value):
        for entry in value[:_MOST_ENTRIES] if len(steps) <= _DEEPEST else ():
            yield from _paths(entry, steps, f"{text}[]", maps, (*place, OF_LIST))
    elif all(isinstance(entry, (str, int, float)) for entry in value):
        yield steps, f"{text}[]" if _is_many(text) else text, True


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


def _object_in(text: str) -> dict[str, Any]:
    """The object that a text holds as JSON; empty if it holds none."""
    try:
        found = read_json(text) if _OBJECT.fullmatch(text) else None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _is_many(text: str) -> bool:
    return "[]" in text or ".*" in text
