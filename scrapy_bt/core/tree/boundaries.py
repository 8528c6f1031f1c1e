"""Where one statement ends and the next begins: line ends mean nothing, so some would read as one."""

from __future__ import annotations

from .keywords import BEFORE_TEXT
from .nodes import HOWS, Assign, Binary, Call, Data, End, Node, Reference, Source, Statement, Unary, block_of

BREAK_AS_NAME = Reference("break")
"""At the end of a block it would be the statement."""


def stands_apart(last: Statement, opening: str) -> bool:
    """Whether a statement that begins with the word *opening* does not read as going on with *last*."""
    if opening == "-":
        return block_of(last) is not None
    if opening == "!":
        return last != End()
    if opening == "from":
        return _last_name(last) not in HOWS
    return opening[0] not in "\"'" or _last_name(last) not in _BEFORE_STRING


_BEFORE_STRING = (*HOWS, *BEFORE_TEXT)


def _last_name(statement: Statement) -> str:
    """The name with which *statement* ends; of a source that a word may go on, how it takes values."""
    node: Node = statement
    while True:
        match node:
            case Assign(value=inner) | Binary(right=inner) | Unary(operand=inner):
                node = inner
            case Call(inline=Data(source=Source(how=how), attributes=None)):
                return how
            case Call(node=name, arguments=(), named=(), inline=None) | Reference(name=name, path=()):
                return name
            case _:
                return ""
