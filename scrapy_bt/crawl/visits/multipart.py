"""Bodies of `multipart/form-data` (RFC 7578), with files that are given as texts or in Base64."""

from __future__ import annotations

import binascii
import hashlib
from base64 import b64decode
from collections.abc import Iterator, Mapping
from mimetypes import guess_type
from typing import Any

from ...core.samples.multipart import Part, written_parts
from ...core.tree.values import to_text
from ...errors import NodeError
from ...sentences import say

_UNKNOWN_TYPE = "application/octet-stream"
_OF_A_FILE = ("content", "base64", "filename", "type")


def build_multipart(node: str, fields: Mapping[str, Any]) -> tuple[bytes, str]:
    """The body and its `Content-Type`; the same fields always give the same. Raises `NodeError`."""
    parts = tuple(part for name, value in fields.items() for part in _parts(node, name, value))
    # A boundary must not come within the parts: a digest of them does not, for all anybody can do.
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(f"{part.name}\0{part.filename}\0{part.type}\0".encode("utf-8", "replace") + part.content)
    boundary = f"----bt{digest.hexdigest()}"
    return written_parts(parts, boundary), f"multipart/form-data; boundary={boundary}"


def _parts(node: str, name: str, value: Any) -> Iterator[Part]:
    for entry in value if isinstance(value, list) else [value]:
        if isinstance(entry, Mapping):
            yield _file(node, name, entry)
        elif entry is not None:
            yield Part(name, to_text(entry).encode("utf-8", "replace"))


def _file(node: str, name: str, entry: Mapping[str, Any]) -> Part:
    unknown = [key for key in entry if key not in _OF_A_FILE]
    if unknown or (entry.get("base64") is None) == (entry.get("content") is None):
        missing = say("it has to have one of 'content' and 'base64'")
        wrong = say("there is no '{}'", unknown[0]) if unknown else missing
        raise NodeError(
            say(
                "'{}' in 'multipart' of '{}' is no file: {}; write {{ filename = \"a.txt\"  content = text }}, or {{"
                ' filename = "a.png"  base64 = data }}',
                name,
                node,
                wrong,
            )
        )
    if entry.get("content") is not None:
        content = to_text(entry["content"]).encode("utf-8", "replace")
    else:
        try:
            content = b64decode("".join(to_text(entry["base64"]).split()), validate=True)
        except (binascii.Error, ValueError) as error:
            raise NodeError(say("'{}' in 'multipart' of '{}' is not in Base64: {}", name, node, error)) from None
    filename = name if entry.get("filename") is None else to_text(entry["filename"])
    kind = guess_type(filename)[0] or _UNKNOWN_TYPE if entry.get("type") is None else to_text(entry["type"])
    return Part(name, content, filename, kind)
