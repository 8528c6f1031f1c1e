"""What a file says of healing: once for all of it, and once for each node that takes something out of a page."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import Data, Declaration, Heal, Item
from .checkeddocument import WORD_OF_KIND, CheckedDocument
from .names import check_parts


def check_healing(checked: CheckedDocument) -> None:
    """`heal` is about declared data and items, and says one thing of each."""
    told = [entry for entry in checked.document.entries if isinstance(entry, Heal)]
    lines = ((entry, f"heal {name}".rstrip()) for entry in told for name in entry.nodes or ("",))
    check_parts(checked, "double-heal", lines)
    for entry in told:
        for name in entry.nodes:
            _check_node(checked, entry, name)


def _check_node(checked: CheckedDocument, entry: Heal, name: str) -> None:
    if not checked.knows(name):
        advice = checked.nearest_node.advice(name, "`heal {}`") or say("declare it: `{} :: …`", name)
        checked.report.add("heals-unknown-node", entry.place, say("no node `{}` is declared", name), advice)
    elif (node := checked.declared.get(name)) is not None and (reason := _why_not(node)):
        checked.report.add("heals-nothing", entry.place, say("`{}` {}", name, reason), say("name data and items"))


def _why_not(node: Declaration) -> str:
    """Why nothing of it can be healed; empty if something can."""
    if not isinstance(node, (Data, Item)):
        return say("is {}, which takes nothing out of a page", WORD_OF_KIND[type(node)])
    source = node.source if isinstance(node, Data) else None
    if source is not None and source.how == "rules":
        return say("is taken by a rule, whose file says itself how it is healed")
    return ""
