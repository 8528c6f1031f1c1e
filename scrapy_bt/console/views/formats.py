"""How numbers and times stand in a page before a script gives them the reader's own form."""

from __future__ import annotations

from datetime import datetime, timezone

_UNITS = ((86400.0, "d"), (3600.0, "h"), (60.0, "min"), (1.0, "s"))


def seconds(value: float | None) -> str:
    """A duration in its largest unit: `4 min`."""
    if value is None:
        return ""
    for size, unit in _UNITS:
        if abs(value) >= size:
            return f"{value / size:.0f} {unit}" if unit != "s" or abs(value) >= 10 else f"{value:.1f} s"
    return "0 s" if value == 0 else f"{value:.1f} s"


def number(value: float | None) -> str:
    """A count or a rate; nothing where it is not known."""
    if value is None:
        return ""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def moment(value: float | None) -> str:
    """A time in UTC, as `time` elements have it in `datetime`."""
    if value is None:
        return ""
    return datetime.fromtimestamp(value, timezone.utc).isoformat(timespec="seconds")


def language_tag(language: str) -> str:
    """As `lang` names it."""
    return language.replace("_", "-")
