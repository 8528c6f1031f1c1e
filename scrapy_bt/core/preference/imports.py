"""Reads entities from files: CSV, JSON lines, Wikidata's JSON lines, and JSON-LD."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from ...sentences import say
from ..documents.json import read_json
from .entities import Entity, misfit_of
from .scripts import fold

FORMATS = ("csv", "jsonl", "wikidata", "jsonld")
BETWEEN = "|"
"""What stands between aliases in a CSV file."""
_DELIMITERS = ",;\t"
"""Of a CSV file, as spreadsheets write it in different countries."""
_UNDECODED = re.compile("[\udc80-\udcff]")
"""What bytes become that are not UTF-8, where a file is read with `surrogateescape`."""
_NOT_UTF8 = say("it is not in UTF-8: save the file in UTF-8")
_LANGUAGES = ("en", "zh", "zh-hans", "mul")
"""Of Wikidata's labels, the first that there is; the others are aliases."""


class Unread(NamedTuple):
    """A line, or an entry, that is no entity, and why."""

    number: int
    reason: str


def format_of(file: str, beginning: str) -> str:
    """One of `FORMATS`, by the file's name and the beginning of its text."""
    lower = file.lower()
    if lower.endswith(".jsonld") or '"@context"' in beginning:
        return "jsonld"
    if lower.endswith((".csv", ".tsv")):
        return "csv"
    if '"labels"' in beginning:
        return "wikidata"
    return "jsonld" if lower.endswith(".json") else "jsonl"


def read_entities(lines: Iterable[str], form: str) -> Iterator[Entity | Unread]:
    """The entities of a file in one of `FORMATS`; a line that is none is told, and the others are read.

    CSV has the columns `name` and, where there are, `id`, `kind`, `description` and `aliases` with `|` between them;
    JSON lines have the same keys, aliases in a list, and `links`, a list of [relation, id].
    """
    if form == "csv":
        yield from _of_csv(lines)
    elif form == "jsonld":
        yield from _of_linked_data("".join(lines))
    else:
        yield from _of_lines(lines, _of_wikidata if form == "wikidata" else _of_object)


def _of_csv(lines: Iterable[str]) -> Iterator[Entity | Unread]:
    rest = iter(lines)
    header = next(rest, "")
    if _UNDECODED.search(header):
        yield Unread(1, _NOT_UTF8)
        return
    rows = csv.DictReader(chain([header], rest), delimiter=max(_DELIMITERS, key=header.count), strict=True)
    if "name" not in (rows.fieldnames or ()):
        yield Unread(1, "the first line names the columns, and one of them is `name`")
        return
    last = rows.reader.line_num
    while True:
        first = last + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            last = rows.reader.line_num
            through = f", and goes on to line {last}: is a quotation mark not closed?" if last > first else ""
            yield Unread(first, f"no CSV: {error}{through}")
            continue
        last = rows.reader.line_num
        if row is None:
            return
        if "\n" in (row["name"] or "").strip():
            yield Unread(first, f"its name goes on to line {last}: is a quotation mark not closed?")
        elif any(_UNDECODED.search(cell) for cell in row.values() if isinstance(cell, str)):
            yield Unread(last, _NOT_UTF8)
        elif None in row:
            yield Unread(last, "it has more cells than the first line has names")
        else:
            given = {key: (value or "").strip() for key, value in row.items()}
            aliases = [alias.strip() for alias in given.get("aliases", "").split(BETWEEN)]
            yield _entity({**given, "aliases": aliases}, last)


def _of_lines(lines: Iterable[str], read: Any) -> Iterator[Entity | Unread]:
    for number, line in enumerate(lines, 1):
        text = line.strip().rstrip(",")
        if text in ("", "[", "]"):
            continue
        try:
            value = _json(text)
        except ValueError as error:
            yield Unread(number, str(error))
            continue
        if isinstance(value, dict):
            yield _entity(read(value), number)
        else:
            yield Unread(number, 'an entity is an object, {"name": "…"}')


def _of_object(value: Mapping[str, Any]) -> Mapping[str, Any]:
    return value


def _of_wikidata(value: Mapping[str, Any]) -> Mapping[str, Any]:
    labels = _texts(value.get("labels"))
    first = next((labels[language] for language in _LANGUAGES if language in labels), next(iter(labels.values()), ""))
    described = _texts(value.get("descriptions"))
    aliases: list[Any] = [label for label in labels.values() if label != first]
    listed = value.get("aliases")
    for group in listed.values() if isinstance(listed, dict) else ():
        aliases += [each.get("value") for each in group if isinstance(each, dict)]
    return {
        "id": value.get("id"),
        "name": first,
        "description": next(iter(described.values()), ""),
        "aliases": aliases,
        "links": [[name, target] for name, target in _claims(value.get("claims"))],
    }


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        return {}
    found = {key: each.get("value") for key, each in value.items() if isinstance(each, dict)}
    return {key: text for key, text in found.items() if isinstance(text, str)}


def _claims(value: Any) -> Iterator[tuple[str, str]]:
    for name, statements in value.items() if isinstance(value, dict) else ():
        for statement in statements if isinstance(statements, list) else ():
            inner: Any = statement
            for key in ("mainsnak", "datavalue", "value", "id"):
                inner = inner.get(key) if isinstance(inner, dict) else None
            if isinstance(inner, str):
                yield name, inner


def _of_linked_data(text: str) -> Iterator[Entity | Unread]:
    try:
        value = _json(text)
    except ValueError as error:
        yield Unread(1, str(error))
        return
    graph = value.get("@graph", [value]) if isinstance(value, dict) else value
    for number, each in enumerate(graph if isinstance(graph, list) else [graph], 1):
        if not isinstance(each, dict):
            yield Unread(number, "an entity is an object with a `name`")
            continue
        kind = each.get("@type")
        yield _entity(
            {
                "id": each.get("@id"),
                "name": each.get("name"),
                "kind": fold(str(kind[0] if isinstance(kind, list) and kind else kind or "")),
                "description": each.get("description"),
                "aliases": _listed(each.get("alternateName")),
                "links": [
                    [name, other["@id"]]
                    for name, value in each.items()
                    for other in _listed(value)
                    if isinstance(other, dict) and isinstance(other.get("@id"), str)
                ],
            },
            number,
        )


def _json(text: str) -> Any:
    """Raises `ValueError` with what is wrong."""
    if _UNDECODED.search(text):
        raise ValueError(_NOT_UTF8)
    try:
        return read_json(text, largest=None)
    except ValueError as error:
        raise ValueError(say("no JSON: {}", error)) from None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _entity(given: Mapping[str, Any], number: int) -> Entity | Unread:
    name = given.get("name")
    if not isinstance(name, str) or not name.strip():
        return Unread(number, "it has no name")
    name = " ".join(name.split())
    texts = {key: given.get(key) or "" for key in ("id", "kind", "description")}
    wrong = next((key for key, value in texts.items() if not isinstance(value, (str, int))), None)
    if wrong is not None:
        return Unread(number, f"its `{wrong}` is no text")
    aliases, links = given.get("aliases") or [], given.get("links") or []
    if not isinstance(aliases, list) or not all(isinstance(alias, str) for alias in aliases):
        return Unread(number, "its `aliases` are no list of texts")
    if not isinstance(links, list) or not all(_is_link(link) for link in links):
        return Unread(number, "its `links` are no list of pairs, [relation, id]")
    entity = Entity(
        str(texts["id"]) or fold(name),
        name,
        str(texts["kind"]),
        str(texts["description"]),
        tuple(dict.fromkeys(alias.strip() for alias in aliases if alias.strip() and alias.strip() != name)),
        tuple((relation, other) for relation, other in links),
    )
    if any("\0" in text for text in (entity.id, entity.kind, entity.description, *entity.names, *chain(*entity.links))):
        return Unread(number, "it holds a NUL character, which no database keeps")
    misfit = misfit_of(entity)
    return Unread(number, misfit) if misfit else entity


def _is_link(link: Any) -> bool:
    return isinstance(link, list) and len(link) == 2 and all(isinstance(part, str) for part in link)
