"""How large a pattern is with its repetitions written out: `(?:(?:a{1000}){1000}){1000}` is a billion characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ...errors import PatternError
from ...sentences import say
from .syntax import Atomic, Branch, Condition, Lookaround, RegexGroup, Repeat, Sequence

MOST = 100_000
"""Characters of a pattern, repetitions written out, up to which engines need no memory that matters."""
_TOKEN = re.compile(
    r"(?P<escape>\\(?:[pPNx]\{[^{}]*\}|[gkL]<[^<>]*>|.))"
    r"|(?P<set>\[\^?\]?(?:\\.|\[:[^\]]*:\]|[^\]\\])*\])"
    r"|(?P<open>\((?:\?(?:P?<\w+>|<?[=!]|[:>|]|[a-zA-Z0-9-]+:))?)|(?P<close>\))"
    r"|\{(?:(?P<least>\d+)(?:,(?P<most>\d*))?|,(?P<upto>\d+))\}"
    r"|(?P<other>.)",
    re.DOTALL,
)
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*x")


class Size(NamedTuple):
    """A number of characters, and the index of the repetition with which it became too large, where it did."""

    characters: int
    position: int | None = None


def count_positions(body: Sequence) -> int:
    """How many characters the pattern has, repetitions written out."""
    total = 0
    for node in body:
        if isinstance(node, Repeat):
            total += count_positions(node.body) * max(1, node.least, node.most or 0)
        else:
            total += sum(map(count_positions, parts_of(node))) or 1
    return total


def parts_of(node: object) -> Iterable[Sequence]:
    """What lies within a node."""
    if isinstance(node, Branch):
        return node.options
    if isinstance(node, Condition):
        return (node.yes, node.no)
    return (node.body,) if isinstance(node, (RegexGroup, Repeat, Lookaround, Atomic)) else ()


def demand_small(text: str, body: Sequence | None, flags: int = 0) -> None:
    """Raise `PatternError` with the place of the repetition that makes it too large; without *body* by its text."""
    size = _estimate(text, is_verbose=bool(flags & re.VERBOSE) or _VERBOSE.search(text) is not None)
    count = size.characters if body is None else count_positions(body)
    if count > MOST:
        number = f"{count:,}" if count < 10**18 else say("10^18 and more")
        reason = say("with its repetitions written out it has {} characters, and {:,} are the most", number, MOST)
        advice = say("write smaller numbers, or * and + for any number, and do not nest repetitions")
        raise PatternError(text, reason, size.position, advice=advice)


def _estimate(text: str, *, is_verbose: bool) -> Size:
    """The same by the text, for what only `regex` can read; where comments may hide brackets, rather too much."""
    totals, last = [0], 0
    product = 1
    position: int | None = None
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            totals.append(0)
            last = 0
        elif kind == "close" and len(totals) > 1:
            last = totals.pop() or 1
            totals[-1] += last
        elif kind in ("least", "most", "upto"):
            times = max(1, *(int(number[:19]) for number in token.group("least", "most", "upto") if number))
            product = min(product * times, 10**19)
            totals[-1] += last * (times - 1)
            last *= times
            if position is None and max(last, product if is_verbose else 0) > MOST:
                position = token.start()
        else:
            last = 1
            totals[-1] += 1
    count = sum(totals)
    return Size(product * len(text) if is_verbose and product > 1 else count, position)
