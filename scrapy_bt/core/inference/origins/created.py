"""What a request that makes something is told of it, and later ones ask for: the number of a job, of an order."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from ...samples.parameters import Key
from ...samples.requestparts import PIECES
from ...samples.traffic import Exchange
from ..answers.data.leaves import json_leaves
from ..answers.requests.shapes import values_of
from ..blackboard.workflow import Workflow
from .evidence import bits_of

_LEAST = 10.0
"""Bits from which what was told of a thing names it in any later request: one in a thousand by chance."""


def made_by(workflow: Workflow, step: int, key: Key, value: str) -> int | None:
    """The step that has made what a value names, recorded once (RFC 9110, 9.3.3); None if there is none.

    The answer of that step, which was no GET, is the first place where the value stands, as a whole: nothing that was
    sent or answered before had it. What stands in a list there was chosen. A short value counts only in an address
    below that at which the thing was made.
    """
    asked = workflow.first(step)
    is_firm = key.where in PIECES and bits_of(value) >= _LEAST
    is_named = is_firm or value in unquote(urlsplit(asked.sent.url).path).split("/")
    if workflow.recordings > 1 or not is_named or not any(map(str.isdigit, value)):
        return None
    for maker, exchange in workflow.in_order(0):
        if exchange.index >= asked.index or value in values_of(exchange.sent).values():
            break
        leaves = () if exchange.answer is None else json_leaves(exchange.answer).exact.get(value, ())
        if exchange.answer is not None and leaves:
            is_listed = all(any(isinstance(name, int) for name in leaf.steps) for leaf in leaves)
            is_made = exchange.sent.method not in ("GET", "HEAD") and exchange.answer.status < 400 and not is_listed
            return maker if is_made and (is_firm or _is_below(exchange, asked.sent.url, value)) else None
    return None


def _is_below(making: Exchange, url: str, value: str) -> bool:
    """Whether a value stands in a path right behind that to which the thing was sent."""
    before = urlsplit(making.sent.url).path.rstrip("/")
    path = urlsplit(url).path
    return path.startswith(f"{before}/") and unquote(path[len(before) + 1 :].partition("/")[0]) == value
