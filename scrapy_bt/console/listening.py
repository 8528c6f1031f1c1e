"""Where the console listens: an address, or a Unix socket for the proxy in front of it."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import BTError

_WAITING = 128
_MODE = 0o660
"""The account of the proxy may be of the same group."""


@contextmanager
def listening_at(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens there, for a block; raises `BTError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(_WAITING)
        except OSError as error:
            raise BTError(f"the console cannot listen at {host}:{port}: {error}; --port 0 takes a free one") from None
        yield listener


@contextmanager
def listening_on(path: Path) -> Iterator[socket.socket]:
    """A Unix socket that listens, for a block; an abandoned one is removed. Raises `BTError`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        try:
            _clear(path)
            before = os.umask(0o777 & ~_MODE)  # it has its rights from the beginning
            try:
                listener.bind(str(path))
            finally:
                os.umask(before)
            listener.listen(_WAITING)
        except OSError as error:
            raise BTError(f"the console cannot listen at {path}: {error.strerror or error}") from None
        try:
            yield listener
        finally:
            with suppress(OSError):
                path.unlink()


def _clear(path: Path) -> None:
    """Take away what a console that was killed has left; raises `BTError` and `OSError`."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise BTError(f"{path} is there already, and is no socket")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        try:
            other.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise BTError(f"another console listens at {path}")
