"""Limits the rate of requests to a host over all workers of a Redis: a delay between two, and a number at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ...errors import FrontierError
from .call import ScriptCall
from .scripts import Script

PERMIT_CHANNEL = "bt:rate"
"""The channel on which a host is named at which a place has become free."""


def take_permits(
    host: str, permits: Sequence[str], *, delay: float, most: int, lasts: float
) -> ScriptCall[list[float]]:
    """Ask when each of the permits may be used; answers in how many seconds the first of them, all or some.

    *delay*: seconds between two requests; *most*: permits that may be out at once, 0: any number; *lasts*: seconds
    after which a permit that nobody keeps is free again.
    """
    return _build("take", host, permits, delay, most, lasts, _read_times)


def extend_permits(host: str, permits: Sequence[str], *, lasts: float) -> ScriptCall[None]:
    """Prolong permits."""
    return _build("keep", host, permits, 0.0, 0, lasts, lambda *_: None)


def return_permits(host: str, permits: Sequence[str], *, most: int) -> ScriptCall[bool]:
    """Give permits back; answers whether somebody may have waited for one."""
    return _build("give", host, permits, 0.0, most, 0.0, lambda raw: raw[0] == b"1")


@cache
def _script() -> Script:
    return Script("rate_limiter", (files(__package__) / "lua" / "rate_limiter.lua").read_text(encoding="utf-8"))


def _build(
    what: str, host: str, permits: Sequence[str], delay: float, most: int, lasts: float, read: Any
) -> ScriptCall[Any]:
    keys = (f"bt:rate:{{{host}}}:permits", f"bt:rate:{{{host}}}:next")
    given = (what, repr(float(delay)), str(most), repr(float(lasts)), *permits)
    return ScriptCall(_script(), keys, tuple(each.encode() for each in given), read)


def _read_times(raw: Any) -> list[float]:
    try:
        return [float(text) for text in raw]
    except (TypeError, ValueError) as error:
        raise FrontierError(f"bt:rate: this answer is not the rate limiter's ({error})") from None
