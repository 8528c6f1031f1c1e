"""Groups of data, each a list with a name: `{"shelf": "lamps", "stock": [...]}`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Any, ClassVar, Literal

from ....samples.traffic import Answer
from ..extraction import page_of
from ..values import Extraction
from .leaves import jmespath_name, jmespath_of
from .maps import ENTRY, OF_LIST, maps_in

_DEEPEST = 50
JSON_HEADERS = (("Content-Type", "application/json"),)


@dataclass(frozen=True)
class Grouping:
    """Where groups stand: *path* finds all of them, the field *key* holds their names."""

    path: str
    key: str
    how: ClassVar[Literal["json", "xpath"]] = "json"
    coding: ClassVar[str] = "base64(name)"

    def found_by(self, name: str, rows: str = "@") -> str:
        literal = json.dumps(name).replace("`", "\\u0060")
        return f"{self.path} | [?{self.key}==`{literal}`] | [0] | {rows}"

    @property
    def before(self) -> str:
        return f"{self.path} | [?base64(to_string({self.key}))=='"

    def behind(self, rows: str) -> str:
        return f"'] | [0] | {rows}"

    def path_of(self, each: Extraction) -> str:
        """What finds within a group the rows that *each* finds in the answer of `group`."""
        return each.text

    def group(self, answer: Answer, name: str) -> Answer:
        """An answer with nothing but the group of a name."""
        found = next(iter(page_of(answer).elements(Extraction("json", self.found_by(name)))), None)
        return replace(answer, headers=JSON_HEADERS, body=json.dumps(found).encode())


def grouping_of(answers: Sequence[Answer], names: Sequence[str]) -> Grouping | None:
    """The groups of data among which each answer has just one of its name; None if there are no such groups."""
    found = [dict(_groupings(page_of(answer).json, name)) for answer, name in zip(answers, names, strict=True)]
    shared = (grouping for grouping in (found[0] if found else {}) if all(grouping in own for own in found))
    return next(shared, None)


def _groupings(data: Any, name: str) -> Iterator[tuple[Grouping, Any]]:
    for path, entries in lists_in([data], ""):
        keys = dict.fromkeys(key for entry in entries for key, value in entry.items() if value == name)
        for key in keys:
            own = [entry for entry in entries if entry.get(key) == name]
            if len(own) == 1 and len(entries) > 1 and any(_is_list(value) for value in own[0].values()):
                yield Grouping(path, jmespath_name(key)), own[0]


def lists_in(
    values: Sequence[Any], path: str, depth: int = _DEEPEST
) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    """The objects of all lists, by the path that finds them, the outer ones first."""
    if not depth:
        return
    inner = [entry for value in values if isinstance(value, list) for entry in value if isinstance(entry, dict)]
    if inner:
        path = f"{path}[]"
        yield path, inner
    objects = inner or [value for value in values if isinstance(value, dict)]
    held: dict[str, list[Any]] = {}
    for each in objects:
        for key, value in each.items():
            if isinstance(value, (dict, list)):
                held.setdefault(key, []).append(value)
    for key, below in held.items():
        name = jmespath_name(key)
        yield from lists_in(below, f"{path}.{name}" if path else name, depth - 1)


@lru_cache(1024)
def told_lists(answer: Answer) -> tuple[tuple[str, tuple[Mapping[str, Any], ...]], ...]:
    """The lists of data, by the path that finds them, and the values of each of their objects by theirs.

    An object that holds entries by their keys is a list of both.
    """
    data = page_of(answer).json
    lists = [(path, [dict(scalars_of(entry)) for entry in entries]) for path, entries in lists_in([data], "")]
    maps = [names for names in maps_in([data]) if not {ENTRY, OF_LIST} & {*names}]
    held = [(jmespath_of(names) or "@", reduce(lambda inner, name: inner[name], names, data)) for names in maps]
    keyed = [
        (f"items({path})", [{"[0]": key, **_behind_key(entry)} for key, entry in entries.items()])
        for path, entries in held
    ]
    return tuple((path, tuple(entries)) for path, entries in (*lists, *keyed))


def _behind_key(entry: Any) -> Mapping[str, Any]:
    """The values of an object that stands behind its key."""
    return {f"[1].{path}": value for path, value in scalars_of(entry)} if isinstance(entry, dict) else {}


def scalars_of(entry: Mapping[str, Any], depth: int = 3) -> Iterator[tuple[str, Any]]:
    """The values of an object and of objects within it, by the paths that find them, those of its own first."""
    for key, value in entry.items():
        if not isinstance(value, (dict, list)):
            yield jmespath_name(key), value
    for key, value in entry.items() if depth > 1 else ():
        if isinstance(value, dict):
            yield from ((f"{jmespath_name(key)}.{path}", inner) for path, inner in scalars_of(value, depth - 1))


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1 and all(isinstance(entry, dict) for entry in value)
