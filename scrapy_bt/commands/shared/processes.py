"""Processes that one command starts, watches and ends: each by its number, in order, and never in silence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...operations.logs import last_lines
from .statuses import Status

_ENDINGS: dict[int, str] = {Status.DONE: "done", Status.DEAD: "done, with dead letters"}

_TAIL = 3
"""Lines of a log that are shown of a process that failed."""
_OF_PROJECT = {"SCRAPY_SETTINGS_MODULE", "SCRAPY_PROJECT"}
"""Variables that name the settings of the project that somebody is in; Scrapy sets the first itself."""


@dataclass
class Process:
    """A command under way; *name* is what people call it, *log* the file of what it says.

    *is_worker*: it stays until all is done; others do their part and end.
    """

    name: str
    arguments: Sequence[str]
    log: Path
    child: subprocess.Popen[bytes]
    is_worker: bool = True

    @property
    def pid(self) -> int:
        return self.child.pid

    @property
    def code(self) -> int | None:
        """Its exit code; None while it runs; negative: the signal that ended it."""
        return self.child.poll()

    @property
    def is_alive(self) -> bool:
        return self.code is None

    @property
    def has_failed(self) -> bool:
        """It is over, and not in order."""
        return self.code not in (None, Status.DONE, Status.DEAD)

    @property
    def state(self) -> str:
        """In a few words."""
        code = self.code
        if code is None:
            return "runs"
        if code >= 0:
            return _ENDINGS.get(code, f"ended with status {code}")
        return f"was ended by {signal.Signals(-code).name}"

    def last_words(self) -> list[str]:
        """The last lines of its log."""
        return last_lines(self.log, _TAIL)


def environment_in(folder: Path | None) -> dict[str, str]:
    """The variables of a command of this project, or of the one in *folder*, which has settings of its own."""
    return {name: value for name, value in os.environ.items() if folder is None or name not in _OF_PROJECT}


class Processes:
    """Commands of this project, or of the one in *folder*; whoever closes it leaves none of them behind."""

    def __init__(self, logs: Path, *, folder: Path | None = None) -> None:
        self._logs, self._folder = logs, folder
        self.all: list[Process] = []

    def start(self, name: str, *arguments: str, is_worker: bool = True) -> Process:
        """Run `scrapy …` beside this process."""
        self._logs.mkdir(parents=True, exist_ok=True)
        log = self._logs / f"{name.replace(' ', '+')}.log"
        with log.open("wb") as output:
            # Not in our group: Ctrl-C is for us, and we tell them.
            child = subprocess.Popen(  # noqa: S603 - of this command line, and nothing else
                [sys.executable, "-m", "scrapy", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**environment_in(self._folder), "PYTHONUNBUFFERED": "1"},
                start_new_session=True,
                cwd=self._folder,
            )
        process = Process(name, arguments, log, child, is_worker)
        self.all.append(process)
        return process

    @property
    def living(self) -> list[Process]:
        return [process for process in self.all if process.is_alive]

    def end(self, number: signal.Signals = signal.SIGINT) -> None:
        """Ask all to end."""
        for process in self.living:
            process.child.send_signal(number)

    def wait(self, seconds: float) -> bool:
        """Wait until all are over; tells whether they are."""
        pause, end = threading.Event(), time.monotonic() + seconds
        while self.living and time.monotonic() < end:
            pause.wait(0.05)
        return not self.living

    def close(self, *, timeout: float = 20.0) -> None:
        """End all that still run, in order if they do so in time."""
        self.end()
        if not self.wait(timeout):
            self.end(signal.SIGKILL)
        for process in self.all:
            process.child.wait()
