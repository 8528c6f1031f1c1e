"""How strings, numbers and durations are written in a file."""

from __future__ import annotations

import re
from decimal import Decimal

from .nodes import Duration, Reference, Text

UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
"""Of durations, in seconds."""


def quote(text: Text) -> str:
    """Return *text* as a string of the language, in `'…'` where that avoids escapes."""
    parts = (text,) if isinstance(text, str) else text.parts
    plain = "".join(part for part in parts if isinstance(part, str))
    mark = "'" if '"' in plain and "'" not in plain else '"'
    inner: list[str] = []
    for number, part in enumerate(parts):
        if isinstance(part, Reference):
            inner.append(f"{{{part.dotted}}}")
        else:
            before_placeholder = number + 1 < len(parts)
            inner.append(_escape(_double_braces(part, before_placeholder=before_placeholder), mark))
    return f"{mark}{''.join(inner)}{mark}"


def number(value: float) -> str:
    """Return a number without an exponent, which the language does not have."""
    text = repr(value)
    if "e" not in text:
        return text
    text = format(Decimal(text), "f")
    return text if "." in text else f"{text}.0"


def duration(value: Duration) -> str:
    """Return a duration as it was written, or in the largest unit that needs no fraction."""
    if value.text:
        return value.text
    if not value.seconds:
        return "0s"
    for unit, seconds in UNITS.items():
        count = round(value.seconds / seconds)
        if count and count * seconds == value.seconds:
            return f"{count}{unit}"
    return f"{number(value.seconds)}s"


def _double_braces(text: str, *, before_placeholder: bool) -> str:
    def double(match: re.Match[str]) -> str:
        return match[0] * 2

    # A brace means itself unless it is doubled or opens a placeholder.
    text = re.sub(r"\{(?=\{|[^\W\d]\w*(\.[^\W\d]\w*)*\})|(?<=\{)\{|\}(?=\})|(?<=\})\}", double, text)
    return f"{text}{{" if before_placeholder and re.search(r"(?<!\{)\{\Z", text) else text


def _escape(text: str, mark: str) -> str:
    # A backslash is doubled only where it would else escape what follows: regular expressions stay readable.
    text = re.sub(r"\\(?=[\"'\\ntr\n\t\r]|\Z)", r"\\\\", text)
    text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", r"\n").replace("\t", r"\t").replace("\r", r"\r")
