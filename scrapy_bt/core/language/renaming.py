"""Names of a file: where one stands, so that it can be found, shown and changed, and the tree with another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from ...sentences import say
from ..documents.pieces import TextEdit, UneditableError
from ..tree.keywords import KEYWORDS
from ..tree.nodes import (
    HOWS,
    Assign,
    Call,
    Competing,
    Data,
    Document,
    Heal,
    Item,
    NamedArgument,
    Node,
    Parameter,
    Reference,
    SharedNode,
    States,
    Take,
    Tree,
    Visit,
    walk,
)
from .operations import RenameName
from .paths import named_anew
from .spans import Span, Spans

_NAME = re.compile(r"[^\W\d]\w*")
_BUILT_IN = ("page", "now")


def check_new_name(document: Document, rename: RenameName) -> None:
    """Raise `UneditableError` where a name cannot be what another one is renamed to."""
    is_node = rename.kind == "node"
    noun = say("node") if is_node else say("variable")
    if not _NAME.fullmatch(rename.new) or rename.new in KEYWORDS:
        raise UneditableError(say("`{}` is no name", rename.new))
    if rename.new in HOWS or (not is_node and rename.new in _BUILT_IN):
        raise UneditableError(say("`{}` is a word of the language", rename.new))
    names = set(all_names(document, is_node=is_node))
    if rename.old not in names:
        raise UneditableError(say("there is no {} `{}`", noun, rename.old))
    if rename.new in names and rename.new != rename.old:
        raise UneditableError(say("there is a {} `{}` already", noun, rename.new))


def all_names(document: Document, *, is_node: bool) -> Iterator[str]:
    """The names of all declared nodes, or of all variables, wherever they stand."""
    for node in walk(document):
        for name in names_in(node, is_node=is_node):
            yield from _names(node, name)


def renamed(document: Document, rename: RenameName) -> Document:
    """The document with a name changed wherever it stands."""
    return named_anew(_renamed(document, rename.old, rename.new, is_node=rename.kind == "node"))


def _renamed(part: Any, old: str, new: str, *, is_node: bool) -> Any:
    if isinstance(part, tuple):
        return tuple(_renamed(inner, old, new, is_node=is_node) for inner in part)
    if not isinstance(part, Node):
        return part
    changes = {item.name: _renamed(getattr(part, item.name), old, new, is_node=is_node) for item in fields(part)}
    changes.pop("place")
    for name in names_in(part, is_node=is_node):
        value = getattr(part, name)
        one_by_one = value if isinstance(value, tuple) else (value,)
        exchanged_names = tuple(new if one == old else one for one in one_by_one)
        changes[name] = exchanged_names if isinstance(value, tuple) else exchanged_names[0]
    return replace(part, **changes)


def names_in(node: Node, *, is_node: bool) -> tuple[str, ...]:
    """The fields of a node that hold the name of a declared node, or that of a variable."""
    if is_node:
        if isinstance(node, Call):
            return () if node.inline is not None else ("node",)
        if isinstance(node, (Visit, Data, Item, Tree)):
            return ("name",) if node.name and "/" not in node.name else ()
        if isinstance(node, (States, Heal)):
            return ("nodes",)
        return ("node",) if isinstance(node, (SharedNode, Competing)) else ()
    if isinstance(node, Reference):
        return () if node.name in _BUILT_IN else ("name",)
    return ("name",) if isinstance(node, (Assign, Take, Parameter, NamedArgument)) else ()


def occurrences(spans: Spans, document: Document, rename: RenameName) -> Iterator[TextEdit]:
    """What writes the new name wherever the old one stands."""
    for span in places_of(spans, document, rename.old, is_node=rename.kind == "node"):
        yield TextEdit(span.start, span.end, rename.new)


def places_of(spans: Spans, document: Document, name: str, *, is_node: bool) -> Iterator[Span]:
    """Where a name stands, in the order of the file."""
    for node in walk(document):
        if any(name in _names(node, field) for field in names_in(node, is_node=is_node)):
            yield from _places(spans, node, name)


def all_places(spans: Spans, document: Document, *, is_node: bool) -> Iterator[tuple[str, Span]]:
    """Every name of declared nodes, or of variables, wherever it stands, in one walk."""
    for node in walk(document):
        names = [name for field in names_in(node, is_node=is_node) for name in _names(node, field)]
        for name in dict.fromkeys(names):
            for span in _places(spans, node, name):
                yield name, span


def _names(node: Node, field: str) -> tuple[str, ...]:
    value = getattr(node, field)
    return value if isinstance(value, tuple) else (value,)


def _places(spans: Spans, node: Node, name: str) -> Iterator[Span]:
    assert node.place is not None, "it was read from a text"
    span = spans.at(node.place)
    if isinstance(node, Reference):
        start = span.start + (spans.text[span.start] == "{")
        yield Span(start, start + len(name))
        return
    words = [word for word in spans.words(span) if word.text != ":" or not isinstance(node, Call)]
    if isinstance(node, (States, Heal)):
        for word in words[1:]:
            if word.text in ("{", "="):
                return
            if word.text == name:
                yield Span(word.start, word.end)
    elif isinstance(node, (SharedNode, Competing)):
        yield Span(words[1].start, words[1].end)
    else:
        yield Span(words[0].start, words[0].start + len(name))
