"""From the nodes of a file, whose shape has been checked, to the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from ...documents.fields import mappings, number_of, scalars, text_of
from ...documents.nodes import ListNode, Mapping, Node, Scalar
from ..offsets import NONE, Offset, parse_offset
from ..rule import Column, ColumnType, Layer, Rule, RuleGroup, Tag, TagRef
from .forms import split_reference
from .treatments import read_treatment

_Built = TypeVar("_Built")


def build_rule(root: Mapping) -> Rule:
    """The rule of a file; what the shape does not promise, such as a good offset, raises `ValueError`."""
    parents = {layer: parent for layer, parent, _ in links(root)}
    site = root.get("site")
    site = site if isinstance(site, Mapping) else Mapping((), root.place)
    return Rule(
        text_of(root, "rule"),
        author=text_of(root, "author"),
        created=text_of(root, "created"),
        licence=text_of(root, "licence"),
        description=text_of(root, "description"),
        site_name=text_of(site, "name"),
        site_url=text_of(site, "url"),
        encoding=text_of(root, "encoding"),
        heal=text_of(root, "heal"),
        hosts=_texts(root, "hosts"),
        layers=_each(root, "layers", lambda node: _layer(node, parents)),
        groups=_each(root, "groups", _group),
    )


def links(root: Mapping) -> Iterator[tuple[str, TagRef, Scalar]]:
    """The layers to which link tags lead, each with the tag and the place where it says so."""
    for layer in mappings(root, "layers"):
        for tag in mappings(layer, "tags"):
            for target in targets(tag):
                yield target.text, TagRef(text_of(layer, "layer"), text_of(tag, "tag")), target


def targets(tag: Mapping) -> Iterator[Scalar]:
    """The names of the layers to which a tag leads."""
    link = tag.get("link")
    for node in link.items if isinstance(link, ListNode) else (link,):
        if isinstance(node, Scalar) and isinstance(node.value, str):
            yield node


def _layer(node: Mapping, parents: dict[str, TagRef]) -> Layer:
    name = text_of(node, "layer")
    return Layer(
        name,
        entries=_texts(node, "entries"),
        next_page=text_of(node, "next"),
        content=text_of(node, "content"),
        joint=text_of(node, "joint") if node.get("joint") is not None else None,
        depth=number_of(node, "depth"),
        parent=parents.get(name),
        heal=text_of(node, "heal"),
        tags=_each(node, "tags", build_tag),
    )


def build_tag(node: Mapping) -> Tag:
    """The tag of a node, as `build_rule` makes it."""
    link = node.get("link")
    return Tag(
        text_of(node, "tag"),
        parent=text_of(node, "parent"),
        start=text_of(node, "start"),
        start_offset=_offset(node, "start_offset"),
        end=text_of(node, "end"),
        end_offset=_offset(node, "end_offset"),
        rematch=text_of(node, "rematch"),
        include=text_of(node, "include"),
        exclude=text_of(node, "exclude"),
        treatments=_each(node, "treatments", read_treatment),
        merge=_is_true(node.get("merge")),
        link=_is_true(link) or any(True for _ in targets(node)),
        heal=text_of(node, "heal"),
    )


def _group(node: Mapping) -> RuleGroup:
    return RuleGroup(text_of(node, "group"), columns=_each(node, "columns", _column))


def _column(node: Mapping) -> Column:
    layer, tag = split_reference(text_of(node, "tag")) or ("", "")
    return Column(
        text_of(node, "name"),
        tag=TagRef(layer, tag),
        type=cast("ColumnType", text_of(node, "type") or "text"),
        length=number_of(node, "length"),
        optional=_is_true(node.get("optional")),
    )


def _each(within: Mapping, key: str, build: Callable[[Mapping], _Built]) -> tuple[_Built, ...]:
    return tuple(build(node) for node in mappings(within, key))


def _texts(within: Mapping, key: str) -> tuple[str, ...]:
    return tuple(node.text for node in scalars(within, key))


def _offset(within: Mapping, key: str) -> Offset:
    text = text_of(within, key)
    return parse_offset(text) if text else NONE


def _is_true(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value is True
