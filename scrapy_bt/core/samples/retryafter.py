"""How long a site asks to wait, by the header `Retry-After` (RFC 9110, 10.2.3)."""

from __future__ import annotations

from datetime import timezone
from email.utils import parsedate_to_datetime

from .traffic import Answer

BUSY = frozenset({429, 503})
"""Statuses that say: not now."""

_FOREVER = 1e9
"""Seconds; what asks for more, however many digits it has, asks for this."""


def seconds_asked(answer: Answer, now: float) -> float | None:
    """The seconds that a site which is busy asks to wait; None: it is not, or does not say. *now*: since the epoch."""
    header = answer.header("retry-after") if answer.status in BUSY else None
    return None if header is None else seconds_until(header, now)


def seconds_until(header: str, now: float) -> float | None:
    """What the header says, a number of seconds or a date; None: it says neither."""
    text = header.strip()
    if text.isascii() and text.isdigit():
        return min(float(text), _FOREVER)
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    # A date without a zone is in GMT, as all dates of HTTP are.
    return max(0.0, (date if date.tzinfo else date.replace(tzinfo=timezone.utc)).timestamp() - now)
