"""Files that are there as a whole or as they were before, whoever is killed or writes at the same time."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path


def digest_of(content: bytes) -> str:
    """Of what a file says: SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def write_whole(path: Path, text: str) -> None:
    """Put a text in the place of a file; raises `OSError`, and then the file is as it was."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")  # other workers may end at the same time
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def replace_whole(target: Path, content: bytes, *, mode: int = 0o600) -> None:
    """Put bytes, on the disk already, in the place of a file; raises `OSError`, and then the file is as it was."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # of mode 0600
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """No other edit of the folder's files at the same time; raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
