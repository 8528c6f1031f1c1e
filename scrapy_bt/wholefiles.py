"""Files that are there as a whole or as they were before, whoever is killed or writes at the same time."""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO


class FileChangedError(Exception):
    """A file that was to be replaced says something else than what it was read for."""


def digest_of(content: bytes) -> str:
    """The SHA-256 of what a file says, in hexadecimal."""
    return sha256(content).hexdigest()


@contextmanager
def replacing(path: Path, *, mode: int | None = None, before: bytes | None = None) -> Iterator[BinaryIO]:
    """A new file that takes the place of *path* once it is on the disk; on any error *path* is as it was.

    *mode*: its rights; without, those of the file before, or of every new file. *before*: what *path* has to say then,
    where somebody else may write it meanwhile. Raises `OSError`, and `FileChangedError` where it says something else.
    """
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    if mode is None and path.is_file():
        mode = path.stat().st_mode & 0o7777
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if mode is not None:
                os.fchmod(file.fileno(), mode)
        if before is not None and path.read_bytes() != before:
            raise FileChangedError
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: str | bytes, *, mode: int | None = None, before: bytes | None = None) -> None:
    """Put a text, in UTF-8, or bytes in the place of a file; see `replacing`."""
    with replacing(path, mode=mode, before=before) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_private(path: Path, content: str | bytes) -> None:
    """Write a file as a whole that only this user may read; its folder is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content, mode=0o600)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """No other edit of the folder's files at the same time; raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Keep others from changing files of its folder meanwhile, which is made if it is missing; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked_folder(path.parent):
        yield


def give_name(part: Path, path: Path) -> None:
    """Put a file that is written to its place; raises `FileExistsError` where something has that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without second names
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        part.replace(path)
    else:
        part.unlink()
