"""What the servers for tests and benchmarks have in common: each has a port and a folder of its own, and may fail."""

from __future__ import annotations

import shutil
import signal
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from ..errors import BTError
from .ports import PORT_TRIES, is_free, pick_port
from .processes import ServerProcess

if TYPE_CHECKING:
    from typing_extensions import Self

START_SECONDS = 120.0

_POLL_SECONDS = 0.01
"""Between two looks whether a server is ready."""

_LOG = "output.log"
_LONGEST_COMPLAINT = 2000


class LocalServer(ABC):
    """A server on a free port of this machine, in a temporary folder, as long as the `with` block.

    It ends with this process in any case, even when this process is killed. A subclass says how the server is launched,
    when it is ready, and what is raised if it never is.
    """

    _name = "server"
    """What the name of its folder begins with."""

    _end_signal: int = signal.SIGTERM
    """Makes it end in order."""

    _passing: tuple[str, ...] = ()
    """Codes with which its lines begin where another try may succeed, also on a port that is free."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._port = 0
        self._process: ServerProcess | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def port(self) -> int:
        """The port, which stays the same until `close`."""
        return self._port

    @property
    def pid(self) -> int | None:
        """The number of the server's process while it runs."""
        return self._process.pid if self._process else None

    @property
    def is_alive(self) -> bool:
        """Whether the server runs: nobody has ended it from outside."""
        return self._process is not None and self._process.is_alive

    @property
    def folder(self) -> Path:
        """Where the server keeps its files, and what it said in `output.log`; removed by `close`."""
        if self._folder is None:
            self._folder = self._make_folder()
        return self._folder

    @property
    def output(self) -> str:
        """What the server has said since the first start."""
        return self._read(_LOG)

    def start(self) -> None:
        """Start the server and wait until it is ready; one that runs is left alone.

        Raises:
            BTError: It ended, or was not ready in time. It is the error of this kind of server, with what it said.
        """
        if self._process is not None:
            return
        fixed = self._port
        try:
            for _ in range(PORT_TRIES):
                self._port = fixed or pick_port()
                said = len(self.output)
                self._process = self._launch()
                if self._wait_until(self._is_ready):
                    return
                self._end()
                lines = self.output[said:].splitlines()
                if is_free(self._port) and not any(line.startswith(self._passing) for line in lines):
                    break
        except BaseException:
            self.close()
            raise
        raise self._give_up()

    def stop(self) -> None:
        """Stop the server in order and wait for its end; its folder and its port stay for `restart`."""
        if self._process is not None:
            self._process.stop(self._end_signal)
            self._process = None

    def kill(self) -> None:
        """End the server at once (SIGKILL), with all that it was doing, and wait until it is gone."""
        self._end()

    def restart(self) -> None:
        """Start the server again, on its port and in its folder; one that still runs is stopped before."""
        self.stop()
        self.start()

    def freeze(self) -> None:
        """Stop the server's process (SIGSTOP): it can be connected to, but answers nothing, until `thaw`."""
        if self._process is not None:
            self._process.freeze()

    def thaw(self) -> None:
        """Let a frozen server go on (SIGCONT)."""
        if self._process is not None:
            self._process.thaw()

    def close(self) -> None:
        """End the server and remove its folder; it may be started anew, on another port."""
        self._end()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._port = None, 0

    @abstractmethod
    def _launch(self) -> ServerProcess:
        """A new process of the server, for its port, its folder and its log."""

    @abstractmethod
    def _is_ready(self) -> bool:
        """Whether the server does its work."""

    @abstractmethod
    def _failure(self, said: str) -> BTError:
        """What is raised when the server does not answer; *said*: its last words."""

    @property
    def _log(self) -> Path:
        return self.folder / _LOG

    def _read(self, name: str) -> str:
        """What is in a file of the folder, if there is one."""
        path = self._folder / name if self._folder else None
        return path.read_text(encoding="utf-8", errors="replace") if path is not None and path.exists() else ""

    def _make_folder(self) -> Path:
        return Path(tempfile.mkdtemp(prefix=f"{self._name}-"))

    def _wait_until(self, is_so: Callable[[], bool]) -> bool:
        """Ask until the answer is yes; false: the server has ended before, or the time is over."""
        end = time.monotonic() + START_SECONDS
        while self.is_alive and time.monotonic() < end:
            if is_so():
                return True
            Event().wait(_POLL_SECONDS)
        return False

    def _give_up(self) -> BTError:
        """Close a server that does not answer, and return what is to be raised."""
        said = self.output[-_LONGEST_COMPLAINT:].strip() or "it said nothing"
        self.close()
        return self._failure(said)

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None
