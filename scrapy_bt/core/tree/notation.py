"""Nodes as the words of the language: what the printer lays out, and what pictures and messages show on one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from .nodes import Node
from .phrases import NEXT_STATEMENT, opening, parts_of
from .spacing import join

if TYPE_CHECKING:
    from typing_extensions import Self


class Remark(str):
    """A comment, with its `#`; it stands on a line of its own, or ends the one on which it comes."""

    __slots__ = ("is_alone",)
    is_alone: bool

    def __new__(cls, text: str, *, is_alone: bool = False) -> Self:
        remark = super().__new__(cls, text)
        remark.is_alone = is_alone
        return remark


def words(node: Node, remarks: Mapping[int, Iterable[Remark]] | None = None) -> Iterator[str]:
    """Yield the words of *node* in pre-order (without recursion: a chain of operators may be thousands long).

    *remarks*: by the identity of a node, comments: those alone come before it, others after it, or, where it is a
    block, after its opening brace.
    """
    stack: list[Node | str] = [node]
    before, last = "", ""
    while stack:
        top = stack.pop()
        if isinstance(top, Node):
            parts = parts_of(top)
            if remarks is not None and (own := remarks.get(id(top))):
                parts = _remarked(parts, list(own))
            stack.extend(reversed(parts))
        elif isinstance(top, Remark):
            yield top
        elif top == NEXT_STATEMENT:
            # `:a` and then a statement `(b)` would read as the call `:a(b)`.
            if before == ":" and stack and opening(stack[-1]) == "(":
                yield from ("(", ")")
        else:
            yield top
            before, last = last, top


def _remarked(parts: list[Node | str], remarks: list[Remark]) -> list[Node | str]:
    place = 1 if parts[:1] == ["{"] else len(parts)
    alone = [remark for remark in remarks if remark.is_alone]
    ending = [remark for remark in remarks if not remark.is_alone]
    return [*alone, *parts[:place], *ending, *parts[place:]]


def one_line(node: Node) -> str:
    """Return *node* as it stands in a file, on one line."""
    return join(words(node))
