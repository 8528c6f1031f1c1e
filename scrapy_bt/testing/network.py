"""A bad network between a crawl and its Redis: slow, cut, flapping."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import tempfile
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import BTError
from .ports import HOST, PORT_TRIES, pick_port

if TYPE_CHECKING:
    from typing_extensions import Self

ANSWER_SECONDS = 30.0


class ProxyError(BTError):
    """A delay proxy did not start or does not answer; the message holds what it said."""


class DelayProxy:
    """A TCP proxy in a process of its own, before a server on this machine, as long as the `with` block.

    *there* and *back* are the seconds that data takes longer to the server and from it: `DelayProxy(server.port,
    there=0.0025, back=0.0025)` makes round trips of 5 ms. Data is late but not fewer: what is sent while other data is
    under way travels beside it. The proxy ends with this process in any case, even when this process is killed.
    """

    def __init__(self, port: int, *, there: float = 0.0, back: float = 0.0) -> None:
        self._target = port
        self._delays = {"there": there, "back": back}
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._talking = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def port(self) -> int:
        """The port that the proxy listens on."""
        return self._port

    @property
    def url(self) -> str:
        """What `REDIS_URL` takes, where the server asks for no password."""
        return f"redis://{HOST}:{self._port}"

    @property
    def pid(self) -> int | None:
        """The number of the proxy's process while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the proxy and wait until it listens.

        Raises:
            ProxyError: It ended, or did not answer in time.
        """
        with tempfile.TemporaryFile() as complaints:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "scrapy_bt.testing.relay"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                bufsize=0,
                # Ctrl-C is for this process, which still may need the proxy to end its crawl in order.
                start_new_session=True,
            )
            try:
                self._talk("delay", **self._delays)
                self._port = self._listen()
            except BaseException as error:
                self.stop()
                complaints.seek(0)
                said = complaints.read().decode(errors="replace").strip()
                raise ProxyError(f"the delay proxy did not start: {said or error}") from error

    def stop(self) -> None:
        """End the proxy and all connections through it; a proxy that does not run is left alone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def delay(self, *, there: float, back: float) -> None:
        """Change the delays, for all that is sent from now on."""
        self._delays = {"there": there, "back": back}
        self._talk("delay", **self._delays)

    def cut(self, *, at_reply: bool = False) -> None:
        """Drop all connections and refuse new ones until `mend`.

        *at_reply*: not now, but as soon as the server sends something next, which is lost: the command was executed,
        and nobody hears of it.
        """
        self._talk("cut", at_reply=at_reply)

    def mend(self) -> None:
        """Accept connections again, and flap no longer."""
        self._talk("mend")

    def flap(self, *, times: int, down: float, up: float) -> None:
        """Begin to cut and mend in turn, *down* and *up* seconds long; returns at once, ends mended."""
        self._talk("flap", times=times, down=down, up=up)

    def counts(self) -> dict[str, int]:
        """How many connections are `open`, were `accepted`, and how often they were `cut`."""
        counts: dict[str, int] = self._talk("counts")
        return counts

    def _listen(self) -> int:
        for _ in range(PORT_TRIES):
            port = pick_port()
            if self._talk("listen", port=port, target=self._target):
                return port
        raise ProxyError("found no free port")

    def _talk(self, command: str, **values: object) -> Any:
        """Send a command as a line, and read the line that answers it."""
        process = self._process
        if process is None:
            raise ProxyError("the delay proxy does not run")
        assert process.stdin is not None
        assert process.stdout is not None
        with self._talking:
            try:
                process.stdin.write(json.dumps({"command": command, **values}).encode() + b"\n")
            except BrokenPipeError:
                raise ProxyError("the delay proxy has ended") from None
            # Answers are shorter than what a pipe delivers as a whole.
            is_there, _, _ = select.select([process.stdout], [], [], ANSWER_SECONDS)
            line = process.stdout.readline() if is_there else b""
        if not line:
            raise ProxyError(f"the delay proxy does not answer to {command!r}")
        return json.loads(line)
