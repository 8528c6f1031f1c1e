"""Reads entities from files: CSV, JSON lines, Wikidata's JSON lines, and JSON-LD."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...sentences import say
from .csvlists import read_csv
from .entities import Entity
from .entitychecks import Loss, Unread, entity_of
from .jsonlists import read_lines, read_linked_data, read_wikidata

_READERS = {"csv": read_csv, "jsonl": read_lines, "wikidata": read_wikidata, "jsonld": read_linked_data}
FORMATS = tuple(_READERS)

_OVER_LINES = re.compile(r"\s*\[?\s*\{\s*\n")
"""The beginning of an object that goes on to other lines."""


def format_of(file: str, beginning: str) -> str:
    """One of `FORMATS`, by the file's name and the beginning of its text."""
    lower = file.lower()
    if lower.endswith(".jsonld") or '"@context"' in beginning:
        return "jsonld"
    if lower.endswith((".csv", ".tsv")):
        return "csv"
    if '"labels"' in beginning:
        return "wikidata"
    if _OVER_LINES.match(beginning):
        return "jsonld"
    has_objects_by_line = beginning.startswith("{") and "\n{" in beginning
    return "jsonld" if lower.endswith(".json") and not has_objects_by_line else "jsonl"


def read_entities(lines: Iterable[str], form: str) -> Iterator[Entity | Unread]:
    """The entities of a file in one of `FORMATS`; what is none is told, and the others are read.

    CSV has the columns `name` and, where there are, `id`, `kind`, `description` and `aliases` with `|` between them;
    JSON lines have the same keys, aliases in a list, and `links`, a list of [relation, id].
    """
    places: dict[str, int] = {}
    for given in _READERS[form](lines):
        for found in (given,) if isinstance(given, Unread) else entity_of(given):
            if isinstance(found, Entity):
                if found.id in places:
                    yield Unread(given.number, _told_twice(found.id, places[found.id]), Loss.EARLIER)
                places[found.id] = given.number
            yield found


def _told_twice(id_: str, before: int) -> str:
    return say(
        "its id '{}' came already, at {}, and that one is replaced: give each an `id` of its own", id_[:60], before
    )
