"""State tables: of known nodes, with outcomes that can happen there, each in one row."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ...tree.nodes import OUTCOMES, Data, Declaration, Item, Row, States, Tree, Visit
from .subject import WORD_OF_KIND, Subject

_CODE = re.compile(r"[1-5][0-9][0-9]|[1-5]xx")
_HAPPENS: dict[type, tuple[str, ...]] = {
    Visit: ("timeout", "dns", "refused", "empty", "login", "error", "any"),
    Data: ("empty", "error"),
    Item: ("empty", "error"),
    Tree: ("error", "any"),
}


def check_states(subject: Subject) -> None:
    """State tables are about declared nodes, one for each, and about outcomes that happen to them."""
    for entry in subject.all_tables:
        name = entry.node
        if not subject.knows(name):
            advice = subject.nearest_node.advice(name, "`state {}`") or f"declare it: `{name} :: …`"
            message = f"the state table is about no declared node: `{name}`"
            subject.report.add("states-of-unknown-node", entry.place, message, advice)
        elif subject.tables[name] is not entry:
            message = f"`{name}` has a state table already, see {subject.tables[name].place}"
            subject.report.add("double-states", entry.place, message, "join the two tables")
        _check_rows(subject, entry, subject.declared.get(name))


def _check_rows(subject: Subject, table: States, declaration: Declaration | None) -> None:
    seen: set[str] = set()
    for row in table.rows:
        for outcome in row.outcomes:
            if outcome in seen:
                message = f"`{outcome}` has a row already"
                subject.report.add("double-outcome", row.place, message, "leave it in one row only")
            seen.add(outcome)
            _check_outcome(subject, row, outcome, declaration)


def _check_outcome(subject: Subject, row: Row, outcome: str, declaration: Declaration | None) -> None:
    is_code = _CODE.fullmatch(outcome) is not None
    if not is_code and outcome not in OUTCOMES:
        near = get_close_matches(outcome, OUTCOMES, n=1)
        if near:
            advice = f"did you mean `{near[0]}`?"
        elif outcome[0].isdigit():
            advice = "codes are `100` to `599`, classes of codes `1xx` to `5xx`"
        else:
            names = ", ".join(f"`{name}`" for name in OUTCOMES)
            advice = f"write a code (`404`), a class of codes (`5xx`) or one of {names}"
        subject.report.add("unknown-outcome", row.place, f"there is no outcome `{outcome}`", advice)
    elif declaration is not None:
        happens = _HAPPENS[type(declaration)]
        if outcome not in happens and not (is_code and isinstance(declaration, Visit)):
            kind = WORD_OF_KIND[type(declaration)]
            names = ", ".join(f"`{name}`" for name in happens)
            codes = ", codes (`404`) and classes of codes (`5xx`)" if isinstance(declaration, Visit) else ""
            message = f"`{outcome}` never happens to {kind}"
            subject.report.add("impossible-outcome", row.place, message, f"outcomes of {kind} are {names}{codes}")
