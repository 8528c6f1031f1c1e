"""How long what a regular expression matches can be."""

from __future__ import annotations

from ....errors import PatternError
from ...regex.patterns import Pattern
from ...regex.syntax import (
    At,
    Atomic,
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
        match node:
            case RegexGroup(number, inner):
                if number is not None:
                    found.append(node)
                waiting += inner
            case Branch(options):
                waiting += [part for option in options for part in option]
            case Repeat() | Lookaround() | Atomic():
                waiting += node.body
            case Condition(_, yes, no):
                waiting += [*yes, *no]
            case _:
                pass
    return found


def _width(body: Sequence) -> int | None:
    total = 0
    for node in body:
        match node:
            case Chars():
                width: int | None = 1
            case At() | Lookaround():
                width = 0
            case RegexGroup(_, inner) | Atomic(inner):
                width = _width(inner)
            case Branch(options):
                width = _widest(options)
            case Repeat(_, most, inner):
                inside = _width(inner)
                width = 0 if inside == 0 else None if inside is None or most is None else inside * most
            case Condition(_, yes, no):
                width = _widest((yes, no))
            case _:
                width = None  # a reference is as long as what it refers to
        if width is None:
            return None
        total += width
    return total


def _widest(options: tuple[Sequence, ...]) -> int | None:
    widths = [_width(option) for option in options]
    return None if None in widths else max((width for width in widths if width is not None), default=0)
