"""The words for a field that has changed."""

from __future__ import annotations

from collections.abc import Iterable

from ....sentences import Sentence, join, say
from .fieldwatch import FieldWatch
from .observations import Alarm

_VIEWS = {
    "found": say("how often something is found"),
    "number": say("how many values a page has"),
    "form": say("what values are made of"),
    "length": say("how long values are"),
    "script": say("in which script values are"),
    "repeated": say("how often a value comes again"),
    "neighbour": say("whether the value is that of another field"),
}
_SAID = {
    ("found", "none"): say("finds nothing any more"),
    ("found", "some"): say("finds something in some places only"),
    ("found", "all"): say("finds something in all places"),
    ("repeated", "known"): say("gives the same value again and again"),
    ("repeated", "new"): say("gives another value on each page"),
    ("neighbour", "same"): say("gives the value of another field"),
    ("neighbour", "own"): say("gives a value of its own"),
}


def tell(alarm: Alarm, watch: FieldWatch, url: str) -> Sentence:
    """The line for the log."""
    name = f"{alarm.node}/{alarm.field}" if alarm.field else alarm.node
    if alarm.over:
        return say("'{}' gives again what it used to, as on {}", name, url)
    where = f" ({watch.place})" if watch.place else ""
    return say(
        "The site may have changed: '{}'{} {}, as on {}; it was otherwise on {} of the pages before."
        " Look at it with: {}",
        *(name, where, describe(alarm), url, f"{alarm.share:.0%}", "scrapy bt heal status"),
    )


def describe(alarm: Alarm) -> Sentence:
    """The change, as the end of a sentence."""
    said = _SAID.get((alarm.view, alarm.now))
    if said is not None:
        return said
    if alarm.view == "form":
        return say("gives values of another form, '{}' where '{}' is usual", alarm.now, alarm.usual)
    if alarm.view == "script":
        return say("gives values in another script, {} where {} is usual", alarm.now, alarm.usual)
    return say("gives values of another length") if alarm.view == "length" else say("gives another number of values")


def tell_views(views: Iterable[str]) -> Sentence:
    """The views in which a field has changed, in words."""
    return join((_VIEWS.get(view, view) for view in views), ", ")
