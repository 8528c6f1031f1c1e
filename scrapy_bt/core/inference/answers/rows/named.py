"""Rows of data are joined with other lists of the same answer by their keys, as with `included` of JSON:API."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....samples.traffic import Answer
from ....tree.values import to_text
from ..data.groups import lists_in, scalars_of
from ..extraction import extract_within, page_of
from ..fields.fieldnames import field_name, unused
from ..fields.jsonfields import json_fields
from ..values import Extraction, Fields

_FEWEST = 3
"""The fewest different keys of rows that show that they stand for entries of another list."""
_MOST = 5
"""The most other lists that rows are joined with."""
_DEEPEST = 4
"""Objects within objects of a row that hold its keys."""
_NO_NAME = re.compile(r"_?(?:id|key|ref|uuid|slug|code)s?$|^(?:data|attributes|relationships)$", re.IGNORECASE)
_STEM = 4
"""The first letters that the name of a list and that of a key have in common."""
_Values = Mapping[str, Any]
"""By path."""


@dataclass(frozen=True)
class _Named:
    """*key*: of a row; *path*: of the entries elsewhere; *own_key*: of these; *name*: what is said of a row."""

    name: str
    key: str
    path: str
    own_key: str

    def around(self, rows: str) -> str:
        return f"with_named({rows}, '{self.name}', &{self.key}, {self.path}, &{self.own_key})"


@dataclass(frozen=True)
class _DataPage:
    rows: Sequence[_Values]
    lists: Sequence[tuple[str, Sequence[_Values]]]
    """The other lists of the page, none of them within its rows, by their paths."""


def with_named(each: Extraction, fields: Fields, answers: Sequence[Answer]) -> tuple[Extraction, Fields]:
    """The rows of data joined with what their keys stand for, and its fields; unchanged if there is nothing to join."""
    if each.how != "json":
        return each, fields
    pages = [page for answer in answers if (page := _page(answer, each)) is not None]
    all_named = {named.name: named for field in fields for named in _named_by(field[1], pages)}
    made = each
    for named in [*all_named.values()][:_MOST]:
        made = replace(made, text=named.around(made.text))
    found = tuple(_fields_of(all_named, fields, [row for own in answers for row in page_of(own).elements(made)]))
    return (made, (*fields, *found)) if found else (each, fields)


def _fields_of(named: Collection[str], fields: Fields, rows: Sequence[Any]) -> Fields:
    """What the rows say by what was named, and by no other field."""
    names = {name for name, _ in fields}
    told = {text for row in rows for _, field in fields for text in extract_within(row, field)}
    found = []
    for _, field in json_fields(rows, is_parted=True):
        whose, _, what = field.text.partition(".")
        if whose in named and any(text not in told for row in rows for text in extract_within(row, field)):
            name = field_name(f"{whose}_{what.rpartition('.')[2]}")
            found.append((unused(name, names), field))
    return tuple(found)


def _page(answer: Answer, each: Extraction) -> _DataPage | None:
    """A page of data with its rows; None if it has no other lists."""
    data, rows = page_of(answer).json, page_of(answer).elements(each)
    if not isinstance(data, dict) or not rows or not all(isinstance(row, dict) for row in rows):
        return None
    lists = [
        (path, [dict(scalars_of(entry, 1)) for entry in entries])
        for path, entries in lists_in([data], "")
        if not path.startswith(f"{each.text.removesuffix('[]')}[]")
    ]
    return _DataPage([dict(scalars_of(row, _DEEPEST)) for row in rows], lists)


def _named_by(field: Extraction, pages: Sequence[_DataPage]) -> Iterator[_Named]:
    """What the values of a field name on each page that has any."""
    if field.how != "json" or field.all or field.of:
        return
    own = [page for page in pages if any(row.get(field.text) is not None for row in page.rows)]
    keys = {to_text(value) for page in own for row in page.rows if (value := row.get(field.text)) is not None}
    if len(keys) >= _FEWEST:
        found = [[*_named(field.text, page)] for page in own]
        yield from (each for each in found[0] if all(each in others for others in found))


def _named(key: str, page: _DataPage) -> Iterator[_Named]:
    rows = [row for row in page.rows if row.get(key) is not None]
    around = key.rpartition(".")[0]
    for path, entries in page.lists:
        for own in entries[0]:
            # Keys are one of a kind: what tells the kind stands beside the key in both.
            beside = [
                name for name in entries[0] if around and name != own and all(f"{around}.{name}" in row for row in rows)
            ]
            if not (beside or _is_called(key, path)):
                continue
            keys, own_keys = [key, *(f"{around}.{name}" for name in beside)], [own, *beside]
            known = {_told(entry, own_keys) for entry in entries}
            if len(known) == len(entries) and all(_told(row, keys) in known for row in rows):
                yield _Named(_name_of(key, page.rows), _several(keys), path, _several(own_keys))


def _told(values: _Values, keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(to_text(values.get(key)) for key in keys)


def _several(keys: Sequence[str]) -> str:
    return keys[0] if len(keys) == 1 else f"[{', '.join(keys)}]"


def _is_called(key: str, path: str) -> bool:
    """Whether the name of a list fits that of a key, as `makers` fits `maker_id`: any number may be a key."""
    listed = path.removesuffix("[]").rpartition(".")[2].casefold()
    return any(len(word) >= _STEM and listed.startswith(word[: max(_STEM, len(word) - 1)]) for word in _words(key))


def _words(key: str) -> list[str]:
    names = (_NO_NAME.sub("", name.strip('"')) for name in key.split("."))
    return [name.casefold() for name in names if name]


def _name_of(key: str, rows: Sequence[_Values]) -> str:
    """A new name for what a key stands for, which no row has: `maker` for `relationships.maker.data.id`."""
    name = field_name((_words(key) or ["named"])[-1]) or "named"
    while any(path.partition(".")[0] == name for row in rows for path in row):
        name = f"{name}_named"
    return name
