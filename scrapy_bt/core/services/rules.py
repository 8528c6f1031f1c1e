"""Answers about rule files."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Fault, RuleError
from ...sentences import say
from ..documents.fields import mappings, text_of
from ..documents.nodes import Mapping, Scalar
from ..documents.pieces import TextEdit, UneditableError
from ..documents.shape import BooleanShape, TextShape
from ..language.spans import Span
from ..rules.files.edit import change_rule
from ..rules.files.formatter import format_rule
from ..rules.files.forms import PATTERN, split_reference
from ..rules.files.operations import NAMES, RenamePart
from ..rules.files.reader import check_rule
from ..rules.files.shape import RULE
from ..rules.rule import COLUMN_TYPES, TagRef
from .answers import CompletionItem, Elsewhere, FileLookups, Hover, Kind, SemanticToken, Symbol, difference
from .paths import FileLeaf, cursor_at, fields_left, leaves, root_of

_KINDS: dict[str, Kind] = {"layers": "node", "tags": "variable", "groups": "table", "columns": "field"}


def check(text: str, file: str, _beside: FileLookups | None = None) -> list[Fault]:
    """All faults, by place."""
    return list(check_rule(text, file=file))


def complete(text: str, offset: int, beside: FileLookups | None = None) -> list[CompletionItem]:  # noqa: ARG001 - as every service
    """What could be written at a place: fields that are not there yet, names of layers and tags."""
    cursor = cursor_at(text, offset)
    record = cursor.record_in(RULE)
    if record is None:
        return []
    if not cursor.key:
        return fields_left(record, cursor)
    return list(_values(text, cursor.key, cursor.layer, record.noun))


def _values(text: str, key: str, layer: str, noun: str) -> Iterator[CompletionItem]:
    refs = _refs(text)
    if noun == "column" and key == "tag":
        yield from (CompletionItem(str(ref), kind="variable") for ref in refs)
    elif noun == "column" and key == "type":
        yield from (CompletionItem(name, kind="value") for name in COLUMN_TYPES)
    elif key == "link":
        yield from (CompletionItem(name, kind="node") for name in dict.fromkeys(ref.layer for ref in refs) if name)
        yield CompletionItem("true", kind="value", detail="Links that lead to no layer.")
    elif key in ("next", "content", "parent"):
        yield from (CompletionItem(ref.tag, kind="variable") for ref in refs if ref.layer == layer and ref.tag)
    elif key == "merge":
        yield from (CompletionItem(name, kind="value") for name in ("true", "false"))


def _refs(text: str) -> list[TagRef]:
    """The tags of the file, layer by layer; with a text that is no YAML, of as many lines from its start as are."""
    lines = text.split("\n")
    root = root_of(text)
    while root is None and lines:
        lines.pop()
        root = root_of("\n".join(lines))
    found = []
    for layer in mappings(root, "layers") if root is not None else ():
        name = text_of(layer, "layer")
        found += [TagRef(name, text_of(tag, "tag")) for tag in mappings(layer, "tags")] or [TagRef(name, "")]
    return found


def hover(text: str, offset: int, beside: FileLookups | None = None) -> Hover | None:  # noqa: ARG001 - as every service
    """What a field means."""
    leaf = _leaf_at(text, offset)
    if leaf is None or leaf.field is None:
        return None
    needed = " It has to be there." if leaf.field.is_needed else ""
    return Hover(f"`{leaf.field.name}`: {leaf.field.meaning}{needed}", span=Span(leaf.scalar.start, leaf.scalar.end))


def definition(text: str, offset: int) -> Span | None:
    """Where the layer or tag at a place is declared."""
    meant = _meant_at(text, offset)
    return next((span for ref, span, is_declared in _named(text) if ref == meant and is_declared), None)


def definition_elsewhere(text: str, offset: int, beside: FileLookups) -> Elsewhere | None:  # noqa: ARG001 - as every service
    """A rule includes nothing."""
    return None


def inclusion(text: str, file: str, other: str) -> Span | None:  # noqa: ARG001 - as every service
    """A rule includes nothing."""
    return None


def references(text: str, offset: int) -> list[Span]:
    """Wherever the layer or tag at a place is named."""
    meant = _meant_at(text, offset)
    return sorted(span for ref, span, _ in _named(text) if ref == meant) if meant is not None else []


def rename(text: str, offset: int, name: str) -> list[TextEdit]:
    """What gives a layer, a tag, a group or a column another name; raises `UneditableError` saying why not."""
    root = root_of(text)
    path: tuple[str | int, ...] | None = None
    if root is not None:
        leaf = _leaf_at(text, offset)
        meant = _meant_at(text, offset)
        if meant is not None:
            path = ("layers", meant.layer, "tags", meant.tag) if meant.tag else ("layers", meant.layer)
        elif leaf is not None and len(leaf.path) > 2 and leaf.path[-1] == NAMES.get(str(leaf.path[-3])):
            path = leaf.path[:-1]
    if path is None:
        raise UneditableError(say("there is no name of a layer, a tag, a group or a column here"))
    try:
        return difference(text, change_rule(text, [RenamePart(path, name=name)]))
    except RuleError as error:
        raise UneditableError(say("mend the file first: {}", error.faults[0].message)) from None


def symbols(text: str) -> list[Symbol]:
    """Layers with their tags, groups with their columns."""
    root = root_of(text)
    if root is None:
        return []
    return [*_symbols(root, "layers", "tags"), *_symbols(root, "groups", "columns")]


def _symbols(within: Mapping, key: str, inner: str) -> Iterator[Symbol]:
    for node in mappings(within, key):
        name = node.get(NAMES[key])
        if isinstance(name, Scalar) and name.text:
            children = tuple(_symbols(node, inner, "")) if inner else ()
            name_span = Span(name.start, name.end)
            ends = [name.end, *(child.span.end for child in children), *_ends(node)]
            span = Span(name.start, max(ends))
            detail = NAMES[key] if key != "columns" else text_of(node, "tag")
            yield Symbol(name.text, detail=detail, kind=_KINDS[key], span=span, name_span=name_span, children=children)


def _ends(node: Mapping) -> list[int]:
    return [entry.value.end for entry in node if isinstance(entry.value, Scalar)]


def tokens(text: str) -> list[SemanticToken]:
    """Fields, names and regular expressions, in order."""
    root = root_of(text)
    found = []
    names = {span for _, span, _ in _named(text)}
    for leaf in leaves(root) if root is not None else ():
        span = Span(leaf.scalar.start, leaf.scalar.end)
        if leaf.is_key:
            kind = "property" if leaf.field is not None else ""
        elif isinstance(leaf.kind, TextShape) and leaf.kind.form is PATTERN:
            kind = "regexp"
        elif span in names:
            kind = "function"
        elif isinstance(leaf.kind, BooleanShape):
            kind = "keyword"
        else:
            kind = ""
        if kind and span.end > span.start:
            found.append(SemanticToken(span, type=kind))
    return sorted(found, key=lambda token: token.span)


def formatted(text: str) -> str:
    """The text in the canonical layout; raises `RuleError` with the faults that hinder it."""
    return format_rule(text, file="rule")


def _leaf_at(text: str, offset: int) -> FileLeaf | None:
    root = root_of(text)
    found = leaves(root) if root is not None else iter(())
    return next((leaf for leaf in found if leaf.scalar.start <= offset <= leaf.scalar.end), None)


def _meant_at(text: str, offset: int) -> TagRef | None:
    return next((ref for ref, span, _ in _named(text) if span.start <= offset <= span.end), None)


def _named(text: str) -> Iterator[tuple[TagRef, Span, bool]]:
    """Where layers (tags without a name) and tags are named, and whether they are declared there."""
    root = root_of(text)
    if root is None:
        return
    for layer in mappings(root, "layers"):
        name = text_of(layer, "layer")
        yield from _place(layer.get("layer"), TagRef(name, ""), is_declared=True)
        for key in ("next", "content"):
            yield from _place(layer.get(key), TagRef(name, text_of(layer, key)))
        for tag in mappings(layer, "tags"):
            yield from _place(tag.get("tag"), TagRef(name, text_of(tag, "tag")), is_declared=True)
            yield from _place(tag.get("parent"), TagRef(name, text_of(tag, "parent")))
            link = tag.get("link")
            for target in (link,) if isinstance(link, Scalar) else getattr(link, "items", ()):
                if isinstance(target, Scalar) and isinstance(target.value, str):
                    yield from _place(target, TagRef(target.text, ""))
    for group in mappings(root, "groups"):
        for column in mappings(group, "columns"):
            node = column.get("tag")
            parts = split_reference(node.text) if isinstance(node, Scalar) else None
            if parts is not None:
                yield from _place(node, TagRef(*parts))


def _place(node: object, ref: TagRef, *, is_declared: bool = False) -> Iterator[tuple[TagRef, Span, bool]]:
    if isinstance(node, Scalar) and node.text:
        yield ref, Span(node.start, node.end), is_declared
