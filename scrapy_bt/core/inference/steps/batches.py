"""Requests that ask for many things at once, by what an answer before lists: the values of one name are one list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from ...samples import manyvalues
from ...samples.traffic import Answer, Exchange, Recording, Sent
from ..answers.requests.shapes import parameters
from ..origins.joinedlists import lists_of


def with_batches(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings, with these names told as lists in all requests of the kind; what is chosen one by one is none."""
    found: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    for recording in recordings:
        for place, (where, name) in _listed(recording):
            found[place].add((where, name))
    return tuple(_told(recording, found) for recording in recordings) if found else tuple(recordings)


def _listed(recording: Recording) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    for number, exchange in enumerate(recording.exchanges):
        for name, values in _groups(exchange.sent).items():
            if len(values) < manyvalues.FEWEST:
                continue
            earlier = (each.answer for each in reversed(recording.exchanges[:number]) if each.answer is not None)
            # What is cheap to know is asked first: most answers hold none of the values.
            holding = (answer for answer in earlier if _holds(answer, values))
            if any(next(lists_of(answer, values), None) is not None for answer in holding):
                yield _kind(exchange.sent), name


def _holds(answer: Answer, values: Sequence[str]) -> bool:
    body = answer.body or b""
    return values[0].encode() in body and values[-1].encode() in body


def _groups(sent: Sent) -> Mapping[tuple[str, str], list[str]]:
    """The values by where they stand and their name."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for parameter in parameters(sent):
        key = parameter.key
        if name := manyvalues.name_of(key.where, key.name):
            found[key.where, name].append(parameter.value)
    return found


def _told(recording: Recording, found: Mapping[tuple[str, str], set[tuple[str, str]]]) -> Recording:
    def told(exchange: Exchange) -> Exchange:
        own = found.get(_kind(exchange.sent), set()) & _groups(exchange.sent).keys()
        return replace(exchange, sent=replace(exchange.sent, lists=frozenset(own))) if own else exchange

    return replace(recording, exchanges=tuple(map(told, recording.exchanges)))


def _kind(sent: Sent) -> tuple[str, str]:
    try:
        return sent.method.upper(), urlsplit(sent.url).netloc
    except ValueError:
        return sent.method.upper(), ""
