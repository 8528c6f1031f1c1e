"""The watch over one field of a node: what it used to give, and whether it still does."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

from .attention import Usual, count_signs
from .detectors import BUDGET, LEARNED, Detector, Turn
from .flows import Drift
from .histories import ValueHistory
from .observations import VIEWS, Alarm, Observation
from .owntexts import Own
from .views import Scale, form_of, script_of

_REMEMBERED = 8
"""The number of latest values that a new one is compared with."""
_READ = 300
_SURPRISE = 1.5
"""The least evidence, in nats, that surprises."""
_FEW_FORMS = 3
_MOST_REPEATS = 200
_ALWAYS = 0.98
"""The share of pages that counts as all: on a few of many something is missing by itself."""
_MOSTLY = 0.5
_SIZES = ("number", "length")
"""The views that are sizes."""


@dataclass(slots=True)
class FieldWatch:
    """The watch over one field: detectors of all its views."""

    node: str
    field: str
    selector: str = ""
    place: str = ""
    found: int = 0
    missing: int = 0
    pages: int = 0
    """The number of pages of this crawl that counted."""
    known: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """The number of pages of earlier crawls on which it was found in `all`, `some` or `none` of the places."""
    met: int = 0
    """The number of pages that this crawl had met when it was last stored."""
    met_before: int = 0
    """The number of pages of the last crawl before that met this field."""
    own: tuple[Own, ...] = ()
    """How much text of their own some pages of its node have."""
    is_surprised: bool = False
    """Whether the latest page speaks for a change that is not yet known."""
    is_failing: bool = False
    """Whether the latest page speaks for a change that is known: it is not a page from before."""
    views: dict[str, Detector] = dataclasses.field(default_factory=dict)
    signs: dict[int, int] = dataclasses.field(default_factory=dict)
    """How often it had each sign at a glance, among what is usual."""
    history: ValueHistory = dataclasses.field(default_factory=ValueHistory)
    """What its values are as a whole, crawl by crawl."""
    _scales: dict[str, Scale] = dataclasses.field(default_factory=lambda: {name: Scale() for name in _SIZES})
    _latest: deque[str] = dataclasses.field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _steady: tuple[str, ...] = ()
    """The categories that all views always have, where these came last."""
    _repeats: int = 0
    """How often these came since, without being counted by the views."""
    _usual: Usual | None = None

    @property
    def changed(self) -> list[str]:
        """The views in which it has changed."""
        return [name for name, detector in self.views.items() if detector.changed]

    @property
    def has_changed(self) -> bool:
        """Whether it gives something else than before."""
        return not self._steady and any(detector.changed for detector in self.views.values())

    @property
    def has_evidence(self) -> bool:
        """Whether there is evidence of a change."""
        return any(detector.evidence for detector in self.views.values())

    @property
    def is_learned(self) -> bool:
        """Whether it is known what is usual."""
        found = self.views.get("found")
        return found is not None and found.is_learned

    @property
    def usual(self) -> Usual | None:
        """What is usual at a glance; None where this is not known, or has changed."""
        if not self.signs or not self.is_learned or self.has_changed:
            self._usual = None
        elif self._usual is None or not self._usual.is_of(self.signs):
            self._usual = Usual.of(self.signs)
        return self._usual

    @property
    def was_always_found(self) -> bool:
        """Whether earlier crawls found something on every page."""
        return bool(self.known) and self.known.get("all", 0) > _ALWAYS * sum(self.known.values())

    @property
    def is_lost(self) -> bool:
        """Whether this crawl has not found it so far, and earlier ones found it on every page."""
        return self.missing > 0 and not self.found and self.was_always_found

    @property
    def is_of_few(self) -> bool:
        """Earlier crawls have met too few pages to test each page by itself."""
        return 0 < sum(self.known.values()) < LEARNED

    @property
    def is_lost_beyond_chance(self) -> bool:
        """And on so many that chance does not part them from so few of before (Fisher's exact test).

        Where more are known, the tests of page by page tell it; learned as usual, it would never be told.
        """
        if not self.is_lost or self.has_changed:
            return False
        known = sum(self.known.values())
        return known < LEARNED and comb(known + self.pages, known) * BUDGET >= 1

    @property
    def is_needed(self) -> bool:
        """Whether a page on which nothing is found lacks it, as it is mostly found, or has changed."""
        if self.was_always_found or self.has_changed:
            return True
        found = self.views.get("found")
        return found is not None and found.share("none") < _MOSTLY

    @property
    def is_gone(self) -> bool:
        """Whether earlier crawls mostly found it, and this one has looked for it in vain."""
        is_usual = bool(self.known) and self.known.get("none", 0) < _MOSTLY * sum(self.known.values())
        return is_usual and not self.found and self.missing > 0 and not self.has_changed

    def is_missed(self, observation: Observation) -> bool:
        """Whether nothing is found where mostly something was."""
        if observation.found:
            return False
        found = self.views.get("found")
        return found is not None and (found.total >= 4 or bool(self.known)) and found.share("none") < _MOSTLY

    def is_strange(self, observation: Observation) -> bool:
        """Whether nothing is found where something always was, or something that looks as it never did."""
        found, form = self.views.get("found"), self.views.get("form")
        if not observation.found and self.was_always_found and not self.found:
            return True
        if found is None or not found.is_learned:
            return False
        if not observation.found:
            return not found.is_usual("none")
        if form is None or not form.is_learned or not observation.values or len(form.counts) > _FEW_FORMS:
            return False
        return not form.counts.get(form_of(observation.values[0][:_READ]))

    def is_odd(self, observation: Observation) -> bool:
        """Whether it gives what it never did, or repeats what was always new: perhaps the page is of another kind."""
        if not observation.found:
            return self.is_missed(observation)
        repeated = self.views.get("repeated")
        if repeated is None or not repeated.is_learned or not observation.values:
            return False
        comes_again = observation.values[0][:_READ] in self._latest and not repeated.is_usual("known")
        return comes_again or self.is_strange(observation)

    def note(self, observation: Observation, *, is_shared: bool = False) -> list[Alarm]:
        """Note what a page gave; *is_shared*: another field of the node has the same first value."""
        self._know(observation)
        self.found += observation.found
        self.missing += observation.missing
        self.pages += 1
        self.is_surprised = self.is_failing = False
        if not self.has_changed:
            count_signs(self.signs, observation.signs)
        if self.is_lost_beyond_chance:
            self.is_failing = True
            return [self.give_up()]
        categories = self._categories(observation, is_shared=is_shared)
        if categories == self._steady and self._repeats < _MOST_REPEATS:
            self._repeats += 1
            return []
        self._count_repeats()
        alarms: list[Alarm] = []
        for view, category in zip(VIEWS, categories, strict=False):
            self._put(view, category, alarms)
        is_steady = all(self.views[view].steady == category for view, category in zip(VIEWS, categories, strict=False))
        self._steady = categories if is_steady else ()
        return alarms

    def give_up(self) -> Alarm:
        """Take it for lost: this crawl is over."""
        self._count_repeats()
        self.views["found"].give_up(self.known)
        share = self.known.get("all", 0) / sum(self.known.values())
        return Alarm(self.node, self.field, "found", "none", "all", share)

    def _categories(self, observation: Observation, *, is_shared: bool) -> tuple[str, ...]:
        """The categories in the order of the views; fewer where nothing is found, or only elements."""
        if not observation.found:
            return ("none",)
        found = "some" if observation.missing else "all"
        number = self._scales["number"].category(observation.found)
        if not observation.values:
            return found, number
        value = observation.values[0][:_READ]
        self.history.add(value)
        repeated = "known" if value in self._latest else "new"
        self._latest.append(value)
        length = self._scales["length"].category(len(value))
        return found, number, form_of(value), length, script_of(value), repeated, "same" if is_shared else "own"

    @property
    def drifts(self) -> list[Drift]:
        """In what its values as a whole differ from those of earlier crawls."""
        name = f"{self.node}/{self.field}" if self.field else self.node
        return [] if self.has_changed else self.history.drifts(name)

    def _count_repeats(self) -> None:
        for view, category in zip(VIEWS, self._steady, strict=False):
            self.views[view].repeat(category, self._repeats)
        self._steady, self._repeats = (), 0

    def accept(self) -> None:
        """Take what it gives now for right."""
        self._count_repeats()
        self.signs = {}
        for detector in self.views.values():
            if detector.changed:
                detector.accept()

    def copy(self) -> FieldWatch:
        """A copy for another thread."""
        self._count_repeats()
        copied = FieldWatch(self.node, self.field, self.selector, self.place, self.found, self.missing)
        copied.signs, copied.met, copied.own = dict(self.signs), self.met, self.own
        copied.history = self.history.copy()
        copied.views = {name: detector.copy() for name, detector in self.views.items()}
        copied._scales = {name: Scale(scale.typical) for name, scale in self._scales.items()}
        return copied

    def plain(self) -> dict[str, Any]:
        """What was learned, as JSON has it."""
        self._count_repeats()
        views = {name: detector.plain() for name, detector in self.views.items()}
        typical = {name: scale.typical for name, scale in self._scales.items()}
        learned = {"views": views, "typical": typical, **self.history.plain()}
        return {**learned, "signs": self.signs, "met": self.met, "own": self.own}

    def restore(self, plain: Mapping[str, Any]) -> None:
        """Go on with what was learned before; raises `ValueError`, `KeyError` or `TypeError` where it is damaged."""
        views = plain["views"]
        self._steady, self._repeats = (), 0
        self.views = {name: Detector.read(views[name]) for name in VIEWS if name in views}
        self._scales = {name: Scale(float(plain["typical"][name])) for name in _SIZES}
        self.signs = {int(sign): int(count) for sign, count in plain.get("signs", {}).items()}
        self.history = ValueHistory.read(plain)
        self.met_before = int(plain.get("met", 0))
        self.own = tuple(Own(int(whole), int(unlinked)) for whole, unlinked in plain.get("own", ()))
        found = self.views.get("found")
        self.known = {} if found is None or found.changed else dict(found.counts)

    def _know(self, observation: Observation) -> None:
        self.place = observation.place or self.place
        if observation.selector == self.selector:
            return
        if self.selector and observation.selector:  # somebody has mended it
            self.views, self.signs, self._steady, self._repeats = {}, {}, (), 0
            self.history = ValueHistory()
        self.selector = observation.selector or self.selector

    def _put(self, view: str, category: str, alarms: list[Alarm]) -> None:
        detector = self.views.get(view)
        if detector is None:
            detector = self.views[view] = Detector()
        is_as_ever = category == detector.steady
        turn = detector.note(category)
        if is_as_ever:
            return
        self.is_failing |= detector.changed and detector.is_against
        if detector.evidence > max(_SURPRISE, detector.passed) and not detector.changed:
            self.is_surprised = True
        if turn is not Turn.NOTHING:
            usual = max(detector.counts, key=lambda each: detector.counts[each])
            share = detector.share(usual)
            alarms.append(Alarm(self.node, self.field, view, category, usual, share, over=turn is Turn.AS_BEFORE))
