"""What a form holds: values that come several times, and files."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from scrapy_bt.testing.site.exchange import Ask


def values_in(ask: Ask) -> dict[str, list[str]]:
    """The texts of each name, in their order."""
    kind = ask.headers.get("content-type", "")
    if kind.startswith("multipart/form-data"):
        pairs = [(name, body.decode(errors="replace")) for name, file, body in _parts(ask) if file is None]
    else:
        pairs = parse_qsl(ask.body.decode("ascii", "replace"), keep_blank_values=True)
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return values


def files_in(ask: Ask) -> dict[str, bytes]:
    """The contents of files by name of their field."""
    return {name: body for name, file, body in _parts(ask) if file is not None}


def _parts(ask: Ask) -> Iterator[tuple[str, str | None, bytes]]:
    """Name, file name and content of each part."""
    kind = ask.headers.get("content-type", "")
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + ask.body)
    parts = message.get_payload() if message.is_multipart() else []
    for part in parts if isinstance(parts, list) else []:
        if isinstance(part, Message):
            name = part.get_param("name", header="content-disposition")
            content = part.get_payload(decode=True)
            yield str(name), part.get_filename(), content if isinstance(content, bytes) else b""
