"""How the layers of a rule lead to each other: every layer is reached, and every circle has an end.

A circle of layers, or a layer that leads to itself, has an end where one of its layers says by `depth` how many of its
pages may lie on one way. Pages of a list are no circle: `next` ends where a page has no next one.
"""

from __future__ import annotations

from itertools import combinations

from ..rule import TagRef
from .builder import mappings
from .nodes import Listing, Mapping, Scalar
from .outline import Outline
from .report import Report
from .shape import split_reference


def check_ways(outline: Outline, report: Report) -> None:
    """Tell circles without an end, layers that are never reached, what is empty, and groups over several ways."""
    root = outline.root
    _check_empty(root, outline, report)
    circles = _circles(outline)
    for circle in circles:
        _check_end(circle, outline, report)
    if not outline.has_all_layers:
        return  # told by its own fault; what follows from it would only confuse
    _check_reached(outline, report)
    for group in mappings(root, "groups"):
        _check_group(group, outline, report)


def _check_empty(root: Mapping, outline: Outline, report: Report) -> None:
    layers = root.get("layers")
    if isinstance(layers, Listing) and not layers.items:
        report.add(
            "empty-rule", layers.place, "a rule without layers takes nothing", "add a layer: `- layer: its name`"
        )
    rule = root.get("rule")
    if isinstance(rule, Scalar) and rule.style and not rule.text.strip():
        report.add("empty-rule", rule.place, "a rule needs a name", "write one that tells what it takes")
    for name, layer in outline.layers.items():
        tags = layer.get("tags")
        if tags is None or (isinstance(tags, Listing) and not tags.items):
            place = tags.place if tags is not None else layer.place
            message = f"layer `{name}` has no tags, so nothing is taken from its pages"
            report.add("empty-layer", place, message, "add `tags:` with a tag, or take the layer away")
    for group in mappings(root, "groups"):
        columns = group.get("columns")
        if isinstance(columns, Listing) and not columns.items:
            report.add(
                "empty-group", columns.place, "a group needs columns", "add one: `- name: …` and `tag: layer.tag`"
            )


def _circles(outline: Outline) -> list[list[str]]:
    """Each circle of layers, in the order in which they lead on."""
    found: list[list[str]] = []
    done: set[str] = set()
    for name in outline.layers:
        way: list[str] = []
        here = name
        while here not in done and here in outline.layers:
            done.add(here)
            way.append(here)
            if here not in outline.leading:
                break
            here = outline.leading[here][0].layer
        if here in way and (here in outline.leading and outline.leading[way[-1]][0].layer == here):
            found.append([here, *reversed(way[way.index(here) + 1 :])])
    return found


def _check_end(circle: list[str], outline: Outline, report: Report) -> None:
    if any(outline.layers[name].get("depth") is not None for name in circle):
        return
    _, place = outline.leading[circle[0]]
    shown = " → ".join(f"`{name}`" for name in (*circle, circle[0]))
    message = (
        f"layer {shown.split(' → ')[0]} leads to itself, without an end"
        if len(circle) == 1
        else f"these layers lead to each other in a circle without an end: {shown}"
    )
    advice = (
        f"add `depth: 10` to layer `{circle[0]}`: so many of its pages may lie on one way;"
        " pages of one list are no layers: give their link tag as `next`"
    )
    report.add("endless-circle", place.place, message, advice)


def _check_reached(outline: Outline, report: Report) -> None:
    reached = {name for name, layer in outline.layers.items() if _has_entries(layer)}
    waiting = set(outline.layers) - reached
    grows = True
    while grows:
        more = {name for name in waiting if name in outline.leading and outline.leading[name][0].layer in reached}
        grows = bool(more)
        reached |= more
        waiting -= more
    for name in outline.layers:
        if name not in waiting:
            continue
        # What lies behind a layer that is not reached needs no fault of its own, but a circle has to be told once.
        if name in outline.leading and outline.leading[name][0].layer in waiting and not _is_first(name, outline):
            continue
        node = outline.layers[name].get("layer") or outline.layers[name]
        message = f"layer `{name}` is never reached"
        report.add(
            "unreached-layer",
            node.place,
            message,
            f"give it `entries`, or let a link tag lead to it: `link: {name}`",
        )


def _has_entries(layer: Mapping) -> bool:
    entries = layer.get("entries")
    # What is no list is told as such.
    return entries is not None and (not isinstance(entries, Listing) or bool(entries.items))


def _is_first(name: str, outline: Outline) -> bool:
    """Whether a layer is the first, in the file, of the circle that it is in."""
    way: list[str] = [name]
    while way[-1] in outline.leading:
        above = outline.leading[way[-1]][0].layer
        if above == name:
            order = list(outline.layers)
            return all(order.index(name) <= order.index(other) for other in way)
        if above in way:
            return False
        way.append(above)
    return False


def _check_group(group: Mapping, outline: Outline, report: Report) -> None:
    refs: dict[TagRef, Scalar] = {}
    for column in mappings(group, "columns"):
        node = column.get("tag")
        parts = split_reference(node.text) if isinstance(node, Scalar) else None
        if parts is not None and isinstance(node, Scalar) and TagRef(*parts) in outline.tags:
            refs.setdefault(TagRef(*parts), node)
    above = {ref: set(outline.ways_to(outline.way(ref))) for ref in refs}
    for one, other in combinations(refs, 2):
        if outline.way(one) not in above[other] and outline.way(other) not in above[one]:
            message = f"`{one}` and `{other}` are on different ways, so no row can have both"
            report.add("group-over-ways", refs[other].place, message, "make two groups of them")
            return
