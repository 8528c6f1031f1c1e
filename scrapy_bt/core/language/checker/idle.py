"""Statements that never run, and words behind a statement that are one of their own and do nothing."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from ....errors import Place
from ....sentences import say
from ...tree.nodes import (
    Assign,
    Binary,
    Body,
    Call,
    ChangeState,
    Conversion,
    End,
    Goroutine,
    Group,
    Literal,
    Print,
    Reference,
    Statement,
    Template,
    Tree,
    Unary,
    Visit,
)
from .checkeddocument import CheckedDocument

_Warning: TypeAlias = tuple[str, str, str]
"""Its code, its message and what to write instead."""

_CONDITIONS = (Reference, Conversion)
_ARITHMETIC = ("+", "-", "*", "/")


def check_idle(checked: CheckedDocument) -> None:
    """Nothing stands behind the end of a tree, and no value alone where nothing asks for it.

    What stands on a line with a fault is not told: it mostly follows from the fault.
    """
    at_once = {id(node.body) for node in checked.all_of(Goroutine) if node.kind is not None}
    blocks: list[Tree | Group | Goroutine] = [
        *checked.all_of(Tree),
        *checked.all_of(Group),
        *checked.all_of(Goroutine),
    ]
    alternatives = {id(block.body) for block in blocks if block.kind == "or"}
    told = {_line(fault.place) for fault in checked.report.faults if not fault.is_warning}
    for body in checked.all_of(Body):
        for before, statement in pairwise((None, *body.statements)):
            if statement is None or _line(statement.place) in told:
                continue
            word = "" if before is None or id(body) in at_once else _ending(before)
            idle = (
                _unreached(statement, word)
                if word
                else _idle(before, statement, is_alternative=id(body) in alternatives)
            )
            if idle is not None:
                code, message, advice = idle
                checked.report.warn(code, statement.place, message, advice)
                told.add(_line(statement.place))


def _line(place: Place | None) -> tuple[str, int]:
    return ("", 0) if place is None else (place.file, place.line)


def _ending(statement: Statement) -> str:
    """Return the words by which a tree is over; empty where it goes on."""
    if isinstance(statement, ChangeState) and statement.state == "stop":
        return "state stop"
    if isinstance(statement, End):
        return "end" if statement.success else "end !"
    return ""


def _unreached(statement: Statement, word: str) -> _Warning:
    advice = say("write it before `{}`, or remove it", word)
    if word != "state stop" and isinstance(statement, (Literal, Template, Reference)):
        advice = say('write `end` for success, `end !` for failure; a reason is told before it: `print "…"`')
    return "never-run", say("this never runs: `{}` stands before it", word), advice


def _idle(before: Statement | None, statement: Statement, *, is_alternative: bool) -> _Warning | None:
    if _is_value(statement):
        return "idle-value", say("this value alone does nothing"), _advise(statement, before)
    if before is not None and _is_trailing(before, statement, is_alternative=is_alternative):
        message = say("this does not belong to what stands before it, and only asks whether it is true")
        return "trailing-word", message, _advise(statement, before)
    return None


def _is_value(statement: Statement) -> bool:
    """A value that is no condition: what it is is seen, or does not matter."""
    if isinstance(statement, Literal):
        return isinstance(statement.value, (str, int, float)) and not isinstance(statement.value, bool)
    is_computed = isinstance(statement, Binary) and (
        statement.operator in _ARITHMETIC or (statement.operator == "%" and _is_value(statement.left))
    )
    return (
        isinstance(statement, Template) or is_computed or (isinstance(statement, Unary) and statement.operator == "-")
    )


def _is_trailing(before: Statement, statement: Statement, *, is_alternative: bool) -> bool:
    """Whether a word on the line of the statement before reads as a part of it."""
    if isinstance(statement, Literal):
        is_word = statement.value is None or (statement.value is True and not is_alternative)
    else:
        is_word = isinstance(statement, _CONDITIONS) and not isinstance(before, _CONDITIONS) and not is_alternative
    there = before.place
    end = None if there is None else (there.file, there.end_line)
    return is_word and end is not None and end == _line(statement.place)


def _advise(statement: Statement, before: Statement | None) -> str:
    is_condition = isinstance(statement, _CONDITIONS)
    advice = _advise_behind(None if isinstance(statement, (Binary, Unary)) else before)
    return say("{}; as a condition it stands on a line of its own", advice) if is_condition else advice


def _advise_behind(before: Statement | None) -> str:
    match before:
        case Print():
            return say('what is printed stands in the one text: `print "{x} and {y}"`')
        case Call(inline=Visit()):
            return say(
                'what changes stands in the URL, `visit "https://host/{name}"`; what else is sent in braces behind it'
            )
        case Call(inline=None, node=name):
            return say("arguments stand in parentheses right behind the name: `:{}(x)`", name)
        case ChangeState(state=state):
            return say(
                "`state {}` takes nothing; how often and how long is said in a state table: `5xx = wait 3 10s`", state
            )
        case Assign(name=name):
            return say('two values are joined in a text, `{} = "{{x}} {{y}}"`, or by a sign, `{} = x + y`', name, name)
        case _:
            return say('write where it is used, as in `x = …`, `if … { … }` or `print "…"`, or remove it')
