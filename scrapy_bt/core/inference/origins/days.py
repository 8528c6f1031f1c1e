"""Texts that tell the day on which they were sent: another day sends another one."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

_FORMS = ("%Y-%m-%d", "%Y%m%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y年%m月%d日")
_NUMBER = re.compile(r"(?<!\d)1\d{9}(?:\d{3})?(?!\d)")
_DAY = timedelta(days=1).total_seconds()


def is_of_day(text: str, started: float) -> bool:
    """Whether a text holds the date on which it was sent, or a time of that day; *started*: seconds since 1970."""
    try:
        near = [datetime.fromtimestamp(started + days * _DAY, timezone.utc) for days in (-1, 0, 1)]
    except (ValueError, OverflowError, OSError):
        return False
    if any(each.strftime(form) in text for each in near for form in _FORMS):
        return True
    numbers = (int(found[:10]) for found in _NUMBER.findall(text))
    return any(abs(number - started) < _DAY for number in numbers)
