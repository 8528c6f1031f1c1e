"""State tables: of known nodes, with outcomes that can happen there, each in one row."""

from __future__ import annotations

import re

from ....errors import did_you_mean
from ....sentences import say
from ...tree.nodes import OUTCOMES, Data, Declaration, Item, StateRow, States, Tree, Visit, file_of
from .checkeddocument import WORD_OF_KIND, CheckedDocument

_CODE = re.compile(r"[1-5][0-9][0-9]|[1-5]xx")
_HAPPENS: dict[type, tuple[str, ...]] = {
    Visit: OUTCOMES,
    Data: ("empty", "error"),
    Item: ("empty", "error"),
    Tree: ("error", "any"),
}


class _Limited(Tree):
    """A tree with a limit of time."""


def _kind_of(declaration: Declaration) -> type:
    return _Limited if isinstance(declaration, Tree) and declaration.within is not None else type(declaration)


def check_states(checked: CheckedDocument) -> None:
    """State tables are about declared nodes, one for each, and about outcomes that happen to them."""
    seen: dict[tuple[str, bool, str], States] = {}
    for entry in checked.all_tables:
        for name in entry.nodes or ("",):
            file = "" if name else file_of(entry)  # the table of all visits is that of its file
            first = seen.setdefault((name, len(entry.nodes) == 1, file), entry)
            if name and not checked.knows(name):
                advice = checked.nearest_node.advice(name, "`state {}`") or say("declare it: `{} :: …`", name)
                message = say("the state table is about no declared node: `{}`", name)
                checked.report.add("states-of-unknown-node", entry.place, message, advice)
            elif first is not entry:
                message = say("{} a state table already, see {}", _about(entry, name), first.place)
                checked.report.add("double-states", entry.place, message, say("join the two tables"))
        declared = [checked.declared[name] for name in entry.nodes if name in checked.declared]
        kinds = (Visit,) if not entry.nodes else tuple(dict.fromkeys(map(_kind_of, declared)))
        _check_rows(checked, entry, kinds)


def _about(table: States, name: str) -> str:
    if not name:
        return say("all visits have")
    return say("`{}` has", name) if len(table.nodes) == 1 else say("`{}`, with others, has", name)


def _check_rows(checked: CheckedDocument, table: States, kinds: tuple[type, ...]) -> None:
    seen: set[str] = set()
    for row in table.rows:
        for outcome in row.outcomes:
            if outcome in seen:
                message = say("`{}` has a row already", outcome)
                checked.report.add("double-outcome", row.place, message, say("leave it in one row only"))
            seen.add(outcome)
            _check_outcome(checked, row, outcome, kinds)


def _check_outcome(checked: CheckedDocument, row: StateRow, outcome: str, kinds: tuple[type, ...]) -> None:
    is_code = _CODE.fullmatch(outcome) is not None
    if not is_code and outcome not in OUTCOMES:
        names = ", ".join(f"`{name}`" for name in OUTCOMES)
        otherwise = say("write a code (`404`), a class of codes (`5xx`) or one of {}", names)
        if outcome[0].isdigit():
            otherwise = say("codes are `100` to `599`, classes of codes `1xx` to `5xx`")
        advice = did_you_mean(outcome, OUTCOMES, otherwise, form="`{}`")
        checked.report.add("unknown-outcome", row.place, say("there is no outcome `{}`", outcome), advice)
        return
    for node in kinds:
        happens = ("timeout", *_HAPPENS[Tree]) if node is _Limited else _HAPPENS[node]
        if outcome not in happens and not (is_code and node is Visit):
            kind = WORD_OF_KIND[Tree if node is _Limited else node]
            names = ", ".join(f"`{name}`" for name in happens)
            codes = say(", codes (`404`) and classes of codes (`5xx`)") if node is Visit else ""
            message = say("`{}` never happens to {}", outcome, kind)
            advice = say("outcomes of {} are {}{}", kind, names, codes)
            if outcome == "timeout" and node is Tree:
                advice += "; with a limit of time, `:: and within 30s { … }`, `timeout` is one, too"
            checked.report.add("impossible-outcome", row.place, message, advice)
