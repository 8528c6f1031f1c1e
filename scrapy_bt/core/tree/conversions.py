"""What `as text`, `as number`, `as integer`, `as url` and `as json` make of a value; none where that is impossible."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin, urlsplit

from ..documents.data import read_page_json
from .values import storable_json, to_text

_SPACES = " \u00a0\u2009\u202f"
_NUMBER = re.compile(
    rf"(?:(?<![\w.])[-+\u2212])?"
    rf"(?:(?<![\d.,])\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+(?![.,]?\d))?"  # grouped by spaces
    rf"|\d+(?:[.,'’]\d+)*)"
)
_LONGEST = 300


def convert(value: Any, kind: str, base: str) -> Any:
    """*value* as *kind*, one of `nodes.KINDS`; *base*: what a link in it is relative to."""
    if kind == "text":
        return as_text(value) or None
    if kind == "number":
        return as_number(value)
    if kind == "integer":
        return as_integer(value)
    if kind == "json":
        return as_json(value) if isinstance(value, str) else value
    return as_url(value, base)


def as_text(value: Any) -> str:
    """White space normalised."""
    return " ".join(to_text(value).split())


def as_number(value: Any) -> int | float | None:
    """The first number in a text, however it is written: `1,234.50 €`, `1.234,5`, `1 234`, `−3`.

    A single comma before three digits groups them; a single point is the decimal mark.
    """
    if isinstance(value, (int, float)):
        return value
    match = _NUMBER.search(to_text(value))
    if match is None or len(match[0]) > _LONGEST:
        return None
    plain = _with_point(re.sub(rf"['’{_SPACES}]", "", match[0].replace("\u2212", "-")))
    number = float(plain) if "." in plain else int(plain)
    return number if abs(number) < 2**63 else float(number)


def count_numbers(text: str) -> int:
    """How many numbers `as_number` sees in a text, of which it gives the first."""
    return sum(1 for _ in _NUMBER.finditer(text))


def _with_point(digits: str) -> str:
    """The last of `.` and `,` is the decimal mark, unless it stands before three digits and groups them."""
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        group, mark = (",", ".") if point > comma else (".", ",")
        if digits.count(mark) > 1:
            return digits.replace(group, "").replace(mark, "")
        return digits.replace(group, "").replace(mark, ".")
    mark = "," if comma >= 0 else "."
    whole, *rest = digits.split(mark)
    if not rest:
        return digits
    groups = {len(part) for part in rest[:-1]} <= {2, 3} and len(rest[-1]) == 3
    if groups and whole.lstrip("+-") != "0" and (len(rest) > 1 or mark == ","):
        return "".join((whole, *rest))
    return f"{whole}.{rest[0]}"


def as_integer(value: Any) -> int | None:
    """The number without what stands after its decimal mark."""
    number = as_number(value)
    try:
        return None if number is None else int(number)
    except (ValueError, OverflowError):  # not a number, infinite
        return None


def as_url(value: Any, base: str) -> str | None:
    """The absolute URL of a link on a page; none for what leads nowhere: a script, `#`, a part of a URL."""
    text = to_text(value).strip()
    if text in ("", "#"):
        return None
    try:
        url = urljoin(base, text)
        return url if urlsplit(url).scheme not in ("", "javascript") else None
    except ValueError:
        return None


def as_json(text: str) -> Any:
    """The value of a text that is JSON, as a task can carry it."""
    try:
        value = read_page_json(text)
    except ValueError:
        return None
    return storable_json(value, text)
