"""HTTP proxies to practise with: they forward, or behave as badly as real ones."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

from .network import ANSWER_SECONDS, ProxyError
from .ports import HOST, PORT_TRIES, pick_port

if TYPE_CHECKING:
    from typing_extensions import Self


class PracticeProxies:
    """So many HTTP proxies in a process of their own, as long as the `with` block.

    They forward requests and tunnels (`CONNECT`) to sites on this machine. *login*, as `user:password`, is asked for by
    all of them.
    """

    def __init__(self, count: int = 1, *, login: str = "") -> None:
        self._count, self._login = count, login
        self._ports: list[int] = []
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def urls(self) -> list[str]:
        """What `BT_PROXIES` takes."""
        login = f"{self._login}@" if self._login else ""
        return [f"http://{login}{HOST}:{port}" for port in self._ports]

    def start(self) -> None:
        """Start them and wait until they listen; raises `ProxyError`."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "scrapy_bt.testing.forwarder"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C is for this process, which still may need the proxies to end its crawl in order.
            start_new_session=True,
        )
        try:
            self._ports = [self._listen() for _ in range(self._count)]
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End them; proxies that do not run are left alone."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()

    def set(self, number: int, **values: object) -> None:
        """Change the manner of one of them, from 0 on: `status=403`, `delay=2.0`, `down=True`, `login="u:p"`."""
        self._talk("set", number=number, values=values)

    def counts(self) -> list[dict[str, Any]]:
        """What each of them was `asked` for, of which `sites`, and the `X-Session` headers that it saw."""
        counts: list[dict[str, Any]] = self._talk("counts")
        return counts

    def _listen(self) -> int:
        for _ in range(PORT_TRIES):
            port = pick_port()
            if self._talk("listen", port=port, login=self._login):
                return port
        raise ProxyError("found no free port")

    def _talk(self, command: str, **values: object) -> Any:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise ProxyError("the proxies do not run")
        try:
            process.stdin.write(json.dumps({"command": command, **values}).encode() + b"\n")
        except BrokenPipeError:
            raise ProxyError("the proxies have ended") from None
        is_there, _, _ = select.select([process.stdout], [], [], ANSWER_SECONDS)
        # Answers may be longer than what a pipe delivers at once.
        line = b""
        while is_there and not line.endswith(b"\n") and (part := process.stdout.readline()):
            line += part
        if not line:
            raise ProxyError(f"the proxies do not answer to {command!r}")
        return json.loads(line)
