"""Starts commands of Scrapy that go on when the console ends, and that Ctrl-C ends in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def start_command(words: Sequence[str], *, folder: Path, log: Path) -> subprocess.Popen[bytes]:
    """Run `scrapy` with *words* in a folder; *log*: a new file for what it prints, which only this user reads."""
    with os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as output:
        return subprocess.Popen(  # noqa: S603 - no shell, and of this program alone
            [sys.executable, "-m", "scrapy", *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_heed_interrupts if _ignores_interrupts() else None,  # noqa: PLW1509 - it takes no lock
        )


def _ignores_interrupts() -> bool:
    """So does what a script has started with `&`, and its own processes would as well."""
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def _heed_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
