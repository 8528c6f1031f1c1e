"""A server in a process of its own, which ends with the process that started it."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

STOP_SECONDS = 10.0

LAUNCH = 'echo $$; exec "$@" >>"$0" 2>&1'
"""Says its process number to the guard, and becomes the server; $0 is the file for what the server says."""

GUARD = 'read -r server; read -r nothing; kill -KILL "$server"'
"""Waits for the end of the process that holds its input, which is the starter, and ends the server then."""


class ServerProcess:
    """Runs a command; what it says goes to the end of the file *log*. *user*: whose it is, where that is another."""

    def __init__(self, command: Sequence[str], *, log: Path, user: Mapping[str, Any] | None = None) -> None:
        # Sessions of their own: Ctrl-C is for this process, which still may need the server to end its crawl in order.
        self._guard = subprocess.Popen(  # noqa: S603 (a fixed command)
            ["/bin/sh", "-c", GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._process = subprocess.Popen(  # noqa: S603 (a server found on this machine, and no shell's arguments)
            ["/bin/sh", "-c", LAUNCH, str(log), *command],
            stdin=subprocess.PIPE,
            stdout=self._guard.stdin,
            start_new_session=True,
            **(user or {}),
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def tell(self, line: str) -> None:
        """Write a line to its input."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Ask it to end, and wait; one that does not is killed."""
        self._process.send_signal(number)
        self.thaw()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._clear_away()

    def kill(self) -> None:
        """End it at once (SIGKILL), with the processes that it has started, and wait until it is gone."""
        children = _children(self.pid) if self.is_alive else []
        self._process.kill()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:  # noqa: PERF203  # it has ended by itself
                continue
        self._clear_away()

    def freeze(self) -> None:
        """Stop it (SIGSTOP): connections stay and connect, but nothing is answered until `thaw`."""
        self._process.send_signal(signal.SIGSTOP)
        # The signal is on its way; WNOWAIT leaves an end that comes before to whoever waits for that.
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def thaw(self) -> None:
        """Let it go on (SIGCONT)."""
        self._process.send_signal(signal.SIGCONT)

    def _clear_away(self) -> None:
        self._process.wait()
        self._guard.kill()
        self._guard.wait()
        for end in (self._process.stdin, self._guard.stdin):
            assert end is not None
            try:
                end.close()
            except OSError:  # what was written to it came too late
                continue


def _children(pid: int) -> list[int]:
    """The processes that a process has started, where the system tells."""
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
