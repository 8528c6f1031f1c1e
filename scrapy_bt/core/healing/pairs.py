"""Features of a pair: an element of the old page, and a candidate on the new one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, repeat
from math import log, log1p
from operator import add, mul, sub

from .features import Survey
from .looks import DENSE, Look, jaccard

Shares = Sequence[float]
"""The probabilities of a kind of fields, for each candidate; the first kind is no kind."""

_LEVELS = ("own", "parent", "above", "label", "heading")
_OLD = [
    "length",
    "words",
    "digits",
    "capitals",
    "name-like",
    "depth",
    "links",
    "run size",
    "run index",
    "path size",
    "coarse size",
    "title overlap",
    "is title",
    "in body",
    "place",
    "chars after title",
    "chars after body",
    "keys",
]
_TYPE_NAMES = (
    "type likeness",
    "type log",
    "type rank",
    "type share of best",
    "type order",
    "type order change",
    "type same order",
    "type count change",
    "type none",
    "type old none",
    "type before title",
    "type order in body",
)
PAIR_NAMES: tuple[str, ...] = (
    *(f"new {name}" for name in DENSE),
    *(f"change of {name}" for name in DENSE),
    *(f"old {name}" for name in _OLD),
    *(f"{level} {what}" for level in _LEVELS for what in ("both", "share")),
    "own or parent share",
    "words share",
    "words above share",
    "word in words above",
    "same inner tag",
    "same outer tag",
    "same tag above",
    "tags in order",
    "rooms both",
    "rooms lost",
    "rooms gained",
    "key groups both",
    "key groups lost",
    "key groups gained",
    "same key and index",
    "same key",
    "key held by another",
    "same label",
    "same first word",
    "same last sign",
    "same id",
    "same run index",
    "same path index",
    "same side of title",
    "same side of body",
)
"""What the numbers of a pair mean, in order, without those of types."""

TYPED_PAIR_NAMES: tuple[str, ...] = (*PAIR_NAMES, *_TYPE_NAMES)
_AT = {name: at for at, name in enumerate(DENSE)}
_OLD_AT = tuple(_AT[name] for name in _OLD)
_TITLE_SIDE, _BODY_SIDE = _AT["chars after title"], _AT["chars after body"]
_RUN, _PATH, _IN_BODY = _AT["run index"], _AT["path index"], _AT["in body"]


def pair_features(old: Look, looks: Iterable[Look], survey: Survey) -> Iterator[list[float]]:
    """For each of some candidates of a new page the numbers of its pair, by `PAIR_NAMES`; *survey* is the page's."""
    a, bits, texts = old.dense, old.bits, survey.page.structured.texts
    known = [a[at] for at in _OLD_AT]
    keys, first, last, name = {each for each, _ in old.keys}, _first_word(old), old.candidate.text[-1], _id(old)
    after_title, after_body = a[_TITLE_SIDE] > 0, a[_BODY_SIDE] > 0
    for new in looks:
        b = new.dense
        numbers = [*b, *map(abs, map(sub, a, b)), *known]
        for mine, other in zip(bits[4:], new.bits[4:], strict=True):
            numbers += _overlap(mine, other)
        numbers.append(_overlap(bits[4] | bits[5], new.bits[4] | new.bits[5])[1])
        numbers += (
            jaccard(old.words, new.words),
            jaccard(old.words_above, new.words_above),
            len(old.words & (new.words_above | new.words)) / max(1, len(old.words)),
            float(bits[0] == new.bits[0]),
            float(bits[1] == new.bits[1]),
            float(old.tags[1:2] == new.tags[1:2]),
            _in_order(old.tags, new.tags),
        )
        for mine, other in zip(bits[2:4], new.bits[2:4], strict=True):
            numbers += ((mine & other).bit_count(), (mine & ~other).bit_count(), (other & ~mine).bit_count())
        new_keys = {each for each, _ in new.keys}
        numbers += (
            float(not old.keys.isdisjoint(new.keys)),
            len(keys & new_keys),
            sum(each in texts and each not in new_keys for each in keys),
            float(bool(old.label) and old.label == new.label),
            float(first == _first_word(new)),
            float(last == new.candidate.text[-1]),
            float(name is not None and name == _id(new)),
            float(a[_RUN] == b[_RUN]),
            float(a[_PATH] == b[_PATH]),
            float(after_title == (b[_TITLE_SIDE] > 0)),
            float(after_body == (b[_BODY_SIDE] > 0)),
        )
        yield numbers


def _overlap(one: int, other: int) -> tuple[int, float]:
    """How many bits two sets of bits share, and their share of all of both."""
    both = (one & other).bit_count()
    return both, both / max(1, (one | other).bit_count())


def _first_word(look: Look) -> list[str]:
    return look.candidate.text.casefold().split(maxsplit=1)[:1]


@dataclass
class TypeLikeness:
    """How similar the kinds of a new page's candidates are to those of an old element."""

    old: Look
    old_shares: Sequence[Shares]
    """For each kind those of all candidates of the old page."""
    new_looks: Sequence[Look]
    new_shares: Sequence[Shares]
    likeness: list[float] = field(init=False)
    order: list[int] = field(init=False)
    """The candidates of the new page, the most similar ones first."""

    def __post_init__(self) -> None:
        self._kinds = [of_kind[self.old.candidate.number] for of_kind in self.old_shares]
        self.likeness = self._like(self.new_shares)
        best = max(self.likeness, default=0.0)
        self._best = max(best, 1e-9)
        self.order = sorted(range(len(self.likeness)), key=lambda at: -self.likeness[at])
        self._rank = [0] * len(self.order)
        for rank, at in enumerate(self.order):
            self._rank[at] = rank
        self._order, self._order_in_body, self._count = self._number(self.likeness, self.new_looks, 0.4 * self._best)
        old = self._like(self.old_shares)
        number = self.old.candidate.number
        limit = min(0.4 * max(old), old[number])
        self._old_order = sum(value >= limit for value in old[:number])
        self._old_count = sum(value >= limit for value in old)

    def _like(self, shares: Sequence[Shares]) -> list[float]:
        found = [0.0] * len(shares[0])
        for mine, others in islice(zip(self._kinds, shares, strict=True), 1, None):
            found = list(map(add, found, map(mul, repeat(mine), others)))
        return [so_far + 1e-6 for so_far in found]

    def _number(self, values: list[float], looks: Sequence[Look], limit: float) -> tuple[list[int], list[int], int]:
        count = inside = 0
        order, in_body = [], []
        for value, look in zip(values, looks, strict=True):
            order.append(count)
            in_body.append(inside)
            if value >= limit:
                count += 1
                inside += look.dense[_IN_BODY] > 0
        return order, in_body, count

    def features(self, new: Look) -> list[float]:
        """The numbers of a candidate, by the end of `TYPED_PAIR_NAMES`."""
        at = new.candidate.number
        change = self._order[at] - self._old_order
        return [
            self.likeness[at],
            log(self.likeness[at]),
            log1p(self._rank[at]),
            self.likeness[at] / self._best,
            log1p(self._order[at]),
            log1p(abs(change)),
            float(change == 0),
            log1p(self._count) - log1p(self._old_count),
            self.new_shares[0][at],
            self._kinds[0],
            float(new.dense[_TITLE_SIDE] < 0),
            log1p(self._order_in_body[at]),
        ]


@lru_cache(4_096)
def _in_order(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The longest common sequence of tags upwards, as a share of the longer one."""
    row = [0] * (len(other) + 1)
    for tag in one:
        before = 0
        for at, each in enumerate(other, 1):
            kept = row[at]
            row[at] = before + 1 if tag == each else max(row[at], row[at - 1])
            before = kept
    return row[-1] / max(1, len(one), len(other))


def _id(look: Look) -> str | None:
    return next((element.get("id") for element in look.candidate.chain if element.get("id")), None)
