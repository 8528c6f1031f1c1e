"""From a rule to the canonical text of its file."""

from __future__ import annotations

from collections.abc import Iterable

from ...documents.nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from ...documents.plain import NOWHERE, scalar_of
from ..rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from ..treatments import Treatment
from .comments import Comments
from .printer import print_nodes
from .treatments import written_fields


def write_rule(rule: Rule) -> str:
    """The text of a rule's file; what is as if it were left out, is left out."""
    site = _mapping(("name", rule.site_name), ("url", rule.site_url))
    root = _mapping(
        ("rule", scalar_of(rule.name)),
        ("author", rule.author),
        ("created", rule.created),
        ("licence", rule.licence),
        ("description", rule.description),
        ("site", site if site.entries else None),
        ("encoding", rule.encoding),
        ("heal", rule.heal),
        ("hosts", _texts(rule.hosts)),
        ("layers", _listing(_layer(layer, rule) for layer in rule.layers)),
        ("groups", _listing(map(_group, rule.groups)) if rule.groups else None),
    )
    return print_nodes(root, Comments())


def _layer(layer: Layer, rule: Rule) -> Mapping:
    return _mapping(
        ("layer", scalar_of(layer.name)),
        ("entries", _texts(layer.entries)),
        ("next", layer.next_page),
        ("content", layer.content),
        ("joint", layer.joint),
        ("depth", layer.depth),
        ("heal", layer.heal),
        ("tags", _listing(_tag(tag, layer, rule) for tag in layer.tags) if layer.tags else None),
    )


def _tag(tag: Tag, layer: Layer, rule: Rule) -> Mapping:
    targets = [behind.name for behind in rule.led_to(TagRef(layer.name, tag.name))]
    link: Node | None = None
    if len(targets) == 1:
        link = scalar_of(targets[0])
    elif targets:
        link = _texts(targets)
    elif tag.link:
        link = _plain("true")
    return _mapping(
        ("tag", scalar_of(tag.name)),
        ("parent", tag.parent),
        ("start", tag.start),
        ("start_offset", str(tag.start_offset) if tag.start_offset else ""),
        ("end", tag.end),
        ("end_offset", str(tag.end_offset) if tag.end_offset else ""),
        ("rematch", tag.rematch),
        ("include", tag.include),
        ("exclude", tag.exclude),
        ("treatments", _listing(map(_treatment, tag.treatments)) if tag.treatments else None),
        ("merge", _plain("true") if tag.merge else None),
        ("link", link),
        ("heal", tag.heal),
    )


def _treatment(treatment: Treatment) -> Mapping:
    (key, kept), *fields = written_fields(treatment)
    return _mapping((key, scalar_of(kept) if isinstance(kept, str) else kept), *fields)


def _group(group: RuleGroup) -> Mapping:
    return _mapping(("group", scalar_of(group.name)), ("columns", _listing(map(_column, group.columns))))


def _column(column: Column) -> Mapping:
    return _mapping(
        ("name", scalar_of(column.name)),
        ("tag", str(column.tag)),
        ("type", column.type if column.type != "text" else ""),
        ("length", column.length),
        ("optional", _plain("true") if column.optional else None),
    )


def _mapping(*fields: tuple[str, str | int | Node | None]) -> Mapping:
    entries = []
    for key, value in fields:
        node = scalar_of(value) if isinstance(value, str) else _plain(str(value)) if isinstance(value, int) else value
        if node is not None and value not in ("", 0):
            entries.append(MappingEntry(scalar_of(key), node))
    return Mapping(tuple(entries), NOWHERE)


def _listing(nodes: Iterable[Node]) -> ListNode:
    return ListNode(tuple(nodes), NOWHERE)


def _texts(texts: Iterable[str]) -> ListNode | None:
    nodes = tuple(map(scalar_of, texts))
    return ListNode(nodes, NOWHERE) if nodes else None


def _plain(text: str) -> Scalar:
    return Scalar(text, NOWHERE, 0, 0)
