"""Resources: `[[ … ]]` and `(( … ))` of known nodes, each once."""

from __future__ import annotations

from ...tree.nodes import Competing, Shared
from .subject import Subject


def check_resources(subject: Subject) -> None:
    """Resources are declared nodes, each named once, with amounts that let them run."""
    seen: dict[tuple[type, str], Shared | Competing] = {}
    for entry in subject.document.entries:
        if not isinstance(entry, (Shared, Competing)):
            continue
        name = entry.node
        if not subject.knows(name):
            advice = subject.nearest_node.advice(name) or f"declare it: `{name} :: …`"
            subject.report.add(
                "resource-of-unknown-node", entry.place, f"the resource is about no declared node: `{name}`", advice
            )
        first = seen.setdefault((type(entry), name), entry)
        if first is not entry:
            subject.report.add(
                "double-resource",
                entry.place,
                f"`{name}` is such a resource already, see {first.place}",
                "remove one of the two",
            )
        _check_amount(subject, entry)


def _check_amount(subject: Subject, entry: Shared | Competing) -> None:
    if isinstance(entry, Competing) and entry.limit == 0:
        message = f"`{entry.node}` could never run: at most 0 at a time"
        subject.report.add("bad-amount", entry.place, message, f"write `(( {entry.node} = 1 ))` or more")
    elif isinstance(entry, Shared) and entry.ttl is not None and entry.ttl.seconds == 0:
        message = f"`{entry.node}` would be shared for no time at all"
        advice = f"write how long it lasts, `[[ {entry.node} = 30m ]]`, or `[[ {entry.node} ]]` for as long as it works"
        subject.report.add("bad-amount", entry.place, message, advice)
