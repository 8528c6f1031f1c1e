"""What commands ask whoever sits there, and tell beside their output."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterable


def ask_password(name: str) -> str:
    """From whoever sits there, or a line of the input."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {name}: ")
    return sys.stdin.readline().rstrip("\n")


def print_all(lines: Iterable[str]) -> None:
    """Print lines to standard error."""
    for line in lines:
        sys.stderr.write(f"{line}\n")
