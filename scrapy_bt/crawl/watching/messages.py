"""What is asked of a crawl over its socket and what it answers: one line of JSON each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from ...core.documents.json import read_json
from ...errors import BTError
from ...frontier.description import Description, StandingOrders
from ...frontier.entries import DeadLetter
from ...frontier.listings import ControlTarget
from ...sentences import say

T = TypeVar("T")

LONGEST_QUESTION = 1 << 20
"""Bytes of a line that a crawl reads."""
ORDERS = ("pause", "resume", "stop", "boost")


@dataclass(frozen=True)
class CrawlQuery:
    """*ask*: `snapshot`, `tree`, `peek`, `find`, `dead_letters`, one of `ORDERS`, `requeue` or `drop`.

    The rest is for some of them.
    """

    ask: str
    target: ControlTarget = ControlTarget()  # noqa: RUF009 - frozen
    state: str = ""
    after: str = ""
    first: int = 0
    count: int = 100
    seconds: float = 0.0
    ids: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Snapshot:
    """A crawl at one moment."""

    name: str
    description: Description
    orders: StandingOrders
    weights: Mapping[str, tuple[int, float]]
    limits: Mapping[str, int]
    worker: Mapping[str, Any]
    """What its process says of itself, as a worker on Redis does."""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TreeText:
    """A tree as its frontier keeps it, with those that it includes."""

    name: str
    text: str
    includes: str | None = None


@dataclass(frozen=True)
class DeadLetterPage:
    """Some dead letters in the order of their deaths, and how many there are."""

    total: int
    letters: tuple[DeadLetter, ...] = ()


def write_line(message: object) -> bytes:
    """A message as it is sent."""
    return msgspec.json.encode(message) + b"\n"


def read_question(line: bytes) -> CrawlQuery:
    """The question of a line; raises `BTError`."""
    try:
        question: CrawlQuery = read_json(line, shape=CrawlQuery)
    except ValueError as error:
        raise BTError(say("this is no question for a crawl: {}", error)) from None
    return question


def pack(value: object) -> msgspec.Raw:
    """A value as it is sent, for `write_answer`, which may be sent more than once."""
    return msgspec.Raw(msgspec.json.encode(value))


def write_answer(value: object) -> bytes:
    """The line that answers a question."""
    return write_line({"answer": value})


def write_refusal(error: str) -> bytes:
    """The line that says why there is no answer."""
    return write_line({"error": error})


def read_answer(line: bytes, kind: type[T]) -> T:
    """The answer of a line, of the kind that was asked for; raises `BTError` with what the crawl has said instead."""
    try:
        told = read_json(line, largest=None, shape=dict[str, msgspec.Raw])
        if "error" in told:
            raise BTError(read_json(bytes(told["error"]), shape=str))
        answer: T = read_json(bytes(told["answer"]), largest=None, shape=kind)
    except (ValueError, KeyError) as error:
        raise BTError(say("the crawl's answer cannot be read: {}", error)) from None
    return answer
