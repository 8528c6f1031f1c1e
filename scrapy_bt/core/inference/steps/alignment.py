"""Which request of one recording is which of the others, whatever the order in which they were sent."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, repeat
from urllib.parse import urlsplit

from ...samples.requestparts import IN_BODY
from ...samples.traffic import Answer, Exchange, Sent
from ..answers.requests.shapes import Shape, likeness, shape_of, values_of

_ALIKE = 0.6
"""How much of their outlines two answers share when they are pages of one kind."""
_CLASS_WEIGHT = 3
_LARGEST = 40_000
"""Pairs up to which all are weighed."""
_BEGINNING = 1024
"""Bytes of an answer that tell a file from a text."""
_TAG = re.compile(r"<([a-z][\w-]*)(?:[^<>]*?\bclass=(?:\"([^\"]*)|'([^']*)|([^\s\"'>]+)))?", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![^\W_])[0-9]+(?![^\W_])")
"""In a class: the key of what an element is about, as in `entry-28`; a number among letters may be a part of a name."""
_NAME = re.compile(r'"([A-Za-z_][\w-]*)"\s*:')


@dataclass(frozen=True)
class _Placed:
    """An exchange among its neighbours."""

    exchange: Exchange
    before: Shape | None
    after: Shape | None
    is_again: bool = False
    """The very same was asked for before, as a page does by itself."""
    kind: Hashable = None
    """Of the act that caused it; None if not known."""


Column = list[Exchange | None]
Pairing = Callable[[_Placed], Hashable]


def align_by_acts(
    recordings: Sequence[Sequence[Exchange]], causes: Sequence[Mapping[int, Hashable]]
) -> list[tuple[Exchange | None, ...]]:
    """The same as `align`, but where acts of one kind caused what stands crosswise then: their kinds go first there.

    *causes*: by recording, of the requests by their index, what kind of act caused them.
    """
    columns = align(recordings)
    alone: dict[Hashable, set[int]] = defaultdict(set)
    for column in columns:
        kinds = {number: causes[number].get(each.index) for number, each in enumerate(column) if each is not None}
        for number, kind in kinds.items() if len(set(kinds.values())) > 1 else ():
            alone[kind].add(number)
    is_crossed = any(len(numbers) > 1 for kind, numbers in alone.items() if kind is not None)
    return by_causes(align(recordings, causes) if is_crossed else columns, causes)


def align(
    recordings: Sequence[Sequence[Exchange]], causes: Sequence[Mapping[int, Hashable]] = ()
) -> list[tuple[Exchange | None, ...]]:
    """The steps that the recordings have in common or alone: in the order of the first, then what it lacks.

    With *causes*, what acts of one kind caused goes first.
    """
    columns: list[Column] = []
    kinds = [*causes, *({} for _ in recordings[len(causes) :])]
    for number, exchanges in enumerate(recordings):
        known = _placed(*zip(*(_first(column, kinds) for column in columns), strict=True)) if columns else []
        partners = _match(known, _placed(exchanges, [kinds[number].get(each.index) for each in exchanges]))
        for place, column in enumerate(columns):
            partner = partners.get(place)
            column.append(None if partner is None else exchanges[partner])
        taken = set(partners.values())
        columns += [[*[None] * number, exchange] for place, exchange in enumerate(exchanges) if place not in taken]
    return [tuple(column) for column in columns]


def by_causes(
    columns: Sequence[tuple[Exchange | None, ...]], causes: Sequence[Mapping[int, Hashable]]
) -> list[tuple[Exchange | None, ...]]:
    """The same columns, but what another act caused gives way to a request that stands alone and that the same act did.

    So what an application opens by itself, since it was open the last time, is not taken for what the person opens now.
    *causes*: by recording, of the requests by their index, what kind of act caused them.
    """
    made: list[Column] = [list(column) for column in columns]
    for column in made:
        place = next(number for number, exchange in enumerate(column) if exchange is not None)
        first = column[place]
        assert first is not None, "it was just found"
        kind = causes[place].get(first.index)
        for number in range(place + 1, len(column)) if kind is not None else ():
            own = column[number]
            if own is None or causes[number].get(own.index) == kind:
                continue
            for other in made:
                alone = other[number]
                if alone is None or sum(exchange is not None for exchange in other) > 1:
                    continue
                if causes[number].get(alone.index) == kind and _is_alike(first, alone):
                    column[number], other[number] = alone, own
                    break
    return [tuple(column) for column in made]


def _is_alike(one: Exchange, other: Exchange) -> bool:
    mine, others = _placed([one])[0], _placed([other])[0]
    return _without_path(mine) == _without_path(others) and alikeness(one.answer, other.answer) >= _ALIKE


@lru_cache(4096)
def outline_of(answer: Answer) -> frozenset[str]:
    """The elements with their classes of a page, or the names of JSON: what pages of one kind share.

    The numbers in classes are left out: they may be the keys of rows.
    """
    body = answer.body or b""
    if b"\0" in body[:_BEGINNING]:
        return frozenset()  # a file, in which what looks like an element is none
    text = body.decode("utf-8", "replace")
    if text.lstrip()[:1] in ("{", "["):
        return frozenset(_NAME.findall(text))
    outline = {f"{tag.lower()}.{one or two or bare}" for tag, one, two, bare in _TAG.findall(text)}
    return frozenset(_NUMBER.sub("", name) for name in outline)


def alikeness(one: Answer | None, other: Answer | None) -> float:
    """How much of their outlines two answers share, 0 to 1."""
    if one is None or other is None:
        return 0.0
    mine, others = outline_of(one), outline_of(other)
    if not mine and not others:
        return float(one.status == other.status)
    return _weight(mine & others) / _weight(mine | others)


def _weight(outline: frozenset[str]) -> int:
    """Classes tell pages apart, bare elements are on all of them."""
    return sum(1 if name.endswith(".") else _CLASS_WEIGHT for name in outline)


def _first(column: Column, kinds: Sequence[Mapping[int, Hashable]]) -> tuple[Exchange, Hashable]:
    """The exchange of the first recording that has it, and of what kind its cause is."""
    return next((each, own.get(each.index)) for each, own in zip(column, kinds, strict=False) if each is not None)


def _placed(exchanges: Sequence[Exchange], kinds: Sequence[Hashable] = ()) -> list[_Placed]:
    shapes: list[Shape | None] = [None, *(shape_of(exchange.sent) for exchange in exchanges), None]
    known: set[Hashable] = set()
    placed = []
    for exchange, before, after, kind in zip(exchanges, shapes, shapes[2:], chain(kinds, repeat(None)), strict=False):
        asked = exchange.sent.method, _identity(exchange.sent)
        placed.append(_Placed(exchange, before, after, asked in known, kind))
        known.add(asked)
    return placed


def _match(known: Sequence[_Placed], fresh: Sequence[_Placed]) -> dict[int, int]:
    """Places in *fresh* by places in *known*: first those of one shape, then those that differ more and more."""
    matched: dict[int, int] = {}
    for pairing, least in (
        (lambda placed: _of_kind(placed, shape_of(placed.exchange.sent)), 0.0),
        (lambda placed: _of_kind(placed, _without_path(placed)), _ALIKE),
        (lambda placed: shape_of(placed.exchange.sent), 0.0),
        (_without_path, _ALIKE),
        (_without_names, 0.0),
        (_without_host, 0.0),
    ):
        taken = set(matched.values())
        left = _grouped(known, pairing, matched.keys())
        right = _grouped(fresh, pairing, taken)
        for key, mine in left.items():
            if others := right.get(key):
                matched.update(_pair(known, fresh, mine, others, least))
    return matched


def _of_kind(placed: _Placed, key: Hashable) -> Hashable:
    return None if placed.kind is None else (placed.kind, key)


def _without_path(placed: _Placed) -> Hashable:
    shape = shape_of(placed.exchange.sent)
    return shape.method, shape.host, len(shape.path), shape.names, shape.does


def _without_names(placed: _Placed) -> Hashable:
    shape = shape_of(placed.exchange.sent)
    return shape.method, shape.host, shape.path, shape.does


def _without_host(placed: _Placed) -> Hashable:
    shape = shape_of(placed.exchange.sent)
    return shape.method, shape.path, shape.names, shape.does


def _grouped(exchanges: Sequence[_Placed], pairing: Pairing, taken: Collection[int]) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for place, placed in enumerate(exchanges):
        if place not in taken and (key := pairing(placed)) is not None:
            groups[key].append(place)
    return groups


def _pair(
    known: Sequence[_Placed], fresh: Sequence[_Placed], mine: list[int], others: list[int], least: float
) -> dict[int, int]:
    """Pairs within a group: equal ones in whatever order, the rest in theirs."""
    if len(mine) == len(others) == 1:
        pair = known[mine[0]], fresh[others[0]]
        return {mine[0]: others[0]} if _fits(*pair, least) else {}
    keys = [_identity(known[place].exchange.sent) for place in mine]
    other_keys = [_identity(fresh[place].exchange.sent) for place in others]
    if len(set(keys)) == len(keys) and set(keys) == set(other_keys) and len(keys) == len(other_keys):
        return {place: others[other_keys.index(key)] for place, key in zip(mine, keys, strict=True)}
    if len(mine) * len(others) > _LARGEST:
        return _pair_many(mine, others, keys, other_keys)
    return _pair_best(known, fresh, mine, others, least)


def _pair_best(
    known: Sequence[_Placed], fresh: Sequence[_Placed], mine: list[int], others: list[int], least: float
) -> dict[int, int]:
    """The pairs in order whose likeness is greatest in all (Needleman and Wunsch, gaps cost nothing)."""
    worth = [[_worth(known[one], fresh[other], least) for other in others] for one in mine]
    best = [[0.0] * (len(others) + 1) for _ in range(len(mine) + 1)]
    for i in range(len(mine) - 1, -1, -1):
        for j in range(len(others) - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], worth[i][j] + best[i + 1][j + 1])
    pairs: dict[int, int] = {}
    i = j = 0
    while i < len(mine) and j < len(others):
        if worth[i][j] and best[i][j] == worth[i][j] + best[i + 1][j + 1]:
            pairs[mine[i]] = others[j]
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def _pair_many(
    mine: list[int], others: list[int], keys: Sequence[Hashable], other_keys: Sequence[Hashable]
) -> dict[int, int]:
    """Equal ones in order, and between them one after another."""
    pairs: dict[int, int] = {}
    blocks = SequenceMatcher(None, keys, other_keys, autojunk=False).get_opcodes()
    for tag, start, end, other_start, other_end in blocks:
        if tag in ("equal", "replace"):
            pairs.update(zip(mine[start:end], others[other_start:other_end], strict=False))
    return pairs


def _identity(sent: Sent) -> Hashable:
    return sent.url, tuple(value for key, value in values_of(sent).items() if key.where in IN_BODY)


def _fits(one: _Placed, other: _Placed, least: float) -> bool:
    return least <= 0 or alikeness(one.exchange.answer, other.exchange.answer) >= least


def _worth(one: _Placed, other: _Placed, least: float) -> float:
    if not _fits(one, other, least):
        return 0.0
    same_referer = _referer(one.exchange) == _referer(other.exchange)
    # What led to a request says more than what came after it: a loop may go on.
    neighbours = 0.4 * (one.before == other.before) + 0.15 * (one.after == other.after)
    # What was sent again in one recording alone has no partner: else it would take the one of what came next.
    again = 0.6 * (one.is_again == other.is_again)
    return 1 + likeness(one.exchange, other.exchange) + 0.25 * same_referer + neighbours + again


def _referer(exchange: Exchange) -> str:
    return urlsplit(exchange.sent.header("referer") or "").path
