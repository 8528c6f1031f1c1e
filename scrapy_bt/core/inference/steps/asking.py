"""Data that say that something went wrong, though with status 200, where the same is asked for in another way then."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from ...samples.requestparts import NAMED
from ...samples.traffic import Answer, Exchange
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of

_FAILED = 400
_BESIDE = ("errors", "extensions")
"""What GraphQL answers beside data."""
_NEAR = 5
"""Requests within which the same is asked for once more."""


def is_asked_again(exchanges: Sequence[Exchange]) -> bool:
    """Whether the first was answered by errors alone, and the same sent again, with more, and served: as GraphQL is."""
    first, *later = exchanges
    if not _tells_errors(first.answer):
        return False
    told, path = _sent(first), urlsplit(first.sent.url).path
    near = [other for other in later[:_NEAR] if urlsplit(other.sent.url).path == path]
    return any(told <= _sent(other) and _is_served(other.answer) for other in near)


def _sent(exchange: Exchange) -> set[str]:
    """What is sent, wherever: values of JSON in the address, and of a body."""
    return {value for key, value in values_of(exchange.sent).items() if key.where in NAMED and value}


def _is_served(answer: Answer | None) -> bool:
    return answer is not None and answer.status < _FAILED and bool(answer.body) and not _tells_errors(answer)


def _tells_errors(answer: Answer | None) -> bool:
    """Whether an answer is an object of errors without data, whatever their names are."""
    data = page_of(answer).json if answer is not None and answer.body else None
    if not isinstance(data, dict) or not data.get("errors"):
        return False
    rest = ((name, value) for name, value in data.items() if value and name not in _BESIDE)
    return not any(name == "data" or isinstance(value, (dict, list)) for name, value in rest)
