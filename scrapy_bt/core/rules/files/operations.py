"""Changes of a rule file, and what each of them means for the values that the file holds.

A path leads from the root to what is meant: by the names of fields, and in lists by the name of an item (of a layer, a
tag, a group, a column) or its number: `("layers", "list", "tags", "headline", "start")`.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass, replace
from typing import TypeAlias

from ....sentences import say
from ...documents.edits import Copy, Delete, MovePart, Path, moved_target
from ...documents.pieces import UneditableError
from ...documents.plain import Plain
from ..rule import TagRef
from .forms import split_reference

NAMES = {"layers": "layer", "tags": "tag", "groups": "group", "columns": "name"}
"""The field by which the items of a list are named."""


@dataclass(frozen=True)
class SetField:
    """The field at a path, which may be new, says *value*."""

    path: Path
    _: KW_ONLY
    value: Plain


@dataclass(frozen=True)
class InsertPart:
    """A new item in the list at a path, before the one that has the number *index* now, or at the end.

    *name*: what it is called there, if not as it is; *lines*: how it is written, from its dash.
    """

    path: Path
    _: KW_ONLY
    value: Plain
    index: int | None = None
    name: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class RenamePart:
    """A layer, tag, group or column gets another name, wherever it is named."""

    path: Path
    _: KW_ONLY
    name: str


Operation: TypeAlias = "SetField | InsertPart | Delete | Copy | MovePart | RenamePart"
Simple: TypeAlias = "SetField | InsertPart | Delete | Copy | MovePart"


def tag_path(ref: TagRef, *inside: str | int) -> Path:
    """The path of a tag, or of what is in it: `tag_path(ref, "treatments", 0, "replace")`."""
    return ("layers", ref.layer, "tags", ref.tag, *inside)


def simple(root: Plain, operation: Operation) -> list[Simple]:
    """The changes, each in one place, that an operation is made of."""
    if isinstance(operation, RenamePart):
        return list(_renaming(root, resolve(root, operation.path), operation.name))
    if isinstance(operation, Delete):
        path = resolve(root, operation.path)
        if _is_in(path, "tags"):
            return [Delete((*path[:-1], number)) for number in reversed(_with_children(root, path))]
    if isinstance(operation, InsertPart) and operation.name:
        to = resolve(root, operation.path)
        items = at(root, to)
        count = len(items) if isinstance(items, list) else 0
        here = (*to, count if operation.index is None else operation.index, name_field(to))
        return [replace(operation, name=""), SetField(here, value=operation.name)]
    return [operation]


def apply(root: Plain, operation: Simple) -> Plain:
    """The values of a file after a change; raises `UneditableError` where it cannot be made."""
    root = deepcopy(root)
    path = resolve(root, operation.path)
    if isinstance(operation, SetField):
        within = at(root, path[:-1])
        if isinstance(within, (dict, list)):
            within[path[-1]] = operation.value  # type: ignore[index]  # resolved to fit
        return root
    if isinstance(operation, Delete):
        _take(root, path)
        return root
    if isinstance(operation, InsertPart):
        _put(root, path, operation.value, operation.index)
        return root
    value = deepcopy(at(root, path))
    to = resolve(root, operation.to)
    if isinstance(operation, MovePart):
        _check_list(at(root, path[:-1]), path)
        to = moved_target(path, to)
        _take(root, path)
    elif operation.name:
        value = named(value, to, operation.name)
    _put(root, to, value, operation.index)
    return root


def named(value: Plain, to: Path, name: str) -> Plain:
    """An item for the list *to* with another name."""
    field = name_field(to)
    return {key: name if key == field else inner for key, inner in value.items()} if isinstance(value, dict) else value


def name_field(path: Path) -> str:
    """The field that names the items of the list at a path; raises `UneditableError` where they have no names."""
    field = NAMES.get(str(path[-1]))
    if field is None:
        raise UneditableError(say("what is in {} has no name", _shown(path)))
    return field


def resolve(root: Plain, path: Path) -> Path:
    """The path with numbers for the names of items; its last field may be missing.

    Raises `UneditableError` naming what there is not.
    """
    found: list[str | int] = []
    here: Plain = root
    for depth, step in enumerate(path):
        if isinstance(here, list):
            number = _number_of(here, step, NAMES.get(str(path[depth - 1]), ""))
            if number is None:
                raise UneditableError(say("there is no {}", _shown(path[: depth + 1])))
            found.append(number)
            here = here[number]
        elif isinstance(here, dict) and isinstance(step, str) and (step in here or depth == len(path) - 1):
            found.append(step)
            here = here.get(step)
        else:
            raise UneditableError(say("there is no {}", _shown(path[: depth + 1])))
    return tuple(found)


def at(root: Plain, path: Path) -> Plain:
    """What is at a path of keys and numbers; none where its last field is missing."""
    here = root
    for step in path:
        here = here.get(step) if isinstance(here, dict) else here[step]  # type: ignore[arg-type,index]
    return here


def _number_of(items: list[Plain], step: str | int, field: str) -> int | None:
    if isinstance(step, int):
        return step if 0 <= step < len(items) else None
    return next((n for n, item in enumerate(items) if isinstance(item, dict) and item.get(field) == step), None)


def _put(root: Plain, path: Path, value: Plain, index: int | None) -> None:
    within = at(root, path[:-1])
    here = at(root, path)
    if here is None and isinstance(within, dict):
        here = within[str(path[-1])] = []
    if not isinstance(here, list):
        raise UneditableError(say("{} is no list", _shown(path)))
    if index is not None and not 0 <= index <= len(here):
        raise UneditableError(
            say("{} has {} items, and none can come before number {}", _shown(path), len(here), index)
        )
    here.insert(len(here) if index is None else index, deepcopy(value))


def _take(root: Plain, path: Path) -> None:
    within = at(root, path[:-1])
    if isinstance(within, dict) and path[-1] not in within:
        raise UneditableError(say("there is no {}", _shown(path)))
    del within[path[-1]]  # type: ignore[union-attr,arg-type]  # resolved to fit


def _check_list(within: Plain, path: Path) -> None:
    if not isinstance(within, list):
        raise UneditableError(say("{} is no item of a list", _shown(path)))


def _is_in(path: Path, field: str) -> bool:
    return len(path) > 1 and path[-2] == field and isinstance(path[-1], int)


def _with_children(root: Plain, path: Path) -> list[int]:
    """The numbers of a tag and of those that work on its results, in order."""
    tags = at(root, path[:-1])
    assert isinstance(tags, list), "the path of a tag was resolved"
    found = [int(path[-1])]
    names = {_field(tags[found[0]], "tag")} - {""}
    is_new = True
    while is_new:
        below = [n for n, tag in enumerate(tags) if n not in found and _field(tag, "parent") in names]
        names |= {_field(tags[number], "tag") for number in below} - {""}
        found += below
        is_new = bool(below)
    return sorted(found)


def _field(node: Plain, name: str) -> str:
    value = node.get(name) if isinstance(node, dict) else None
    return value if isinstance(value, str) else ""


def _renaming(root: Plain, path: Path, name: str) -> Iterator[Simple]:
    """What says the old name says the new one."""
    field = NAMES.get(str(path[-2])) if len(path) > 1 else None
    old = _field(at(root, path), field or "")
    if field is None or not old:
        raise UneditableError(say("{} has no name", _shown(path)))
    yield SetField((*path, field), value=name)
    layers = _items(root, "layers")
    if field == "layer":
        for layer, number in ((layer, number) for number, layer in enumerate(layers)):
            for tag_number, tag in enumerate(_items(layer, "tags")):
                yield from _relinking(("layers", number, "tags", tag_number, "link"), tag, old, name)
        yield from _recolumned(root, TagRef(old, ""), TagRef(name, ""))
    elif field == "tag":
        layer = at(root, path[:-2])
        for key in ("next", "content"):
            if _field(layer, key) == old:
                yield SetField((*path[:-2], key), value=name)
        for tag_number, tag in enumerate(_items(layer, "tags")):
            if _field(tag, "parent") == old:
                yield SetField((*path[:-1], tag_number, "parent"), value=name)
        owner = _field(layer, "layer")
        yield from _recolumned(root, TagRef(owner, old), TagRef(owner, name))


def _relinking(path: Path, tag: Plain, old: str, name: str) -> Iterator[Simple]:
    link = tag.get("link") if isinstance(tag, dict) else None
    if link == old:
        yield SetField(path, value=name)
    elif isinstance(link, list):
        yield from (SetField((*path, number), value=name) for number, one in enumerate(link) if one == old)


def _recolumned(root: Plain, old: TagRef, new: TagRef) -> Iterator[Simple]:
    for number, group in enumerate(_items(root, "groups")):
        for column_number, column in enumerate(_items(group, "columns")):
            layer, tag = split_reference(_field(column, "tag")) or ("", "")
            if layer == old.layer and old.tag in ("", tag):
                path = ("groups", number, "columns", column_number, "tag")
                yield SetField(path, value=str(TagRef(new.layer, new.tag or tag)))


def _items(node: Plain, field: str) -> list[Plain]:
    found = node.get(field) if isinstance(node, dict) else None
    return found if isinstance(found, list) else []


def _shown(path: Path) -> str:
    return "/".join(map(str, path)) or say("the rule")
