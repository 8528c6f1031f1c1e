"""What is said of a field that has changed."""

from __future__ import annotations

from ...core.healing.perception.fieldwatch import Alarm, FieldWatch

_SAID = {
    "found": {
        "none": "finds nothing any more",
        "some": "finds something in some places only",
        "all": "finds something in all places",
    },
    "repeated": {"known": "gives the same value again and again", "new": "gives another value on each page"},
    "neighbour": {"same": "gives the value of another field", "own": "gives a value of its own"},
}
_OTHERS = {
    "number": "gives another number of values",
    "form": "gives values of another form, '{now}' where '{usual}' is usual",
    "length": "gives values of another length",
    "script": "gives values in another script, {now} where {usual} is usual",
}


def tell(alarm: Alarm, watch: FieldWatch, url: str) -> str:
    """A line for the log."""
    name = f"{alarm.node}/{alarm.field}" if alarm.field else alarm.node
    if alarm.over:
        return f"'{name}' gives again what it used to, as on {url}"
    said = describe(alarm)
    where = f" ({watch.place})" if watch.place else ""
    return (
        f"The site may have changed: '{name}'{where} {said}, as on {url}; it was otherwise on {alarm.share:.0%} of the"
        " pages before. Look at it with: scrapy bt heal status"
    )


def describe(alarm: Alarm) -> str:
    """What has changed, as the end of a sentence."""
    said = _SAID.get(alarm.view, {}).get(alarm.now)
    return said if said is not None else _OTHERS[alarm.view].format(now=alarm.now, usual=alarm.usual)
