"""The watch over one field of a node: what it used to give, and whether it still does."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .detectors import Detector, Turn
from .views import Scale, form_of, script_of

_REMEMBERED = 8
"""Latest values that a new one is compared with."""
_READ = 300
_SURPRISE = 1.5
"""Evidence, in nats."""
_FEW_FORMS = 3
_ALWAYS = 0.98
"""Share of the pages, since on few of many something is missing by itself."""
_SIZES = ("number", "length")
"""Views that are sizes."""


class Observation(NamedTuple):
    """What a field came to on one page."""

    node: str
    field: str
    selector: str
    """As its author wrote it; empty where it is not known."""
    found: int
    missing: int = 0
    """How often nothing was found where something may have been."""
    values: tuple[str, ...] = ()
    """The first ones."""
    place: str = ""
    """Where the selector stands: `spiders/shop.py:12`."""
    within: str = ""
    """The selector of the rows in which it is run; empty: it is run on the page."""


class Alarm(NamedTuple):
    """A field that gives something else than it used to, or does so no more."""

    node: str
    field: str
    view: str
    """What has changed: `found`, `number`, `form`, `length`, `script`, `repeated` or `neighbour`."""
    now: str
    """The category of that view that came last."""
    usual: str
    """The one that came most."""
    share: float
    """How much of what is usual was of the usual category."""
    over: bool = False
    """It is as it was before."""


VIEWS = {
    "found": "how often something is found",
    "number": "how many values a page has",
    "form": "what values are made of",
    "length": "how long values are",
    "script": "in which script values are",
    "repeated": "how often a value comes again",
    "neighbour": "whether the value is that of another field",
}
"""What is watched of a field, and what it is called."""


@dataclass(slots=True)
class FieldWatch:
    """Detectors of all views of one field."""

    node: str
    field: str
    selector: str = ""
    place: str = ""
    found: int = 0
    missing: int = 0
    is_surprised: bool = False
    """The latest page gave something that speaks for a change, which is not known."""
    views: dict[str, Detector] = dataclasses.field(default_factory=dict)
    _scales: dict[str, Scale] = dataclasses.field(default_factory=lambda: {name: Scale() for name in _SIZES})
    _latest: deque[str] = dataclasses.field(default_factory=lambda: deque(maxlen=_REMEMBERED))

    @property
    def changed(self) -> list[str]:
        """The views in which it gives something else than it used to."""
        return [name for name, detector in self.views.items() if detector.changed]

    @property
    def has_evidence(self) -> bool:
        """Something speaks for a change."""
        return any(detector.evidence for detector in self.views.values())

    @property
    def is_learned(self) -> bool:
        """It is known what is usual."""
        found = self.views.get("found")
        return found is not None and found.is_learned

    @property
    def is_always_found(self) -> bool:
        """It was found on every page, and still is."""
        found = self.views.get("found")
        return found is not None and found.is_learned and not found.changed and found.share("all") > _ALWAYS

    def is_missed(self, observation: Observation) -> bool:
        """Nothing is found where mostly something was."""
        if observation.found:
            return False
        found = self.views.get("found")
        return found is not None and found.total >= 4 and found.share("none") < 0.5

    def is_strange(self, observation: Observation) -> bool:
        """Nothing is found where something always was, or that looks as it never did."""
        found, form = self.views.get("found"), self.views.get("form")
        if found is None or not found.is_learned:
            return False
        if not observation.found:
            return not found.is_usual("none")
        if form is None or not form.is_learned or not observation.values or len(form.counts) > _FEW_FORMS:
            return False
        return not form.counts.get(form_of(observation.values[0][:_READ]))

    def note(self, observation: Observation, *, neighbours: Sequence[str] = ()) -> list[Alarm]:
        """Take in what a page gave; *neighbours*: first values of the node's other fields."""
        self._know(observation)
        self.found += observation.found
        self.missing += observation.missing
        self.is_surprised = False
        alarms: list[Alarm] = []
        if not observation.found:
            self._put("found", "none", alarms)
            return alarms
        self._put("found", "some" if observation.missing else "all", alarms)
        self._put("number", self._scales["number"].category(observation.found), alarms)
        if observation.values:
            value = observation.values[0][:_READ]
            self._put("form", form_of(value), alarms)
            self._put("length", self._scales["length"].category(len(value)), alarms)
            self._put("script", script_of(value), alarms)
            self._put("repeated", "known" if value in self._latest else "new", alarms)
            self._put("neighbour", "same" if value in neighbours else "own", alarms)
            self._latest.append(value)
        return alarms

    def accept(self) -> None:
        """What it gives now is what it should."""
        for detector in self.views.values():
            if detector.changed:
                detector.accept()

    def copy(self) -> FieldWatch:
        """The same as it is now, for another thread."""
        copied = FieldWatch(self.node, self.field, self.selector, self.place, self.found, self.missing)
        copied.views = {name: detector.copy() for name, detector in self.views.items()}
        copied._scales = {name: Scale(scale.typical) for name, scale in self._scales.items()}
        return copied

    def plain(self) -> dict[str, Any]:
        """What is learned, as JSON keeps it."""
        views = {name: detector.plain() for name, detector in self.views.items()}
        return {"views": views, "typical": {name: scale.typical for name, scale in self._scales.items()}}

    def restore(self, plain: Mapping[str, Any]) -> None:
        """Go on with what was learned before; raises `ValueError`, `KeyError` or `TypeError` where it is damaged."""
        views = plain["views"]
        self.views = {name: Detector.read(views[name]) for name in VIEWS if name in views}
        self._scales = {name: Scale(float(plain["typical"][name])) for name in _SIZES}

    def _know(self, observation: Observation) -> None:
        self.place = observation.place or self.place
        if observation.selector == self.selector:
            return
        if self.selector and observation.selector:  # somebody has mended it
            self.views = {}
        self.selector = observation.selector or self.selector

    def _put(self, view: str, category: str, alarms: list[Alarm]) -> None:
        detector = self.views.get(view)
        if detector is None:
            detector = self.views[view] = Detector()
        is_as_ever = category == detector.steady
        turn = detector.note(category)
        if is_as_ever:
            return
        if detector.evidence > _SURPRISE and not detector.changed:
            self.is_surprised = True
        if turn is not Turn.NOTHING:
            usual = max(detector.counts, key=lambda each: detector.counts[each])
            share = detector.share(usual)
            alarms.append(Alarm(self.node, self.field, view, category, usual, share, over=turn is Turn.AS_BEFORE))
