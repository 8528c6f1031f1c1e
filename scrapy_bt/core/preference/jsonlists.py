"""Reads lists of entities in JSON: an object a line, Wikidata's lines, JSON-LD."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...sentences import say, spoken
from ..documents.json import read_json
from .encodings import NOT_UTF8, is_undecoded
from .entitychecks import KEYS, GivenEntity, Loss, Unread
from .scripts import fold

_NO_OBJECT = say("an entity is an object, {}", '{"name": "…"}')
_LANGUAGES = ("en", "zh", "zh-hans", "mul")
"""Of Wikidata's labels, the first that there is; the others are aliases."""


def read_lines(lines: Iterable[str]) -> Iterator[GivenEntity | Unread]:
    """The entities of a file with an object a line, whose keys are `KEYS`."""
    told: set[str] = set()
    for found in _objects_of(lines):
        yield from _own_or_linked(found, told) if isinstance(found, GivenEntity) else (found,)


def read_wikidata(lines: Iterable[str]) -> Iterator[GivenEntity | Unread]:
    """Read entities from objects as Wikidata has them."""
    for found in _objects_of(lines):
        yield GivenEntity(found.number, _of_wikidata(found.values)) if isinstance(found, GivenEntity) else found


def read_linked_data(lines: Iterable[str]) -> Iterator[GivenEntity | Unread]:
    """Read entities from JSON-LD, or a list of objects whose keys are `KEYS`; numbers are those of entries."""
    try:
        value = _json("".join(lines))
    except ValueError as error:
        yield Unread(1, spoken(error))
        return
    is_linked = isinstance(value, dict) and "@context" in value
    graph = value.get("@graph", [value]) if isinstance(value, dict) else value
    told: set[str] = set()
    for number, each in enumerate(graph if isinstance(graph, list) else [graph], 1):
        if not isinstance(each, dict):
            yield Unread(number, _NO_OBJECT)
        elif is_linked:
            yield GivenEntity(number, _of_linked_data(each))
        else:
            yield from _own_or_linked(GivenEntity(number, each), told)


def _objects_of(lines: Iterable[str]) -> Iterator[GivenEntity | Unread]:
    """Each as it stands on a line; a list with an entry a line is read, too."""
    for number, line in enumerate(lines, 1):
        text = line.strip().rstrip(",")
        if text in ("", "[", "]"):
            continue
        try:
            value = _json(text)
        except ValueError as error:
            yield Unread(number, spoken(error))
            continue
        yield GivenEntity(number, value) if isinstance(value, dict) else Unread(number, _NO_OBJECT)


def _own_or_linked(given: GivenEntity, told: set[str]) -> Iterator[GivenEntity | Unread]:
    """An object with our keys, or one with those of JSON-LD; *told*: keys that are neither, told once."""
    if any(key.startswith("@") for key in given.values):
        yield GivenEntity(given.number, _of_linked_data(given.values))
        return
    for key in sorted(given.values.keys() - told - set(KEYS)):
        told.add(key)
        yield Unread(given.number, say("`{}` is none of {}: left out", key[:60], ", ".join(KEYS)), Loss.NOTHING)
    yield given


def _of_wikidata(value: Mapping[str, Any]) -> Mapping[str, Any]:
    labels = _texts(value.get("labels"))
    first = next((labels[language] for language in _LANGUAGES if language in labels), next(iter(labels.values()), ""))
    described = _texts(value.get("descriptions"))
    aliases: list[Any] = [label for label in labels.values() if label != first]
    listed = value.get("aliases")
    for group in listed.values() if isinstance(listed, dict) else ():
        aliases += [each.get("value") for each in _listed(group) if isinstance(each, dict)]
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


def _of_linked_data(value: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds, names = _plain(value.get("@type")), _plain(value.get("name"))
    return {
        "id": value.get("@id"),
        "name": names[0] if names else None,
        "kind": fold(kinds[0]) if kinds and isinstance(kinds[0], str) else None,
        "description": next(iter(_plain(value.get("description"))), None),
        "aliases": [*names[1:], *_plain(value.get("alternateName"))],
        "links": [
            [name, other["@id"]]
            for name, others in value.items()
            for other in _listed(others)
            if isinstance(other, dict) and isinstance(other.get("@id"), str)
        ],
    }


def _plain(value: Any) -> list[Any]:
    """The values of a key, without their languages."""
    return [each.get("@value", each) if isinstance(each, dict) else each for each in _listed(value)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _json(text: str) -> Any:
    """Raises `ValueError` with what is wrong."""
    if is_undecoded(text) or "\0" in text:
        raise ValueError(NOT_UTF8)
    try:
        return read_json(text, largest=None)
    except ValueError as error:
        raise ValueError(say("no JSON: {}", error)) from None
