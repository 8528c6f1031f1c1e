"""What the proxies for tests have in common: a process of their own, which is told what to do."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import tempfile
import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from ..errors import BTError
from .ports import PORT_TRIES, pick_port

if TYPE_CHECKING:
    from typing_extensions import Self

ANSWER_SECONDS = 120.0


class ProxyError(BTError):
    """Proxies did not start or do not answer; the message holds what they said."""


class ProxyProcess(ABC):
    """A process that takes orders (`orders.take_orders`), as long as the `with` block.

    It ends with this process in any case, even when this process is killed. A subclass says which one it is, and makes
    it listen.
    """

    _module: str
    """What the process runs."""

    _name: str
    """Who does something, in messages."""

    _verbs = "does", "has"
    """What goes with the name."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._talking = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        """The number of the process while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process and wait until it listens.

        Raises:
            ProxyError: It ended, or did not answer in time.
        """
        with tempfile.TemporaryFile() as complaints:
            self._process = subprocess.Popen(  # noqa: S603 (this interpreter, and a module of this package)
                [sys.executable, "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                bufsize=0,
                # Ctrl-C is for this process, which still may need the proxy to end its crawl in order.
                start_new_session=True,
            )
            try:
                self._begin()
            except BaseException as error:
                self.stop()
                if not isinstance(error, Exception):
                    raise
                complaints.seek(0)
                said = complaints.read().decode(errors="replace").strip()
                raise ProxyError(f"{self._name} did not start: {said or error}") from error

    def stop(self) -> None:
        """End the process and all connections through it; one that does not run is left alone."""
        process, self._process = self._process, None
        if process is not None:
            with process:
                process.kill()

    @abstractmethod
    def _begin(self) -> None:
        """Give the first orders, after which the process listens."""

    def _listen(self, **values: object) -> int:
        """Have it listen at a free port, which is returned."""
        for _ in range(PORT_TRIES):
            port = pick_port()
            if self._talk("listen", port=port, **values):
                return port
        raise ProxyError("found no free port")

    def _talk(self, command: str, **values: object) -> Any:
        """Send a command as a line, and read the line that answers it."""
        does, has = self._verbs
        process = self._process
        if process is None:
            raise ProxyError(f"{self._name} {does} not run")
        assert process.stdin is not None
        assert process.stdout is not None
        with self._talking:
            try:
                process.stdin.write(json.dumps({"command": command, **values}).encode() + b"\n")
            except BrokenPipeError:
                raise ProxyError(f"{self._name} {has} ended") from None
            is_there, _, _ = select.select([process.stdout], [], [], ANSWER_SECONDS)
            line = process.stdout.readline() if is_there else b""
        if not line.endswith(b"\n"):
            raise ProxyError(f"{self._name} {does} not answer to {command!r}")
        return json.loads(line)
