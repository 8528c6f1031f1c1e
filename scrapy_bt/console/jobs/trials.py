"""Asks the process that works on strangers' pages and patterns, and ends it when it does not answer."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from ...core.documents.json import read_json
from ...sentences import say
from ..refusals import Refusal
from ..words import reader

SECONDS = 20.0
"""Of the processor, which the process counts for itself."""
_BUSY = 10
"""Times as long a busy machine may take for it."""
_PATIENCE = 1.0
"""Seconds that a trial may have had when a newer one of the same person ends it."""
_CHUNK = 1 << 20
_SLOW = ("sample", "sample page", "evidence", "suggest", "count", "node count", "healing compare")


class Trials:
    """One process for questions that wait for a keystroke, one for those that may take long."""

    def __init__(self, project: Path, *, seconds: float = SECONDS) -> None:
        self._quick, self._slow = _TrialWorker(project, seconds), _TrialWorker(project, seconds)
        self._nobody = count()
        """Tells the questions apart that take no other's place."""

    def ask(self, name: str, asker: str = "", **words: Any) -> dict[str, Any]:
        """The answer; a newer question of the same *asker*, if one is named, takes the place of an older one.

        Raises `Refusal`.
        """
        worker = self._slow if name in _SLOW else self._quick
        return worker.ask(
            {"ask": name, "language": reader(), **words}, f"{name} {asker}" if asker else f"{name} {next(self._nobody)}"
        )

    def stop(self) -> None:
        """What is asked is told to have ended."""
        self._quick.stop()
        self._slow.stop()

    def close(self) -> None:
        self._quick.end()
        self._slow.end()


class _TrialWorker:
    def __init__(self, project: Path, seconds: float) -> None:
        self._project, self._seconds = project, seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._turn, self._state = Lock(), Lock()
        self._newest: dict[str, int] = {}
        self._count = 0
        self._running: tuple[str, float] | None = None
        """Who is asking, and since when."""

    def ask(self, question: dict[str, Any], asker: str) -> dict[str, Any]:
        with self._state:
            self._count += 1
            number = self._newest[asker] = self._count
            running = self._running
        if running is not None and running[0] == asker and time.monotonic() - running[1] > _PATIENCE:
            self.stop()
        with self._turn:
            if self._newest.get(asker) != number:
                raise _superseded()
            self._running = (asker, time.monotonic())
            try:
                told = self._ask(question)
            finally:
                self._running = None
                with self._state:
                    is_newest = self._newest.get(asker) == number
                    if is_newest:
                        del self._newest[asker]
        if told is None:
            if not is_newest:
                raise _superseded()
            raise Refusal(
                422,
                "time",
                say("this took longer than {:g} s, and was ended", self._seconds),
                advice=say("take a smaller page"),
            )
        if "error" in told:
            raise Refusal(422, "trial", str(told["error"]))
        answer: dict[str, Any] = told["answer"]
        return answer

    def stop(self) -> None:
        process = self._process
        if process is not None:
            process.kill()  # who waits for it is told so by its end

    def end(self) -> None:
        """The process, if there is one; nobody is asking it any more."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with suppress(OSError):  # what could not be written any more
                    pipe.close()  # type: ignore[union-attr]  # both are pipes

    def _ask(self, question: dict[str, Any]) -> dict[str, Any] | None:
        """None where it has ended, or had to."""
        process = self._process
        if process is None or process.poll() is not None:
            self.end()
            process = self._process = self._start()
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            process.stdin.flush()
            line = _read_line(process.stdout.fileno(), time.monotonic() + _BUSY * self._seconds)
        except OSError:
            line = None
        if line is None:
            self.end()
            return None
        told: dict[str, Any] = read_json(line, largest=None)
        return told

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, "-m", "scrapy_bt.console.jobs.trialling", str(self._seconds)],
            cwd=self._project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def _superseded() -> Refusal:
    return Refusal(409, "superseded", say("a newer question has taken the place of this one"))


def _read_line(descriptor: int, until: float, *, clock: Callable[[], float] = time.monotonic) -> bytes | None:
    """A line, or none when the time is over or nobody writes any more."""
    parts: list[bytes] = []
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while selector.select(max(0.0, until - clock())):
            part = os.read(descriptor, _CHUNK)
            parts.append(part)
            if part.endswith(b"\n"):
                return b"".join(parts)
            if not part:
                return None
    return None
