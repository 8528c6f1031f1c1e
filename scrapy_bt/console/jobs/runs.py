"""Crawls started from the console: each is a process of its own and goes on when the console ends."""

from __future__ import annotations

import json
import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...crawl.watching.folders import file_name, make_private
from ...operations.logs import last_lines
from ...sentences import say
from ..refusals import Refusal
from .starting import start_command

LOGS = "bt-logs"
_TAIL = 20


@dataclass
class Started:
    """*arguments*: the file that they are in, which only this user may read; *settings*: those of this run alone."""

    id: str
    name: str
    log: Path
    arguments: Path
    process: subprocess.Popen[bytes]
    at: float
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def code(self) -> int | None:
        """The status with which it has ended; none while it runs."""
        return self.process.poll()

    @property
    def state(self) -> str:
        return say("running") if self.code is None else say("ended with status {}", self.code)

    @property
    def last_words(self) -> list[str]:
        return last_lines(self.log, _TAIL)


class Runs:
    """The runs of this console, whose project is in *project* and whose own files are in *own*."""

    def __init__(self, project: Path, own: Path) -> None:
        self._project, self._own = project, own
        self._started: dict[str, Started] = {}

    def all(self) -> list[Started]:
        """The last one first; those that are over leave no file with arguments."""
        for run in self._started.values():
            if run.process.poll() is not None:
                run.arguments.unlink(missing_ok=True)
        return sorted(self._started.values(), key=lambda run: run.at, reverse=True)

    def start(self, name: str, arguments: Mapping[str, str], settings: Mapping[str, str]) -> Started:
        """Run `scrapy crawl NAME`; raises `Refusal`."""
        for setting in settings:
            if not re.fullmatch(r"[A-Z][A-Z0-9_]*", setting):
                raise Refusal(422, "setting", say("'{}' is no name of a setting", setting))
        folder = self._own / LOGS
        make_private(folder)
        number = secrets.token_hex(4)
        log = folder / f"{file_name(name)}-{number}.log"
        given = folder / f"{file_name(name)}-{number}.arguments.json"
        text = json.dumps({"arguments": dict(arguments), "settings": dict(settings)}, ensure_ascii=False)
        handle = os.open(given, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        process = start_command(["crawl", "--given", str(given), "--", name], folder=self._project, log=log)
        started = Started(number, name, log, given, process, time.time(), dict(settings))
        self._started[number] = started
        return started

    def get(self, id: str) -> Started:  # noqa: A002 - as the run calls it
        """One of them; raises `Refusal`."""
        if id not in self._started:
            raise Refusal(404, "no-run", say("this console has started no run '{}'", id))
        return self._started[id]

    def end(self, id: str) -> None:  # noqa: A002 - as above
        """Ask it to end in order: what runs is finished."""
        run = self.get(id)
        if run.process.poll() is None:
            run.process.send_signal(signal.SIGINT)


def tell_started(run: Started) -> dict[str, Any]:
    """A run as JSON has it."""
    return {
        "id": run.id,
        "name": run.name,
        "state": run.state,
        "at": run.at,
        "pid": run.process.pid,
        "log": str(run.log),
        "running": run.code is None,
        "status": run.code,
        "lines": run.last_words,
    }
