"""Calls: what may be called where, and with how many arguments."""

from __future__ import annotations

from ...tree.naming import calls_in
from ...tree.nodes import Data, Declaration, Tree
from .subject import WORD_OF_KIND, CallSite, Subject

_DEMANDS = {
    "stored": "no-value",
    "taken": "no-value",
    "value": "no-value",
    "field": "not-in-item",
}


def check_calls(subject: Subject) -> None:
    """What is called has a value where one is needed, and takes the arguments that it is given."""
    for site in subject.call_sites:
        declaration = subject.declared.get(site.call.node)
        if declaration is not None:
            _check_demand(subject, site, declaration)
            _check_arity(subject, site, declaration)
    for tree in subject.declarations:
        if isinstance(tree, Tree):
            _check_defaults(subject, tree)


def _check_defaults(subject: Subject, tree: Tree) -> None:
    """A default is worked out where the call stands, without running anything."""
    for parameter in tree.parameters:
        for call in calls_in(parameter.default) if parameter.default is not None else ():
            if call.node not in subject.declared:
                continue
            message = f"the default of `{parameter.name}` cannot call `:{call.node}`"
            advice = f"give it where the tree is called: `:{tree.name}(:{call.node})`"
            subject.report.add("no-value", call.place, message, advice)


def _check_demand(subject: Subject, site: CallSite, declaration: Declaration) -> None:
    if isinstance(declaration, Data) or site.demand not in _DEMANDS:
        return
    name = declaration.name
    kind = WORD_OF_KIND[type(declaration)]
    if site.demand == "field":
        message = f"the field of an item cannot call {kind}, only data nodes"
        advice = f"call `:{name}` in a tree before the item; what a tree assigns, a field can read by its name"
    elif isinstance(declaration, Tree):
        message = f"`{name}` is {kind}: it has no value"
        advice = f"write `:{name}`, and use the variables that it assigns"
    else:
        message = f"`{name}` is {kind}: it has no value, only data nodes have"
        advice = f'write `:{name}`, and take values from the page with `… :: data css "…"`'
    subject.report.add(_DEMANDS[site.demand], site.call.place, message, advice)


def _check_arity(subject: Subject, site: CallSite, declaration: Declaration) -> None:
    given = len(site.call.arguments)
    names = [parameter.name for parameter in declaration.parameters] if isinstance(declaration, Tree) else []
    if given <= len(names):
        return
    name = declaration.name
    if not isinstance(declaration, Tree):
        message = f"`{name}` is {WORD_OF_KIND[type(declaration)]} and takes no arguments"
        advice = f"write `:{name}`; it reads variables by their names"
    elif not names:
        message = f"`{name}` takes no arguments, here are {given}"
        advice = f"write `:{name}`, or declare `{name} :: {declaration.kind} (…) {{ … }}`"
    else:
        message = f"`{name}` takes {_count(len(names), 'argument')} at most, here are {given}"
        advice = f"write `:{name}({', '.join(names)})`"
    place = site.call.place
    if place is not None and place.end_line > place.line:
        advice += f"; if the parenthesis begins a statement of its own, write `:{name}()` before it"
    subject.report.add("wrong-arity", place, message, advice)


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
