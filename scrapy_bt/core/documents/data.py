"""What a body is as data: JSON, lines of JSON, a call of a script with JSON, events, a table of values."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from .flattened import unflattened
from .json import DEEPEST_OF_PAGE, read_json

GUARDS = (")]}',\n", ")]}'\n", ")]}',", ")]}'", "while(1);", "for(;;);", "{}&&")
"""What stands before JSON so that no other site can read it as a script."""
_TABLES = {"text/csv": ",;\t|", "application/csv": ",;\t|", "text/tab-separated-values": "\t"}
"""Media types of tables, and what may part their values."""
_LINES = re.compile(
    r"(?:application|text)/(?:x-)?(?:ndjson|jsonl|jsonlines|json-seq|json-lines)|application/stream\+json"
)
_CALL = re.compile(
    r"""(?:/\*[^*]*\*+(?:[^/*][^*]*\*+)*/\s*)?"""
    r"""(?:typeof\s[\w.$\s]+={2,3}\s*['"]function['"]\s*&&\s*)?([A-Za-z_$][\w.$]*)\s*\("""
)
"""The beginning of a script up to what its function gets; each text is looked through once, as its end is."""
_EVENTS = "text/event-stream"
_LINE_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)*")


def is_data(media_type: str) -> bool:
    """Whether a media type is one of data."""
    is_listed = media_type in _TABLES or media_type == _EVENTS or _LINES.fullmatch(media_type) is not None
    return is_listed or media_type.endswith(("/json", "+json"))


def called_in(text: str) -> str:
    """The function that a script calls with something, and does nothing else; empty if it is no such script."""
    return _call_of(text.lstrip("\ufeff \t\r\n"))[0]


def read_data(text: str, media_type: str = "") -> Any:
    """The value of a body; of lines of JSON, events and a table in CSV, a list. None: it is none of that, or `null`.

    Lines of a table are objects by the names that its first line has; where that has none, they are lists.
    """
    text = text.lstrip("\ufeff")
    if media_type in _TABLES:
        return _read_table(text, _TABLES[media_type])
    if _LINES.fullmatch(media_type):
        return _read_lines(text)
    if media_type == _EVENTS:
        return list(_read_events(text))
    text = text.lstrip("\ufeff \t\r\n")
    guard = next((guard for guard in GUARDS if text.startswith(guard)), "")
    try:
        return read_page_json(text.removeprefix(guard))
    except ValueError:
        name, given = _call_of(text)
    if not name:
        return _read_lines(text) if text[:1] in ("{", "[") else None
    try:
        return read_page_json(given)
    except ValueError:
        return None


def _call_of(text: str) -> tuple[str, str]:
    """The function that a script calls, and what it gets; both empty: it is no such script."""
    call = _CALL.match(text)
    body = text.rstrip().removesuffix(";").rstrip() if call is not None else ""
    return (call[1], body[call.end() : -1]) if call is not None and body.endswith(")") else ("", "")


def read_page_json(text: str) -> Any:
    """The value of JSON that a page holds, also where it is told as a flattened list.

    Raises:
        ValueError: It is no JSON, or nested too deeply.
    """
    return unflattened(read_json(text, largest=None, deepest=DEEPEST_OF_PAGE, loosely=True))


def _read_events(text: str) -> Iterator[Any]:
    """What each event of a stream tells: objects and lists that hold something; what else there is, is a signal."""
    for event in re.split(r"\n{2,}", _LINE_END.sub("\n", text)):
        lines = (line.partition(":") for line in event.split("\n"))
        told = "\n".join(value.removeprefix(" ") for name, _, value in lines if name == "data")
        try:
            value = read_page_json(told) if told[:1] in ("{", "[") else None
        except ValueError:
            continue
        if value:
            yield value


def _read_lines(text: str) -> list[Any] | None:
    """Values that stand one in each line, perhaps behind a sign that parts them."""
    try:
        return [read_page_json(line) for line in text.replace("\x1e", "").split("\n") if line.strip()]
    except ValueError:
        return None


def _read_table(text: str, signs: str) -> list[Any] | None:
    head = text.partition("\n")[0]
    try:
        lines = [line for line in csv.reader(io.StringIO(text), delimiter=max(signs, key=head.count)) if any(line)]
    except csv.Error:
        return None
    if not lines:
        return None
    names, *rest = lines
    is_named = all(names) and len(set(names)) == len(names) and not any(map(_NUMBER.fullmatch, names))
    return list(_named(names, rest)) if is_named else lines


def _named(names: list[str], lines: list[list[str]]) -> Iterator[dict[str, str]]:
    for line in lines:
        yield dict(zip(names, line, strict=False))
