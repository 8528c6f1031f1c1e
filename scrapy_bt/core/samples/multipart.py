"""Bodies of `multipart/form-data`: reading the parts, and changing some of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_BOUNDARY = re.compile(r'boundary=(?:"([^"]+)"|([^;\s]+))', re.IGNORECASE)
_BEGINNING = re.compile(r"--([^\r\n]+)\r\nContent-Disposition: *form-data;", re.IGNORECASE)
_NAME = re.compile(rb'(?<![\w*])name="((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_FILENAME = re.compile(rb'; *filename="((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_TYPE = re.compile(rb"^content-type: *([^\r\n]+)", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """One part; *filename* none: a plain field."""

    name: str
    content: bytes
    filename: str | None = None
    type: str = ""
    head: bytes = b""
    """Its headers as they stand, without the empty line after them."""


def boundary_of(content_type: str) -> str:
    """The boundary that a `Content-Type` tells; empty if there is none."""
    found = _BOUNDARY.search(content_type)
    return "" if found is None else found.group(1) or found.group(2)


def declared_by(text: str) -> str:
    """The `Content-Type` of a text that is a form in parts, as its first line tells; empty if it is none."""
    found = _BEGINNING.match(text)
    return f"multipart/form-data; boundary={found[1].strip()}" if found is not None else ""


def parts_of(body: bytes, content_type: str) -> tuple[Part, ...]:
    """The parts of a body, in their order; empty if it is none of this kind."""
    return tuple(part for part in map(_part, _pieces(body, content_type)) if part is not None)


def with_parts(body: bytes, content_type: str, changes: Mapping[int, tuple[bytes | None, str | None]]) -> bytes | None:
    """The body with the contents and filenames of some parts, by their places; content none: left out.

    None if no part is left.
    """
    if not changes:
        return body
    mark = b"--" + boundary_of(content_type).encode("latin-1", "replace")
    place, kept = -1, []
    for piece in _pieces(body, content_type):
        part = _part(piece)
        place += part is not None
        if part is None or place not in changes:
            kept.append(piece)
        elif (content := changes[place][0]) is not None:
            kept.append(_with_filename(part, changes[place][1]) + b"\r\n\r\n" + content)
    if not kept:
        return None
    return b"".join(mark + b"\r\n" + piece + b"\r\n" for piece in kept) + mark + b"--\r\n"


def written_parts(parts: tuple[Part, ...], boundary: str) -> bytes:
    """A body of these parts, as browsers write it; a *head* that is given stands as it is."""
    mark = b"--" + boundary.encode("latin-1", "replace")
    written = b"".join(
        mark + b"\r\n" + (part.head or _head(part)) + b"\r\n\r\n" + part.content + b"\r\n" for part in parts
    )
    return written + mark + b"--\r\n"


def _pieces(body: bytes, content_type: str) -> list[bytes]:
    boundary = boundary_of(content_type)
    if not boundary:
        return []
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary.encode("latin-1", "replace"))
    # What stands before the first boundary is no part; nor is what the closing one (`--`) leads.
    return [piece.lstrip(b" \t")[2:] for piece in pieces[1:] if piece.lstrip(b" \t").startswith(b"\r\n")]


def _part(piece: bytes) -> Part | None:
    head, empty_line, content = piece.partition(b"\r\n\r\n")
    name = _NAME.search(head)
    if not empty_line or name is None:
        return None
    filename, kind = _FILENAME.search(head), _TYPE.search(head)
    return Part(
        _unescaped(name.group(1)),
        content,
        None if filename is None else _unescaped(filename.group(1)),
        "" if kind is None else kind.group(1).decode("latin-1").strip(),
        head,
    )


def _with_filename(part: Part, filename: str | None) -> bytes:
    if filename == part.filename:
        return part.head
    written = b"" if filename is None else b'; filename="' + _escaped(filename) + b'"'
    if part.filename is None:
        return _NAME.sub(lambda found: found.group() + written, part.head, count=1)
    return _FILENAME.sub(lambda _: written, part.head, count=1)


def _head(part: Part) -> bytes:
    head = b'Content-Disposition: form-data; name="' + _escaped(part.name) + b'"'
    if part.filename is not None:
        head += b'; filename="' + _escaped(part.filename) + b'"'
    return head + (b"\r\nContent-Type: " + part.type.encode("latin-1", "replace") if part.type else b"")


def _escaped(text: str) -> bytes:
    # As browsers do (the HTML standard, "multipart form data").
    return text.replace("\n", "%0A").replace("\r", "%0D").replace('"', "%22").encode()


def _unescaped(data: bytes) -> str:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%22", '"').replace('\\"', '"')
