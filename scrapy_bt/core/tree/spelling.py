"""How strings, numbers and durations are written in a file."""

from __future__ import annotations

import re
from decimal import Decimal

from ..documents.controls import CONTROLS
from .nodes import Duration, Reference, Text

UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
"""Of durations, in seconds."""


def quote(text: Text) -> str:
    """Return *text* as a string of the language, in `'…'` where that avoids escapes."""
    parts = (text,) if isinstance(text, str) else text.parts
    plain = "".join(part for part in parts if isinstance(part, str))
    mark = "'" if '"' in plain and "'" not in plain else '"'
    inner: list[str] = []
    braces = _Braces()
    for number, part in enumerate(parts):
        if isinstance(part, Reference):
            inner.append(f"{{{part.dotted}}}")
        else:
            before_placeholder = number + 1 < len(parts)
            inner.append(_escape(braces.double(part, before_placeholder=before_placeholder), mark))
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


_AMBIGUOUS = re.compile(r"\{(?=\{|[^\W\d]\w*(?:\.[^\W\d]\w*|\[[0-9]+\])*\})|(?<=\{)\{")
"""An opening brace that would begin a placeholder, or stands beside another one."""


class _Braces:
    """Doubles braces where they would not mean themselves; `}}` is one brace only where a `{{` came before it."""

    def __init__(self) -> None:
        self._opened = 0

    def double(self, text: str, *, before_placeholder: bool) -> str:
        ambiguous = {match.start() for match in _AMBIGUOUS.finditer(text)}
        if before_placeholder and text.endswith("{"):
            ambiguous.add(len(text) - 1)
        written: list[str] = []
        for run in re.finditer(r"\{|\}+|[^{}]+", text):
            if run[0] == "{" and run.start() in ambiguous:
                written.append("{{")
                self._opened += 1
            elif run[0].startswith("}}"):
                doubled = min(len(run[0]), self._opened)
                written.append("}" * (len(run[0]) + doubled))
                self._opened -= doubled
            else:
                written.append(run[0])
        return "".join(written)


_NAMED = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}
_UNWRITTEN = re.compile(f"[\t\n{CONTROLS}\ud800-\udfff]")
# A backslash is doubled only where it would else escape what follows: regular expressions stay readable.
_ESCAPING = re.compile(rf"\\(?=[\"'\\ntr\t\n{CONTROLS}\ud800-\udfff]|u\{{[0-9A-Fa-f]{{1,6}}\}}|u?\Z)")


def _escape(text: str, mark: str) -> str:
    text = _ESCAPING.sub(r"\\\\", text).replace(mark, f"\\{mark}")
    return _UNWRITTEN.sub(lambda found: _NAMED.get(found[0]) or f"\\u{{{_code(found[0]):x}}}", text)


def _code(sign: str) -> int:
    """No file holds half of a surrogate pair."""
    return ord("\N{REPLACEMENT CHARACTER}") if "\ud800" <= sign <= "\udfff" else ord(sign)
