"""How the layers of a rule lead to each other: every layer is reached, and every cycle has an end.

A cycle of layers, or a layer that leads to itself, has an end where one of its layers says by `depth` how many of its
pages may lie on one way. Pages of a list are no cycle: `next` ends where a page has no next one.
"""

from __future__ import annotations

from collections import defaultdict

from ....sentences import say
from ...documents.fields import mappings, text_of
from ...documents.nodes import ListNode, Mapping, Scalar
from ...documents.report import ShapeReport
from ..rule import TagRef
from .forms import split_reference
from .outline import ResultNode, RuleOutline


def check_ways(outline: RuleOutline, report: ShapeReport) -> None:
    """Tell cycles without an end, layers that are never reached, what is empty, and groups over several ways."""
    root = outline.root
    _check_empty(root, outline, report)
    cycles = _cycles(outline)
    for cycle in cycles:
        _check_end(cycle, outline, report)
    if not outline.has_all_layers:
        return  # told by its own fault; what follows from it would only confuse
    _check_reached(outline, cycles, report)
    for group in mappings(root, "groups"):
        _check_group(group, outline, report)


def _check_empty(root: Mapping, outline: RuleOutline, report: ShapeReport) -> None:
    layers = root.get("layers")
    if isinstance(layers, ListNode) and not layers.items:
        report.add(
            "empty-rule",
            layers.place,
            say("a rule without layers takes nothing"),
            say("add a layer: `- layer: its name`"),
        )
    rule = root.get("rule")
    if isinstance(rule, Scalar) and rule.style and not rule.text.strip():
        report.add("empty-rule", rule.place, say("a rule needs a name"), say("write one that tells what it takes"))
    for name, layer in outline.layers.items():
        tags = layer.get("tags")
        if tags is None or (isinstance(tags, ListNode) and not tags.items):
            place = tags.place if tags is not None else layer.place
            message = say("layer `{}` has no tags, so nothing is taken from its pages", name)
            report.add("empty-layer", place, message, say("add `tags:` with a tag, or take the layer away"))
    for group in mappings(root, "groups"):
        columns = group.get("columns")
        if isinstance(columns, ListNode) and not columns.items:
            report.add(
                "empty-group",
                columns.place,
                say("a group needs columns"),
                say("add one: `- name: …` and `tag: layer.tag`"),
            )


def _cycles(outline: RuleOutline) -> list[list[str]]:
    """Each cycle of layers, in the order in which they lead on, from the first of them in the file."""
    found: list[list[str]] = []
    done: set[str] = set()
    for name in outline.layers:
        way: dict[str, None] = {}
        here = name
        while here in outline.layers and here not in done:
            done.add(here)
            way[here] = None
            if here not in outline.leading:
                break
            here = outline.leading[here][0].layer
        else:
            if here in way:
                order = list(way)
                cycle = order[order.index(here) :]
                found.append([cycle[0], *reversed(cycle[1:])])
    return found


def _check_end(cycle: list[str], outline: RuleOutline, report: ShapeReport) -> None:
    if any(outline.layers[name].get("depth") is not None for name in cycle):
        return
    _, place = outline.leading[cycle[0]]
    shown = " → ".join(f"`{name}`" for name in (*cycle, cycle[0]))
    message = (
        say("layer {} leads to itself, without an end", shown.split(" → ")[0])
        if len(cycle) == 1
        else say("these layers lead to each other in a cycle without an end: {}", shown)
    )
    advice = say(
        "add `depth: 10` to layer `{}`: so many of its pages may lie on one way; pages of one list are no"
        " layers: give their link tag as `next`",
        cycle[0],
    )
    report.add("endless-cycle", place.place, message, advice)


def _check_reached(outline: RuleOutline, cycles: list[list[str]], report: ShapeReport) -> None:
    reached = {name for name, layer in outline.layers.items() if _has_entries(layer)}
    if not reached and outline.layers and _has_site(outline.root):
        reached = {next(iter(outline.layers))}
    led_to: defaultdict[str, list[str]] = defaultdict(list)
    for name, (ref, _) in outline.leading.items():
        led_to[ref.layer].append(name)
    waiting = list(reached)
    while waiting:
        more = [name for name in led_to[waiting.pop()] if name not in reached]
        reached.update(more)
        waiting += more
    # What lies behind a layer that is not reached needs no fault of its own, and a cycle has to be told once.
    first = {cycle[0] for cycle in cycles}
    for name in outline.layers:
        if name in reached or (name in outline.leading and name not in first):
            continue
        node = outline.layers[name].get("layer") or outline.layers[name]
        message = say("layer `{}` is never reached", name)
        advice = say("give it `entries`, or let a link tag lead to it: `link: {}`", name)
        report.add("unreached-layer", node.place, message, advice)


def _has_site(root: Mapping) -> bool:
    """Whether the home page of the site is given, where a rule without entries begins, with its first layer."""
    site = root.get("site")
    return isinstance(site, Mapping) and bool(text_of(site, "url"))


def _has_entries(layer: Mapping) -> bool:
    entries = layer.get("entries")
    # What is no list is told as such.
    return entries is not None and (not isinstance(entries, ListNode) or bool(entries.items))


def _check_group(group: Mapping, outline: RuleOutline, report: ShapeReport) -> None:
    refs: dict[TagRef, Scalar] = {}
    for column in mappings(group, "columns"):
        node = column.get("tag")
        parts = split_reference(node.text) if isinstance(node, Scalar) else None
        if parts is not None and isinstance(node, Scalar) and TagRef(*parts) in outline.tags:
            refs.setdefault(TagRef(*parts), node)
    chain: set[ResultNode] = set()
    deepest: TagRef | None = None
    for ref, node in refs.items():
        here = outline.result_node(ref)
        if here in chain:
            continue
        between: list[ResultNode] = []
        for above in outline.upwards(here):
            if above in chain:
                break
            between.append(above)
        # It goes on from the deepest, or it leaves the way somewhere above.
        if deepest is not None and above != outline.result_node(deepest):
            message = say("`{}` and `{}` are on different ways, so no row can have both", deepest, ref)
            report.add("group-over-ways", node.place, message, say("make two groups of them"))
            return
        chain.update(between)
        deepest = ref
