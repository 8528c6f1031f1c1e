"""What is seen of a pattern from its tree."""

from __future__ import annotations

from .costs import least
from .sizes import parts_of
from .syntax import Chars, Lookaround, RegexGroup, Repeat, Sequence


def literal(body: Sequence) -> str | None:
    """The text that it stands for, if it stands for one."""
    literals = [node.literal if isinstance(node, Chars) else None for node in body]
    return None if not literals or None in literals else "".join(filter(None, literals))


def always_captures(body: Sequence) -> bool:
    """Whether the first group takes part in each match."""
    return any(isinstance(node, RegexGroup) and (node.number == 1 or always_captures(node.body)) for node in body)


def looks_around(body: Sequence) -> bool:
    """Whether it may see more of a text than it takes."""
    return any(isinstance(node, Lookaround) or any(map(looks_around, parts_of(node))) for node in body)


def may_loop_on_nothing(body: Sequence) -> bool:
    """Whether something is repeated that may be empty: each engine stops such loops in its own way."""
    for node in body:
        if isinstance(node, Repeat) and node.most != 1 and least(node.body) == 0:
            return True
        if any(map(may_loop_on_nothing, parts_of(node))):
            return True
    return False
