"""How long a site asks to wait, by `Retry-After` (RFC 9110, 10.2.3), or by when a limit begins anew."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timezone
from email.utils import parsedate_to_datetime

from .traffic import Answer

BUSY = frozenset({429, 503})
"""Statuses that say: not now."""

_RESETS = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
"""Headers that say when a limit begins anew: in so many seconds, or at a time in seconds or milliseconds."""
_LONGEST_DELAY = 1e8
"""Seconds; a greater number is a time."""
_FIRST_OF_MILLISECONDS = 1e11
_FOREVER = 1e9
"""Seconds; what asks for more, however many digits it has, asks for this."""


def seconds_asked(answer: Answer, now: float) -> float | None:
    """The seconds that a busy site asks to wait; None if it is not busy, or does not say. *now*: since the epoch."""
    return seconds_told(answer.header, now) if answer.status in BUSY else None


def seconds_told(header: Callable[[str], str | None], now: float) -> float | None:
    """What the headers of an answer say, each given by its name; None: nothing."""
    after = header("retry-after")
    if after is not None:
        return seconds_until(after, now)
    resets = (
        seconds_to_reset(told, now)
        for name in _RESETS
        if (told := header(name)) is not None and not _is_more_left(header(name.replace("reset", "remaining")))
    )
    return next((seconds for seconds in resets if seconds is not None), None)


def _is_more_left(remaining: str | None) -> bool:
    """Whether the limit is not reached: many sites tell with each answer when it begins anew."""
    text = (remaining or "").strip()
    return text.isascii() and text.isdigit() and text.strip("0") != ""


def seconds_to_reset(header: str, now: float) -> float | None:
    """What a header says of when a limit begins anew; None if that cannot be read."""
    text = header.strip().partition(".")[0]
    if not (text.isascii() and text.isdigit()):
        return None
    number = float(text)
    if number < _LONGEST_DELAY:
        return number
    return max(0.0, min(number / 1000 if number > _FIRST_OF_MILLISECONDS else number, now + _FOREVER) - now)


def seconds_until(header: str, now: float) -> float | None:
    """What the header says, a number of seconds or a date; None if it says neither."""
    text = header.strip()
    if text.isascii() and text.isdigit():
        return min(float(text), _FOREVER)
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    # A date without a zone is in GMT, as all dates of HTTP are.
    return max(0.0, (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp() - now)
