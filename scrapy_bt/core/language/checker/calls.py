"""Calls: what may be called where, and with how many arguments."""

from __future__ import annotations

from ....errors import did_you_mean
from ....sentences import say
from ...tree.naming import calls_in
from ...tree.nodes import Data, Declaration, Tree
from ...tree.notation import one_line
from .checkeddocument import WORD_OF_KIND, CallSite, CheckedDocument

_DEMANDS = {
    "stored": "no-value",
    "taken": "no-value",
    "value": "no-value",
    "field": "not-in-item",
}


def check_calls(checked: CheckedDocument) -> None:
    """What is called has a value where one is needed, and takes the arguments that it is given."""
    for site in checked.call_sites:
        declaration = checked.declared.get(site.call.node)
        if declaration is not None:
            _check_demand(checked, site, declaration)
            _check_arity(checked, site, declaration)
    for tree in checked.declarations:
        if isinstance(tree, Tree):
            _check_defaults(checked, tree)


def _check_defaults(checked: CheckedDocument, tree: Tree) -> None:
    """A default is worked out where the call stands, without running anything."""
    for parameter in tree.parameters:
        for call in calls_in(parameter.default) if parameter.default is not None else ():
            if call.node not in checked.declared:
                continue
            written = one_line(call)
            message = say("the default of `{}` cannot run `{}`", parameter.name, written)
            advice = say("give it where the tree is called: `:{}({})`", tree.name, written)
            checked.report.add("no-value", call.place, message, advice)


def _check_demand(checked: CheckedDocument, site: CallSite, declaration: Declaration) -> None:
    if isinstance(declaration, Data) or site.demand not in _DEMANDS:
        return
    name = declaration.name
    kind = WORD_OF_KIND[type(declaration)]
    if site.demand == "field":
        message = say("the field of an item cannot call {}, only data nodes", kind)
        advice = say("call `:{}` in a tree before the item; what a tree assigns, a field can read by its name", name)
    elif isinstance(declaration, Tree):
        message = say("`{}` is {}: it has no value", name, kind)
        advice = say("write `:{}`, and use the variables that it assigns", name)
    else:
        message = say("`{}` is {}: it has no value, only data nodes have", name, kind)
        advice = say('write `:{}`, and take values from the page with `… :: data css "…"`', name)
    checked.report.add(_DEMANDS[site.demand], site.call.place, message, advice)


def _check_arity(checked: CheckedDocument, site: CallSite, declaration: Declaration) -> None:
    given = len(site.call.arguments)
    if site.call.inline is not None:
        return
    names = [parameter.name for parameter in declaration.parameters] if isinstance(declaration, Tree) else []
    _check_named(checked, site, names)
    if given <= len(names):
        return
    name = declaration.name
    if not isinstance(declaration, Tree):
        message = say("`{}` is {} and takes no arguments", name, WORD_OF_KIND[type(declaration)])
        advice = say("write `:{}`; it reads variables by their names", name)
    elif not names:
        message = say("`{}` takes no arguments, here are {}", name, given)
        advice = say("write `:{}`, or declare `{} :: {} (…) {{ … }}`", name, name, declaration.kind)
    else:
        message = say("`{}` takes {} at most, here are {}", name, _count(len(names), "argument"), given)
        advice = say("write `:{}({})`", name, ", ".join(names))
    place = site.call.place
    if place is not None and place.end_line > place.line:
        advice = say("{}; if the parenthesis begins a statement of its own, write `:{}()` before it", advice, name)
    checked.report.add("wrong-arity", place, message, advice)


def _check_named(checked: CheckedDocument, site: CallSite, names: list[str]) -> None:
    """Arguments by name are parameters that have no other."""
    node = site.call.node
    seen = set(names[: len(site.call.arguments)])
    for argument in site.call.named:
        if argument.name not in names:
            takes = (
                say("it takes {}", ", ".join(f"`{name}`" for name in names)) if names else say("it takes no arguments")
            )
            advice = did_you_mean(argument.name, names, takes, form="`{}`")
            message = say("`{}` has no parameter `{}`", node, argument.name)
            checked.report.add("unknown-argument", argument.place, message, advice)
        elif argument.name in seen:
            message = say("`{}` is given to `{}` a second time", argument.name, node)
            checked.report.add("double-argument", argument.place, message, say("remove one of the two"))
        seen.add(argument.name)


def _count(number: int, word: str) -> str:
    return say("{} {}", number, word) if number == 1 else say("{} {}s", number, word)
