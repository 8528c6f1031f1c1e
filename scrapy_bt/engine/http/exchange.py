"""A request under way on a connection: its response is gathered, within the limits that Scrapy knows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DownloadCancelledError, StopDownload
from scrapy.http import Headers
from scrapy.utils._download_handlers import check_stop_download, get_maxsize_msg, get_warnsize_msg

from ..signals import has_listeners
from .connections import NoResponseError
from .mending import BrokenResponseError
from .reading import ResponseHead, ResponseReader

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

    from .connections import Connection

logger = logging.getLogger(__name__)

Keep = Callable[["Connection", "float | None"], None]
"""Takes a connection that may be used again, and the seconds for which the server keeps it."""


@dataclass
class Received:
    """What came; *loss*: why the body is incomplete; *is_open_ended*: only the end of the connection ended the body."""

    connection: Connection
    head: ResponseHead
    headers: Headers
    body: bytes = b""
    loss: str | None = None
    is_open_ended: bool = False
    stop: StopDownload | None = None


@dataclass(frozen=True)
class BodyLimits:
    """The limits of a body's size, in bytes; 0 for none."""

    largest: int
    warned: int


class HTTPExchange:
    """Sends a request and gathers its response; `received` is done when it is whole, or will not be."""

    def __init__(self, request: Request, limits: BodyLimits, crawler: Crawler, *, begun: float, keep: Keep) -> None:
        self._request, self._limits, self._crawler, self._begun, self._keep = request, limits, crawler, begun, keep
        self._reader = ResponseReader(self, method=request.method)
        self._connection: Connection | None = None
        self._head: ResponseHead | None = None
        self._headers: Headers | None = None
        self._chunks: list[bytes] = []
        self._size = 0
        self._is_warned = False
        self.received: asyncio.Future[Received] = asyncio.get_running_loop().create_future()

    @property
    def has_begun(self) -> bool:
        """Something of the response is there."""
        return self._reader.has_begun

    def begin(self, connection: Connection, data: bytes) -> None:
        """Send the request."""
        self._connection = connection
        connection.send(data, self)

    def time_out(self) -> None:
        """End it; it has taken too long."""
        self._end_connection()
        self._fail(asyncio.TimeoutError())

    def give_up(self) -> None:
        """End it; nobody waits any more."""
        self._end_connection()
        self.received.cancel()
        self._forget()

    # What the connection tells.

    def data_came(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
        except BrokenResponseError as error:
            self._break(error)
        else:
            if self._reader.is_complete:
                self._let_go()
                self._finish()

    def connection_ended(self, error: Exception | None) -> None:
        if self._reader.end():
            self._finish(is_open_ended=True)
        else:
            self._break(NoResponseError(f"the connection ended: {error or 'cleanly'}"))

    # What the reader tells.

    def head_came(self, head: ResponseHead) -> None:
        request = self._request
        request.meta["download_latency"] = monotonic() - self._begun
        self._head, self._headers = head, _make_headers(head)
        if self._is_stopped(signals.headers_received, headers=self._headers, body_length=head.length):
            return
        if head.length is not None and request.method != "HEAD":
            self._check_size(head.length, expected=True)

    def body_came(self, data: bytes) -> None:
        self._chunks.append(data)
        self._size += len(data)
        if not self._is_stopped(signals.bytes_received, data=data):
            self._check_size(self._size, expected=False)

    def _is_stopped(self, signal: object, **named: Any) -> bool:
        """Tell listeners; one may have had enough."""
        if not has_listeners(self._crawler.signals.sender, signal):
            return False
        stop = check_stop_download(signal, self._crawler, self._request, **named)
        if stop is not None:
            self._end_connection()
            self._finish(stop=stop)
        return stop is not None

    def _check_size(self, size: int, *, expected: bool) -> None:
        limits = self._limits
        if limits.largest and size > limits.largest:
            message = get_maxsize_msg(size, limits.largest, self._request, expected=expected)
            logger.warning(message)
            self._end_connection()
            self._fail(DownloadCancelledError(message))
        elif limits.warned and size > limits.warned and not self._is_warned:
            self._is_warned = True
            logger.warning(get_warnsize_msg(size, limits.warned, self._request, expected=expected))

    # How it ends.

    def _finish(self, **others: Any) -> None:
        if not self.received.done():
            assert self._connection is not None
            assert self._head is not None
            assert self._headers is not None
            body = b"".join(self._chunks)
            self.received.set_result(Received(self._connection, self._head, self._headers, body, **others))
        self._forget()

    def _break(self, error: Exception) -> None:
        self._end_connection()
        if self._head is None:
            self._fail(error)
        else:
            self._finish(loss=str(error))

    def _fail(self, error: Exception) -> None:
        if not self.received.done():
            self.received.set_exception(error)
        self._forget()

    def _forget(self) -> None:
        """The connection is another's from now on, and may end without us."""
        self._connection = None
        self._reader.forget()

    def _let_go(self) -> None:
        """The response is whole: the connection is free, if it may be used again."""
        if self._connection is None or self._head is None:
            return
        if self._reader.is_reusable:
            self._connection.release()
            self._keep(self._connection, self._head.kept)
        else:
            self._end_connection()

    def _end_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _make_headers(head: ResponseHead) -> Headers:
    """The headers as Scrapy has them: the length first, and none that are of the connection alone."""
    headers = Headers()
    if head.length is not None:
        dict.__setitem__(headers, b"Content-Length", [b"%d" % head.length])
    for name, value in head.headers:
        dict.setdefault(headers, name.title(), []).append(value)
    return headers
