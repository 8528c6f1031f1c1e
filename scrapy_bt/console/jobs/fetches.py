"""Fetches a page by Scrapy, in a process of its own."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ...core.documents.json import read_json
from ...sentences import say
from ..refusals import Refusal

_SECONDS = 60


@dataclass(frozen=True)
class Fetched:
    """*url*: where it was found in the end."""

    url: str
    body: bytes
    content_type: str


class Fetches:
    """Those that are on their way, for a project in *project*; *seconds*: how long each may take; None for any time."""

    def __init__(self, project: Path, *, seconds: float | None = _SECONDS) -> None:
        self._project, self._seconds = project, seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_over = False

    def fetch(self, url: str, rule: str) -> Fetched:
        """The page of a URL; with the text of a rule, only within its hosts. Raises `Refusal`."""
        question = json.dumps({"url": url, "rule": rule}).encode()
        try:
            answer, said = self._ask(question)
            told = read_json(answer, largest=None)
        except subprocess.TimeoutExpired:
            raise Refusal(422, "fetch", say("{} was not there within {} s", url, self._seconds)) from None
        except ValueError:
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            raise Refusal(
                422, "fetch", say("{} cannot be fetched: {}", url, (last or say("the process has ended")))
            ) from None
        if "error" in told:
            raise Refusal(422, "fetch", say("{} cannot be fetched: {}", url, told["error"]))
        return Fetched(told["url"], base64.b64decode(told["body"]), told["content_type"])

    def stop(self) -> None:
        """End everything, and tell all who wait or come later."""
        self._is_over = True
        for process in list(self._running):
            process.kill()

    def _ask(self, question: bytes) -> tuple[bytes, bytes]:
        """What the process answers, and what it says beside; raises `TimeoutExpired`."""
        process = subprocess.Popen(
            [sys.executable, "-m", "scrapy_bt.console.jobs.fetching"],
            cwd=self._project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process:
            self._running.add(process)
            try:
                if self._is_over:
                    process.kill()
                return process.communicate(question, timeout=self._seconds)
            finally:
                self._running.discard(process)
                process.kill()  # it has ended, or takes too long
