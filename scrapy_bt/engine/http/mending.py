"""Heads of responses that the parser refuses, and browsers and h11 take: put in order, without a guess.

What may hide a second message is not mended: names that are no tokens (also `Content-Length :`), NUL, a lone CR,
lengths that contradict each other.
"""

from __future__ import annotations

import re

from .writing import TOKEN

_NUMBER = re.compile(rb"[0-9]+")
_LINE_END = re.compile(rb"\r?\n")
_FORBIDDEN = re.compile(rb"[\x00\r]")


class BrokenResponseError(Exception):
    """A server sent what is no HTTP/1.1, or more of it than anybody needs."""


def mend_head(block: bytes) -> bytes:
    """A head with lines that end in CRLF, none of them folded or without a colon, and one length at most.

    Where a length and chunks are both announced, the chunks count (RFC 9112, 6.3). Raises `BrokenResponseError`.
    """
    status, *lines = _LINE_END.split(block.rstrip(b"\r\n"))
    if _FORBIDDEN.search(status):
        raise BrokenResponseError(f"not a status line: {status[:100]!r}")
    fields = [_read(line) for line in _unfold(lines) if b":" in line]
    is_chunked = any(name.lower() == b"transfer-encoding" for name, _ in fields)
    lengths = {value for name, value in fields if name.lower() == b"content-length"}
    numbers = {part.strip() for value in lengths for part in value.split(b",")}
    if len(numbers) > 1 or not all(map(_NUMBER.fullmatch, numbers)):
        raise BrokenResponseError(f"lengths that are wrong, or contradict each other: {sorted(lengths)}")
    kept = [(name, value) for name, value in fields if name.lower() != b"content-length"]
    if numbers and not is_chunked:
        kept.append((b"Content-Length", min(numbers)))
    return b"\r\n".join([status, *(b"%b: %b" % field for field in kept), b"", b""])


def _unfold(lines: list[bytes]) -> list[bytes]:
    unfolded: list[bytes] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and unfolded:
            unfolded[-1] += b" " + line.strip()
        else:
            unfolded.append(line)
    return unfolded


def _read(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b":")
    if not TOKEN.fullmatch(name) or _FORBIDDEN.search(value):
        raise BrokenResponseError(f"not a header: {line[:100]!r}")
    return name, value.strip(b" \t")
