"""Regular expressions that find a piece of a text again by what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..requests.shapes import looks_like_value

_SPECIAL = re.compile(r"([\\.^$*+?{}\[\]|()])")
_FIELD = re.compile(r"(?:^|[?&;#])([\w.\-\[\]%]+)=$")
_KEYED = re.compile(r"""(["']?)([A-Za-z_$][\w$.-]*)\1(\s*(?::|=>?|,)\s*)(\\?["'`]?)$""")
_MARKED = re.compile(r"""([A-Za-z_][\w:.-]*\s*[=:(,]\s*)(["']?)$""")
_LONGEST_LEFT = 24
_NO_PIECE = "/?#&\"'<>"
"""Characters that end a piece of a path."""
_MOST_BETWEEN = 2
"""The most varying pieces of a path between the one that tells the place and the one that is wanted."""


def pieces_of(text: str, value: str, *, most: int = 3) -> Iterator[tuple[str, str, float]]:
    """Patterns whose first group is the value in this text, with the name that stands beside it and their firmness."""
    start = text.find(value)
    count = 0
    while start >= 0 and count < most:
        end = start + len(value)
        if not _is_inside(text, start, end):
            yield from _patterns(text, start, end)
            count += 1
        start = text.find(value, start + 1)


def escape(text: str) -> str:
    """A text in a regular expression; blanks match any white space."""
    return re.sub(r"\s+", r"\\s+", _SPECIAL.sub(r"\\\1", text))


def _is_inside(text: str, start: int, end: int) -> bool:
    """Whether the value is only a part of a longer word or number."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return (before.isalnum() and text[start].isalnum()) or (after.isalnum() and text[end - 1].isalnum())


def _patterns(text: str, start: int, end: int) -> Iterator[tuple[str, str, float]]:
    value, left, right = text[start:end], text[max(0, start - 120) : start], text[end : end + 1]
    if found := _FIELD.search(left):
        name = found[1]
        group = _group(value, "&#;\"'\\s<>" if not text.startswith(("http", "/")) else "&#")
        yield (
            rf"[?&;#]{escape(name)}={group}" if found[0][0] in "?&;#" else rf"(?:^|[?&;#]){escape(name)}={group}",
            (name),
            0.85,
        )
    if found := _KEYED.search(left):
        sign, quote = found[3].strip(), found[4]
        group = _until(value, quote.lstrip("\\") or right)
        if group:
            # A closing quote before the sign belongs to the name.
            yield rf"{escape(found[1] + found[2] + found[1])}\s*{escape(sign)}\s*{escape(quote)}{group}", found[2], 0.8
    elif found := _MARKED.search(left):
        group = _until(value, found[2] or right)
        if group:
            yield rf"{escape(found[1].strip())}\s*{found[2]}{group}", re.split(r"[\s=:(,]", found[1])[0], 0.7
    if left.endswith("/") and "/" not in value:
        yield from _in_path(value, left)
    near = _near(left)
    group = _until(value, right)
    if group and near:
        yield escape(near) + group, "", 0.4
    elif group and not left:
        yield f"^{group}", "", 0.35


def _in_path(value: str, left: str) -> Iterator[tuple[str, str, float]]:
    """By the nearest piece of the path before it that is not a value; the pieces between vary."""
    pieces = [part for part in left.split("/") if part][-_MOST_BETWEEN - 1 :]
    for between, piece in enumerate(reversed(pieces)):
        if re.search(r"[\s\"'<>]", piece):
            return
        if not looks_like_value(piece):
            group = _group(value, f"{_NO_PIECE}\\s")
            others = f"[^{_NO_PIECE}\\s]+/" * between
            yield rf"/{escape(piece)}/{others}{group}", "" if between else piece, 0.75 - 0.05 * between
            return


def _near(left: str) -> str:
    """What stands right before, up to a change of line and without values that change."""
    line = left[-_LONGEST_LEFT:].rpartition("\n")[2]
    parts = re.split(r"\d+", line)
    return parts[-1] if len(parts[-1]) >= 2 else ""


def _until(value: str, sign: str) -> str:
    """A group that goes up to a sign; empty if the value holds that sign."""
    if not sign:
        return "(.+)"
    if sign in value:
        return ""
    if sign.isspace():
        return "" if re.search(r"\s", value) else r"(\S+)"
    return f"([^{_in_class(sign)}]+)" + (sign if sign in "\"'`" else "")


def _group(value: str, signs: str) -> str:
    return f"([^{signs}]+)" if value else "()"


def _in_class(sign: str) -> str:
    return "\\" + sign if sign in "\\]^-[" else sign
