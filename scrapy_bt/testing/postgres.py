"""PostgreSQL servers for tests and benchmarks, each on a port and in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Any

from ..errors import BTError
from .ports import HOST, PORT_TRIES, pick_port
from .processes import ServerProcess
from .servers import START_SECONDS

if TYPE_CHECKING:
    from typing_extensions import Self

USER = DATABASE = "postgres"
_POLL_SECONDS = 0.02
_IN_USE, _LEFT_OVER = "Address already in use", "shared memory block"
_OPTIONS = {
    # What a killed process leaves is on the disk, or in the system's memory: only a power cut would tell.
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "50",
    "unix_socket_directories": "",
}


class PostgresStartError(BTError):
    """A PostgreSQL server for a test did not start; the message holds what it said."""


class PostgresServer:
    """A PostgreSQL on a free port of this machine, in a temporary folder, as long as the `with` block.

    That of the PATH, or the one that `pgserver` brings. *options* are settings of the server; without them it does not
    wait for the disk. It ends with this process in any case.

    Raises:
        PostgresStartError: There is none on this machine.
    """

    def __init__(self, *, options: Mapping[str, str] | None = None) -> None:
        self._programs = _find_programs()
        self._options = {**_OPTIONS, **(options or {})}
        self._folder: Path | None = None
        self._port = 0
        self._process: ServerProcess | None = None
        self._identity = _ordinary_user()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """What `BT_STORE_URL` takes."""
        return f"postgresql://{USER}@{HOST}:{self._port}/{DATABASE}"

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
    def output(self) -> str:
        """What the server has said since the first start."""
        log = self._folder / "output.log" if self._folder else None
        return log.read_text(errors="replace") if log is not None and log.exists() else ""

    def start(self) -> None:
        """Start the server and wait until it takes connections; a server that runs is left alone.

        Raises:
            PostgresStartError: It ended, or did not answer in time.
        """
        if self._process is not None:
            return
        if self._folder is None:
            self._folder = self._make_folder()
        fixed = self._port
        end = time.monotonic() + START_SECONDS
        for _ in range(PORT_TRIES):
            self._port = fixed or pick_port()
            said = len(self.output)
            if self._launch(end):
                return
            complaint = self.output[said:]
            # Processes of a killed server may need a moment to end.
            if not any(words in complaint for words in (_IN_USE, _LEFT_OVER)) or time.monotonic() > end:
                break
        complaint = self.output[-2000:].strip() or "it said nothing"
        self.close()
        raise PostgresStartError(f"PostgreSQL did not start: {complaint}")

    def stop(self) -> None:
        """Stop the server at once, but in order; its folder and its port stay for `restart`."""
        process, self._process = self._process, None
        if process is not None:
            process.stop(signal.SIGINT)

    def kill(self) -> None:
        """End the server at once (SIGKILL), with all that it was doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def restart(self) -> None:
        """Start the server again on its port, with what it has stored; one that still runs is stopped before."""
        self.stop()
        self.start()

    def freeze(self) -> None:
        """Stop the server (SIGSTOP), so that new connections are not answered until `thaw`."""
        if self._process is not None:
            self._process.freeze()

    def thaw(self) -> None:
        """Let a frozen server go on (SIGCONT)."""
        if self._process is not None:
            self._process.thaw()

    def close(self) -> None:
        """End the server and remove its folder."""
        self.kill()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._port = None, 0

    def _make_folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="postgres-"))
        if self._identity:
            os.chown(folder, self._identity["user"], self._identity["group"])
        command = [str(self._programs / "initdb"), "-D", str(folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8"]
        done = subprocess.run(  # noqa: S603 (a program found on this machine)
            [*command, "--no-locale", "--no-sync"],
            check=False,
            capture_output=True,
            text=True,
            cwd=folder,
            **self._identity,
        )
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            raise PostgresStartError(f"initdb failed: {done.stderr[-2000:]}")
        return folder

    def _launch(self, end: float) -> bool:
        """Start a process and wait until it takes connections; false: it ended before."""
        assert self._folder is not None
        command = [str(self._programs / "postgres"), "-D", str(self._folder / "data"), "-h", HOST]
        command += ["-p", str(self._port), *(f"-c{name}={value}" for name, value in self._options.items())]
        process = ServerProcess(command, log=self._folder / "output.log", user={**self._identity, "cwd": self._folder})
        while process.is_alive and time.monotonic() < end:
            if _takes_connections(self._port):
                self._process = process
                return True
            Event().wait(_POLL_SECONDS)
        process.kill()
        return False


def _find_programs() -> Path:
    on_path = shutil.which("postgres")
    if on_path:
        return Path(on_path).resolve().parent
    found = find_spec("pgserver")
    if found is not None and found.origin:
        folder = Path(found.origin).parent / "pginstall" / "bin"
        if (folder / "postgres").exists():
            return folder
    raise PostgresStartError("there is no PostgreSQL on the PATH; pip install pgserver, or apt install postgresql")


def _ordinary_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so that it is somebody else's process then."""
    if os.geteuid() != 0:
        return {}
    names = {each.pw_name: each for each in pwd.getpwall()}
    chosen = names.get("postgres") or names["nobody"]
    return {"user": chosen.pw_uid, "group": chosen.pw_gid, "extra_groups": []}


def _takes_connections(port: int) -> bool:
    """Whether a server that is ready answers: to a login it says R (or E with a reason), while it starts only E."""
    login = f"user\0{USER}\0database\0{DATABASE}\0\0".encode()
    try:
        with socket.create_connection((HOST, port), timeout=2) as connection:
            connection.sendall(struct.pack("!ii", len(login) + 8, 196_608) + login)
            return connection.recv(1) == b"R"
    except OSError:
        return False
