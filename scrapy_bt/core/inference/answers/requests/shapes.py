"""The shape of a request: what is the same in requests that do the same with other values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from ....samples.parameters import Key, RequestParameter, parameters_of
from ....samples.requestparts import IN_BODY, IN_HEADERS
from ....samples.traffic import Exchange, Sent

_DISCRIMINATORS = frozenset(
    {
        "action",
        "cmd",
        "command",
        "controller",
        "do",
        "function",
        "method",
        "methodname",
        "op",
        "operation",
        "operationname",
        "route",
    }
)
"""Parameters that say what is to be done, where one address does many things."""
_WORD = re.compile(r"/?[A-Za-z][A-Za-z_.:/-]*")
_LIST_PLACE = re.compile(r"\[\d+\]")
_MOMENT = re.compile(r"^\d{9,}$")
"""A name that scripts make of the time, so that no cache answers."""
_OPERATION = re.compile(r"\s*(?:query|mutation|subscription)?\s*(\w*)(?:[^\w{][^{]*)?\{\s*(\w+)")


@dataclass(frozen=True)
class Shape:
    """*path*: its segments, `*` for those that look like values; *names*: of the parameters of query and body."""

    method: str
    host: str
    path: tuple[str, ...]
    names: frozenset[str]
    does: tuple[str, ...] = ()
    """The values of parameters that say what is to be done."""


@lru_cache(8192)
def parameters(sent: Sent) -> tuple[RequestParameter, ...]:
    """The parameters of a request, parted once."""
    return parameters_of(sent)


@lru_cache(8192)
def values_of(sent: Sent) -> Mapping[Key, str]:
    """The values of the parameters of a request by their keys."""
    return {parameter.key: parameter.value for parameter in parameters(sent)}


@lru_cache(8192)
def shape_of(sent: Sent) -> Shape:
    """What a request has in common with those that do the same."""
    segments, names = [], set()
    for parameter in parameters(sent):
        key = parameter.key
        if key.where == "path":
            segments.append("*" if looks_like_value(parameter.value) else parameter.value)
        elif key.where == "query" or key.where in IN_BODY:
            name = _MOMENT.sub("*", _LIST_PLACE.sub("[]", key.name))
            names.add(f"{'query' if key.where == 'query' else 'body'} {name}")
    try:
        host = urlsplit(sent.url).netloc.lower()
    except ValueError:
        host = ""
    return Shape(sent.method.upper(), host, tuple(segments), frozenset(names), tuple(map("=".join, _doings(sent))))


def looks_like_value(segment: str) -> bool:
    """Whether a segment of a path is rather a number, a date or a key than the name of a place."""
    if re.fullmatch(r"v\d+(\.\d+)?", segment, re.IGNORECASE):
        return False
    return any(letter.isdigit() for letter in segment) or len(segment) > 40


def likeness(one: Exchange, other: Exchange) -> float:
    """How many of the parameters of path, query and body are equal, 0 to 1; 1 if there are none."""
    mine, others = _own_values(one.sent), _own_values(other.sent)
    keys = mine.keys() | others.keys()
    return sum(mine.get(key) == others.get(key) for key in keys) / len(keys) if keys else 1.0


def do_alike(one: Sent, other: Sent) -> bool:
    """Whether two requests may do the same: nothing that they send speaks against it."""
    mine, others = dict(_doings(one)), dict(_doings(other))
    return all(mine[name] == others[name] for name in mine.keys() & others.keys())


def media_type(exchange: Exchange) -> str:
    """The media type of the answer; empty if none is told."""
    answer = exchange.answer
    return ((answer and answer.header("content-type")) or "").partition(";")[0].strip().lower()


def describe(exchange: Exchange) -> str:
    """The request for people: see `describe_request`."""
    return describe_request(exchange.sent)


def describe_request(sent: Sent) -> str:
    """A request for people: method and path, without its query, which may hold secrets."""
    try:
        path = urlsplit(sent.url).path
    except ValueError:
        path = "?"
    return f"{sent.method} {path or '/'}"


@lru_cache(8192)
def _own_values(sent: Sent) -> Mapping[Key, str]:
    return {key: value for key, value in values_of(sent).items() if key.where not in IN_HEADERS}


def _doings(sent: Sent) -> Iterator[tuple[str, str]]:
    """The parameters that say what is to be done, and what they say."""
    for parameter in parameters(sent):
        if parameter.key.where in ("query", *IN_BODY) and (doing := _doing(parameter.key, parameter.value)):
            yield doing
    # SOAP wraps what is sent in an element that is called as what is to be done.
    if called := next((one.key.name.partition(".") for one in parameters(sent) if one.key.where == "xml"), None):
        yield "xml", called[0]


def _doing(key: Key, value: str) -> tuple[str, str] | None:
    name = key.name.rpartition(".")[2].lower()
    if name in _DISCRIMINATORS and _WORD.fullmatch(value):
        return name, value
    if name == "query" and "{" in value and (found := _OPERATION.match(value)):
        return "graphql", found[1] or found[2]
    return None
