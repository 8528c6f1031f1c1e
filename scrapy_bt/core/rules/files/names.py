"""Names in a rule file: each is given once, and what is named is there."""

from __future__ import annotations

from collections.abc import Iterable

from ....sentences import say
from ...documents.fields import mappings, text_of
from ...documents.names import is_name
from ...documents.nodes import Mapping, Scalar
from ...documents.report import ShapeReport
from ..rule import TagRef
from .builder import links, targets
from .forms import split_reference
from .outline import RuleOutline


def check_names(outline: RuleOutline, report: ShapeReport) -> None:
    """Tell names that are given twice, and names of what is not there."""
    root = outline.root
    _check_doubles(mappings(root, "layers"), "layer", report)
    _check_doubles(mappings(root, "groups"), "group", report)
    for layer in mappings(root, "layers"):
        _check_doubles(mappings(layer, "tags"), "tag", report)
        _check_layer(layer, outline, report)
        _check_cycles(layer, report)
    for group in mappings(root, "groups"):
        _check_reserved(group, "group", report)
        _check_doubles(mappings(group, "columns"), "name", report)
        for column in mappings(group, "columns"):
            _check_reserved(column, "name", report)
            _check_reference(column, outline, report)
    _check_links(outline, report)


_NOUNS = {"name": say("column"), "layer": say("layer"), "tag": say("tag"), "group": say("group")}
_RESERVED = {
    "sqlite_": say("SQLite keeps names that begin with `sqlite_` for itself"),
    "bt_": say("tables and columns that begin with `bt_` are the store's own"),
}


def _check_doubles(found: Iterable[Mapping], key: str, report: ShapeReport) -> None:
    first: dict[str, Scalar] = {}
    for mapping in found:
        node = mapping.get(key)
        if not isinstance(node, Scalar) or not node.text:
            continue
        # Tables of a database do not tell large letters from small ones.
        name = node.text.casefold() if key in ("group", "name") else node.text
        before = first.setdefault(name, node)
        if before is not node:
            message = say("there is a {} `{}` in line {} already", _NOUNS.get(key, key), before.text, before.place.line)
            report.add("double-name", node.place, message, say("rename one of them"))


def _check_reserved(mapping: Mapping, key: str, report: ShapeReport) -> None:
    """Tell names that a database, or what stores rows in it, keeps for itself."""
    name = text_of(mapping, key)
    owner = next((owner for start, owner in _RESERVED.items() if name.casefold().startswith(start)), None)
    node = mapping.get(key)
    if owner is not None and node is not None:
        noun = say("a group") if key == "group" else say("a column")
        message = say("{} cannot be named `{}`: {}", noun, name, owner)
        advice = say("for example `{}`", (name.partition("_")[2].lstrip("_") or "rows"))
        report.add("reserved-name", node.place, message, advice)


def _check_layer(layer: Mapping, outline: RuleOutline, report: ShapeReport) -> None:
    name = text_of(layer, "layer")
    for key in ("next", "content"):
        node = layer.get(key)
        if not isinstance(node, Scalar) or not node.text or not outline.is_known(name):
            continue
        tag = outline.tags.get(TagRef(name, node.text))
        if tag is None:
            message = say("the layer has no tag `{}`", node.text)
            report.add("unknown-tag", node.place, message, _near(node.text, name, outline, report))
        elif text_of(tag, "parent"):
            message = say(
                "`{}` is a tag that works on the page, and `{}` works on what another tag takes", key, node.text
            )
            report.add(
                "tag-in-tag", node.place, message, say("take `parent` away from `{}`, or name another tag", node.text)
            )
        elif key == "next" and not _is_link(tag):
            message = say("`{}` leads to the next page, and is no link", node.text)
            report.add("next-without-link", node.place, message, say("add `link: true` to the tag `{}`", node.text))
    for tag in mappings(layer, "tags"):
        _check_parent(tag, name, outline, report)


def _check_parent(tag: Mapping, layer: str, outline: RuleOutline, report: ShapeReport) -> None:
    node = tag.get("parent")
    if not isinstance(node, Scalar) or not node.text or not outline.is_known(layer) or not is_name(node.text):
        return
    if TagRef(layer, node.text) not in outline.tags:
        owner = outline.owners.get(node.text)
        if owner is not None:
            message = say(
                "`{}` is a tag of layer `{}`, and a child works on the same page as its parent", node.text, owner
            )
            advice = say("move this tag to layer `{}`, or name a tag of layer `{}`", owner, layer)
            report.add("child-in-other-layer", node.place, message, advice)
        else:
            message = say("the layer has no tag `{}`", node.text)
            report.add("unknown-tag", node.place, message, _near(node.text, layer, outline, report))
        return


def _check_cycles(layer: Mapping, report: ShapeReport) -> None:
    """Tell tags that are above themselves."""
    tags: dict[str, Mapping] = {}
    for tag in mappings(layer, "tags"):
        tags.setdefault(text_of(tag, "tag"), tag)
    done: set[str] = set()
    for first in list(tags):
        way: dict[str, None] = {}
        name = first
        while name and name in tags and name not in done:
            done.add(name)
            way[name] = None
            name = text_of(tags[name], "parent")
        order = list(way)
        for inside in order[order.index(name) :] if name in way else ():
            node = tags[inside].get("parent")
            assert node is not None, "it is in a cycle of parents"
            message = (
                say("`{}` works on its own results", inside) if len(order) == 1 else say("`{}` is above itself", inside)
            )
            report.add(
                "parents-in-cycle", node.place, message, say("let one of them work on the page: take `parent` away")
            )


def _check_reference(column: Mapping, outline: RuleOutline, report: ShapeReport) -> None:
    node = column.get("tag")
    parts = split_reference(node.text) if isinstance(node, Scalar) else None
    if parts is None or not isinstance(node, Scalar):
        return
    layer, tag = parts
    if layer not in outline.layers:
        if outline.layers:
            advice = report.did_you_mean(node.text, map(str, outline.tags))
            report.add("unknown-layer", node.place, say("there is no layer `{}`", layer), advice)
    elif outline.is_known(layer) and TagRef(layer, tag) not in outline.tags:
        report.add(
            "unknown-tag", node.place, say("layer `{}` has no tag `{}`", layer, tag), _near(tag, layer, outline, report)
        )


def _check_links(outline: RuleOutline, report: ShapeReport) -> None:
    for target, ref, node in links(outline.root):
        if not target.strip():
            continue  # that it is empty is told
        if target not in outline.layers:
            advices = (report.did_you_mean(target, outline.layers), "true for links that lead to none")
            advice = ", or ".join(filter(None, advices))
            report.add("unknown-layer", node.place, say("there is no layer `{}`", target), advice)
            continue
        first, place = outline.leading[target]
        if place is not node:
            message = say("`{}` leads to layer `{}` already, in line {}", first, target, place.place.line)
            if first == ref:
                report.add("double-link", node.place, message, say("name it once"))
            else:
                advice = say("one link tag leads to a layer: take both kinds of links with one tag, or copy the layer")
                report.add("double-link", node.place, message, advice)


def _is_link(tag: Mapping) -> bool:
    node = tag.get("link")
    return (isinstance(node, Scalar) and node.value is True) or any(True for _ in targets(tag))


def _near(name: str, layer: str, outline: RuleOutline, report: ShapeReport) -> str:
    return report.did_you_mean(name, outline.names[layer]) or say("declare it in `tags`")
