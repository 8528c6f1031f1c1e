"""Words on one line: which of them are operators, and the spaces that belong between them."""

from __future__ import annotations

from collections.abc import Iterable

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
PRECEDENCE = {"|": 1, "&": 2, **dict.fromkeys(COMPARISONS, 3), "+": 4, "-": 4, "*": 5, "/": 5, "%": 5}
"""How tightly each operator binds; a sign before its operand binds tightest."""

_OPERATORS = frozenset((*PRECEDENCE, "!"))
_AFTER_NO_OPERAND = _OPERATORS | frozenset(
    "( [ [[ (( { } = , :: while if else serial and or async goroutine end".split()  # noqa: SIM905  # reads as the words
)
_HUGS_NEXT = frozenset(("(", "["))
_HUGS_BEFORE = frozenset((")", "]", ","))


def join(texts: Iterable[str]) -> str:
    """Return words with the spaces that belong between them."""
    line: list[str] = []
    before, last = "", ""
    for text in texts:
        line.append(gap(before, last, text) + text if line else text)
        before, last = last, text
    return "".join(line)


def gap(before: str, last: str, text: str) -> str:
    """Return the space between the word *last* (which follows *before*) and the word *text*."""
    if text in _HUGS_BEFORE or last in _HUGS_NEXT or last == ":":
        return ""
    if text == "(" and before == ":":
        return ""
    if last == "!" and before != "end":
        return ""
    if last == "-" and is_sign(before):
        return ""
    return " "


def is_sign(before: str) -> bool:
    """Whether a `-` after the word *before* is a sign and not a subtraction."""
    return not before or before in _AFTER_NO_OPERAND
