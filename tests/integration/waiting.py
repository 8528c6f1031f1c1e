"""Waits for what happens in other processes."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
from collections.abc import Callable

from tests.integration.projects import SECONDS


def wait_until(condition: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Look again and again until *condition* holds; the process, if one is given, has to live so long."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        assert process is None or process.poll() is None, process.communicate()[1][-3000:]
        signal.sigtimedwait([], 0.02)


def is_listening(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
