"""The nodes of a `.bt` file by their paths, and the tree with other ones in their places.

A path leads from the file to what is meant. Its steps are numbers of entries, statements, fields and rows, names of
declarations, fields and attributes, `else`, `condition` (of `while` and `if`) and `value` (of what has `=`):
`("main", 2, 0)` is the first statement within the third one of `main`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...sentences import say
from ..documents.edits import Path
from ..documents.pieces import UneditableError
from ..tree.inline import name_inline
from ..tree.nodes import Attributes, Body, Call, Data, Document, Item, Node, States, Visit, block_of
from ..tree.notation import one_line

_LISTS: dict[type[Node], tuple[str, ...]] = {
    Document: ("entries",),
    Body: ("statements",),
    Item: ("fields",),
    States: ("rows",),
    Attributes: ("entries",),
    Visit: ("attributes", "entries"),
    Data: ("attributes", "entries"),
}
"""Where the parts of a node are that numbers and names lead to."""
_PARTS = {"else": "otherwise", "condition": "condition", "value": "value"}


def parts(node: Node) -> tuple[Any, ...]:
    """The nodes in the block of a node; raises `UneditableError` where it has none."""
    here: Any = node
    for name in _list_of(node):
        here = getattr(here, name)
        if here is None:
            return ()
    assert isinstance(here, tuple), "a list of nodes ends the way"
    return here


def with_parts(node: Node, new: tuple[Any, ...]) -> Any:
    """The node with other nodes in its block."""
    return _with(node, _list_of(node), new)


def step_into(node: Node, step: str | int) -> Any:
    """The node to which one step of a path leads; raises `KeyError`."""
    if isinstance(step, int):
        inside = parts(node)
        if not 0 <= step < len(inside):
            raise KeyError(step)
        return inside[step]
    found = getattr(node, _PARTS.get(step, ""), None) if step in _PARTS else None
    if isinstance(found, Node):
        return found
    raise KeyError(step)


def resolve(document: Document, path: Path) -> Path:
    """The path with numbers for names; raises `UneditableError` naming what there is not."""
    here: Any = document
    found: list[str | int] = []
    told: Path = ()
    try:
        for step in path:
            told = (*told, step)
            found.append(_numbered(here, step))
            here = step_into(here, found[-1])
    except (KeyError, StopIteration):
        raise UneditableError(say("there is no {}", "/".join(map(str, told)))) from None
    return tuple(found)


def _numbered(node: Node, step: str | int) -> str | int:
    """The number of the part of that name."""
    if isinstance(step, int) or (step in _PARTS and not isinstance(node, (Document, Item, Attributes))):
        return step
    return next(number for number, part in enumerate(parts(node)) if getattr(part, "name", None) == step)


def at(document: Document, path: Path) -> Any:
    """What is at a resolved path."""
    here: Any = document
    for step in path:
        here = step_into(here, step)
    return here


def updated(node: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The node with what is at a resolved path changed."""
    if not path:
        return change(node)
    step, *rest = path
    inner = updated(step_into(node, step), tuple(rest), change)
    if isinstance(step, int):
        inside = parts(node)
        return with_parts(node, (*inside[:step], inner, *inside[step + 1 :]))
    if isinstance(node, Call):
        return replace(node, inline=replace(node.inline, **{_PARTS[step]: inner}))  # type: ignore[type-var]
    return replace(node, **{_PARTS[step]: inner})


def inserted(document: Document, path: Path, index: int, new: tuple[Any, ...]) -> Document:
    """The document with *new* in the block at a path."""

    def put_in(node: Any) -> Any:
        inside = parts(node)
        return with_parts(node, (*inside[:index], *new, *inside[index:]))

    return named_anew(updated(document, path, put_in))


def removed(document: Document, path: Path) -> Document:
    """The document without what is at a path."""
    step = path[-1]

    def take_out(node: Any) -> Any:
        if step == "else":
            return replace(node, otherwise=None)
        if not isinstance(step, int):
            raise UneditableError(say("a `{}` cannot go; write another one", step))
        inside = parts(node)
        return with_parts(node, (*inside[:step], *inside[step + 1 :]))

    return named_anew(updated(document, path[:-1], take_out))


def exchanged(document: Document, path: Path, new: Any) -> Document:
    """The document with *new* for what is at a path."""
    return named_anew(updated(document, path, lambda _: new))


def _list_of(node: Node) -> tuple[str, ...]:
    if isinstance(node, Call) and node.inline is not None:
        return ("inline", *_list_of(node.inline))
    found = ("body", "statements") if block_of(node) is not None else _LISTS.get(type(node))
    if found is None:
        raise UneditableError(say("`{}` has no block", one_line(node)))
    return found


def _with(node: Any, names: tuple[str, ...], new: tuple[Any, ...]) -> Any:
    if not names:
        return new
    inner = getattr(node, names[0])
    if inner is None:
        inner = Attributes()
    return replace(node, **{names[0]: _with(inner, names[1:], new)})


def named_anew(document: Any) -> Document:
    """The document with the names that its nodes in place have where they are now."""
    assert isinstance(document, Document), "a change makes a document of a document"
    return name_inline(document)
