"""PostgreSQL servers for tests and benchmarks, each on a port and in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import struct
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import BTError
from .local_server import LocalServer
from .ports import HOST
from .processes import ServerProcess

USER = DATABASE = "postgres"
_OPTIONS = {
    # What a killed process leaves is on the disk, or in the system's memory: only a power cut would tell.
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "50",
    "log_line_prefix": "%e ",  # the SQLSTATE
    "unix_socket_directories": "",
}


class PostgresStartError(BTError):
    """A PostgreSQL server for a test did not start; the message holds what it said."""


class PostgresServer(LocalServer):
    """A PostgreSQL on a free port of this machine, in a temporary folder, as long as the `with` block.

    That of the PATH, or the one that `pgserver` brings. *options* are settings of the server; without them it does not
    wait for the disk. It ends with this process in any case. While it is frozen, connections that were there before are
    served.

    Raises:
        PostgresStartError: There is none on this machine.
    """

    _name = "postgres"
    _end_signal = signal.SIGINT  # "fast": it does not wait for clients to go
    # lock_file_exists: processes of a killed server may need a moment to end, and hold its memory until then.
    _passing = ("F0001 ",)

    def __init__(self, *, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self._programs = _find_programs()
        self._options = {**_OPTIONS, **(options or {})}
        self._identity = _ordinary_user()

    @property
    def url(self) -> str:
        """What `BT_STORE_URL` takes."""
        return f"postgresql://{USER}@{HOST}:{self.port}/{DATABASE}"

    def _make_folder(self) -> Path:
        folder = super()._make_folder()
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

    def _launch(self) -> ServerProcess:
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-h", HOST]
        command += ["-p", str(self.port), *(f"-c{name}={value}" for name, value in self._options.items())]
        return ServerProcess(command, log=self._log, user={**self._identity, "cwd": self.folder})

    def _is_ready(self) -> bool:
        """Whether it takes connections: to a login it says R (or E with a reason), while it starts only E."""
        login = f"user\0{USER}\0database\0{DATABASE}\0\0".encode()
        try:
            with socket.create_connection((HOST, self.port), timeout=2) as connection:
                connection.sendall(struct.pack("!ii", len(login) + 8, 196_608) + login)
                return connection.recv(1) == b"R"
        except OSError:
            return False

    def _failure(self, said: str) -> BTError:
        return PostgresStartError(f"PostgreSQL did not start: {said}")


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
