"""Where running crawls can be reached, and where finished ones have left their records: below a project's `.scrapy`."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...core.documents.numbers import read_whole
from ...versions import data_path
from ..project.folders import find_project

SOCKETS, RECORDS = "bt-run", "bt-runs"

_LONGEST_PATH = 100
"""Bytes of a socket's path that every system takes."""
_LONGEST_NAME = 60


def watch_folder(kind: str) -> Path | None:
    """The folder of `SOCKETS` or `RECORDS`; None outside of a project."""
    return data_path(kind).absolute() if find_project() else None


def socket_name(spider: str, pid: int) -> str:
    """What the socket of a crawl is called."""
    return f"{file_name(spider)}-{pid}.sock"


def file_name(spider: str) -> str:
    """A spider's name as a part of the name of a file."""
    return re.sub(r"[^\w.+-]", "_", spider, flags=re.ASCII)[:_LONGEST_NAME].lstrip(".") or "crawl"


def list_sockets(folder: Path) -> list[Path]:
    """The sockets that are there; whether anybody listens has to be tried."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".sock")
    except OSError:
        return []


def pid_of(path: Path) -> int:
    """The process that a socket, or a record, is called after; 0: none."""
    told = path.stem.rpartition("-")[2]
    return read_whole(told) or 0


def make_private(folder: Path) -> None:
    """Make a folder that only this user can look into; raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


@contextmanager
def address_of(path: Path) -> Iterator[str]:
    """The address of a socket, also where its path is longer than an address may be; raises `OSError`."""
    if len(os.fsencode(path)) <= _LONGEST_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def listen(path: Path) -> socket.socket:
    """A socket that listens at *path*, for this user alone; raises `OSError`."""
    make_private(path.parent)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with address_of(path) as address:
            listener.bind(address)
        path.chmod(0o600)
        listener.listen(8)
        listener.setblocking(False)  # noqa: FBT003 - the standard library's
    except BaseException:
        listener.close()
        raise
    return listener


def connect(path: Path, *, timeout: float) -> socket.socket:
    """A connection to whoever listens at *path*; raises `OSError`."""
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(timeout)
        with address_of(path) as address:
            connection.connect(address)
    except BaseException:
        connection.close()
        raise
    return connection
