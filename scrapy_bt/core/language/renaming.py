"""Where a name of a file stands, so that it can be found, shown and changed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..documents.pieces import Piece, UneditableError
from ..tree.nodes import HOWS, Call, Competing, Document, Node, Reference, Shared, States, walk
from .grammar import KEYWORDS
from .operations import Rename, names_in
from .spans import Span, Spans

_NAME = re.compile(r"[^\W\d]\w*")
_BUILT_IN = ("page", "now")


def check_new_name(document: Document, rename: Rename) -> None:
    """Raise `UneditableError` where a name cannot be what another one is renamed to."""
    is_node = rename.kind == "node"
    noun = "node" if is_node else "variable"
    if not _NAME.fullmatch(rename.new) or rename.new in KEYWORDS:
        raise UneditableError(f"`{rename.new}` is no name")
    if rename.new in HOWS or (not is_node and rename.new in _BUILT_IN):
        raise UneditableError(f"`{rename.new}` is a word of the language")
    names = set(all_names(document, is_node=is_node))
    if rename.old not in names:
        raise UneditableError(f"there is no {noun} `{rename.old}`")
    if rename.new in names and rename.new != rename.old:
        raise UneditableError(f"there is a {noun} `{rename.new}` already")


def all_names(document: Document, *, is_node: bool) -> Iterator[str]:
    """The names of all declared nodes, or of all variables, wherever they stand."""
    for node in walk(document):
        for field in names_in(node, is_node=is_node):
            value = getattr(node, field)
            yield from value if isinstance(value, tuple) else (value,)


def occurrences(spans: Spans, document: Document, rename: Rename) -> Iterator[Piece]:
    """What writes the new name wherever the old one stands."""
    for span in places_of(spans, document, rename.old, is_node=rename.kind == "node"):
        yield Piece(span.start, span.end, rename.new)


def places_of(spans: Spans, document: Document, name: str, *, is_node: bool) -> Iterator[Span]:
    """Where a name stands, in the order of the file."""
    for node in walk(document):
        fields = names_in(node, is_node=is_node)
        if any(name in _names(node, field) for field in fields):
            yield from _places(spans, node, name)


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
    if isinstance(node, States):
        for word in words[1:]:
            if word.text == "{":
                return
            if word.text == name:
                yield Span(word.start, word.end)
    elif isinstance(node, (Shared, Competing)):
        yield Span(words[1].start, words[1].end)
    else:
        yield Span(words[0].start, words[0].start + len(name))
