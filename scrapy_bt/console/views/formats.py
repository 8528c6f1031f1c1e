"""How numbers and times stand in a page before a script gives them the reader's own form."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from datetime import datetime, timezone

from markupsafe import Markup

from ..words import told

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


def line(values: Sequence[float]) -> str:
    """The way of a line through values, the oldest first, in a picture of 60 by 16; nothing where all of them are 0."""
    most = max(values, default=0.0)
    if most <= 0 or len(values) < 2:
        return ""
    places = ((at * 58 / (len(values) - 1) + 1, 15 - value / most * 14) for at, value in enumerate(values))
    return "".join(f"{'L' if at else 'M'}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(places))


def place(path: str) -> str:
    """The end of a node's path, by which it is told from others: `…/detail/page`."""
    steps = path.split("/")
    return path if len(steps) < 3 else "…/" + "/".join(steps[-2:])


def language_tag(language: str) -> str:
    """A language as the attribute `lang` names it."""
    return language.replace("_", "-")


def word(text: object) -> str:
    """A text as a word of a command line."""
    return shlex.quote(str(text))


def marked(text: str) -> Markup:
    """A sentence in which what stands between backticks is code."""
    parts = told(text).split("`")
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))
