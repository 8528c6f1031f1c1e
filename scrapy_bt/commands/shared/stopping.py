"""How a command is told to come to an end."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopping(stop: threading.Event | None = None, *, is_once: bool = False) -> Iterator[threading.Event]:
    """An event, *stop* or a new one, that Ctrl-C sets, and whoever else ends this process in order.

    *is_once*: whoever cannot await the end, and does it a second time, ends the process as if nothing were here.
    """
    told = threading.Event() if stop is None else stop

    def tell(number: int, _frame: object) -> None:
        told.set()
        if is_once:
            signal.signal(number, before[signal.Signals(number)])

    before = {number: signal.signal(number, tell) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
