"""Variables from nowhere: read where no way from `main` gives them a value; and names that no variable can have."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from ....errors import Place
from ....sentences import say
from ...tree.nodes import Reference, Tree
from ..foreign import advise_name
from ..report import around
from .checkeddocument import CheckedDocument
from .flow import CallGraph, Read
from .nearest import Nearest

_PAGE_VALUES = {"url": 1, "status": 1, "headers": 2, "cookies": 2}
"""And how many words follow `page`."""
_PAGE_FORMS = say("`page.url`, `page.status`, `page.headers.content_type` or `page.cookies.name`")
_LONGEST_WAY = 6

_Way: TypeAlias = "tuple[str, _Way | None]"
"""A node, and how it was come to."""


def check_built_in_names(checked: CheckedDocument) -> None:
    """`page` and `now` are read as what they are."""
    for node in checked.all_of(Reference):
        if node.name == "now" and node.path:
            message = say("there is no `{}`: `now` is a number, the time in seconds", node.dotted)
            checked.report.add("unknown-page-value", node.place, message, say("write `now`"))
        elif node.name == "page" and not node.path:
            message = say("`page` alone has no value")
            checked.report.add("unknown-page-value", node.place, message, say("write {}", _PAGE_FORMS))
        elif node.name == "page" and _PAGE_VALUES.get(node.path[0]) != len(node.path):
            message = say("there is no `{}`", node.dotted)
            checked.report.add("unknown-page-value", node.place, message, say("write {}", _PAGE_FORMS))


def check_variables(flow: CallGraph) -> None:
    """Every variable that `main` comes to read may have been given a value on the way."""
    main = flow.routines.get("main")
    if main is None or not isinstance(main.declaration, Tree) or not main.needs:
        return
    given = 0
    for routine in flow.routines.values():
        given |= routine.assigned | routine.parameters
    nearest = Nearest(name for name, bit in flow.variables.items() if bit & given)
    reported: set[tuple[int, Place | None]] = set()
    for read, way in _find_unmet(flow, main.needs):
        if (read.bit, read.place) not in reported:
            reported.add((read.bit, read.place))
            _report(flow, read, way, nearest)


def _find_unmet(flow: CallGraph, needs: int) -> Iterator[tuple[Read, _Way]]:
    looked_for: dict[str, int] = {"main": needs}
    queue: deque[tuple[int, _Way]] = deque([(needs, ("main", None))])
    while queue:
        wanted, way = queue.popleft()
        routine = flow.routines[way[0]]
        yield from ((read, way) for read in routine.reads if read.bit & wanted)
        for site in routine.sites:
            known = looked_for.get(site.callee, 0)
            fresh = wanted & ~site.have & flow.routines[site.callee].needs & ~known
            if fresh:
                looked_for[site.callee] = known | fresh
                queue.append((fresh, (site.callee, way)))


def _report(flow: CallGraph, read: Read, way: _Way, nearest: Nearest) -> None:
    shown = _show(way)
    if read.parameter_of:
        message = say(
            "`{}` needs `{}`, which is neither an argument here nor a variable ({})",
            read.parameter_of,
            read.name,
            shown,
        )
        advice: str = say("write `:{}(…)`, assign `{} = …` before, or give it a default", read.parameter_of, read.name)
    else:
        message = say("nothing gives `{}` a value on the way here ({})", read.name, shown)
        advice = say(
            "assign it before, `{} = …`, or make it a parameter: `main :: and ({}) {{ … }}`", read.name, read.name
        )
    if meant := advise_name(read.name, *around(flow.checked.report, read.place)):
        advice = meant
    elif near := nearest.advice(read.name):
        advice = say("{} Else {}", near, advice)
    elif read.name in flow.routines and not read.parameter_of:
        advice = say("a node is called with a colon: `:{}`", read.name)
    flow.checked.report.add("unknown-variable", read.place, message, advice)


def _show(way: _Way | None) -> str:
    names: list[str] = []
    while way is not None:
        names.append(way[0])
        way = way[1]
    names.reverse()
    if len(names) > _LONGEST_WAY:
        names[2 : -(_LONGEST_WAY - 3)] = ["…"]
    return " → ".join(names)
