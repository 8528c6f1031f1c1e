"""What the fields of a HAR's entries say, whatever JSON stands in them and whichever tool wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote_plus, urlsplit

from ..core.samples.multipart import Part, boundary_of, written_parts
from ..core.samples.traffic import Headers, Sent

_KINDS = {"empty": "fetch", "iframe": "document", "frame": "document", "xmlhttprequest": "xhr"}
_FEW, _MORE, _FAR = 1_000, 1.1, 2.1
"""Bytes of a body that may be missing, and how many times as many as are kept tell that it was cut: in UTF-8, else."""
_UTF8 = re.compile(r"utf-?8|json", re.IGNORECASE)
_ESCAPED = re.compile(r"(?:[\w.*~-]|\+|%[0-9A-Fa-f]{2})*", re.ASCII)


def has_host(url: str) -> bool:
    """Whether an address names a host, and a port that there can be, if any."""
    try:
        address = urlsplit(url)
        return bool(address.hostname) and address.port != 0
    except ValueError:
        return False


def headers_of(value: Any) -> Headers:
    """The headers, without the pseudo-headers of HTTP/2."""
    pairs = value.items() if isinstance(value, dict) else pairs_of(value)
    found: list[tuple[str, str]] = []
    for name, text in pairs:
        if name and not name.startswith(":"):
            # Some tools join the cookies that are set by line breaks.
            lines = text_of(text).split("\n") if name.lower() == "set-cookie" else [text_of(text)]
            found += ((name, line.strip()) for line in lines)
    return tuple(found)


def pairs_of(value: Any) -> list[tuple[str, str]]:
    """The names and values of a list of `{name, value}` objects, in order."""
    return [
        (text_of(pair.get("name")), text_of(pair.get("value")))
        for pair in list_of(value)
        if isinstance(pair.get("name"), str)
    ]


def form_of(params: Any, content_type: str) -> bytes | None:
    """A form whose text was not recorded, from its fields."""
    found = [param for param in list_of(params) if isinstance(param.get("name"), str)]
    if not found:
        return None
    boundary = boundary_of(content_type)
    if boundary:
        return written_parts(tuple(map(_as_part, found)), boundary)
    pairs = ((text_of(param["name"]), text_of(param.get("value"))) for param in found)
    # Most tools write the fields of a form as they were sent, encoded; some decode them.
    return "&".join(f"{_escaped(name)}={_escaped(value)}" for name, value in pairs).encode()


def _as_part(param: Mapping[str, Any]) -> Part:
    filename = param.get("fileName")
    return Part(
        text_of(param["name"]),
        text_of(param.get("value")).encode("utf-8", "replace"),
        text_of(filename) if isinstance(filename, str) else None,
        text_of(param.get("contentType")) if isinstance(filename, str) else "",
    )


def _escaped(text: str) -> str:
    return text if _ESCAPED.fullmatch(text) else quote_plus(text, errors="replace")


def set_cookie_of(cookie: Mapping[str, Any]) -> str:
    """A cookie that an answer sets, as the header that sets it."""
    line = f"{text_of(cookie.get('name'))}={text_of(cookie.get('value'))}"
    for name in ("path", "domain", "expires"):
        if cookie.get(name):
            line += f"; {name.capitalize()}={text_of(cookie[name])}"
    return line + "; HttpOnly" * bool(cookie.get("httpOnly")) + "; Secure" * bool(cookie.get("secure"))


def seconds_of(entry: Mapping[str, Any]) -> float:
    """The seconds that an entry took."""
    time = _number(entry.get("time"))
    if time is None or time < 0:
        parts: Iterable[Any] = mapping_of(entry.get("timings")).values()
        time = sum(part for part in map(_number, parts) if part is not None and part > 0)
    return time / 1000


def kind_of_entry(entry: Mapping[str, Any], sent: Sent) -> str:
    """What it was loaded for, in the words of browsers, as `document` and `xhr`; empty where nothing says it."""
    told = text_of(entry.get("_resourceType") or sent.header("sec-fetch-dest")).lower()
    if not told and (sent.header("x-requested-with") or "").lower() == "xmlhttprequest":
        return "xhr"
    return _KINDS.get(told, told)


def status_of(response: Mapping[str, Any]) -> int:
    """The status of an answer; 0: it has none."""
    number = _number(response.get("status")) or 0
    return int(number) if 0 < number < 1000 else 0


def has_size(content: Mapping[str, Any]) -> bool:
    """Whether an answer had a body, also where the file does not hold it."""
    return (_number(content.get("size")) or 0) > 0


def is_cut(content: Mapping[str, Any], body: bytes, media_type: str) -> bool:
    """Whether more was received than is kept; but for UTF-8, a text may have had two bytes a character."""
    most = _MORE if _UTF8.search(media_type) else _FAR
    return (_number(content.get("size")) or 0) > max(_FEW, most * len(body))


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if abs(number) < float("inf") else None


def text_of(value: Any) -> str:
    """A value as text: a number as it is written, null as an empty text."""
    return value if isinstance(value, str) else "" if value is None else str(value)


def mapping_of(value: Any) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a value that is a list, else none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
