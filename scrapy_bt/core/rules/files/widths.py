"""How long what a regular expression matches can be."""

from __future__ import annotations

from ....errors import PatternError
from ...regex.patterns import Pattern
from ...regex.syntax import (
    At,
    Atomic,
    Back,
    Branch,
    Chars,
    Condition,
    Lookaround,
    Node,
    RegexGroup,
    Repeat,
    Sequence,
    parse,
)


def width_of_pieces(rematch: str) -> int | None:
    """The most characters that a tag's `rematch` takes: its match, or its first group; None if that is not known."""
    if not rematch:
        return None
    try:
        body = parse(rematch, Pattern(rematch).flags).body
    except PatternError:
        return None
    first = next((node for node in _groups(body) if node.number == 1), None)
    return _width(body if first is None else first.body)


def _groups(body: Sequence) -> list[RegexGroup]:
    found: list[RegexGroup] = []
    waiting: list[Node] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, RegexGroup) and node.number is not None:
            found.append(node)
        waiting += _inside(node)
    return found


def _inside(node: Node) -> Sequence:
    match node:
        case RegexGroup() | Repeat() | Lookaround() | Atomic():
            return node.body
        case Branch(options):
            return tuple(part for option in options for part in option)
        case Condition(_, yes, no):
            return (*yes, *no)
        case Chars() | At() | Back():
            return ()


def _width(body: Sequence) -> int | None:
    total = 0
    for node in body:
        width = _width_of(node)
        if width is None:
            return None
        total += width
    return total


def _width_of(node: Node) -> int | None:
    match node:
        case Chars():
            return 1
        case At() | Lookaround():
            return 0
        case RegexGroup(_, inner) | Atomic(inner):
            return _width(inner)
        case Branch(options):
            return _widest(options)
        case Repeat(_, most, inner):
            inside = _width(inner)
            return 0 if inside == 0 else None if inside is None or most is None else inside * most
        case Condition(_, yes, no):
            return _widest((yes, no))
        case Back():
            return None  # it is as long as what it refers to


def _widest(options: tuple[Sequence, ...]) -> int | None:
    widths = [_width(option) for option in options]
    return None if None in widths else max((width for width in widths if width is not None), default=0)
