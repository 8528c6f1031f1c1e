"""Moments as tools write them into files."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

_ISO = re.compile(
    r"\s*(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?\s*", re.IGNORECASE
)
_LONGEST = 100
_LAST = 253_402_300_800_000
"""Milliseconds: the end of the year 9999."""
_MILLISECONDS = 100_000_000_000
"""A number of at least this many is milliseconds; as seconds it would be a moment in the year 5138."""


def moment(value: object) -> tuple[float, bool] | None:
    """Seconds since the epoch, and whether the zone was told (if not, it is read as UTC); None if unreadable."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    text = str(value)
    try:
        number = float(text)
    except ValueError:
        return _from_text(text[:_LONGEST])
    if not 0 < number < _LAST:
        return None
    return (number / 1000 if number >= _MILLISECONDS else number), True


def iso(seconds: float) -> str:
    """A moment as HAR has it, in UTC, to the microsecond."""
    return datetime.fromtimestamp(seconds, timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _from_text(text: str) -> tuple[float, bool] | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    zone = found.group(8)
    try:
        whole = datetime(year, month, day, hour, minute, min(second, 59), tzinfo=_zone(zone))
        seconds = whole.timestamp()
    except (ValueError, OverflowError):
        return None
    return seconds + float(f"0.{found.group(7) or 0}"), zone is not None


def _zone(text: str | None) -> timezone:
    if text is None or text in "Zz":
        return timezone.utc
    digits = text[1:].replace(":", "")
    shift = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return timezone(-shift if text[0] == "-" else shift)
