"""URL-encoded fields (a query, a form, the segments of a path): reading them, and changing some of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

_CHINESE = re.compile("[\x00-\x7f\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*")
_SEGMENT = "!$&'()*+,;=:@"
_WRITTEN = "%&+;#"
"""What has a meaning within a query, wherever it stands."""
_PARTED = re.compile(r"[\w.-]+=[^;&]*(?:;[\w.-]+=[^;&]*)+", re.ASCII)
"""A query whose fields are parted by semicolons, as HTML 4 recommends."""


@dataclass(frozen=True)
class FormField:
    """One field as it stands: *name* and *value* decoded, *charset* is how."""

    raw: str
    name: str
    value: str
    charset: str = "utf-8"


def fields_of(text: str, *, charset: str = "") -> tuple[FormField, ...]:
    """The fields of a query or a form; *charset* is what is declared, for those that are not UTF-8.

    A text that is one piece without a `=` is a field without a name.
    """
    pieces = [piece for piece in text.split(separator_of(text)) if piece]
    if len(pieces) == 1 and "=" not in text:
        return (_field(pieces[0], "", pieces[0], charset),)
    return tuple(_field(piece, piece.partition("=")[0], piece.partition("=")[2], charset) for piece in pieces)


def separator_of(text: str) -> str:
    """What parts the fields of a query or a form."""
    return ";" if _PARTED.fullmatch(text) else "&"


def with_fields(text: str, changes: Mapping[int, str | None], *, charset: str = "") -> str:
    """The text with the values of some fields, by their places; None leaves one out. The others stay as they are."""
    if not changes:
        return text
    place = -1
    kept = []
    found, separator = fields_of(text, charset=charset), separator_of(text)
    for piece in text.split(separator):
        place += bool(piece)
        if not piece or place not in changes:
            kept.append(piece)
        elif (value := changes[place]) is not None:
            kept.append(_written(found[place], value, blanks="%20" if "%20" in text and "+" not in text else "+"))
    return separator.join(kept)


def written_field(name: str, value: str) -> str:
    """A field as browsers write it."""
    return f"{_coded(name, 'utf-8', '+')}={_coded(value, 'utf-8', '+')}"


def segments_of(path: str) -> tuple[FormField, ...]:
    """The segments of a URL's path, without empty ones; the name is the place."""
    pieces = [piece for piece in path.split("/") if piece]
    return tuple(FormField(piece, str(place), *percent_decoded(piece)) for place, piece in enumerate(pieces))


def with_segments(path: str, changes: Mapping[int, str | None]) -> str:
    """The path with some segments changed, or left out (none) with the slash before them."""
    if not changes:
        return path
    place = -1
    kept = []
    for piece in path.split("/"):
        place += bool(piece)
        if not piece or place not in changes:
            kept.append(piece)
        elif (value := changes[place]) is not None:
            kept.append(quote(value, safe=_SEGMENT, errors="replace"))
    return "/".join(kept)


def percent_decoded(text: str, charset: str = "") -> tuple[str, str]:
    """A percent-encoded text, and the charset in which it was: UTF-8, what is declared, Chinese, or else Latin-1."""
    data = unquote_to_bytes(text)
    if data.isascii():
        return data.decode("ascii"), "utf-8"
    for candidate in filter(None, ("utf-8", charset, "gb2312")):
        try:
            value = data.decode(candidate)
        except (LookupError, UnicodeDecodeError):
            continue
        if candidate != "gb2312" or candidate == charset or _CHINESE.fullmatch(value):
            return value, candidate
    return data.decode("latin-1"), "latin-1"


def _field(raw: str, name: str, value: str, charset: str) -> FormField:
    return FormField(
        raw, percent_decoded(name.replace("+", " "), charset)[0], *percent_decoded(value.replace("+", " "), charset)
    )


def _written(field: FormField, value: str, *, blanks: str) -> str:
    if value == field.value:
        return field.raw
    text = _coded(value, field.charset, blanks, plain_signs(field.raw.partition("=")[2]))
    if not field.name and "=" not in field.raw:
        return text
    return f"{field.raw.partition('=')[0]}={text}"


def plain_signs(raw: str) -> str:
    """The signs that stand in a URL-encoded text as they are, though most encode them: some servers go by that."""
    return "".join(sorted({sign for sign in raw if sign.isascii() and not sign.isalnum()} - set(_WRITTEN)))


def _coded(value: str, charset: str, blanks: str, plain: str = "") -> str:
    try:
        data = value.encode("gb18030" if charset == "gb2312" else charset)
    except UnicodeEncodeError:
        data = value.encode("utf-8", "replace")
    return quote(data, safe=f"-._~*{plain}").replace("%20", blanks)
