"""Which pages of a crawl are looked at, and what is seen of the others at a glance.

A look tells all views of all fields, and costs as much as running the selectors once more. A glance costs less than a
tenth of that: whether something was found, how much of it, how long, how it begins and ends, whether it comes
again, here or on the next page. It decides nothing; where it is odd, the pages that follow are all looked at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from math import log
from operator import or_

_ALL_OF_THE_FIRST = 128
"""How many first pages of a crawl are all looked at, where nothing is known from before."""
_FIRST_OF_THE_KNOWN = 8
"""How many where something is known."""
_SHARE = 1 / 64
"""The share of the others that is looked at, as long as nothing is odd."""
_GLANCED = 1 / 8
"""The share of pages not looked at on which what is found is glanced at."""
_ATTENTIVE = 8
"""How many pages are all looked at after one that surprised."""
_CREDIT, _REFILL = 64.0, 1 / 64
"""The most pages looked at out of turn, and after how many pages it is one more: some sites always surprise."""
_GOLDEN = 0.6180339887498949
"""Its multiples fall evenly, and in step with no order of pages (Weyl 1916)."""
_ODD, _TOLERANCE = 3.0, 1.6
"""The doubt, in nats, at which a field is odd, and the factor by which it grows each time."""
_GONE = 0.7
"""The share of pages without a field from which on the field is taken for gone."""
_RELEARNED = 1.125
"""After how many times as many pages it is learned anew what is usual at a glance."""
_MOST_SIGNS = 64
_MOST_COUNTED = 4_000
_MOST_SOUGHT = 2_000
_REPEATED, _SHARED = 1 << 16, 1 << 17
"""Signs that the value is that of the last page, or that of another field."""

NOTHING = 0
"""The sign that nothing was found."""
_PAGES = -1
"""The key, among counts of signs, of the number of pages."""


@dataclass(frozen=True, slots=True)
class Usual:
    """How much each sign of a field speaks for a change, in nats; negative for signs that are common."""

    signs: Mapping[int, float]
    unknown: float
    """A sign that never came."""
    missing: float
    """A page on which nothing is found."""
    page: float
    """What each page takes away from the doubt about missing values."""
    pages: int = 0
    """The number of pages from which it was learned."""

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> Usual:
        """Learn it from counts of signs; the share of pages without a value is weighed against `_GONE`."""
        most = max((count for sign, count in counts.items() if sign != _PAGES and count > 0), default=1)
        signs = {sign: log(most / (2 * count + 1)) for sign, count in counts.items() if sign > NOTHING}
        share = (counts.get(NOTHING, 0) + 0.5) / (counts.get(_PAGES, most) + 1)
        return cls(signs, log(most), log(_GONE / share), _GONE - share, counts.get(_PAGES, 0))

    def is_of(self, counts: Mapping[int, int]) -> bool:
        """Whether these counts tell about the same, since they are of hardly more pages than it was learned from."""
        return self.pages <= counts.get(_PAGES, 0) < self.pages * _RELEARNED

    def __or__(self, other: Usual) -> Usual:
        """What is usual for either."""
        signs = {
            sign: min(one.signs.get(sign, one.unknown) for one in (self, other)) for sign in {*self.signs, *other.signs}
        }
        unknown, missing = min(self.unknown, other.unknown), min(self.missing, other.missing)
        return Usual(signs, unknown, missing, max(self.page, other.page))


def count_signs(counts: dict[int, int], signs: Collection[int]) -> None:
    """Add the signs of a page."""
    for sign in (_PAGES, *signs) if signs else ():
        if sign in counts or len(counts) < _MOST_SIGNS:
            counts[sign] = counts.get(sign, 0) + 1
    if counts.get(_PAGES, 0) > _MOST_COUNTED:
        for sign in counts:
            counts[sign] //= 2


class Attention:
    """Chooses the pages to look at; *sought*: what was asked for, a selector, or a node and field of a tree."""

    def __init__(self) -> None:
        self.met = 0
        """The number of pages of the crawl, looked at or not."""
        self.glances = False
        """Whether what is found on this page is glanced at; what is missing always is."""
        self._left = 0
        """How many more pages are all looked at."""
        self._next = 1
        """The number of the page at which it is decided again; pages before it pass."""
        self._credit, self._credited = _CREDIT, 0
        """The credit, and the page at which it was so."""
        self._first = _ALL_OF_THE_FIRST
        self._usual: dict[object, Usual] = {}
        self._owners: dict[object, dict[object, Usual | None]] = {}
        """By what was sought: what is usual for each field that needs it."""
        self._doubts: dict[object, float] = {}
        self._misses: dict[object, tuple[int, float]] = {}
        """The page at which something was last missing, and the doubt then."""
        self._needed: dict[object, float] = {}
        self._latest: dict[object, str] = {}
        self._texts: dict[str, object] = {}
        """The texts of the page at hand, and for what they were found first."""
        self._at = 0

    def wants_page(self) -> bool:
        """Whether the next page is to be looked at: the first ones, a share of the others, and all after a surprise."""
        self.met += 1
        return self.met >= self._next and self._decide()

    def _decide(self) -> bool:
        met = self.met
        self._next = met + 1
        if met <= self._first:
            self._left -= self._left > 0
            return True
        self._credit = min(_CREDIT, self._credit + (met - self._credited) * _REFILL)
        self._credited = met
        if self._left:
            self._left -= 1
            if self._credit >= 1:
                self._credit -= 1
                return True
        turn = met * _GOLDEN % 1
        self.glances = turn < _GLANCED
        if not (self.glances or self._left):
            while self._next * _GOLDEN % 1 >= _GLANCED:
                self._next += 1
        return turn < _SHARE

    @property
    def is_raised(self) -> bool:
        """Whether there was a surprise, and pages that follow are still to come."""
        return self._left > 0

    def begin_known(self) -> None:
        """Look at few first pages, since much is known from crawls before."""
        self._first = _FIRST_OF_THE_KNOWN

    def begin_anew(self) -> None:
        """Look at more first pages, since something is new, as a selector that was mended."""
        self._first = _ALL_OF_THE_FIRST

    def raise_(self) -> None:
        """Look at all pages that follow."""
        self._left, self._next = _ATTENTIVE, self.met + 1

    def expect(self, sought: object, owner: object, usual: Usual | None) -> None:
        """Take this for usual for a field from now on; None if that is not known, or has changed."""
        owners = self._owners.get(sought)
        if owners is None:
            if usual is None or len(self._owners) >= _MOST_SOUGHT:
                return
            owners = self._owners[sought] = {}
        elif owner in owners and owners[owner] is usual:
            return
        owners[owner] = usual
        known = [one for one in owners.values() if one is not None]
        if len(known) < len(owners):
            self._usual.pop(sought, None)
        else:
            self._usual[sought] = reduce(or_, known)

    def sign(self, sought: object, found: int, value: object) -> int:
        """The sign of what was found; *value*: the first one, where it is a text."""
        if not found:
            return NOTHING
        sign = found.bit_length()
        if isinstance(value, str):
            text = value.strip()
            first = text[:1]
            sign |= (
                (len(text).bit_length() << 6)
                | (text.isascii() << 12)
                | (first.isalpha() << 13)
                | (first.isdigit() << 14)
                | (text[-1:].isdigit() << 15)
            )
            latest = self._latest
            before = latest.get(sought)
            if before == text:
                sign |= _REPEATED
            elif before is not None or len(latest) < _MOST_SOUGHT:
                latest[sought] = text
            if self._at != self.met:
                self._at, self._texts = self.met, {}
            if self._texts.setdefault(text, sought) != sought:
                sign |= _SHARED
        return sign

    def glance(self, sought: object, found: int, value: object = None) -> None:
        """On a page that is not looked at so much was found, and this first; where that is odd, attention is raised.

        The page itself counts for nothing: if those counted on which something is odd, and no others, it would seem
        to come more often than it does. Doubt is summed up as evidence is (CUSUM), field by field; what is missing
        is heard of on all pages, so that those between take doubt away (the same of a Poisson process, Lucas 1985).
        """
        usual = self._usual.get(sought)
        if usual is None:
            return
        if not found:
            self._miss(sought, usual)
            return
        step = usual.signs.get(self.sign(sought, found, value), usual.unknown)
        doubt = self._doubts.get(sought, 0.0) + step
        if doubt > 0:
            self._doubts[sought] = 0.0 if self._is_odd(sought, doubt) else doubt
        elif sought in self._doubts:
            del self._doubts[sought]

    def _miss(self, sought: object, usual: Usual) -> None:
        at, doubt = self._misses.get(sought, (-1, 0.0))
        if at == self.met:  # another row of the same page
            return
        doubt = max(0.0, doubt - (self.met - at) * usual.page) + usual.missing
        self._misses[sought] = self.met, 0.0 if self._is_odd(sought, doubt) else doubt

    def _is_odd(self, sought: object, doubt: float) -> bool:
        needed = self._needed.get(sought, _ODD)
        if doubt < needed:
            return False
        self._needed[sought] = needed * _TOLERANCE
        self.raise_()
        return True
