"""One response, read out of the bytes of a connection: its head, then its body; no input or output of its own.

llhttp parses. What it does not do is done here: bounds for what is no body, answers without one, heads that are mended.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from httptools import HttpParserError, HttpParserUpgrade, HttpResponseParser

from .mending import BrokenResponseError, mend_head

LARGEST_HEAD = 256 * 1024
"""Bytes of the head of a response, with what was sent before it (100, 103); Chrome's limit."""
MOST_OVERHEAD = 64 * 1024
"""Bytes within a body that are none of it, in a row: sizes and extensions of chunks, trailers."""

_SWITCHING_PROTOCOLS = 101
_END_OF_HEAD = re.compile(rb"\n\r?\n")
_CONTROL = frozenset(
    (
        *(b"connection", b"content-length", b"keep-alive", b"proxy-connection"),
        *(b"te", b"trailers", b"transfer-encoding", b"upgrade"),
    )
)
"""Headers of the connection alone; Scrapy shows none of them but the length."""
_KEPT = re.compile(rb"timeout\s*=\s*([0-9]{1,6})", re.IGNORECASE)


@dataclass(frozen=True)
class ResponseHead:
    """The head of a response; *length*: what was announced of its body, none if nothing was."""

    status: int
    version: str
    headers: list[tuple[bytes, bytes]]
    length: int | None
    coding: bytes | None = None
    """Of the transfer; `chunked` or none."""
    kept: float | None = None
    """Seconds that the server says it keeps the connection when nobody uses it."""


class ResponseReceiver(Protocol):
    """Who wants a response; what it raises is not handled."""

    def head_came(self, head: ResponseHead) -> None: ...

    def body_came(self, data: bytes) -> None: ...


class ResponseReader:
    """Reads the response to a request with *method*."""

    def __init__(self, receiver: ResponseReceiver, *, method: str) -> None:
        self._receiver: ResponseReceiver | None = receiver
        self._is_bodiless = method == "HEAD"
        self._parser: HttpResponseParser | None = self._make_parser()
        self._gathered = b""
        self._headers: list[tuple[bytes, bytes]] = []
        self._control: dict[bytes, bytes] = {}
        self._size_of_heads = self._overhead = 0
        self._must_close = False
        self.head: ResponseHead | None = None
        self.is_complete = False
        self.is_reusable = False
        """Whether the next request may be sent on the connection, once the response is complete."""
        self.has_surplus = False
        """More has come with a complete head or body."""

    @property
    def has_begun(self) -> bool:
        """Something has come."""
        return bool(self._size_of_heads or self._gathered)

    def feed(self, data: bytes) -> None:
        """Read on; raises `BrokenResponseError`."""
        while data and self.head is None and self._receiver is not None:
            data = self._feed_head(data)
        if not data:
            return
        if self.is_complete:
            self.is_reusable, self.has_surplus = False, True
        elif self._receiver is not None:
            self._feed_body(data)

    def end(self) -> bool:
        """The connection has ended: whether the response is whole."""
        head = self.head
        self.is_complete |= head is not None and head.length is None and head.coding is None
        self.is_reusable = False
        return self.is_complete

    def forget(self) -> None:
        """Let go of who waits; parser and reader know each other, and nobody should wait for the garbage collector."""
        self._parser = self._receiver = None

    def _make_parser(self, *, is_lenient: bool = False) -> HttpResponseParser:
        parser = HttpResponseParser(self)
        parser.set_dangerous_leniencies(lenient_headers=is_lenient, lenient_spaces_after_chunk_size=True)
        return parser

    def _feed_head(self, data: bytes) -> bytes:
        """Read up to the end of a head; what is left."""
        begin = max(0, len(self._gathered) - 3)
        gathered = self._gathered = self._gathered + data if self._gathered else data
        found = _END_OF_HEAD.search(gathered, begin)
        end = found.end() if found else len(gathered)
        if self._size_of_heads + end > LARGEST_HEAD:
            raise BrokenResponseError(f"a head of more than {LARGEST_HEAD:,} bytes")
        if found is None:
            return b""
        self._size_of_heads += end
        self._gathered = b""
        block = gathered[:end]
        if not block.isspace():  # empty lines before a message are skipped (RFC 9112, 2.2)
            self._parse_head(block)
        return gathered[end:]

    def _parse_head(self, block: bytes) -> None:
        assert self._parser is not None
        try:
            self._parser.feed_data(block)
        except HttpParserUpgrade:
            pass
        except HttpParserError:
            self._must_close = True
            self._headers, self._control, self.head = [], {}, None
            self._parser = self._make_parser(is_lenient=True)
            try:
                self._parser.feed_data(mend_head(block))
            except HttpParserError as error:
                raise BrokenResponseError(f"{error}: {block[:100]!r}") from None
        if self._parser.get_status_code() == _SWITCHING_PROTOCOLS:
            raise BrokenResponseError("a change of protocol (101) that nobody asked for")
        if self.head is None:
            return
        if self.head.coding is not None and self.head.coding.lower() != b"chunked":
            raise BrokenResponseError(f"a transfer coding that is not known: {self.head.coding[:100]!r}")
        if self._receiver is not None:
            self._receiver.head_came(self.head)
            if self._is_bodiless and not self.is_complete and self._parser is not None:
                self._complete()

    def _feed_body(self, data: bytes) -> None:
        assert self._parser is not None
        self._overhead += len(data)
        try:
            self._parser.feed_data(data)
        except HttpParserError as error:
            if not self.is_complete:
                raise BrokenResponseError(str(error)) from None
            self.is_reusable = False
        if self._overhead > MOST_OVERHEAD and not self.is_complete:
            raise BrokenResponseError(f"more than {MOST_OVERHEAD:,} bytes of sizes and extensions in a body")

    def _complete(self) -> None:
        assert self._parser is not None
        self.is_complete = True
        self.is_reusable = not self._must_close and self._parser.should_keep_alive()

    # What the parser calls, by llhttp's names. What is raised here would come out as another exception.

    def on_message_begin(self) -> None:
        if self.is_complete:  # the server goes on where nobody has asked
            self._must_close = True
            self.is_reusable = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.head is not None:  # trailers
            return
        value = value.strip(b" \t")
        known = name.lower()
        if known in _CONTROL:
            self._control[known] = self._control[known] + b"," + value if known in self._control else value
        else:
            self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        parser = self._parser
        if parser is None or self.is_complete or parser.get_status_code() < 200:
            return
        coding, length = self._control.get(b"transfer-encoding"), self._control.get(b"content-length")
        version = parser.get_http_version()
        if coding is not None and version == "1.0":  # RFC 9112, 6.1
            self._must_close = True
        self.head = ResponseHead(
            status=parser.get_status_code(),
            version=version,
            headers=self._headers,
            length=int(length) if length is not None else None,
            coding=coding,
            kept=_read_kept(self._control.get(b"keep-alive")),
        )

    def on_body(self, data: bytes) -> None:
        self._overhead = 0
        if self._receiver is not None and not self.is_complete:
            self._receiver.body_came(data)

    def on_message_complete(self) -> None:
        if self.head is None:  # 100, 103: the response is still to come
            self._headers, self._control = [], {}
        elif not self.is_complete and self._parser is not None:
            self._complete()


def _read_kept(value: bytes | None) -> float | None:
    found = _KEPT.search(value) if value is not None else None
    return float(found[1]) if found else None
