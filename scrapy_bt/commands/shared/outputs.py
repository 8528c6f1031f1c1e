"""Files that commands write: what somebody has there already stays, unless it is to go."""

from __future__ import annotations

import argparse
from pathlib import Path

from ...errors import BTError


def add_force(parser: argparse.ArgumentParser) -> None:
    """Add the argument that lets a file be written over."""
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")


def write_new(path: Path, text: str, *, source: Path, is_forced: bool) -> None:
    """Write a file that is made of *source*; raises `BTError` where it would take the place of something else."""
    data = text.encode("utf-8")
    try:
        if path.exists() and path.samefile(source):
            raise BTError(f"{path} is the rule itself; name another file with -o")
        if path.exists() and not is_forced:
            if path.is_file() and path.read_bytes() == data:
                return
            raise BTError(f"{path} is there already, and something else; name another file with -o, or take --force")
        path.write_bytes(data)
    except OSError as error:
        raise BTError(f"{path} cannot be written: {error.strerror or error}") from None
