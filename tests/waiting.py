"""Waits for the thing itself, without a bound: what never comes is ended by pytest, which says where.

And `takes_at_most`, the only bound of a time there is: on a quiet machine, for whoever asks for it.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

IS_TIMED = "SCRAPY_BT_TIMES" in os.environ

_T = TypeVar("_T")


def wait_until(
    condition: Callable[[], _T],
    process: subprocess.Popen[Any] | None = None,
    *,
    what: Callable[[], object] = lambda: "",
    pause: float = 0.02,
) -> _T:
    """Look again and again until *condition* holds, and give what it gave.

    The process, if one is given, has to live so long; *what* is printed if it does not come to that.
    """
    event = threading.Event()
    try:
        while not (found := condition()):
            assert process is None or process.poll() is None, "the process has ended"
            event.wait(pause)
    except BaseException:
        print(what())
        if process is not None and process.poll() is not None and process.stderr is not None:
            print(process.stderr.read()[-3000:])
        raise
    return found


async def until(condition: Callable[[], object]) -> None:
    """The same in an event loop, which goes on meanwhile."""
    while not condition():
        await asyncio.sleep(0.001)


def is_listening(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def takes_at_most(seconds: float) -> Iterator[None]:
    """Of this process, with `SCRAPY_BT_TIMES`: a busy or a slow machine is no fault of what is tested."""
    since = time.process_time()
    yield
    assert not IS_TIMED or time.process_time() - since < seconds
