"""What a spider reads of JSON, of an answer by `response.json()` or of a script: the values whose keys it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import isclass, isfunction
from types import CodeType
from typing import Any

import jmespath

from ...core.documents.json import read_json
from ...core.healing.patching.pieces import json_path
from ...core.healing.proposals import Proposal
from .filling import fill, frame_of
from .looks import PageLooks

HOW = "json"
_MOST_VALUES = 2_000
"""Values of an answer that are looked at."""
_MOST_PATHS = 60
_LONGEST_SCRIPT = 500_000
_BEGINNINGS = frozenset("{[")
_MOST_ITEMS = 5
"""Items of a list that are looked at."""
_DEEPEST = 12
_MOST_FUNCTIONS = 500
_MOST_MODULES = 200
_KNOWN: dict[str, frozenset[str]] = {}
"""The texts that a module names, by module."""


def note_answer(look: PageLooks, data: Any, module: Mapping[str, Any], place: str, within: str = "") -> None:
    """Note the plain values of an answer by their paths, `offers[*].price`, as far as *module* names their keys.

    *within*: the selector of the script that is the answer; empty if the page is.
    """
    look.has_answer = True
    names = _names_in(module)
    found: dict[str, list[Any]] = {}
    for path, key, value in _values(data):
        if key in names and (path in found or len(found) < _MOST_PATHS):
            found.setdefault(path, []).append(value)
    for path, values in found.items():
        there = [value for value in values if value not in (None, "")]
        empty = int(not there)
        look.note(
            look.callback,
            f"{HOW} {path}",
            there,
            found=len(there),
            empty=empty,
            selector=path,
            place=place,
            within=within,
        )


def answers_in(texts: Iterable[Any]) -> dict[int, Any]:
    """The JSON among texts that a selector gave, by their numbers: what spiders read from scripts."""
    found: dict[int, Any] = {}
    for number, text in enumerate(texts):
        if isinstance(text, str) and len(text) <= _LONGEST_SCRIPT and text.lstrip()[:1] in _BEGINNINGS:
            with suppress(ValueError):
                found[number] = read_json(text)
    return found


def heal_answer(look: PageLooks, data: Any) -> bool:
    """Put what stands elsewhere today where the callback looks for it; tells whether something was put."""
    switches = [one for one in look.switches or () if _is_of(one.filed.proposal, look.callback)]
    source = frame_of(data) if switches else None
    is_healed = False
    for switch in switches:
        proposal = switch.filed.proposal
        old = json_path(proposal.old)
        if _values_at(data, old):
            continue
        healed = switch.heal((), (), _filling(data, old, source))
        if healed:
            look.healed[proposal.node, proposal.field] = switch.filed.id
            is_healed = True
    return is_healed


def _filling(data: Any, old: str, source: Any) -> Callable[[str], tuple[list[Any], list[Any]]]:
    """Copies what a selector finds to the old path, and returns it; data without it stay as they are."""

    def read(selector: str) -> tuple[list[Any], list[Any]]:
        new = json_path(selector)
        if not _values_at(source, new):
            return [], []
        fill(data, old, new, source)
        values = _values_at(data, old)
        return values, values

    return read


def _is_of(proposal: Proposal, callback: str) -> bool:
    return proposal.how == HOW and proposal.node == callback


def _values_at(data: Any, path: str) -> list[Any]:
    found = jmespath.search(path, data)
    values = found if isinstance(found, list) else [found]
    return [value for value in values[:_MOST_ITEMS] if value not in (None, "") and not isinstance(value, (dict, list))]


def _names_in(module: Mapping[str, Any]) -> frozenset[str]:
    """All texts that stand in the functions of a module."""
    name = str(module.get("__name__", ""))
    known = _KNOWN.get(name)
    if known is None:
        known = _read_names(name, module)
        if len(_KNOWN) < _MOST_MODULES:
            _KNOWN[name] = known
    return known


def _read_names(name: str, module: Mapping[str, Any]) -> frozenset[str]:
    codes: list[CodeType] = []
    for one in list(module.values())[:_MOST_FUNCTIONS]:
        inner = list(vars(one).values()) if isclass(one) and one.__module__ == name else [one]
        functions = (getattr(each, "__func__", each) for each in inner)
        codes += [each.__code__ for each in functions if isfunction(each) and each.__module__ == name]
    names: set[str] = set()
    while codes:
        for constant in codes.pop().co_consts:
            if isinstance(constant, CodeType):
                codes.append(constant)
            elif isinstance(constant, str):
                names.add(constant)
            elif isinstance(constant, tuple):
                names.update(each for each in constant if isinstance(each, str))
    return frozenset(names)


def _values(data: Any) -> Iterator[tuple[str, str, Any]]:
    """Plain values with their paths and last keys; of a list, those of its first items."""
    stack: list[tuple[str, str, int, Any]] = [("", "", 0, data)]
    left = _MOST_VALUES
    while stack and left:
        left -= 1
        path, key, depth, value = stack.pop()
        if isinstance(value, dict) and depth < _DEEPEST:
            inner = [(f"{path}.{name}" if path else name, name, depth + 1, each) for name, each in value.items()]
            stack.extend(reversed([each for each in inner if each[1].isidentifier()]))
        elif isinstance(value, list) and depth < _DEEPEST:
            stack.extend(reversed([(f"{path}[*]", key, depth + 1, each) for each in value[:_MOST_ITEMS]]))
        elif key and not isinstance(value, (dict, list)):
            yield path, key, value
