"""What stands between the quotes of a string: escapes, placeholders and doubled braces."""

from __future__ import annotations

import re

from ...errors import Place
from ..tree.nodes import Reference, Template, Text

_SPECIAL = re.compile(
    r"""\\(?P<escape>["'\\ntr])|\\u\{(?P<code>[0-9A-Fa-f]{1,6})\}|(?P<brace>\{\{|\}\})"""
    r"""|\{(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*|\[[0-9]+\])*)\}"""
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def read_string(quoted: str, place: Place) -> Text:
    """Return what the string *quoted* at *place* says; every other backslash or brace is itself."""
    inner = quoted[1:-1]
    if "\\" not in inner and "{" not in inner and "}" not in inner:
        return inner
    parts: list[str | Reference] = []
    plain: list[str] = []
    position = opened = 0
    for match in _SPECIAL.finditer(inner):
        plain.append(inner[position : match.start()])
        position = match.end()
        if match["escape"]:
            plain.append(_ESCAPES.get(match["escape"], match["escape"]))
        elif match["code"]:
            plain.append(_character(match))
        elif match["brace"] == "{{":
            plain.append("{")
            opened += 1
        elif match["brace"]:
            plain.append("}" if opened else "}}")  # alone it is two braces, as the end of a JSON object may be
            opened = max(0, opened - 1)
        else:
            if text := "".join(plain):
                parts.append(text)
            plain.clear()
            parts.append(_placeholder(match, place))
    plain.append(inner[position:])
    text = "".join(plain)
    if not parts:
        return text
    return Template((*parts, text) if text else tuple(parts), place=place)


def read_path(dotted: str) -> list[str]:
    """Return what `row.tags[0]` consists of: `row`, `tags`, `0`."""
    return re.findall(r"\w+", dotted)


def _character(match: re.Match[str]) -> str:
    """The character of a code; itself where the code has none."""
    code = int(match["code"], 16)
    return match[0] if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)


def read_name(quoted: str) -> str:
    """Return the name that stands in quotes: a text without placeholders, whose braces are themselves."""
    text = read_string(quoted, Place("", 1, 1))
    if isinstance(text, str):
        return text
    return "".join(part if isinstance(part, str) else f"{{{part.dotted}}}" for part in text.parts)


def _placeholder(match: re.Match[str], place: Place) -> Reference:
    name, *path = read_path(match["name"])
    column = place.column + 1 + match.start()
    length = match.end() - match.start()
    return Reference(name, tuple(path), place=Place(place.file, place.line, column, place.line, column + length))
