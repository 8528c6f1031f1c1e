"""Requests for a word that was still being typed: a page that searches while somebody types asks at each letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ...documents.numbers import read_whole
from ...samples.parameters import Key
from ...samples.requestparts import NAMED
from ...samples.traffic import Exchange, Recording
from ..answers.requests.shapes import values_of
from .pagination.page_pairs import may_change

_PAGES = frozenset({"document", "navigate", "iframe"})
_TYPED_ON = re.compile(r"[^\W_]*[^\W\d_][^\W_]*(?: [^\W_]*)*| [^\W_]*")
"""What goes on with a word: letters, and further words. What a separator parts is a path, a list or an order."""
_FEWEST = 2
"""Times that a value grows, from which it is told without an event that it was typed."""


def unfinished_words(recording: Recording) -> set[int]:
    """The requests, by their index, that the next one of their kind asks again with more letters of one value."""
    found: set[int] = set()
    kinds: dict[tuple[str, str], list[Exchange]] = {}
    for exchange in recording.exchanges:
        if exchange.kind.lower() not in _PAGES:
            kinds.setdefault((exchange.sent.method, exchange.sent.url.partition("?")[0]), []).append(exchange)
    typed = [event.value for event in recording.events if event.value]
    for exchanges in kinds.values():
        for key, run in _runs(exchanges):
            word = values_of(run[-1].sent)[key]
            is_typed = any(text.startswith(word) for text in typed) if recording.events else len(run) > _FEWEST
            if is_typed:
                found.update(exchange.index for exchange in run[:-1])
    return found


def _runs(exchanges: Sequence[Exchange]) -> list[tuple[Key, list[Exchange]]]:
    """Requests one after another of which each has more letters of the same value, with the key of this value."""
    runs: list[tuple[Key, list[Exchange]]] = []
    for before, after in pairwise(exchanges):
        key = _grown(before, after)
        if key is None:
            continue
        if runs and runs[-1][0] == key and runs[-1][1][-1] is before:
            runs[-1][1].append(after)
        else:
            runs.append((key, [before, after]))
    return runs


def _grown(before: Exchange, after: Exchange) -> Key | None:
    """The only value that is another one, if letters were added to it; what counts requests may change beside it."""
    one, other = values_of(before.sent), values_of(after.sent)
    if one.keys() != other.keys():
        return None
    changed = [key for key in one if key.where in NAMED and one[key] != other[key]]
    grown = [key for key in changed if _is_typed_on(one[key], other[key])]
    others = [key for key in changed if not (_counts(one[key], other[key]) or may_change(other[key]))]
    return grown[0] if len(grown) == 1 and set(others) <= set(grown) else None


def _is_typed_on(before: str, after: str) -> bool:
    return bool(before and after.startswith(before) and _TYPED_ON.fullmatch(after[len(before) :]))


def _counts(before: str, after: str) -> bool:
    one, other = read_whole(before), read_whole(after)
    return one is not None and other is not None and one < other
