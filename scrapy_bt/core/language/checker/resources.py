"""Resources: `[[ … ]]` and `(( … ))` of known nodes, each once."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import Competing, SharedNode
from .checkeddocument import CheckedDocument


def check_resources(checked: CheckedDocument) -> None:
    """Resources are declared nodes, each named once, with amounts that let them run."""
    seen: dict[tuple[type, str], SharedNode | Competing] = {}
    for entry in checked.document.entries:
        if not isinstance(entry, (SharedNode, Competing)):
            continue
        name = entry.node
        if not checked.knows(name):
            advice = checked.nearest_node.advice(name) or say("declare it: `{} :: …`", name)
            checked.report.add(
                "resource-of-unknown-node",
                entry.place,
                say("the resource is about no declared node: `{}`", name),
                advice,
            )
        first = seen.setdefault((type(entry), name), entry)
        if first is not entry:
            checked.report.add(
                "double-resource",
                entry.place,
                say("`{}` is such a resource already, see {}", name, first.place),
                say("remove one of the two"),
            )
        _check_amount(checked, entry)


def _check_amount(checked: CheckedDocument, entry: SharedNode | Competing) -> None:
    if isinstance(entry, Competing) and entry.limit == 0:
        message = say("`{}` could never run: at most 0 at a time", entry.node)
        checked.report.add("bad-amount", entry.place, message, say("write `(( {} = 1 ))` or more", entry.node))
    elif isinstance(entry, SharedNode) and entry.ttl is not None and entry.ttl.seconds == 0:
        message = say("`{}` would be shared for no time at all", entry.node)
        advice = say(
            "write how long it lasts, `[[ {} = 30m ]]`, or `[[ {} ]]` for as long as it works", entry.node, entry.node
        )
        checked.report.add("bad-amount", entry.place, message, advice)
