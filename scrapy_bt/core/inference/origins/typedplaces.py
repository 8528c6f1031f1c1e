"""In which parameters of a request what was typed may be, where several hold the same text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...samples.parameters import Key
from ...samples.requestparts import PIECES
from ...samples.traffic import Exchange, Sent
from ..answers.pages.addresses import bare_address
from ..answers.pages.forms import holds
from ..answers.requests.shapes import values_of
from ..blackboard.workflow import Workflow

_SEARCHING = re.compile(r"q|query|s|search\w*|text|words?|terms?|find|filter|phrase|keywords?", re.IGNORECASE)
"""What a word is called that is looked for."""


class TypedPlaces(NamedTuple):
    """The parameters that hold a value: which it may have been typed for, and which send it in any case."""

    typed: frozenset[Key]
    constant: frozenset[Key]


def places_of(value: str, recording: int, exchange: Exchange, workflow: Workflow) -> TypedPlaces:
    """Constants are those that held the value already, in a request or in the form, when others of them did not.

    Of several that are left, those that are called as what is looked for is, if any are.
    """
    places = held = holding(value, exchange.sent)
    for _, earlier in workflow.in_order(recording) if len(held) > 1 else ():
        if earlier.index >= exchange.index:
            continue
        for had in _had(value, held, earlier, exchange.sent):
            places = places if had == held else places - had
    called = frozenset(key for key in places if _SEARCHING.fullmatch(key.name))
    typed = called if len(places) > 1 and called else places
    return TypedPlaces(typed, held - typed)


def _had(value: str, places: frozenset[Key], earlier: Exchange, sent: Sent) -> Iterator[frozenset[Key]]:
    """Which of some places held a value in a request for the same, and in the form that an answer had for it."""
    if _is_of_same(earlier.sent, sent):
        yield places & holding(value, earlier.sent)
    if (page := earlier.answer) is not None:
        yield frozenset(key for key in places if holds(page, sent, key.name, value))


def was_empty(key: Key, exchange: Exchange, before: Iterable[Exchange]) -> bool:
    """Whether the same was asked for before without anything in this place, as a list before anybody searches it."""
    own = {other: text for other, text in values_of(exchange.sent).items() if other.where in PIECES and other != key}
    return any(
        own == {other: text for other, text in told.items() if other.where in PIECES and other != key}
        for told in (values_of(each.sent) for each in before if _is_of_same(each.sent, exchange.sent))
        if not told.get(key)
    )


def _is_of_same(one: Sent, other: Sent) -> bool:
    return one.method == other.method and bare_address(one.url) == bare_address(other.url)


def holding(value: str, sent: Sent) -> frozenset[Key]:
    """The parameters of a request that hold a value."""
    return frozenset(key for key, text in values_of(sent).items() if key.where in PIECES and text == value)
