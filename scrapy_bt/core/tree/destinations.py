"""Where a visit will go, as far as it can be told before its request is built: its host, or the slot that it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .expressions import compile_url, compile_value
from .nodes import Attributes, Literal, Reference, Template, Text, Value
from .task import Frame

Destination = str | Callable[[Frame, float], str]
"""The slot, or how to compute it; empty if it cannot be told."""

SLOT = "download_slot"
"""The entry of a visit's `meta` by which it names a slot."""

_HOST = re.compile(r"\s*[A-Za-z][\w+.-]*://(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:\s]*)")
_AUTHORITY = re.compile(r"\s*[A-Za-z][\w+.-]*://[^/?#]*[/?#]")


def slot_host_of(url: str) -> str:
    """The host of an absolute URL, as Scrapy names a download slot by it; empty if none can be told.

    Not what may be asked: that is told by `rules.hosts`, which takes a name with a dot at its end for the same.
    """
    found = _HOST.match(url)
    host = found[1].strip("[]").lower() if found else ""
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return ""


def plan_destination(url: Text | None, base: str | None, meta: Value | None) -> Destination:
    """*base*: the variable that holds what a relative URL is relative to; *meta*: that of the visit, sources bound."""
    if isinstance(meta, Attributes):
        named = meta.get(SLOT)
        if isinstance(named, Literal):
            return str(named.value)
        if isinstance(named, (Reference, Template)):
            return _guarded(compile_value(named))
    elif meta is not None:
        return ""
    if url is None:
        return ""
    start = url if isinstance(url, str) else url.parts[0]
    if isinstance(start, str) and (isinstance(url, str) or _AUTHORITY.match(start)) and "://" in start:
        return slot_host_of(start)
    return _host_in(compile_url(url), base)


def _host_in(render: Callable[[Frame, float], str], base: str | None) -> Destination:
    def host(frame: Frame, now: float) -> str:
        found = slot_host_of(render(frame, now))
        return found or (slot_host_of(str(frame.variables.get(base) or "")) if base is not None else "")

    return _guarded(host)


def _guarded(compute: Callable[[Frame, float], Any]) -> Destination:
    def slot(frame: Frame, now: float) -> str:
        try:
            value = compute(frame, now)
        except Exception:  # noqa: BLE001  # the visit itself will tell
            return ""
        return value if isinstance(value, str) else ""

    return slot
