"""A console of a project, and somebody who follows its crawls over the stream, as a page in a browser does."""

from __future__ import annotations

import json
import re
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from secrets import token_hex
from typing import IO, Any
from urllib.parse import quote

from tests.commandlines import COMMAND, CommandLine, run


class Follower:
    """Reads the stream of one crawl after the other, as long as the console at *address* lives."""

    def __init__(self, address: str, key: str) -> None:
        self._address, self._key = address, key
        self._ends = threading.Event()
        self.seen = threading.Event()
        """A crawl was seen."""
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def crawls(self) -> list[dict[str, Any]]:
        """Those that the console knows; raises `OSError` when it does not answer with them."""
        with self._ask("/api/v1/crawls") as answer:
            found: list[dict[str, Any]] = json.load(answer)["crawls"]
        return found

    def end(self) -> None:
        """Ask for nothing more; what it reads has to end by itself."""
        self._ends.set()

    def join(self) -> None:
        """Wait until it reads nothing."""
        self._thread.join()

    def _follow(self) -> None:
        while not self._ends.is_set():
            try:
                for crawl in self.crawls()[:1]:
                    self._read(crawl["id"])
            except (OSError, HTTPException):
                pass  # the console says so at the end, if it is gone
            self._ends.wait(0.2)

    def _read(self, crawl: str) -> None:
        with self._ask(f"/api/v1/stream?topics=crawl:{quote(crawl)}") as stream:
            for line in stream:
                if line.startswith(b"data:"):
                    self.seen.set()

    def _ask(self, path: str) -> IO[bytes]:
        request = urllib.request.Request(self._address + path, headers={"Authorization": f"Bearer {self._key}"})
        answer: IO[bytes] = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request)
        return answer


@contextmanager
def followed(project: Path) -> Iterator[Follower]:
    """A console, and who follows what it shows; both end with the block."""
    command = [*COMMAND, "bt", "console"]
    token = run(
        [*command, "--add-token", f"{token_hex(8)}:viewer"], cwd=project, stdout=subprocess.PIPE, text=True, check=True
    )
    console = CommandLine(
        [*command, "--port", "0"], cwd=project, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    assert console.stdout is not None
    try:
        found = next(found for line in console.stdout if (found := re.search(r"(http://\S+)/login", line)))
        follower = Follower(found[1], token.stdout.split()[-1])
        try:
            yield follower
            assert console.poll() is None, "the console lives"
        finally:
            follower.end()
            console.terminate()
            console.wait()
            follower.join()
    finally:
        console.terminate()
        console.wait()
        console.stdout.close()
