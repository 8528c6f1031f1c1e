"""What `as text`, `as number`, `as integer` and `as url` make of a value; none where that is impossible."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from ..core.tree.values import to_text

_NUMBER = re.compile(r"[-+−]?\d(?:[\d.,'’ \u00a0\u202f]*\d)?")
_GROUPS = re.compile(r"['’ \u00a0\u202f]")


def as_text(value: Any) -> str:
    """White space normalised."""
    return " ".join(to_text(value).split())


def as_number(value: Any) -> int | float | None:
    """The first number in a text, however it is written: `1,234.50 €`, `1.234,5`, `−3`."""
    if isinstance(value, (int, float)):
        return value
    match = _NUMBER.search(to_text(value))
    if match is None:
        return None
    digits = _GROUPS.sub("", match.group().replace("−", "-"))
    plain = _with_point(digits)
    return float(plain) if "." in plain else int(plain)


def _with_point(digits: str) -> str:
    """The last of `.` and `,` is the decimal mark, unless it stands before three digits and could group them."""
    point, comma = digits.rfind("."), digits.rfind(",")
    if point >= 0 and comma >= 0:
        group, mark = (",", ".") if point > comma else (".", ",")
        return digits.replace(group, "").replace(mark, ".")
    if digits.count(",") > 1 or digits.count(".") > 1:
        return digits.replace(",", "").replace(".", "")
    if comma >= 0:
        return digits.replace(",", "" if len(digits) - comma == 4 else ".")
    return digits


def as_integer(value: Any) -> int | None:
    number = as_number(value)
    return None if number is None else int(number)


def as_url(value: Any, base: str) -> str | None:
    text = to_text(value).strip()
    if not text:
        return None
    try:
        return urljoin(base, text)
    except ValueError:
        return None
