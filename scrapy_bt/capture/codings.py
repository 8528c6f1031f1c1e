"""Bodies as tools write them into files, back to the bytes that were sent."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable
from importlib import import_module

from w3lib.encoding import html_body_declared_encoding, http_content_type_encoding, resolve_encoding

from ..core.documents.encodings import is_charset
from ..core.documents.packing import LargeError, parts_of
from ..sentences import say

LARGEST_EXPANDED = 64 * 1024 * 1024
"""Bytes to which a compressed body may expand."""
_MOST_CODINGS = 8
"""Within each other; a gzip file may hold itself."""

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=_-]")


class UndecodableError(ValueError):
    """A body is not what it is said to be; the message says what."""


class _TooLargeError(Exception):
    """It expands beyond the limit."""


def from_base64(text: str) -> bytes:
    """The bytes of a Base64 text, with either alphabet, whatever its line breaks and padding."""
    data = re.sub(rb"\s", b"", text.encode("ascii", "replace")).rstrip(b"=")
    if _NOT_BASE64.search(data) or len(data) % 4 == 1:
        raise UndecodableError(say("the body is marked as Base64, and is not"))
    try:
        return base64.b64decode(data.translate(bytes.maketrans(b"-_", b"+/")) + b"=" * (-len(data) % 4))
    except binascii.Error as error:
        raise UndecodableError(say("the body is marked as Base64, and is not")) from error


def in_declared_encoding(text: str, content_type: str) -> tuple[bytes, bool]:
    """A text as the bytes from which readers get it back, and whether they are in the encoding that it declares.

    If not, they are in UTF-8.
    """
    declared = http_content_type_encoding(content_type or None) or html_body_declared_encoding(text[:4096])
    encoding = (resolve_encoding(declared) if declared else None) or "utf-8"
    if not is_charset(encoding):
        return text.encode("utf-8", "replace"), False
    try:
        return text.encode(encoding), True
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace"), encoding == "utf-8"


def expanded(body: bytes, content_encoding: str) -> bytes:
    """A body without the content codings that it still has; tools have mostly undone them, whatever its header says."""
    codings = [coding.strip().lower() for coding in content_encoding.split(",") if coding.strip()]
    if len(codings) > _MOST_CODINGS:
        raise UndecodableError(say("the body has {:,} content codings, and may have {}", len(codings), _MOST_CODINGS))
    for coding in reversed(codings):
        body = _expanded(body, coding)
    return body


def _expanded(body: bytes, coding: str) -> bytes:
    match coding:
        case "gzip" | "x-gzip" if body.startswith(_GZIP):
            return _inflated(body, 31, coding)
        case "deflate" if body[:1] == b"\x78" and len(body) > 1 and (body[0] << 8 | body[1]) % 31 == 0:
            return _inflated(body, 15, coding)
        case "br" if not _is_text(body):
            return _by_module(body, "brotli>=1.2", coding, _from_brotli)
        case "zstd" if body.startswith(_ZSTD):
            return _by_module(body, "backports.zstd", coding, _from_zstd)
    return body


def _inflated(body: bytes, bits: int, coding: str) -> bytes:
    machine = zlib.decompressobj(bits)
    try:
        data = machine.decompress(body, LARGEST_EXPANDED)
    except zlib.error as error:
        raise UndecodableError(say("the body is still compressed ({}), and broken", coding)) from error
    if machine.unconsumed_tail:
        raise UndecodableError(say("the body is still compressed ({}), and too large", coding))
    return data


def _from_brotli(body: bytes) -> bytes:
    machine = import_module("brotli").Decompressor()
    data: bytes = machine.process(body, output_buffer_limit=LARGEST_EXPANDED)
    if len(data) >= LARGEST_EXPANDED:
        raise _TooLargeError
    if not machine.is_finished():
        raise EOFError
    return data


def _from_zstd(body: bytes) -> bytes:
    module = import_module("backports.zstd")
    try:
        return parts_of(body, LARGEST_EXPANDED, module.ZstdDecompressor)
    except LargeError:
        raise _TooLargeError from None


def _by_module(body: bytes, module: str, coding: str, expand: Callable[[bytes], bytes]) -> bytes:
    try:
        return expand(body)
    except (ImportError, TypeError) as error:  # TypeError: a version that knows no bound
        raise UndecodableError(
            say("the body is still compressed ({}); to read it: pip install '{}'", coding, module)
        ) from error
    except _TooLargeError:
        raise UndecodableError(say("the body is still compressed ({}), and too large", coding)) from None
    except Exception as error:  # each module has its own kind of error
        raise UndecodableError(say("the body is still compressed ({}), and broken", coding)) from error


def _is_text(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in body
